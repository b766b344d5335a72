import Playback
import PlayerSettings

/// The words under which the palette finds commands and settings besides their names.
enum PaletteSynonyms {
    /// Returns the synonyms of a command, in lower case.
    static func of(_ command: Command) -> [String] {
        switch command {
        case .session(.close): ["dismiss", "end the gift", "next gift", "skip", "stop"]
        case .session(.clear): ["empty", "remove all", "drop all"]
        case .session(.switchMode): ["mode", "toggle the mode", "queue", "replace"]
        case .session(.moveThreshold(let step)):
            step < 0 ? ["lower the threshold", "less", "decrease"] : ["raise the threshold", "more", "increase"]
        case .session(.togglePause): ["stop", "freeze", "halt", "continue", "play"]
        case .session(.step(let length)): length < 0 ? ["rewind", "back"] : ["fast forward", "forward", "skip"]
        case .session(.stepFrames(let count)): count < 0 ? ["previous frame"] : ["next frame"]
        case .session(.slower): ["slow motion", "speed down", "decelerate"]
        case .session(.faster): ["fast", "speed up", "quick", "accelerate"]
        case .session(.normalSpeed): ["real time", "reset the speed"]
        // The name of a gift need not be its id, which scripts use.
        case .session(.send(let kind)): ["send \(kind)"]
        case .toggle(.help): ["keys", "shortcuts", "manual", "what can i do"]
        case .toggle(.statistics): ["fps", "performance", "frame cost", "frames", "feed", "losses"]
        case .toggle(.giftList): ["history", "log", "outcomes", "what happened", "panel"]
        case .sendChosenGift: ["repeat", "replay", "again"]
        case .toggle(.lobby): ["rooms", "channels", "streams", "other rooms"]
        case .toggle(.gallery): ["gifts", "kinds", "catalogue", "markers"]
        case .toggle(.settings): ["options", "preferences", "configuration", "policy"]
        case .savePicture: ["screenshot", "picture", "capture", "snapshot", "svg", "print"]
        case .quit, .session(.leave): ["exit", "leave", "end", "bye"]
        default: []
        }
    }

    /// Returns the synonyms of a setting, in lower case.
    static func of(_ key: SettingKey) -> [String] { bySetting[key.name] ?? [] }

    /// Returns the synonyms of a value of a setting, in lower case.
    static func of(_ value: SettingValue, for key: SettingKey) -> [String] {
        byValue["\(key.name) \(value)"] ?? []
    }

    private static let bySetting = [
        "replaceAt": ["threshold", "percent", "when to replace"],
        "early": ["too early", "hold"],
        "backlog": ["park", "what waits at a switch"],
        "maxWaiting": ["queue length", "maximum", "limit"],
        "overflow": ["full queue", "which gift is dropped"],
        "expireAfter": ["timeout", "too old", "expiry"],
        "combineWithin": ["merge", "streak", "combo"],
        "order": ["sort", "priority", "dearest first"],
        "gap": ["break", "between gifts"],
        "missing": ["no animation", "download"],
        "frameCache": ["memory"],
        "viewer": ["who am i", "my name", "me"],
        "bannerLanes": ["banners", "lines at the side"],
        "theme": ["colors", "colours", "appearance"],
        "motion": ["accessibility", "movement", "animation"],
        "transition": ["scene change", "wipe"],
        "store": ["server", "where gifts are published"],
    ]

    private static let byValue = [
        "theme dark": ["dark", "dark mode", "night"], "theme light": ["light", "light mode", "bright"],
        "motion reduced": ["less movement", "no animation", "calm"], "motion full": ["all movement"],
        "early hold": ["hold early gifts"], "early drop": ["drop early gifts"],
        "order value": ["dearest first", "sort by value"], "order arrival": ["first come, first served"],
        "mode queue": ["wait in line", "one after the other"], "mode replace": ["interrupt"],
    ]
}
