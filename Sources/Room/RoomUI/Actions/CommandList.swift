import ExactNumbers
import Playback
import RoomSession
import Terminal

/// A command with its name, its keys and the condition under which it is available.
struct CommandDescriptor {
    /// The condition under which a command is available.
    enum Condition {
        case always
        /// A presentation is running.
        case presentationRuns
        /// A presentation is running, or gifts wait, are held or are parked.
        case anyGift
        /// A gift is chosen in the list of the last gifts.
        case giftSelected
        /// The speed of stage time differs from normal.
        case speedChanged
        /// The room has a guided tour.
        case hasTour
    }

    /// The command.
    let command: Command
    /// The name in the palette.
    let name: String
    /// The keys that start the command.
    let keys: [KeyStroke]
    /// The description of the command.
    ///
    /// Adjacent entries with the same description share a line of the help panel.
    let summary: String
    /// The condition under which the command is available.
    let condition: Condition
    /// The words in the key line, or `nil` if it does not show the keys.
    let hint: KeyHint?

    init(
        _ command: Command, _ name: String, _ keys: [KeyStroke] = [], _ summary: String,
        when condition: Condition = .always, hint: KeyHint? = nil
    ) {
        self.command = command
        self.name = name
        self.keys = keys
        self.summary = summary
        self.condition = condition
        self.hint = hint
    }

    init(
        _ command: SessionCommand, _ name: String, _ keys: [KeyStroke] = [], _ summary: String,
        when condition: Condition = .always, hint: KeyHint? = nil
    ) {
        self.init(.session(command), name, keys, summary, when: condition, hint: hint)
    }

    /// The binding of the keys.
    var binding: Binding<Command> { Binding(keys, summary, command, hint: hint) }

    /// Returns the binding of the keys, which the key line shows only while the command is available.
    func binding(isAvailable: Bool) -> Binding<Command> {
        Binding(keys, summary, command, hint: isAvailable ? hint : nil)
    }
}

/// The commands that are available in a room.
///
/// The key map, the help panel and the palette are built from this list.
struct CommandList {
    /// The change of the threshold per key press, in millionths: 5 %.
    static let thresholdStep: Int64 = 50_000
    /// The stage time by which the arrow keys move the running presentation.
    static let timeStep: Nanoseconds = .second

    /// The entries, in descending order of expected use.
    let entries: [CommandDescriptor]

    /// Creates the list for a room with these gift kinds.
    init(_ kinds: RoomGifts) {
        let keys = kinds.keys
        let sending = kinds.sendable.map { kind in
            CommandDescriptor(
                .send(kind.id), "Send \(kind.name)",
                keys.filter { $0.gift.id == kind.id }.map { KeyStroke($0.key) }, "send \(kind.name)",
                hint: KeyHint("send a gift", .high))
        }
        entries = Self.stageCommands + Self.progressCommands + Self.screenCommands + sending + Self.thresholdCommands
    }

    /// Returns the command of a key, or `nil` if the event has none.
    func command(for event: InputEvent) -> Command? {
        entries.first { $0.keys.contains { $0.event == event } }?.command
    }

    /// The commands that work in every screen.
    var availableEverywhere: [CommandDescriptor] { entries.filter(\.command.isAvailableEverywhere) }

    private static let stageCommands = [
        CommandDescriptor(
            .close, "Close", [KeyStroke("x"), KeyStroke(.escape)], "close the gift", when: .presentationRuns,
            hint: KeyHint("close the gift", .high)),
        CommandDescriptor(
            .clear, "Clear", [KeyStroke("X")], "clear: close it and drop all waiting", when: .anyGift,
            hint: KeyHint("clear", .low)),
        CommandDescriptor(
            .switchMode, "Switch the mode", [KeyStroke("m")], "switch between queue and replace",
            hint: KeyHint("queue/replace", .high)),
        CommandDescriptor(
            .moveThreshold(by: -thresholdStep), "replaceAt less", [KeyStroke("[")], "replaceAt less or more by 5 %",
            hint: KeyHint("replaceAt")),
        CommandDescriptor(
            .moveThreshold(by: thresholdStep), "replaceAt more", [KeyStroke("]")], "replaceAt less or more by 5 %",
            hint: KeyHint("replaceAt")),
    ]

    private static let progressCommands = [
        CommandDescriptor(
            .togglePause, "Pause or resume", [KeyStroke(" ")], "pause or resume", hint: KeyHint("pause/resume")),
        CommandDescriptor(
            .step(by: -timeStep), "Back by a second", [KeyStroke(.left)], "the gift a second back/forward",
            when: .presentationRuns, hint: KeyHint("1 s", .low)),
        CommandDescriptor(
            .step(by: timeStep), "Forward by a second", [KeyStroke(.right)], "the gift a second back/forward",
            when: .presentationRuns, hint: KeyHint("1 s", .low)),
        CommandDescriptor(
            .stepFrames(-1), "Back by a frame", [KeyStroke(","), KeyStroke(.left, .shift)],
            "the gift a frame back/forward, and pause", when: .presentationRuns),
        CommandDescriptor(
            .stepFrames(1), "Forward by a frame", [KeyStroke("."), KeyStroke(.right, .shift)],
            "the gift a frame back/forward, and pause", when: .presentationRuns),
        CommandDescriptor(
            .slower, "Slower", [KeyStroke("<")], "slower, faster, 0.1 to 4 times; normal",
            hint: KeyHint("speed", .low)),
        CommandDescriptor(
            .faster, "Faster", [KeyStroke(">")], "slower, faster, 0.1 to 4 times; normal",
            hint: KeyHint("speed", .low)),
        CommandDescriptor(
            .normalSpeed, "Normal speed", [KeyStroke("=")], "slower, faster, 0.1 to 4 times; normal",
            when: .speedChanged),
    ]

    private static let screenCommands =
        ScreenList.overlays.map { $0.opening } + [
            CommandDescriptor(
                .sendChosenGift, "Send again", [KeyStroke("r")], "send the chosen one of the last gifts",
                when: .giftSelected, hint: KeyHint("send again", .high))
        ] + ScreenList.screens.compactMap { $0.opening } + [
            CommandDescriptor(.savePicture, "Save the screen", [StageLoop.pictureKey], "save the screen as an SVG"),
            CommandDescriptor(.leave, "Quit", [KeyStroke("q")], "leave", hint: KeyHint("leave", .high)),
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
