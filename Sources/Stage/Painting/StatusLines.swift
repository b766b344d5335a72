import Configuration
import HalfBlocks
import Playback

/// What the status lines say, as the policy's state has it.
struct Status {
    /// The settings and where they come from.
    var settings = LayeredSettings()
    /// What plays.
    var running: Presentation?
    /// The name of the gift that plays, for people.
    var runningName = ""
    /// How many gifts wait.
    var waitingCount = 0
    /// The names of the next ones.
    var upNext: [String] = []
    /// The gift that is held, by name.
    var held: String?
    /// How many gifts are parked.
    var parkedCount = 0
    /// Whether stage time stands still.
    var isPaused = false
    /// The multiple of session time at which stage time passes.
    var speed = Millionths.one
    /// The last gift that ended, and its name for people.
    var lastEnding: (ending: Ending, name: String)?
    /// How many gifts have arrived.
    var arrivals = 0
    /// Whether the keys send gifts.
    var offersSending = true
}

/// The lines below the stage, laid out for a width.
struct StatusLines {
    let status: Status
    let signs: Signs
    let columns: Int

    private var mode: Settings.Mode { status.settings.playback.mode }

    /// Policy and last outcome.
    var policy: StyledText {
        let room = columns - 2
        // Without room for all, first goes who sent the gift, then where the threshold comes from.
        let candidates = [(true, true), (true, false), (false, false)].map { namesOrigin, namesSender in
            (settings(namesThresholdOrigin: namesOrigin), lastOutcome(namesSender: namesSender))
        }
        let fitting = candidates.first { $0.width + 2 + $1.width <= room }
        var (line, outcome) = fitting ?? (settings(namesThresholdOrigin: false), StyledText())
        line.add(String(repeating: " ", count: max(0, room - line.width - outcome.width)), Theme.text)
        for piece in outcome.pieces { line.append(piece) }
        return line.fitted(to: room, ellipsis: signs.ellipsis)
    }

    private func settings(namesThresholdOrigin: Bool) -> StyledText {
        var line = StyledText()
        let name = mode == .queue ? "QUEUE" : "REPLACE"
        line.add(" \(name) ", Theme.ink, background: Theme.color(of: mode), isBold: true)
        line.add(" \(origin(of: .mode))", Theme.soft)
        line.add("  \(signs.separator)  ", Theme.faint)
        line.add("replaceAt \(threshold)", Theme.text)
        let origin = status.settings.origin(of: .replaceAt)
        if namesThresholdOrigin, origin != status.settings.origin(of: .mode) {
            line.add(" \(self.origin(of: .replaceAt))", Theme.soft)
        }
        if namesThresholdOrigin, let arm = status.settings.playback.arm {
            line.add("  \(signs.separator)  ", Theme.faint)
            line.add("arm \(arm)", Theme.soft)
        }
        if status.isPaused { line.add("  PAUSED", Theme.warning, isBold: true) }
        if status.speed != .one { line.add("  \(signs.times)\(status.speed)", Theme.warning, isBold: true) }
        return line
    }

    /// Where a value comes from: `key m`, `from store`.
    private func origin(of key: SettingKey) -> String {
        let origin = status.settings.origin(of: key)
        return origin == .store ? "from store" : origin.description
    }

    private var threshold: String {
        let value = status.settings.playback.replaceAt
        return value > .one ? "never" : value.percent
    }

    /// The last outcome with its reason: `heart from bob dropped: early, 12 %`.
    private func lastOutcome(namesSender: Bool) -> StyledText {
        guard let (ending, name) = status.lastEnding else {
            return StyledText(status.arrivals == 0 ? "waiting for the first gift" : "", Theme.faint)
        }
        var text = StyledText(name, Theme.soft)
        if namesSender {
            text.add(" from ", Theme.soft)
            text.add(ending.gift.sender, Theme.soft)
        }
        text.add(" ", Theme.soft)
        text.add(ending.outcome)
        return text
    }

    /// What plays, how far it has come, and what waits.
    var playing: StyledText {
        var text = StyledText()
        guard let running = status.running else {
            text.add("\(signs.rest)\(signs.rest) ", Theme.faint)
            text.add(queueWords ?? "the stage is empty", Theme.soft)
            text.add(status.offersSending ? "   1-9 send a gift, ? help" : "   ? help", Theme.faint)
            return text.fitted(to: columns - 2, ellipsis: signs.ellipsis)
        }
        let parts = parts(of: running)
        text = parts.head
        if parts.barWidth > 0 { for piece in bar(running, width: parts.barWidth).pieces { text.append(piece) } }
        for piece in parts.tail.pieces { text.append(piece) }
        return text.fitted(to: columns - 2, ellipsis: signs.ellipsis)
    }

