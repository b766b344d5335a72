import SystemIO

extension LocalStore {
    /// Returns the default folder of the library: `$XDG_DATA_HOME/giftty`, or `~/.local/share/giftty` if that variable
    /// is unset or not an absolute path; `nil` if `HOME` is unset as well.
    public static func defaultHome(environment: [String: String]) -> String? {
        if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder + "/giftty" }
        guard let home = environment["HOME"], !home.isEmpty else { return nil }
        return home + "/.local/share/giftty"
    }

    /// Returns whether the folder `home` has a library.
    public static func exists(at home: String) -> Bool {
        let layout = LibraryLayout(home: home)
        return FileStatus.kind(of: layout.database, followsLink: false) == .file
            || FileStatus.kind(of: layout.gifts) == .folder
    }
}
