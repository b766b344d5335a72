import ExactNumbers
import Playback
import PlayerSettings
import RoomSession
import Terminal
import TerminalCells

extension ScreenID {
    /// The stages of several policies with the same gifts.
    public static let versus = ScreenID(rawValue: "versus")
}

/// The split stage: several policies decide about the same gifts at the same time, each with a stage of its own.
///
/// The room's own session goes on beneath it. Its keys change the compared policies and not the room's, except the one
/// that makes a policy the room's; the keys that send gifts and control the stage do what they do in the room.
struct VersusScreen: FullScreen {
    enum Action {
        /// Chooses the policy that the keys change, counted from the chosen one.
        case choose(Int)
        case switchMode
        /// Moves the threshold by a number of millionths.
        case moveThreshold(Int64)
        case switchEarly
        /// Makes the chosen policy the room's.
        case adopt
        /// Chooses the policy whose stage is pressed.
        case press(MouseEvent)
        case command(Command)
        case close
    }

    static let id = ScreenID.versus
    static let opening: CommandDescriptor? = CommandDescriptor(
        .toggle(.versus), "Compare live", [KeyStroke("v")], "compare two policies live",
        hint: KeyHint("compare live"))
    static let isInReplays = true

    /// The index of the chosen policy, or `nil` for the last one.
    private var choice: Int?
    private var poses: [StagePoses] = []

    init(_ context: ScreenContext) {}

    /// Returns the index of the policy that the keys change.
    func chosen(in session: RoomSession) -> Int {
        let last = (session.comparison?.sides.count ?? 1) - 1
        return min(choice ?? last, last)
    }

    // MARK: - Keys

    func bindings(in context: ScreenContext) -> [Binding<Action>] {
        let policy = Self.policyBindings(in: context)
        return policy.dropLast() + (context.isReplay ? [] : roomBindings(in: context)) + policy.suffix(1)
    }

    /// Returns the keys of the chosen policy, and the key that leaves the split stage.
    ///
    /// In a replay, square brackets change the speed, and no key changes the room's policy.
    private static func policyBindings(in context: ScreenContext) -> [Binding<Action>] {
        let step = CommandList.thresholdStep
        let (less, more) = (KeyStroke("-"), KeyStroke("+"))
        let (lessKeys, moreKeys) =
            context.isReplay ? ([less], [more]) : ([KeyStroke("["), less], [KeyStroke("]"), more])
        let adopt = Binding<Action>(
            [KeyStroke(.enter)], "make the chosen policy the room's", .adopt, hint: KeyHint("use in the room", .high))
        let mode = Binding<Action>(
            [KeyStroke("m")], "the chosen policy: queue or replace", .switchMode, hint: KeyHint("queue/replace", .high))
        return [mode] + (context.isReplay ? [] : [adopt]) + [
            Binding([KeyStroke(.tab)], "choose another policy", .choose(1), hint: KeyHint("next policy", .high)),
            Binding([KeyStroke(.tab, .shift)], "choose another policy", .choose(-1), label: ""),
            Binding(lessKeys, "its replaceAt less or more by 5 %", .moveThreshold(-step), hint: KeyHint("replaceAt")),
            Binding(moreKeys, "its replaceAt less or more by 5 %", .moveThreshold(step), hint: KeyHint("replaceAt")),
            Binding([KeyStroke("e")], "its early gifts: drop or hold", .switchEarly, hint: KeyHint("early")),
            Binding(
                [KeyStroke(.escape)], "back", .close, label: closingLabel(context.symbols), hint: KeyHint("back", .high)
            ),
        ]
    }

    /// Returns the keys of the room that control the stage and send gifts; they have effect under all policies.
    private func roomBindings(in context: ScreenContext) -> [Binding<Action>] {
        context.commands.entries.compactMap { entry in
            guard case .session(let command) = entry.command, !entry.command.isAvailableEverywhere else { return nil }
            // Escape leaves the split stage.
            let keys = entry.keys.filter { $0 != KeyStroke(.escape) }
            switch command {
            case .switchMode, .moveThreshold, .setThreshold: return nil
            case .send: return Binding(keys, "send a gift", .command(entry.command), hint: KeyHint("send", .low))
            default: return keys.isEmpty ? nil : Binding(keys, entry.summary, .command(entry.command))
            }
        }
    }

