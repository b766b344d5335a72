public import Playback

extension SettingKey {
    /// The settings of the player, which are not part of the policy.
    public static let player = [
        frameCache, store, room, viewer, bannerLanes, bannerBelow, bannerStay, bannerOrder, motion, theme, transition,
        replacement, odds, glyphs,
    ]
    /// The settings that change the look of a session and are therefore part of recordings: appearance, movements, odds
    /// and the viewer whose head is hidden.
    public static let appearance = [
        viewer, bannerLanes, bannerStay, bannerOrder, motion, theme, transition, replacement, odds,
    ]
    /// The settings that can change while the program runs: those of the policy, then those of the player.
    public static let all = playback + player
    /// The settings that can be configured before the program runs: the ones above and those that cannot change later.
    public static let configurable = all + [reconnectWithin, fallback, publisherKeys, storeKeys]

    /// The maximum memory for rendered frames; 0 keeps none.
    public static let frameCache = SettingKey(
        "frameCache", .size, defaultValue: .size(2_000_000),
        summary: "memory for rendered frames of the gifts played most; 0 is none")
    /// The URL or folder of the store.
    public static let store = SettingKey(
        "store", .text, isOptional: true, defaultValue: .none,
        summary: "where gifts are published: a URL, a folder, or a web address with {id}")
    /// The room's id.
    public static let room = SettingKey(
        "room", .text, defaultValue: .text("lobby"), summary: "the room, which may have settings of its own in a store")
    /// The viewer in front of the stage.
    public static let viewer = SettingKey(
        "viewer", .text, isOptional: true, defaultValue: .text("you"),
        summary: "who you are in the feed, an id or a name: your own head is not shown in the chat")
    /// The maximum number of banners at the same time.
    public static let bannerLanes = SettingKey(
        "bannerLanes", .count, in: 0...50, defaultValue: .count(3),
        summary: "most banners at the side of the stage; 0 only counts gifts")
    /// The value below which a gift has a banner only.
    public static let bannerBelow = SettingKey(
        "bannerBelow", .count, defaultValue: .count(0),
        summary: "price below which a gift has its banner only, and not the stage; 0 is none")
    /// The time for which a banner stays.
    public static let bannerStay = SettingKey(
        "bannerStay", .duration, in: 1_000_000_000...3_600_000_000_000, defaultValue: .duration(4_000_000_000),
        summary: "how long a banner stays after the last gift of its streak")
    /// The order of the banners in their lanes.
    public static let bannerOrder = SettingKey(
        "bannerOrder", .choice(["size", "arrival"]), defaultValue: .choice("size"),
        summary: "which banner has the first lane: that of the greatest value, or the earliest")
    /// The colors of the user interface.
    public static let theme = SettingKey(
        "theme", .choice(["auto", "dark", "light"]), defaultValue: .choice("auto"),
        summary: "the colors of the controls; auto follows the terminal's background")
    /// The transition between scenes.
    public static let transition = SettingKey(
        "transition", .text, isOptional: true, defaultValue: .text("iris"),
        summary: "how scenes change: iris, slide, turn, or a Lottie file; with none or reduced motion at once")
    /// The way in which a gift leaves that is replaced or closed.
    public static let replacement = SettingKey(
        "replacement", .choice(["push", "fade", "none"]), defaultValue: .choice("push"),
        summary: "how a gift leaves that is replaced or closed; none cuts, and reduced motion fades")
    /// Whether the stage says what probably becomes of the gift on it.
    public static let odds = SettingKey(
        "odds", .bool, defaultValue: .bool(false),
        summary: "whether the stage says how probably the gift plays to its end or is replaced")
    /// The glyphs of which pictures are made.
    public static let glyphs = SettingKey(
        "glyphs", .choice(["half", "quadrant", "sextant", "octant"]), defaultValue: .choice("half"),
        summary: "the characters of pictures; finer ones only where the terminal and a font have them")
    /// The longest delay before a lost feed connects again.
    public static let reconnectWithin = SettingKey(
        "reconnectWithin", .duration, defaultValue: .duration(15_000_000_000),
        summary: "longest wait before a lost connection of a feed is retried")
    /// The animation that plays for a gift whose own has not come from a web server.
    public static let fallback = SettingKey(
        "fallback", .text, isOptional: true, defaultValue: .text("heart"),
        summary: "what plays for a gift whose animation has not come from a web server: a gift, a file, or none")
    /// The public keys of the publishers whose packages are accepted; without one, all are.
    public static let publisherKeys = SettingKey(
        "publisherKeys", .text, isOptional: true, defaultValue: .none,
        summary: "public keys of publishers, with spaces between them: only packages that one of them has signed")
    /// The public keys of the store whose catalogue and settings are accepted; without one, all are.
    public static let storeKeys = SettingKey(
        "storeKeys", .text, isOptional: true, defaultValue: .none,
        summary: "public keys of the store, with spaces between them: only a catalogue and settings signed with one")
    /// The amount of motion.
    public static let motion = SettingKey(
        "motion", .choice(["full", "reduced"]), defaultValue: .choice("full"),
        summary: "reduced: what comes and goes only fades, and nothing slides, jumps or flies")
}
