/// The location of the configuration file.
public enum ConfigurationPath {
    /// Returns `$XDG_CONFIG_HOME/giftty/config.yaml`, or the same path below `~/.config` if that variable is unset or
    /// not an absolute path; `nil` if `HOME` is missing too.
    public static func defaultPath(environment: [String: String]) -> String? {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            return folder + "/giftty/config.yaml"
        }
        guard let home = environment["HOME"], !home.isEmpty else { return nil }
        return home + "/.config/giftty/config.yaml"
    }
}
