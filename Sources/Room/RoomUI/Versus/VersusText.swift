import ExactNumbers
import Playback
import PlayerSettings
import RoomSession
import TerminalCells

/// The texts of the split stage.
struct VersusText {
    let comparison: LiveComparison
    let session: RoomSession
    let symbols: SymbolSet

    /// The separator between two texts of a line.
    private var gap: String { " \(symbols.separator) " }

    // MARK: - Policies

    /// Returns the policy of a side: its mode, its name, and the settings in which the sides differ.
    ///
    /// - Parameters:
    ///   - index: The index of the side.
    ///   - isChosen: Whether the keys change this side.
    func headline(_ index: Int, isChosen: Bool) -> StyledText {
        let side = comparison.sides[index]
        let settings = side.controller.settings
        var line = StyledText(isChosen ? symbols.play : " ", Theme.accent, isBold: true)
        line.add(
            " \(settings.mode.rawValue.uppercased()) ", Theme.textOnColor, background: Theme.color(of: settings.mode),
            isBold: true)
        let parts = name(of: side) + settingLabels(settings)
        line.add(" " + parts.joined(separator: gap), Theme.text)
        if settings == session.settings.playback {
            line.add("\(parts.isEmpty ? "" : gap)the room's policy", Theme.secondaryText)
        }
        return line
    }

    /// Returns the name of a side, unless it only repeats settings or says that the policy is the room's.
    private func name(of side: ComparedSide) -> [String] {
        let name = side.policy.name
        let isMode = Settings.Mode(rawValue: name) != nil
        guard !isMode, !name.contains("="), !name.isEmpty, !side.policy.settings.isEmpty else { return [] }
        return [TextDirection.isolating(name) + (side.isChanged ? " (changed)" : "")]
    }

    /// Returns the threshold in replace mode, and the other settings in which the sides differ.
    private func settingLabels(_ settings: Settings) -> [String] {
        var labels: [String] = []
        if settings.mode == .replace {
            labels.append("replaceAt " + (settings.replaceAt > .one ? "never" : settings.replaceAt.exactPercent))
        }
        let all = comparison.sides.map(\.controller.settings)
        let differing = SettingKey.playback.filter { key in
            key != .mode && key != .replaceAt && all.contains { $0[key] != settings[key] }
        }
        return labels + differing.compactMap { settings[$0]?.description }
    }

    // MARK: - Stages

    /// Returns the running gift of a side with the progress of its presentation.
    func progress(_ index: Int, width: Int) -> StyledText {
        let controller = comparison.sides[index].controller
        guard let running = controller.running else { return StyledText("  the stage is empty", Theme.secondaryText) }
        let settings = controller.settings
        var line = StyledText(
            controller.isPaused ? "\(symbols.pause) " : "\(symbols.play) ",
            controller.isPaused ? Theme.warning : Theme.color(of: settings.mode))
        var title = StyledText(session.name(of: running.gift), Theme.strongText, isBold: true)
        if running.gift.count > 1 { title.add(" \(symbols.times)\(running.gift.count)", Theme.accent, isBold: true) }
        title.add(" \(running.gift.sender)", Theme.color(ofName: running.gift.sender))
        for piece in title.fitted(to: max(8, width * 2 / 5), ellipsis: symbols.ellipsis).pieces { line.append(piece) }
        line.add(" ", Theme.text)
        let share = StyledText(" \(DecisionSentence.percent(of: running))", Theme.text, isBold: true)
        let room = width - line.width - share.width
        if room >= 5 {
            let bar = StatusLines.bar(of: running, settings, width: min(room, 60), symbols: symbols)
            for piece in bar.pieces { line.append(piece) }
        }
        for piece in share.pieces { line.append(piece) }
        return line
    }

    /// Returns the gifts of a side that wait, are held or are parked.
    func queue(_ index: Int) -> StyledText {
        let controller = comparison.sides[index].controller
        var parts: [String] = []
        let waiting = controller.waitingCount
        if waiting > 0 {
            let next = controller.upNext(3).map { TextDirection.isolating(session.name(of: $0)) }
            let more = waiting > next.count ? symbols.ellipsis : ""
            parts.append("\(waiting) waiting" + (next.isEmpty ? "" : ": \(next.joined(separator: ", "))\(more)"))
        }
        if let held = controller.held { parts.append("held: \(TextDirection.isolating(session.name(of: held)))") }
        if controller.parkedCount > 0 { parts.append("\(controller.parkedCount) parked") }
        return StyledText("  " + (parts.isEmpty ? "nothing waiting" : parts.joined(separator: ", ")), Theme.text)
    }

