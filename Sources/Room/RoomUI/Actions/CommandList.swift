import ExactNumbers
import Playback
import RoomSession
import Terminal

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
            .close, "Close", [KeyStroke("x"), KeyStroke(.escape)], "close the gift", when: .closable,
            hint: KeyHint("close the gift", .high)),
        CommandDescriptor(
            .clear, "Clear", [KeyStroke("X")], "clear: close it and drop all waiting", when: .anyGift,
            hint: KeyHint("clear", .low)),
        CommandDescriptor(
            .switchMode, "Switch the mode", [KeyStroke("m")], "switch between queue and replace",
            hint: KeyHint("queue/replace", .high)),
        CommandDescriptor(
            .moveThreshold(by: -thresholdStep), "Lower replaceAt", [KeyStroke("[")], "lower/raise replaceAt by 5 %",
            when: .thresholdAboveMinimum, hint: KeyHint("replaceAt")),
        CommandDescriptor(
            .moveThreshold(by: thresholdStep), "Raise replaceAt", [KeyStroke("]")], "lower/raise replaceAt by 5 %",
            when: .thresholdBelowMaximum, hint: KeyHint("replaceAt")),
    ]

    private static let progressCommands = [
        CommandDescriptor(
            .togglePause, "Pause/resume", [KeyStroke(" ")], "pause/resume", hint: KeyHint("pause/resume")),
        CommandDescriptor(
            .step(by: -timeStep), "Seek 1 s back", [KeyStroke(.left)], "seek 1 s back/forward",
            when: .presentationHasElapsed, hint: KeyHint("1 s", .low)),
        CommandDescriptor(
            .step(by: timeStep), "Seek 1 s forward", [KeyStroke(.right)], "seek 1 s back/forward",
            when: .presentationRuns, hint: KeyHint("1 s", .low)),
        CommandDescriptor(
            .stepFrames(-1), "Seek 1 frame back", [KeyStroke(","), KeyStroke(.left, .shift)],
            "seek 1 frame back/forward, and pause", when: .presentationRuns),
        CommandDescriptor(
            .stepFrames(1), "Seek 1 frame forward", [KeyStroke("."), KeyStroke(.right, .shift)],
            "seek 1 frame back/forward, and pause", when: .presentationRuns),
        CommandDescriptor(
            .slower, "Slower", [KeyStroke("<")], "slower, faster, 0.1 to 4 times; normal",
            when: .speedAboveMinimum, hint: KeyHint("speed", .low)),
        CommandDescriptor(
            .faster, "Faster", [KeyStroke(">")], "slower, faster, 0.1 to 4 times; normal",
            when: .speedBelowMaximum, hint: KeyHint("speed", .low)),
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
            CommandDescriptor(
                .quit, "Quit", [KeyStroke("q")], "quit", hint: KeyHint("quit", .high)),
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
