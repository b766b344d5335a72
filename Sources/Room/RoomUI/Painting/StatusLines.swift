import ExactNumbers
import Playback
import PlayerSettings
import RoomSession
import TerminalCells

/// The state of the policy and the stage that the status lines show.
struct Status {
    /// The settings with their origins.
    var settings = LayeredSettings()
    /// The running presentation.
    var running: Presentation?
    /// The display name of the running gift's kind.
    var runningName = ""
    /// The number of waiting gifts.
    var waitingCount = 0
    /// The display names of the next gifts in the queue.
    var nextNames: [String] = []
    /// The display name of the held gift.
    var heldName: String?
    /// The number of parked gifts.
    var parkedCount = 0
    /// Whether stage time is paused.
    var isPaused = false
    /// The speed of stage time, as a multiple of session time.
    var speed = Millionths.one
    /// The last gift that ended, and the display name of its kind.
    var lastEnded: (ending: Ending, name: String)?
    /// The name of the gift that replaced the last one, or into which it was merged.
    var otherGift: String?
    /// The number of gifts that have arrived.
    var arrivalCount = 0
    /// Whether the keys can send gifts.
    var canSend = true
    /// What would happen to a gift that arrived now.
    var outlook: ArrivalOutlook?
    /// What probably becomes of the running gift.
    var odds: OddsSummary?
}

extension Status {
    /// Creates the state of a session.
    init(_ session: RoomSession, canSend: Bool) {
        let controller = session.controller
        self.init(
            settings: session.settings, running: controller.running,
            runningName: controller.running.map { session.name(of: $0.gift) } ?? "",
            waitingCount: controller.waitingCount, nextNames: controller.upNext(3).map { session.name(of: $0) },
            heldName: controller.held.map { session.name(of: $0) }, parkedCount: controller.parkedCount,
            isPaused: controller.isPaused, speed: controller.speed,
            lastEnded: controller.lastEnding.map { ($0, session.name(of: $0.gift)) },
            otherGift: controller.lastEnding?.outcome.otherGift.flatMap { session.name(ofGift: $0) },
            arrivalCount: controller.counts.arrivals, canSend: canSend,
            outlook: ArrivalOutlook(controller) { session.name(of: $0) },
            odds: session.stageOdds.map { OddsSummary($0, mode: controller.settings.mode) })
    }
}

/// The status lines below the stage, laid out for a width.
struct StatusLines {
    let status: Status
    let symbols: SymbolSet
    let columns: Int

    private var mode: Settings.Mode { status.settings.playback.mode }

    /// The line with the policy and the last outcome.
    var policyLine: StyledText {
        let room = columns - 2
        // If the line is too long, it first drops the sender of the last gift, then the origin of the threshold.
        let candidates = [(true, true), (true, false), (false, false)].map { namesOrigin, namesSender in
            (settings(showsThresholdOrigin: namesOrigin), lastOutcome(showsSender: namesSender))
        }
        let fitting = candidates.first { $0.width + 2 + $1.width <= room }
        var (line, outcome) = fitting ?? (settings(showsThresholdOrigin: false), StyledText())
        line.add(String(repeating: " ", count: max(0, room - line.width - outcome.width)), Theme.text)
        for piece in outcome.pieces { line.append(piece) }
        return line.fitted(to: room, ellipsis: symbols.ellipsis)
    }

    private func settings(showsThresholdOrigin: Bool) -> StyledText {
        var line = StyledText()
        let name = mode == .queue ? "QUEUE" : "REPLACE"
        line.add(" \(name) ", Theme.textOnColor, background: Theme.color(of: mode), isBold: true)
        line.add(" \(origin(of: .mode))", Theme.secondaryText)
        line = line.linked(to: .session(.switchMode))
        line.add("  \(symbols.separator)  ", Theme.inactive)
        line.append(.init(text: "replaceAt \(threshold)", color: Theme.text, link: .editSetting(.replaceAt)))
        let origin = status.settings.origin(of: .replaceAt)
        if showsThresholdOrigin, origin != status.settings.origin(of: .mode) {
            line.add(" \(self.origin(of: .replaceAt))", Theme.secondaryText)
        }
        if showsThresholdOrigin, let arm = status.settings.playback.arm {
            line.add("  \(symbols.separator)  ", Theme.inactive)
            line.add("arm \(arm)", Theme.secondaryText)
        }
        func addState(_ text: String, _ command: SessionCommand) {
            line.append(.init(text: text, color: Theme.warning, isBold: true, link: .session(command)))
        }
        if status.isPaused { addState("  PAUSED", .togglePause) }
        if status.speed != .one { addState("  \(symbols.times)\(status.speed)", .normalSpeed) }
        return line
    }

    /// Returns the origin of a value, such as `key m` or `from store`.
    private func origin(of key: SettingKey) -> String {
        let origin = status.settings.origin(of: key)
        return origin == .store ? "from store" : origin.description
    }

