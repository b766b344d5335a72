import Terminal
import TerminalCells

/// The keys that work now, those of the topmost pane first.
///
/// The line is made from the bindings of the open panes, so it names no key that does something else.
struct KeyLine {
    /// A key, or several related keys, with the words for what they do.
    struct Entry: Equatable {
        var keys: [String]
        let words: String
        /// The importance among all entries; those of the topmost pane rank above those of panes below it.
        let rank: Int

        /// The keys as they are shown: `← →`, or `1-9` for digits that follow each other.
        var label: String {
            let digits = keys.compactMap { $0.count == 1 ? $0.first?.wholeNumberValue : nil }
            guard keys.count > 2, digits.count == keys.count, let first = digits.first,
                digits == Array(first..<first + digits.count)
            else { return keys.joined(separator: " ") }
            return "\(first)-\(first + digits.count - 1)"
        }
    }

    private(set) var entries: [Entry] = []
    private let symbols: SymbolSet

    private static let essentialRank = 100
    private static let topmostRank = 10

    init(symbols: SymbolSet) { self.symbols = symbols }

    /// Adds the keys of bindings that have words for the line.
    ///
    /// - Parameters:
    ///   - bindings: The bindings.
    ///   - isTopmost: Whether they are those of the topmost pane.
    ///   - isTaken: Returns whether something above handles an event, so that it does not reach the bindings.
    mutating func add<Action>(
        _ bindings: [Binding<Action>], isTopmost: Bool = false, isTaken: (InputEvent) -> Bool
    ) {
        let start = entries.count
        for binding in bindings {
            guard let hint = binding.hint, let key = binding.keys.first(where: { !isTaken($0.event) }) else { continue }
            let label = key.label(symbols)
            if let last = entries.indices.last, last >= start, entries[last].words == hint.words {
                entries[last].keys.append(label)
            } else {
                let rank =
                    hint.importance == .essential
                    ? Self.essentialRank : hint.importance.rawValue + (isTopmost ? Self.topmostRank : 0)
                entries.append(Entry(keys: [label], words: hint.words, rank: rank))
            }
        }
    }

    /// The entries in the order of the line: the way to all other keys comes last, where it always stands.
    private var ordered: [Entry] {
        entries.filter { $0.rank < Self.essentialRank } + entries.filter { $0.rank >= Self.essentialRank }
    }

    /// Returns the most important entries, at most `count`, in their order.
    func mostImportant(_ count: Int) -> [Entry] {
        var kept = ordered
        while kept.count > count { kept.remove(at: Self.leastImportant(of: kept)) }
        return kept
    }

    /// Returns the line for a width: it has only whole entries, and drops the least important ones.
    func text(columns: Int) -> StyledText {
        var kept = ordered
        var text = Self.text(kept)
        while text.width > columns, !kept.isEmpty {
            kept.remove(at: Self.leastImportant(of: kept))
            text = Self.text(kept)
        }
        return text
    }

    /// Returns the index of the least important entry, of several the last.
    private static func leastImportant(of entries: [Entry]) -> Int {
        let lowest = entries.map(\.rank).min()
        return entries.lastIndex { $0.rank == lowest } ?? 0
    }

    private static func text(_ entries: [Entry]) -> StyledText {
        var text = StyledText()
        for (index, entry) in entries.enumerated() {
            text.add("\(index > 0 ? "  " : "")\(entry.label)", Theme.accent, isBold: true)
            text.add(" \(entry.words)", Theme.text)
        }
        return text
    }
}

extension Pane {
    /// Returns whether the pane handles an event, so that the panes below do not receive it.
    func takes(_ event: InputEvent, in context: ScreenContext) -> Bool { action(for: event, in: context) != nil }

    /// Adds the keys of the pane.
    func addKeys(
        to line: inout KeyLine, isTopmost: Bool, in context: ScreenContext, isTaken: (InputEvent) -> Bool
    ) {
        line.add(bindings(in: context), isTopmost: isTopmost, isTaken: isTaken)
    }
}

extension RoomView {
    /// Returns the keys that work now.
    func keyLine(in context: ScreenContext) -> KeyLine {
        var line = KeyLine(symbols: context.symbols)
        let controls = context.isReplay ? ReplayControl.bindings(context.symbols) : []
        var above: [any Pane] = []
        func isTaken(_ event: InputEvent) -> Bool {
            controls.action(for: event) != nil || above.contains { $0.takes(event, in: context) }
        }
        // In a replay, the keys of the room would change the session, so they have no effect.
        for pane in visiblePanes where !(context.isReplay && pane is RoomScreen) {
            pane.addKeys(to: &line, isTopmost: above.isEmpty, in: context, isTaken: isTaken)
            above.append(pane)
        }
        line.add(controls, isTopmost: true) { _ in false }
        let shared = context.commands.availableEverywhere.filter { !context.isReplay || $0.command.isInReplays }
        line.add(shared.map(\.binding), isTaken: isTaken)
        return line
    }
}
