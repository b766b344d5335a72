/// Where the configuration file is.
public enum ConfigurationPath {
    /// `$XDG_CONFIG_HOME/giftty/config.yaml`, or below `~/.config` where that variable is unset or not an absolute path;
    /// `nil` when there is no home either.
    public static func standard(environment: [String: String]) -> String? {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            return folder + "/giftty/config.yaml"
        }
        guard let home = environment["HOME"], !home.isEmpty else { return nil }
        return home + "/.config/giftty/config.yaml"
    }
}