    private var threshold: String {
        let value = status.settings.playback.replaceAt
        return value > .one ? "never" : value.exactPercent
    }

    /// Returns the last outcome with its reason, such as `heart from bob dropped: early at 12 %`.
    private func lastOutcome(showsSender: Bool) -> StyledText {
        guard let (ending, name) = status.lastEnded else {
            return StyledText(status.arrivalCount == 0 ? "waiting for the first gift" : "", Theme.inactive)
        }
        var text = StyledText(name, Theme.secondaryText)
        if showsSender {
            text.add(" from ", Theme.secondaryText)
            text.add(ending.gift.sender, Theme.secondaryText)
        }
        text.add(" ", Theme.secondaryText)
        text.add(
            ending.outcome, otherGift: status.otherGift, threshold: status.settings.playback.replaceAt)
        return text.linked(to: .toggle(.giftList))
    }

    /// The line with the running presentation, its progress, the fate of an arrival, and the queue.
    var progressLine: StyledText {
        var text = StyledText()
        guard let running = status.running else {
            text.add("\(symbols.bar.unfilled)\(symbols.bar.unfilled) ", Theme.inactive)
            text.add(queueSummary(showsNames: true) ?? "the stage is empty", Theme.secondaryText)
            if let outlook = status.outlook, !outlook.isObvious {
                text.add("  \(symbols.separator)  ", Theme.inactive)
                text.add(outlook.text, outlook.color)
            }
            text.add(status.canSend ? "   1-9 send a gift, ? help" : "   ? help", Theme.inactive)
            return text.fitted(to: columns - 2, ellipsis: symbols.ellipsis)
        }
        let parts = segments(of: running)
        text = parts.head
        if parts.barWidth > 0 { for piece in bar(of: running, width: parts.barWidth).pieces { text.append(piece) } }
        for piece in parts.tail.pieces { text.append(piece) }
        return text.fitted(to: columns - 2, ellipsis: symbols.ellipsis)
    }

    /// The columns of the progress bar within the line, or `nil` if it has none.
    var barColumns: Range<Int>? {
        guard let running = status.running else { return nil }
        let parts = segments(of: running)
        return parts.barWidth > 0 ? parts.head.width..<parts.head.width + parts.barWidth : nil
    }

    /// Returns the cells of the progress bar, for status lines in this area; empty if there is no room for it.
    func progressBar(in area: CellRect) -> CellRect {
        guard area.rows > 1, let bar = barColumns else { return CellRect(column: 0, row: 0, columns: 0, rows: 0) }
        return CellRect(column: 1 + bar.lowerBound, row: area.row + 1, columns: bar.count, rows: 1)
    }

    /// Returns the text before the progress bar, the width of the bar, and the text after it.
    private func segments(of running: Presentation) -> (head: StyledText, barWidth: Int, tail: StyledText) {
        var head = StyledText(
            status.isPaused ? "\(symbols.pause) " : "\(symbols.play) ",
            status.isPaused ? Theme.warning : Theme.color(of: mode))
        var title = StyledText(status.runningName, Theme.strongText, isBold: true)
        if running.gift.count > 1 { title.add(" \(symbols.times)\(running.gift.count)", Theme.accent, isBold: true) }
        title.add(" \(running.gift.sender)", Theme.color(ofName: running.gift.sender))
        for piece in title.fitted(to: max(10, columns / 4), ellipsis: symbols.ellipsis).pieces { head.append(piece) }
        head.add("  ", Theme.text)
        var tail = progress(of: running)
        let room = columns - 2 - head.width - tail.width
        let minWidth = columns >= 80 ? Self.comfortableBarWidth : Self.minBarWidth
        let chosen = addition(fitting: room - minWidth)
        for piece in chosen?.text.pieces ?? [] { tail.append(piece) }
        let width = min(60, room - (chosen?.columns ?? 0))
        return (head, width >= Self.minBarWidth ? width : 0, tail)
    }

    private static let minBarWidth = 6
    /// The width from which single cells of the bar are easy to point at.
    private static let comfortableBarWidth = 16

    /// Returns the progress and the elapsed time.
    private func progress(of running: Presentation) -> StyledText {
        let share = DecisionSentence.percent(of: running)
        var text = StyledText(String(repeating: " ", count: max(1, 6 - share.count)) + share, Theme.text, isBold: true)
        if columns >= 100 {
            text.add("  \(tenths(running.elapsed))/\(tenths(running.gift.duration)) s", Theme.secondaryText)
        }
        if let round = running.round, round > 1 {
            text.add("  loop \(symbols.times)\(round)", Theme.accent, isBold: true)
        }
        return text
    }

    /// Returns the longest text about the odds, else about an arrival, and the queue that fits into some columns, with
    /// those that it reserves.
    private func addition(fitting room: Int) -> (text: StyledText, columns: Int)? {
        status.odds.flatMap { addition(odds: $0, fitting: room) } ?? additionWithoutOdds(fitting: room)
    }

