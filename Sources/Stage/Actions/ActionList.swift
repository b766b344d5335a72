import Playback
import Terminal

/// An entry of the list of all that can be done in a room.
struct ListedAction {
    /// When something can be done.
    enum Condition {
        case always
        /// While a gift plays.
        case gift
        /// While anything plays or waits.
        case anything
        /// While a gift is chosen in the list of the last ones.
        case chosenGift
        /// While stage time passes at another speed than usual.
        case otherSpeed
    }

    /// What is done.
    let action: RoomAction
    /// What it is called in the palette.
    let name: String
    /// The keys that do it.
    let keys: [KeyStroke]
    /// What it does. Neighbours with the same words share a line of the help.
    let meaning: String
    /// When it can be done.
    let condition: Condition

    init(
        _ action: RoomAction, _ name: String, _ keys: [KeyStroke] = [], _ meaning: String,
        when condition: Condition = .always
    ) {
        self.action = action
        self.name = name
        self.keys = keys
        self.meaning = meaning
        self.condition = condition
    }
}

/// All that can be done in a room: the key map, the help and the palette are made of it.
struct ActionList {
    /// How far a key moves the threshold: 5 %.
    static let thresholdStep: Int64 = 50_000
    /// How far the arrows move the gift that plays.
    static let timeStep: Nanoseconds = .second

    /// The entries, those that are wanted most often first.
    let entries: [ListedAction]

    /// The list for a room in which these gifts can be sent, some of them by keys.
    init(gifts: [(id: String, name: String, keys: [Character])]) {
        let sending = gifts.map { gift in
            ListedAction(.send(gift.id), "Send \(gift.name)", gift.keys.map { KeyStroke($0) }, "send \(gift.name)")
        }
        entries = Self.stage + Self.progress + Self.screens + sending + Self.thresholds
    }

    /// What a key does; nil where it does nothing.
    func action(for event: InputEvent) -> RoomAction? {
        entries.first { $0.keys.contains { $0.event == event } }?.action
    }

    private static let stage = [
        ListedAction(.close, "Close", [KeyStroke("x"), KeyStroke(.escape)], "close the gift", when: .gift),
        ListedAction(
            .clear, "Clear", [KeyStroke("X")], "clear: close it and drop all that waits", when: .anything),
        ListedAction(.switchMode, "Switch the mode", [KeyStroke("m")], "switch between queue and replace"),
        ListedAction(
            .moveThreshold(by: -thresholdStep), "replaceAt less", [KeyStroke("[")], "replaceAt less or more by 5 %"),
        ListedAction(
            .moveThreshold(by: thresholdStep), "replaceAt more", [KeyStroke("]")], "replaceAt less or more by 5 %"),
    ]

    private static let progress = [
        ListedAction(.togglePause, "Pause and go on", [KeyStroke(" ")], "pause and go on"),
        ListedAction(
            .step(by: -timeStep), "Back by a second", [KeyStroke(.left)], "the gift a second back or on", when: .gift),
        ListedAction(
            .step(by: timeStep), "On by a second", [KeyStroke(.right)], "the gift a second back or on", when: .gift),
        ListedAction(
            .stepFrames(-1), "Back by a frame", [KeyStroke(","), KeyStroke(.left, .shift)],
            "the gift a frame back or on, and pause", when: .gift),
        ListedAction(
            .stepFrames(1), "On by a frame", [KeyStroke("."), KeyStroke(.right, .shift)],
            "the gift a frame back or on, and pause", when: .gift),
        ListedAction(.slower, "Slower", [KeyStroke("<")], "slower, faster, 0.1 to 4 times; normal"),
        ListedAction(.faster, "Faster", [KeyStroke(">")], "slower, faster, 0.1 to 4 times; normal"),
        ListedAction(
            .normalSpeed, "Normal speed", [KeyStroke("=")], "slower, faster, 0.1 to 4 times; normal", when: .otherSpeed),
    ]

    private static let screens = [
        ListedAction(
            .showPalette, "Palette", [KeyStroke(":"), KeyStroke(.modified("p"), .control)], "find what can be done"),
        ListedAction(.showGifts, "Last gifts", [KeyStroke("h")], "the last gifts; r sends one again"),
        ListedAction(
            .sendAgain, "Send again", [KeyStroke("r")], "send the chosen one of the last gifts", when: .chosenGift),
        ListedAction(.showStatistics, "Statistics", [KeyStroke("s")], "what the frames cost"),
        ListedAction(.showLobby, "Lobby", [KeyStroke("l")], "the lobby: other rooms to go into"),
        ListedAction(.showGallery, "Gallery", [KeyStroke("g")], "the gallery: every gift, looked at closely"),
        ListedAction(.showSettings, "Settings", [KeyStroke("S")], "all settings"),
        ListedAction(.keepPicture, "Keep a picture", [StageLoop.pictureKey], "keep the screen as an SVG"),
        ListedAction(.showHelp, "Help", [KeyStroke("?")], "this help"),
        ListedAction(.leave, "Quit", [KeyStroke("q")], "leave"),
    ]

    private static let thresholds =
        (0...10).map { tenths in
            let value = Millionths(Int64(tenths) * 100_000)
            return ListedAction(
                .setThreshold(value), "replaceAt \(value.percent)", [],
                "threshold: a gift may be replaced from \(value.percent) on")
        } + [
            ListedAction(
                .setThreshold(Millionths(2_000_000)), "replaceAt never", [], "threshold: no gift may be replaced")
        ]
}
