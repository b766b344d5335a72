import Playback
import Terminal

/// An action with its name, its keys and the condition under which it is available.
struct ListedAction {
    /// The condition under which an action is available.
    enum Condition {
        case always
        /// A presentation is running.
        case gift
        /// A presentation is running, or gifts wait, are held or are parked.
        case anything
        /// A gift is chosen in the panel of the last gifts.
        case chosenGift
        /// The speed of stage time differs from normal.
        case otherSpeed
    }

    /// The action.
    let action: RoomAction
    /// The name in the palette.
    let name: String
    /// The keys that start the action.
    let keys: [KeyStroke]
    /// The description of the action.
    ///
    /// Adjacent entries with the same description share a line of the help panel.
    let meaning: String
    /// The condition under which the action is available.
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

/// The actions that are available in a room.
///
/// The key map, the help panel and the palette are built from this list.
struct ActionList {
    /// The change of the threshold per key press, in millionths: 5 %.
    static let thresholdStep: Int64 = 50_000
    /// The stage time by which the arrow keys move the running presentation.
    static let timeStep: Nanoseconds = .second

    /// The entries, in descending order of expected use.
    let entries: [ListedAction]

    /// Creates the list for a room.
    ///
    /// - Parameter gifts: The gift kinds that the viewer can send, each with the keys that send it.
    init(gifts: [(id: String, name: String, keys: [Character])]) {
        let sending = gifts.map { gift in
            ListedAction(.send(gift.id), "Send \(gift.name)", gift.keys.map { KeyStroke($0) }, "send \(gift.name)")
        }
        entries = Self.stage + Self.progress + Self.screens + sending + Self.thresholds
    }

    /// Returns the action of a key, or `nil` if the event has none.
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