    private func addition(odds: OddsSummary, fitting room: Int) -> (text: StyledText, columns: Int)? {
        let separator = "  \(symbols.separator)  "
        let summaries = [queueSummary(showsNames: true), queueSummary(showsNames: false), nil]
        return summaries.lazy.flatMap { summary in
            odds.texts(separator: symbols.separator).lazy.map { words, reserved in
                var text = StyledText(separator, Theme.inactive)
                let columns = text.width + max(reserved, DisplayWidth.columns(of: words))
                text.add(words, Theme.text)
                guard let summary else { return (text, columns) }
                var queue = StyledText(separator, Theme.inactive)
                queue.add(summary, Theme.secondaryText)
                for piece in queue.linked(to: .toggle(.giftList)).pieces { text.append(piece) }
                return (text, columns + queue.width)
            }
        }
        .first { $0.columns <= room }
    }

    private func additionWithoutOdds(fitting room: Int) -> (text: StyledText, columns: Int)? {
        let long = status.outlook.map { (text: $0.text, color: $0.color, columns: ArrivalOutlook.minColumns) }
        let short = status.outlook.map {
            (text: $0.shortText, color: $0.color, columns: ArrivalOutlook.minShortColumns)
        }
        let (names, count) = (queueSummary(showsNames: true), queueSummary(showsNames: false))
        // On a narrow screen, the words about an arrival say more than the number of cards that are to be seen.
        let middle = columns < 100 ? [(long, nil), (short, count)] : [(short, count), (long, nil)]
        let candidates = [(long, names), (long, count)] + middle + [(short, nil), (nil, count)]
        return candidates.lazy.map { outlook, summary in
            var text = StyledText()
            var columns = 0
            func add(_ words: String, _ color: CellColor, columns reserved: Int = 0, opens list: ScreenID? = nil) {
                var part = StyledText("  \(symbols.separator)  ", Theme.inactive)
                let separator = part.width
                part.add(words, color)
                columns += max(part.width, separator + reserved)
                if let list { part = part.linked(to: .toggle(list)) }
                for piece in part.pieces { text.append(piece) }
            }
            if let outlook { add(outlook.text, outlook.color, columns: outlook.columns) }
            if let summary { add(summary, Theme.secondaryText, opens: .giftList) }
            return (text, columns)
        }
        .first { $0.columns <= room }
    }

    /// Returns the numbers of waiting and parked gifts and the held one, such as `3 waiting: heart, rose`, or
    /// `3 of 100 waiting` if `maxWaiting` is set.
    private func queueSummary(showsNames: Bool) -> String? {
        var parts: [String] = []
        if status.waitingCount > 0 {
            let names = status.nextNames.map(TextDirection.isolating).joined(separator: ", ")
            let limit = status.settings.playback.maxWaiting.map { " of \($0)" } ?? ""
            parts.append("\(status.waitingCount)\(limit) waiting\(showsNames && !names.isEmpty ? ": \(names)" : "")")
        } else if mode == .queue {
            parts.append("nothing waiting")
        }
        if let held = status.heldName { parts.append("held: \(TextDirection.isolating(held))") }
        if status.parkedCount > 0 { parts.append("\(status.parkedCount) parked") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private func bar(of running: Presentation, width: Int) -> StyledText {
        Self.bar(of: running, status.settings.playback, width: width, symbols: symbols)
    }

    /// Returns the progress bar of a presentation with a mark at the threshold.
    static func bar(of running: Presentation, _ settings: Settings, width: Int, symbols: SymbolSet) -> StyledText {
        let done = Int(running.progress.count) * width / 1_000_000
        let mode = settings.mode
        let mark = running.thresholdCell(width: width)
        let color = running.mayBeReplaced && mode == .replace ? Theme.replace : Theme.queue
        var bar = StyledText()
        var index = 0
        while index < width {
            if index == mark {
                bar.add(symbols.bar.marker, mode == .replace ? Theme.strongText : Theme.secondaryText)
                index += 1
                continue
            }
            var end = index
            while end < width, end != mark, (end < done) == (index < done) { end += 1 }
            let isDone = index < done
            bar.add(
                String(repeating: isDone ? symbols.bar.filled : symbols.bar.unfilled, count: end - index),
                isDone ? color : Theme.inactive)
            index = end
        }
        return bar
    }

    /// Returns seconds with one decimal place, rounded down.
    private func tenths(_ time: Nanoseconds) -> String { "\(time / .second).\(time % .second / 100_000_000)" }
}

extension Presentation {
    /// Returns the cell of a progress bar at the threshold, or `nil` if it is never reached.
    func thresholdCell(width: Int) -> Int? {
        guard replaceAt <= .one, width > 0 else { return nil }
        return min(width - 1, Int(replaceAt.count) * width / 1_000_000)
    }
}
