import ExactNumbers
import Playback
import PlayerSettings
import Terminal
import TerminalCells

/// The state of the settings screen.
struct SettingsScreen: Equatable {
    /// The result of the last change.
    struct Message: Equatable {
        let text: String
        let isProblem: Bool
    }

    /// The index of the chosen setting.
    private(set) var chosen = 0
    /// The value that is being typed, or `nil` if none is.
    private(set) var typedValue: String?
    /// The message to show.
    var message: Message?

    /// The maximum length of a typed value, in Unicode scalars; a network address fits easily.
    static let maxTypedLength = 256

    /// Chooses the setting at an index, clamped to the `count` settings.
    mutating func choose(_ place: Int, of count: Int) {
        let place = max(0, min(place, count - 1))
        if place != chosen { message = nil }
        chosen = place
        typedValue = nil
    }

    /// Appends a character to the typed value.
    mutating func type(_ character: Character) {
        message = nil
        let typed = typedValue ?? ""
        guard typed.unicodeScalars.count + character.unicodeScalars.count <= Self.maxTypedLength else { return }
        typedValue = typed + String(character)
    }

    /// Starts typing with an existing value.
    mutating func edit(_ value: SettingValue) {
        message = nil
        typedValue = value.description
    }

    /// Removes the last character of the typed value.
    mutating func deleteBackward() {
        if typedValue?.isEmpty == false { typedValue?.removeLast() }
    }

    /// Discards the typed value and its message.
    mutating func stopTyping() {
        typedValue = nil
        message = nil
    }
}

extension SettingKey {
    /// Returns the next or previous value, or `nil` if there is none or the values of the setting have no order.
    func value(nextTo value: SettingValue, forward: Bool) -> SettingValue? {
        switch (kind, value) {
        case (.choice(let words), .choice(let word)):
            guard let index = words.firstIndex(of: word) else { return words.first.map(SettingValue.choice) }
            return .choice(words[(index + (forward ? 1 : words.count - 1)) % words.count])
        case (.bool, .bool(let isOn)): return .bool(!isOn)
        case (.fraction, .fraction(let fraction)):
            let step = (forward ? 1 : -1) * CommandList.thresholdStep
            let (moved, isTooGreat) = fraction.count.addingReportingOverflow(step)
            return moved < 0 || isTooGreat ? nil : .fraction(Millionths(moved))
        case (.count, .count(let count)):
            if forward { return count < .max && isWithinLimits(Int64(count + 1)) ? .count(count + 1) : nil }
            if count > 0, isWithinLimits(Int64(count - 1)) { return .count(count - 1) }
            return isOptional ? SettingValue.none : nil
        case (.duration, .duration(let duration)):
            let durations = Self.durations.filter(isWithinLimits)
            return Self.next(to: duration, among: durations, forward: forward).map(SettingValue.duration)
                ?? (!forward && isOptional ? SettingValue.none : nil)
        case (.size, .size(let size)):
            return Self.next(to: size, among: Self.sizes, forward: forward).map(SettingValue.size)
        // For an optional setting, the value `none` precedes the smallest one.
        case (.count, .none): return forward ? .count(0) : nil
        case (.duration, .none): return forward ? .duration(0) : nil
        default: return nil
        }
    }

    private static let durations: [Nanoseconds] = [
        0, 100, 250, 500, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000, 15_000, 20_000, 30_000, 60_000, 120_000, 300_000,
    ].map { $0 * 1_000_000 }

    private static let sizes = [0, 8, 16, 32, 64, 128, 256, 512, 1_024].map { $0 * 1_000_000 }

    private static func next<Value: Comparable>(to value: Value, among steps: [Value], forward: Bool) -> Value? {
        forward ? steps.first { $0 > value } : steps.last { $0 < value }
    }
}

/// The layout of the settings screen, shared by painting and mouse handling.
struct SettingsLayout: Equatable {
    /// The whole panel.
    let area: CellRect
    /// The rows of the settings.
    let list: CellRect
    /// The column of the values and its width.
    let values: (column: Int, width: Int)
    /// The column of the origins and its width.
    let origins: (column: Int, width: Int)
    /// The column of the descriptions and its width; the width is 0 if there is no room for them.
    let summaries: (column: Int, width: Int)

    private static let maxWidth = 110
    private static let nameWidth = 15

    static func == (one: SettingsLayout, other: SettingsLayout) -> Bool { one.area == other.area }

