import ExactNumbers
import Playback
import RoomSession
import Scenarios
import Terminal
import TerminalCells

extension ScreenID {
    static let tour = ScreenID(rawValue: "tour")
}

/// The panel of the guided tour: what will happen, and after it has happened, why.
///
/// It knows only the step and when it was begun. The room makes the step's events from that, so a screencast that gets
/// the same keys shows the same panel.
struct TourOverlay: Overlay {
    enum Action {
        case next, back, end
    }

    static let id = ScreenID.tour
    static let opening = CommandDescriptor(
        .toggle(.tour), "Guided tour", [KeyStroke("t")], "the guided tour of all rules", when: .hasTour,
        hint: KeyHint("guided tour", .high))
    static let isOverEveryScreen = false

    private(set) var progress = TourProgress()
    private let tour: Tour?

    init(_ context: ScreenContext) { tour = context.tour }

    private var step: Tour.Step? {
        tour.flatMap { $0.steps.indices.contains(progress.step) ? $0.steps[progress.step] : nil }
    }

    func bindings(in context: ScreenContext) -> [Binding<Action>] {
        let isLast = progress.step + 1 >= tour?.steps.count ?? 0
        let words = progress.beganAt == nil ? "let it happen" : isLast ? "end the tour" : "next step"
        return [
            Binding([KeyStroke(" "), KeyStroke(.enter)], "go on", .next, hint: KeyHint(words, .high)),
            Binding([KeyStroke("b")], "go back", .back, hint: KeyHint("back", .high)),
            Binding([KeyStroke(.escape)], "end the tour", .end, hint: KeyHint("end the tour", .high)),
        ]
    }

    mutating func perform(_ action: Action, in context: ScreenContext) -> [Command] {
        switch action {
        case .next:
            if progress.beganAt == nil {
                progress.beganAt = context.time
            } else if progress.step + 1 < tour?.steps.count ?? 0 {
                progress = TourProgress(step: progress.step + 1)
            } else {
                return [.close(.tour)]
            }
        case .back:
            let isAnnounced = progress.beganAt == nil
            progress = TourProgress(step: max(0, progress.step - (isAnnounced ? 1 : 0)))
        case .end: return [.close(.tour)]
        }
        return []
    }

    /// Announces a step.
    mutating func choose(_ step: Int) { progress = TourProgress(step: step) }

    func changes(at time: Nanoseconds) -> Bool { explains(at: time) != explainedAtLastPainting }

    /// Whether the last painting showed the explanation.
    private var explainedAtLastPainting = false

    /// Whether everything has happened, so that the panel says why.
    private func explains(at time: Nanoseconds) -> Bool {
        guard let beganAt = progress.beganAt, let step else { return false }
        return time >= beganAt + step.length
    }

    private static let maxWidth = 76

    mutating func paint(
        in grid: inout CellGrid, _ layout: StageLayout, _ context: ScreenContext, _ sources: SourceStatus
    ) {
        guard let tour, let step else { return }
        explainedAtLastPainting = explains(at: context.time)
        let width = min(Self.maxWidth, layout.picture.columns - 2)
        func wrapped(_ text: StyledText) -> [StyledText] {
            text.wrapped(to: width - 4, maxLines: 3, ellipsis: context.symbols.ellipsis)
        }
        var title = StyledText("Tour \(progress.step + 1) of \(tour.steps.count)", Theme.accent, isBold: true)
        title.add("  \(step.title)", Theme.strongText, isBold: true)
        var lines = wrapped(title) + wrapped(StyledText(step.say, Theme.strongText))
        if explainedAtLastPainting { lines += wrapped(StyledText("Why: \(step.why)", Theme.queue)) }
        let top = layout.topBar.endRow + 1
        let rows = min(lines.count, layout.closeButton.row - top)
        let place = CellRect(
            column: (layout.picture.columns - width) / 2, row: top, columns: width, rows: rows)
        grid.fill(place, with: Cell(foreground: Theme.text, background: Theme.panel))
        for (index, line) in lines.prefix(place.rows).enumerated() {
            grid.write(line, column: place.column + 2, row: place.row + index, within: place)
        }
    }
}
