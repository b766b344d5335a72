extension SettingKey {
    /// The settings of the player itself, of which the rules of playback know nothing.
    public static let player = [
        frameCache, store, room, viewer, bannerLanes, bannerBelow, bannerStay, bannerOrder, motion, theme, transition,
    ]
    /// Those of them that a session looks different by, which recordings therefore have: how things look and move, and
    /// whose head is not shown.
    public static let looks = [viewer, bannerLanes, bannerStay, bannerOrder, motion, theme, transition]
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
    /// Who of the room's people looks on.
    public static let viewer = SettingKey(
        "viewer", .text, isOptional: true, standard: .text("you"),
        meaning: "who you are in the feed, an id or a name: your own head is not shown in the chat")
    /// How many banners of gifts there are at once.
    public static let bannerLanes = SettingKey(
        "bannerLanes", .count, standard: .count(3),
        meaning: "most banners at the side of the stage; 0 only counts gifts")
    /// Gifts cheaper than this don't go to the stage.
    public static let bannerBelow = SettingKey(
        "bannerBelow", .count, standard: .count(0),
        meaning: "price below which a gift has its banner only, and not the stage; 0 is none")
    /// How long a banner stays.
    public static let bannerStay = SettingKey(
        "bannerStay", .duration, standard: .duration(4_000_000_000),
        meaning: "how long a banner stays after the last gift of its streak")
    /// Which banner has the first lane.
    public static let bannerOrder = SettingKey(
        "bannerOrder", .choice(["size", "arrival"]), standard: .choice("size"),
        meaning: "which banner has the first lane: that of the greatest value, or the earliest")
    /// The colours of the controls.
    public static let theme = SettingKey(
        "theme", .choice(["auto", "dark", "light"]), standard: .choice("auto"),
        meaning: "the colours of the controls; auto is as the terminal's background is")
    /// How one scene becomes another.
    public static let transition = SettingKey(
        "transition", .text, isOptional: true, standard: .text("iris"),
        meaning: "how scenes change: iris, slide, turn, or a Lottie file; with none or reduced motion at once")
    /// How much moves.
    public static let motion = SettingKey(
        "motion", .choice(["full", "reduced"]), standard: .choice("full"),
        meaning: "reduced: what comes and goes only fades, and nothing slides, jumps or flies")
}