    /// Returns the figures of a side, the longest form that fits.
    func figures(_ index: Int, width: Int) -> StyledText {
        let figures = comparison.sides[index].figures
        let dropped = figures.outcomes[.dropped, default: 0]
        let unseen = CountFormat.short(Int(clamping: figures.unseenValue))
        let forms = [
            "  \(figures.shown) shown\(gap)\(dropped) dropped\(gap)value not seen: \(unseen)",
            "  \(figures.shown) shown\(gap)\(dropped) dropped\(gap)\(unseen) not seen",
            "\(figures.shown) shown \(dropped) dropped",
        ]
        let form = forms.first { DisplayWidth.columns(of: $0) <= width } ?? forms[forms.count - 1]
        return StyledText(form, Theme.secondaryText)
    }

    // MARK: - Differences

    /// The title, with the number of policies, the beginning of the comparison and the number of differences.
    func title(visibleCount: Int) -> StyledText {
        var line = StyledText("Comparing live", Theme.strongText, isBold: true)
        let count = comparison.sides.count
        let policies = visibleCount < count ? "\(visibleCount) of \(count) policies" : "\(count) policies"
        line.add(
            "\(gap)same gifts, \(policies), since \(ReplayLine.clock(comparison.start))", Theme.secondaryText)
        return line
    }

    /// The number of gifts that end differently, such as `3 of 14 gifts differ`.
    var differenceCount: StyledText {
        let count = comparison.differences.count
        let gifts = comparison.sides.first?.figures.gifts ?? 0
        let verb = count == 1 || gifts == 1 ? "differs" : "differ"
        return StyledText(
            "\(count) of \(gifts) \(gifts == 1 ? "gift" : "gifts") \(verb)", count > 0 ? Theme.warning : Theme.text,
            isBold: count > 0)
    }

    /// Returns a gift that ends differently, such as `differs: Heart from ann dropped: early | Heart played`.
    func difference(_ difference: GiftDifference) -> StyledText {
        let name = TextDirection.isolating(self.name(of: difference))
        var line = StyledText("differs: ", Theme.warning, isBold: true)
        for (index, fate) in difference.fates.enumerated() {
            if index > 0 { line.add(" | ", Theme.secondaryText) }
            line.add(name, Theme.text)
            if index == 0 {
                line.add(" from ", Theme.secondaryText)
                line.add(difference.sender, Theme.color(ofName: difference.sender))
            }
            line.add(" ", Theme.text)
            line.add(fate.label(threshold: threshold(index)), fate.color)
        }
        return line
    }

    private func threshold(_ side: Int) -> Millionths { comparison.sides[side].controller.settings.replaceAt }

    /// Returns the mark on a stage for a gift that ends differently there: its name and its state.
    func mark(_ difference: GiftDifference, side: Int) -> String {
        "differs: \(TextDirection.isolating(name(of: difference))) \(difference.fates[side].label(threshold: threshold(side)))"
    }

    private func name(of difference: GiftDifference) -> String {
        session.name(ofGift: difference.number, kind: difference.kind)
    }
}

extension GiftFate {
    /// Returns the state as text for people, in which a replaced gift reads as not below the threshold.
    func label(threshold: Millionths) -> String {
        switch self {
        case .waiting: "waiting"
        case .running: "playing"
        case .ended(.completed): "played"
        case .ended(.replaced(_, let progress)):
            "replaced at \(DecisionSentence.percent(progress, atLeast: threshold <= progress ? threshold : .zero))"
        case .ended(.dismissed(let progress)): "closed at \(DecisionSentence.percent(progress))"
        case .ended(.merged): "merged"
        case .ended(let outcome): outcome.summary
        }
    }

    /// The color of the state.
    var color: CellColor {
        switch self {
        case .waiting: Theme.secondaryText
        case .running: Theme.text
        case .ended(.completed), .ended(.merged): Theme.queue
        case .ended(.replaced): Theme.replace
        case .ended(.dismissed): Theme.text
        case .ended(.dropped): Theme.heart
        case .ended(.unplayed): Theme.secondaryText
        }
    }
}
