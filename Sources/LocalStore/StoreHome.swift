extension LocalStore {
    /// Where gifts are kept unless something else is said: `$XDG_DATA_HOME/giftty`, or below `~/.local/share` where that
    /// variable is unset or not an absolute path; nil when there is no home either.
    public static func standardHome(environment: [String: String]) -> String? {
        if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder + "/giftty" }
        guard let home = environment["HOME"], !home.isEmpty else { return nil }
        return home + "/.local/share/giftty"
    }

    /// Whether there is a store in the folder `home`.
    public static func exists(at home: String) -> Bool {
        let disk = Disk()
        let layout = StoreLayout(home: home)
        return disk.size(of: layout.database) != nil || disk.isFolder(layout.gifts)
    }
}