    /// The columns of the line that its progress bar takes; nil where there is none.
    var barColumns: Range<Int>? {
        guard let running = status.running else { return nil }
        let parts = parts(of: running)
        return parts.barWidth > 0 ? parts.head.width..<parts.head.width + parts.barWidth : nil
    }

    /// What stands before the bar, how long it is, and what stands behind it.
    private func parts(of running: Presentation) -> (head: StyledText, barWidth: Int, tail: StyledText) {
        var head = StyledText(
            status.isPaused ? "\(signs.pause) " : "\(signs.play) ",
            status.isPaused ? Theme.warning : Theme.color(of: mode))
        var title = StyledText(status.runningName, Theme.white, isBold: true)
        if running.gift.count > 1 { title.add(" \(signs.times)\(running.gift.count)", Theme.gold, isBold: true) }
        title.add(" \(running.gift.sender)", Theme.color(ofName: running.gift.sender))
        for piece in title.fitted(to: max(10, columns / 4), ellipsis: signs.ellipsis).pieces { head.append(piece) }
        head.add("  ", Theme.text)
        let tail = tail(of: running)
        let width = min(60, columns - 2 - head.width - tail.width)
        return (head, width >= 6 ? width : 0, tail)
    }

    /// The share played, the seconds, and what waits.
    private func tail(of running: Presentation) -> StyledText {
        let share = running.progress.percent
        var tail = StyledText(String(repeating: " ", count: max(1, 6 - share.count)) + share, Theme.text, isBold: true)
        if columns >= 100 {
            tail.add("  \(tenths(running.elapsed))/\(tenths(running.gift.duration)) s", Theme.soft)
        }
        if let queueWords {
            var words = StyledText("  \(signs.separator)  ", Theme.faint)
            words.add(queueWords, Theme.soft)
            for piece in words.fitted(to: max(14, columns / 3), ellipsis: signs.ellipsis).pieces { tail.append(piece) }
        }
        return tail
    }

    /// What waits, is held or parked: `3 wait: heart, rose`.
    private var queueWords: String? {
        var parts: [String] = []
        if status.waitingCount > 0 {
            let next =
                status.upNext.isEmpty ? "" : ": " + status.upNext.map(TextDirection.isolating).joined(separator: ", ")
            parts.append("\(status.waitingCount) wait\(next)")
        } else if mode == .queue {
            parts.append("none waits")
        }
        if let held = status.held { parts.append("held: \(TextDirection.isolating(held))") }
        if status.parkedCount > 0 { parts.append("\(status.parkedCount) parked") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The progress bar, with the threshold marked on it.
    private func bar(_ running: Presentation, width: Int) -> StyledText {
        let done = Int(running.progress.count) * width / 1_000_000
        let threshold = status.settings.playback.replaceAt
        let mark = threshold > .one ? nil : min(width - 1, Int(threshold.count) * width / 1_000_000)
        let color = running.mayBeReplaced && mode == .replace ? Theme.replace : Theme.queue
        var bar = StyledText()
        var index = 0
        while index < width {
            if index == mark {
                bar.add(signs.mark, mode == .replace ? Theme.white : Theme.soft)
                index += 1
                continue
            }
            var end = index
            while end < width, end != mark, (end < done) == (index < done) { end += 1 }
            let isDone = index < done
            bar.add(
                String(repeating: isDone ? signs.done : signs.rest, count: end - index), isDone ? color : Theme.faint)
            index = end
        }
        return bar
    }

    /// Seconds with one digit after the point, rounded down.
    private func tenths(_ time: Nanoseconds) -> String { "\(time / .second).\(time % .second / 100_000_000)" }
}

extension StyledText {
    /// Adds a piece at the end.
    mutating func append(_ piece: Piece) {
        add(piece.text, piece.color, background: piece.background, isBold: piece.isBold)
    }
}

extension Millionths {
    /// Rounded half up to whole per cent, such as `31 %`.
    var percent: String { "\((count + 5_000) / 10_000) %" }
}
