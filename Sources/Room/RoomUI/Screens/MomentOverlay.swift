import ExactNumbers
import Playback
import RoomSession
import Terminal
import TerminalCells

extension ScreenID {
    static let moment = ScreenID(rawValue: "moment")
}

/// The sign over a moment of the past, with the keys that step through the decisions around it.
///
/// The session goes on below it; keys that would change it have no effect until the viewer is back.
struct MomentOverlay: Overlay {
    enum Action {
        case step(MomentStep)
        case close
        /// Does nothing, because the session that would change is not the one that is seen.
        case refuse
    }

    static let id = ScreenID.moment
    static let opening = CommandDescriptor(
        .showMoment, "Show the moment", [KeyStroke(.enter)], "show the moment of the chosen gift again",
        when: .giftSelected, hint: KeyHint("its moment", .high))
    static let isOverEveryScreen = false

    /// Why the last key had no effect.
    private var refusal: String?

    init(_ context: ScreenContext) {}

    func bindings(in context: ScreenContext) -> [Binding<Action>] {
        let arrows = context.symbols.arrows
        let steps = KeyHint("decisions", .high)
        return [
            Binding(
                [KeyStroke(.left)], "decisions", .step(.back), label: "\(arrows.left) \(arrows.right)", hint: steps),
            Binding([KeyStroke(.right)], "decisions", .step(.forward), label: "", hint: steps),
            Binding([KeyStroke(.escape)], "back to now", .close, hint: KeyHint("back to now", .high)),
        ]
    }

    func action(for event: InputEvent, in context: ScreenContext) -> Action? {
        if let action = bindings(in: context).action(for: event) { return action }
        if case .mouse(let mouse) = event {
            let panel = context.layout?.dock
            return panel?.contains(column: mouse.column, row: mouse.row) == true ? nil : .refuse
        }
        switch context.commands.entries.map(\.binding).action(for: event) {
        case .session(.leave): return nil
        case .session, .sendChosenGift: return .refuse
        default: return nil
        }
    }

    mutating func perform(_ action: Action, in context: ScreenContext) -> [Command] {
        refusal = nil
        switch action {
        case .step(let step): return [.stepMoment(step)]
        case .close: return [.close(.moment)]
        case .refuse: refusal = "this is the past"
        }
        return []
    }

    mutating func show(_ message: ScreenMessage) { refusal = message.text }

    mutating func paint(
        in grid: inout CellGrid, _ layout: StageLayout, _ context: ScreenContext, _ sources: SourceStatus
    ) {
        guard let moment = context.moment else { return }
        let place = CellRect(column: 0, row: 0, columns: layout.picture.columns, rows: 1)
        grid.fill(place, with: Cell(foreground: Theme.textOnColor, background: Theme.warning))
        let past = context.symbols.isASCII ? "-" : "−"
        var sign = StyledText(
            " MOMENT \(Self.tenths(moment.time)) s, \(past)\(Self.tenths(moment.now - moment.time)) s",
            Theme.textOnColor, isBold: true)
        if let refusal { sign.add("   \(refusal)", Theme.textOnColor, isBold: true) }
        for binding in bindings(in: context) where binding.label != "" {
            let keys = binding.label ?? binding.keys.map { $0.label(context.symbols) }.joined(separator: " ")
            sign.add("   \(keys) \(binding.summary)", Theme.textOnColor)
        }
        grid.write(sign.fitted(to: place.columns, ellipsis: context.symbols.ellipsis), column: 0, row: 0)
    }

    /// Returns seconds with one decimal place, rounded down.
    private static func tenths(_ time: Nanoseconds) -> String {
        let time = max(0, time)
        return "\(time / .second).\(time % .second / 100_000_000)"
    }
}

/// A step through the decisions around a moment.
enum MomentStep: Hashable {
    case back, forward
}