    /// Creates the layout of a panel with `count` settings over the picture, below the top bar.
    init(_ layout: StageLayout, count: Int) {
        let width = min(layout.picture.columns, Self.maxWidth)
        let room = max(0, layout.picture.rows - layout.topBar.rows)
        let rows = min(room, count + 5)
        area = CellRect(
            column: layout.picture.column + (layout.picture.columns - width) / 2,
            row: layout.picture.row + layout.topBar.rows + (room - rows) / 2, columns: width, rows: rows)
        list = CellRect(column: area.column, row: area.row + 1, columns: width, rows: max(0, rows - 5))
        let inner = width - 2
        let value = max(8, min(26, (inner - Self.nameWidth) / 3))
        let origin = max(0, min(19, inner - Self.nameWidth - value))
        values = (area.column + 1 + Self.nameWidth, value)
        origins = (values.column + value, origin)
        let rest = inner - Self.nameWidth - value - origin
        summaries = (origins.column + origin, rest >= 12 ? rest : 0)
    }

    /// Returns the index of the first setting on the page that contains `chosen`.
    func first(showing chosen: Int) -> Int { list.rows > 0 ? chosen / list.rows * list.rows : 0 }
}

/// A painter of the settings screen.
struct SettingsPanel {
    let screen: SettingsScreen
    let settings: LayeredSettings
    /// The name of the configuration file, or `nil` if there is none.
    let file: String?
    let symbols: SymbolSet

    func paint(in grid: inout CellGrid, _ layout: SettingsLayout) {
        let place = layout.area
        guard place.rows > 0 else { return }
        grid.fill(place, with: Cell(foreground: Theme.text, background: Theme.panel))
        var title = StyledText("Settings", Theme.strongText, isBold: true)
        title.add(file.map { "  saved in \($0)" } ?? "  for this session: there is no file", Theme.secondaryText)
        write(title, in: &grid, row: place.row, place)
        let first = layout.first(showing: screen.chosen)
        for row in 0..<layout.list.rows where first + row < settings.keys.count {
            paint(
                settings.keys[first + row], isChosen: first + row == screen.chosen, in: &grid,
                row: layout.list.row + row, layout)
        }
        guard place.rows > 4, settings.keys.indices.contains(screen.chosen) else { return }
        let key = settings.keys[screen.chosen]
        write(StyledText("\(key.name): \(key.summary)", Theme.text), in: &grid, row: place.endRow - 4, place)
        write(StyledText(key.expectedValues, Theme.secondaryText), in: &grid, row: place.endRow - 3, place)
        if let message = screen.message {
            write(
                StyledText(message.text, message.isProblem ? Theme.warning : Theme.queue, isBold: message.isProblem),
                in: &grid, row: place.endRow - 2, place)
        }
        write(hint, in: &grid, row: place.endRow - 1, place)
    }

    private var hint: StyledText {
        var hint = StyledText()
        func add(_ key: String, _ meaning: String) {
            hint.add(key, Theme.accent)
            hint.add(" \(meaning)  ", Theme.secondaryText)
        }
        if screen.typedValue != nil {
            add("Enter", file == nil ? "set" : "keep")
            if file != nil { add("Alt-Enter", "this session only") }
            add("Esc", "cancel")
        } else {
            add("\(symbols.leftArrow) \(symbols.rightArrow)", "change")
            if file != nil { add("Shift-\(symbols.leftArrow) \(symbols.rightArrow)", "this session only") }
            add("Enter", "type")
            add("Delete", "remove session value")
            add("Esc", "close")
        }
        return hint
    }

    private func paint(
        _ key: SettingKey, isChosen: Bool, in grid: inout CellGrid, row: Int, _ layout: SettingsLayout
    ) {
        let place = layout.area
        if isChosen {
            let line = CellRect(column: place.column, row: row, columns: place.columns, rows: 1)
            grid.fill(line, with: Cell(foreground: Theme.text, background: Theme.selection))
        }
        func write(_ text: StyledText, _ column: Int, _ width: Int) {
            guard width > 1 else { return }
            grid.write(
                text.fitted(to: width - 1, ellipsis: symbols.ellipsis), column: column, row: row, within: place)
        }
        let assignment = settings.assignment(of: key)
        let isStandard = assignment.origin == .policyDefault
        write(
            StyledText(key.name, Theme.strongText, isBold: isChosen), place.column + 1,
            layout.values.column - place.column - 1)
        if isChosen, let text = screen.typedValue {
            var typed = StyledText()
            typed.add(endOf: text, width: layout.values.width - 2, Theme.strongText, isBold: true)
            typed.add(symbols.cursor, Theme.accent)
            write(typed, layout.values.column, layout.values.width)
        } else {
            write(
                StyledText(assignment.value.description, isStandard ? Theme.secondaryText : Theme.accent),
                layout.values.column,
                layout.values.width)
        }
        write(
            StyledText(assignment.origin.description, Theme.secondaryText), layout.origins.column, layout.origins.width)
        write(StyledText(key.summary, Theme.inactive), layout.summaries.column, layout.summaries.width)
    }

    private func write(_ text: StyledText, in grid: inout CellGrid, row: Int, _ place: CellRect) {
        grid.write(
            text.fitted(to: place.columns - 2, ellipsis: symbols.ellipsis), column: place.column + 1, row: row,
            within: place)
    }
}
