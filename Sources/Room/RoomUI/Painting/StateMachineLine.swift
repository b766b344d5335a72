import ExactNumbers
import GiftPackages
import StateMachines
import TerminalCells

/// The two lines below a state machine: its state with the values of its inputs, and its keys.
struct StateMachineLine {
    let name: String
    /// The id of the machine in its archive.
    let id: String
    let machine: StateMachine
    /// The gift to which the machine belongs; `nil` for a machine of an archive.
    let gift: StateMachineShow.PresentedMachine?
    /// What the machine reported last; `nil` if it has reported nothing.
    let message: String?
    let symbols: SymbolSet

    /// The most inputs that keys change: one for each digit but 0.
    static let maxKeys = 9

    /// Paints the lines over the last rows of the grid.
    func paint(in grid: inout CellGrid) {
        let width = grid.columns - 2
        for (offset, text) in [keys, status(width: width)].enumerated() where grid.rows > offset + 1 {
            let row = grid.rows - 1 - offset
            grid.fill(
                CellRect(column: 0, row: row, columns: grid.columns, rows: 1),
                with: Cell(foreground: Theme.text, background: Theme.bar))
            grid.write(text.fitted(to: width, ellipsis: symbols.ellipsis), column: 1, row: row)
        }
    }

    /// Returns the state with the values of the inputs. The last inputs that do not fit are left out whole and counted;
    /// without room for any, so are the machine's id and the frame.
    func status(width: Int) -> StyledText {
        let whole = start(isShort: false) + inputs(isShort: false)
        if whole.width <= width { return whole }
        let values = inputs(isShort: true)
        func line(isShort: Bool, _ count: Int) -> StyledText {
            let missing = values.count - count
            let rest = missing == 0 ? [] : [StyledText("  +\(missing)", Theme.secondaryText)]
            return start(isShort: isShort) + Array(values.prefix(count)) + rest
        }
        for isShort in [false, true] {
            for count in stride(from: values.count, to: 0, by: -1) {
                let line = line(isShort: isShort, count)
                if line.width <= width { return line }
            }
        }
        return line(isShort: true, 0)
    }

    /// The longest value of an input in a short line, in columns.
    private static let shortValueWidth = 12

    private func inputs(isShort: Bool) -> [StyledText] {
        machine.document.inputs.compactMap { input in
            machine.values[input.name].map { value in
                let text = StyledText("\(value)", Theme.text)
                let shown = isShort ? text.fitted(to: Self.shortValueWidth, ellipsis: symbols.ellipsis) : text
                return StyledText("  \(input.name) ", Theme.text) + [shown]
            }
        }
    }

    private func start(isShort: Bool) -> StyledText {
        var words = StyledText("\(machine.isMoving ? symbols.play : symbols.pause) ", Theme.queue)
        words.add(name, Theme.strongText, isBold: true)
        if !isShort { words.add("  \(id)", Theme.secondaryText) }
        words.add("  state ", Theme.text)
        words.add(machine.state ?? "", Theme.accent, isBold: true)
        if machine.status == .tweening { words.add(symbols.ellipsis, Theme.accent) }
        if let message { words.add("  \(message)", Theme.warning) }
        if !isShort { words.add("  frame \(Int(machine.frame.rounded(.down)))", Theme.secondaryText) }
        if let gift { words.add("  ends at \(gift.duration.durationText)", Theme.secondaryText) }
        return words
    }

    /// The keys with their effects.
    var keys: StyledText {
        var words = StyledText()
        func add(_ key: String, _ effect: String) {
            words.add(words.pieces.isEmpty ? key : "   \(key)", Theme.accent, isBold: true)
            words.add(" \(effect)", Theme.text)
        }
        for (key, input) in (gift?.machine.keys ?? [:]).sorted(by: { $0.key < $1.key }) { add(String(key), input) }
        for (index, input) in machine.document.inputs.prefix(Self.maxKeys).enumerated() {
            switch input.kind {
            case .event: add("\(index + 1)", "fire \(input.name)")
            case .boolean: add("\(index + 1)", "toggle \(input.name)")
            case .numeric: add("\(index + 1)", "\(input.name) +1")
            case .string: break
            }
        }
        if machine.document.hasPointerInteractions { add("space", "click") }
        add("q", "quit")
        return words
    }
}

extension StateMachineDocument {
    /// Whether an interaction waits for the pointer.
    fileprivate var hasPointerInteractions: Bool {
        interactions.contains { if case .pointer = $0.trigger { true } else { false } }
    }
}

extension StyledText {
    /// Returns a text followed by others.
    fileprivate static func + (text: StyledText, others: some Sequence<StyledText>) -> StyledText {
        var line = text
        for piece in others.flatMap(\.pieces) { line.append(piece) }
        return line
    }
}
