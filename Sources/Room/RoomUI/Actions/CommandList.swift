import ExactNumbers
import Playback
import Terminal

/// An action with its name, its keys and the condition under which it is available.
struct CommandDescriptor {
    /// The condition under which an action is available.
    enum Condition {
        case always
        /// A presentation is running.
        case presentationRuns
        /// A presentation is running, or gifts wait, are held or are parked.
        case anyGift
        /// A gift is chosen in the panel of the last gifts.
        case giftSelected
        /// The speed of stage time differs from normal.
        case speedChanged
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
    let summary: String
    /// The condition under which the action is available.
    let condition: Condition

    init(
        _ action: RoomAction, _ name: String, _ keys: [KeyStroke] = [], _ meaning: String,
        when condition: Condition = .always
    ) {
        self.action = action
        self.name = name
        self.keys = keys
        self.summary = meaning
        self.condition = condition
    }
}

/// The actions that are available in a room.
///
/// The key map, the help panel and the palette are built from this list.
struct CommandList {
    /// The change of the threshold per key press, in millionths: 5 %.
    static let thresholdStep: Int64 = 50_000
    /// The stage time by which the arrow keys move the running presentation.
    static let timeStep: Nanoseconds = .second

    /// The entries, in descending order of expected use.
    let entries: [CommandDescriptor]

    /// Creates the list for a room.
    ///
    /// - Parameter gifts: The gift kinds that the viewer can send, each with the keys that send it.
    init(gifts: [(id: String, name: String, keys: [Character])]) {
        let sending = gifts.map { gift in
            CommandDescriptor(.send(gift.id), "Send \(gift.name)", gift.keys.map { KeyStroke($0) }, "send \(gift.name)")
        }
        entries = Self.stageCommands + Self.progressCommands + Self.screenCommands + sending + Self.thresholdCommands
    }

    /// Returns the action of a key, or `nil` if the event has none.
    func action(for event: InputEvent) -> RoomAction? {
        entries.first { $0.keys.contains { $0.event == event } }?.action
    }

    private static let stageCommands = [
        CommandDescriptor(
            .close, "Close", [KeyStroke("x"), KeyStroke(.escape)], "close the gift", when: .presentationRuns),
        CommandDescriptor(
            .clear, "Clear", [KeyStroke("X")], "clear: close it and drop all waiting", when: .anyGift),
        CommandDescriptor(.switchMode, "Switch the mode", [KeyStroke("m")], "switch between queue and replace"),
        CommandDescriptor(
            .moveThreshold(by: -thresholdStep), "replaceAt less", [KeyStroke("[")], "replaceAt less or more by 5 %"),
        CommandDescriptor(
            .moveThreshold(by: thresholdStep), "replaceAt more", [KeyStroke("]")], "replaceAt less or more by 5 %"),
    ]

    private static let progressCommands = [
        CommandDescriptor(.togglePause, "Pause or resume", [KeyStroke(" ")], "pause or resume"),
        CommandDescriptor(
            .step(by: -timeStep), "Back by a second", [KeyStroke(.left)], "the gift a second back/forward",
            when: .presentationRuns),
        CommandDescriptor(
            .step(by: timeStep), "Forward by a second", [KeyStroke(.right)], "the gift a second back/forward",
            when: .presentationRuns),
        CommandDescriptor(
            .stepFrames(-1), "Back by a frame", [KeyStroke(","), KeyStroke(.left, .shift)],
            "the gift a frame back/forward, and pause", when: .presentationRuns),
        CommandDescriptor(
            .stepFrames(1), "Forward by a frame", [KeyStroke("."), KeyStroke(.right, .shift)],
            "the gift a frame back/forward, and pause", when: .presentationRuns),
        CommandDescriptor(.slower, "Slower", [KeyStroke("<")], "slower, faster, 0.1 to 4 times; normal"),
        CommandDescriptor(.faster, "Faster", [KeyStroke(">")], "slower, faster, 0.1 to 4 times; normal"),
        CommandDescriptor(
            .normalSpeed, "Normal speed", [KeyStroke("=")], "slower, faster, 0.1 to 4 times; normal",
            when: .speedChanged),
    ]

    private static let screenCommands = [
        CommandDescriptor(
            .showPalette, "Palette", [KeyStroke(":"), KeyStroke(.modified("p"), .control)], "find an action"),
        CommandDescriptor(.showGifts, "Last gifts", [KeyStroke("h")], "the last gifts; r sends one again"),
        CommandDescriptor(
            .sendAgain, "Send again", [KeyStroke("r")], "send the chosen one of the last gifts", when: .giftSelected),
        CommandDescriptor(.showStatistics, "Statistics", [KeyStroke("s")], "frame statistics"),
        CommandDescriptor(.showLobby, "Lobby", [KeyStroke("l")], "the lobby: other rooms to go into"),
        CommandDescriptor(.showGallery, "Gallery", [KeyStroke("g")], "the gallery: every gift in detail"),
        CommandDescriptor(.showSettings, "Settings", [KeyStroke("S")], "all settings"),
        CommandDescriptor(.savePicture, "Save the screen", [StageLoop.pictureKey], "save the screen as an SVG"),
        CommandDescriptor(.showHelp, "Help", [KeyStroke("?")], "this help"),
        CommandDescriptor(.leave, "Quit", [KeyStroke("q")], "leave"),
    ]

    private static let thresholdCommands =
        (0...10).map { tenths in
            let value = Millionths(Int64(tenths) * 100_000)
            return CommandDescriptor(
                .setThreshold(value), "replaceAt \(value.percent)", [],
                "threshold: a gift may be replaced from \(value.percent) on")
        } + [
            CommandDescriptor(
                .setThreshold(Millionths(2_000_000)), "replaceAt never", [], "threshold: no gift may be replaced")
        ]
}
