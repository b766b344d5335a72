extension SettingKey {
    /// The settings of the player itself, which no decision depends on.
    public static let player = [frameCache, store, room]
    /// All settings there are: those of the playback rules, then those of the player.
    public static let all = playback + player

    /// How much memory rendered frames may take; 0 keeps none.
    public static let frameCache = SettingKey(
        "frameCache", .size, standard: .size(64_000_000),
        meaning: "memory for rendered frames of the gifts played most; 0 is none")
    /// Where gifts and settings are published.
    public static let store = SettingKey(
        "store", .text, isOptional: true, standard: .none, meaning: "where gifts are published, a URL or a folder")
    /// Which room this is.
    public static let room = SettingKey(
        "room", .text, standard: .text("lobby"), meaning: "the room, by which a store tells settings for one room")
}