    func help(in context: ScreenContext) -> HelpPanel {
        HelpPanel(bindings(in: context), mouse: ("click", "on a stage: choose its policy"), in: context)
    }

    func action(for mouse: MouseEvent, in context: ScreenContext) -> Action? {
        mouse.button == .left && mouse.action == .press ? .press(mouse) : nil
    }

    mutating func perform(_ action: Action, in context: ScreenContext) -> [Command] {
        guard let comparison = context.session.comparison else { return [] }
        let index = chosen(in: context.session)
        let settings = comparison.sides[index].controller.settings
        switch action {
        case .choose(let step): choice = (index + step + comparison.sides.count) % comparison.sides.count
        case .switchMode: return [.changeCompared(index, [.mode(settings.mode == .queue ? .replace : .queue)])]
        case .moveThreshold(let step):
            return settings.threshold(movedBy: step).map { [.changeCompared(index, [.replaceAt($0)])] } ?? []
        case .switchEarly: return [.changeCompared(index, [.early(settings.early == .drop ? .hold : .drop)])]
        case .adopt:
            let changes = settings.differences(from: context.session.settings.playback).filter { $0.key != .arm }
            return [.close(.versus)] + (changes.isEmpty ? [] : [.session(.adopt(changes))])
        case .press(let mouse):
            let layout = context.layout.map {
                VersusLayout($0, count: comparison.sides.count, chosen: index)
            }
            choice = layout?.panel(column: mouse.column, row: mouse.row)?.side ?? choice
        case .command(let command): return [command]
        case .close: return [.close(.versus)]
        }
        return []
    }

    // MARK: - Painting

    func changes(at time: Nanoseconds, _ session: RoomSession, _ renderer: RoomRenderer) -> Bool {
        guard let comparison = session.comparison else { return false }
        let differences = comparison.differences
        return comparison.isPlaying
            || renderer.picture.streamChanges(at: session.settings.reducesMotion ? 0 : time)
            || (differences.mark(at: time) == nil) != (differences.mark(at: renderer.paintedAt) == nil)
    }

    mutating func paint(
        in grid: inout CellGrid, _ frame: Frame, _ session: inout RoomSession, _ renderer: inout RoomRenderer,
        statistics: inout FrameStatistics
    ) {
        guard let comparison = session.comparison else { return }
        let chosen = chosen(in: session)
        let layout = VersusLayout(frame.layout, count: comparison.sides.count, chosen: chosen)
        let context = PaintedFrame(frame: frame, comparison: comparison, session: session)
        paintPictures(layout.panels, context, in: &grid, &renderer, &statistics)
        let text = VersusText(comparison: comparison, session: session, symbols: renderer.symbols)
        statistics.measure(.cells) {
            VersusPainter(layout: layout, text: text, chosen: chosen).paint(in: &grid, at: frame.time)
        }
    }

    private struct PaintedFrame {
        let frame: Frame
        let comparison: LiveComparison
        let session: RoomSession
    }

    /// Paints the stages. Those that show the same picture share it.
    private mutating func paintPictures(
        _ panels: [VersusLayout.Panel], _ painted: PaintedFrame, in grid: inout CellGrid,
        _ renderer: inout RoomRenderer, _ statistics: inout FrameStatistics
    ) {
        while poses.count < painted.comparison.sides.count { poses.append(StagePoses()) }
        var rest = panels[...]
        let staged = painted.comparison.sides.map {
            StagedGift(on: $0.controller, $0.giftOnStage, in: painted.frame, painted.session)
        }
        while let panel = rest.popFirst() {
            let gift = staged[panel.side]
            let pose = gift.flatMap { poses[panel.side].pose(of: $0, in: panel.picture, painted.session) }
            renderer.paintStage(
                gift, pose: pose, in: &grid, area: panel.picture, at: painted.frame.time, painted.session,
                statistics: &statistics)
            let key = gift?.pictureKey
            statistics.measure(.cells) {
                for other in rest where staged[other.side]?.pictureKey == key {
                    renderer.picture.paintAgain(in: &grid, area: other.picture)
                }
            }
            rest = rest.filter { staged[$0.side]?.pictureKey != key }[...]
        }
    }
}
