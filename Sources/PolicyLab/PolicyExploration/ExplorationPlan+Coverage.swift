import ExactNumbers
public import Playback
package import PolicyProperties

// What the sessions of a plan leave out.
extension ExplorationPlan {
    /// The actions of the sessions; none without a number of them.
    private var actions: [Action] { maxActions == 0 ? [] : allowedActions }

    /// What no session of the plan has, for reports.
    public var uncovered: [String] {
        var lines: [String] = []
        func add(_ text: String, _ names: [String]) {
            if !names.isEmpty { lines.append("\(text) \(names.joined(separator: ", "))") }
        }
        add("the actions", Action.allCases.filter { !actions.contains($0) }.map(\.rawValue))
        add("changes of", unchangedSettings.map(\.name))
        let own = Set(kinds.flatMap { $0.kind.policy.settings.map(\.key) })
        add("gifts with their own", SettingKey.gift.filter { !own.contains($0) }.map(\.name))
        if !hasRepeatableLoop {
            let hasPlannedRounds = kinds.contains { $0.kind.loop != nil }
            lines.append(hasPlannedRounds ? "animations whose loop may be repeated" : "animations with a loop")
        }
        if !kinds.contains(where: { $0.count > 1 }) { lines.append("counts above 1 in one gift") }
        if actions.contains(.speed) { lines.append("speeds other than 1 and 2") }
        if actions.contains(.scrub) { lines.append("moves to other places than the start, the threshold and the end") }
        lines.append("lengths that become known with the animation")
        return lines
    }

    /// Whether a kind has a loop that may be repeated: planned rounds end in any case.
    var hasRepeatableLoop: Bool { kinds.contains { $0.kind.loop.map { $0.plannedRounds == nil } ?? false } }

    /// The settings that stay as they are.
    private var unchangedSettings: [SettingKey] {
        var changed = maxActions == 0 ? [] : Set(changes.map(\.key))
        if actions.contains(.mode) { changed.insert(.mode) }
        return SettingKey.playback.filter { !changed.contains($0) }
    }

    /// Returns the first comparison of a claim that is constant in all sessions of the plan, or what cannot happen in them,
    /// in words; `nil` without one.
    ///
    /// Such a claim proves nothing: `value > 500` never holds if no kind is worth more, and `merged` if nothing is.
    package func constantComparison(in conditions: [Condition]) -> String? {
        let merges = possibleSettings.contains { $0.combineWithin != nil }
        var settings = possibleSettings
        if actions.contains(.mode) {
            settings += possibleSettings.map { possible in
                var other = possible
                other.mode = possible.mode == .queue ? .replace : .queue
                return other
            }
        }
        for condition in conditions {
            let found = condition.constantComparison(
                under: settings, cannotHappen: { cannotHappen($0, under: settings) }
            ) { quantity in
                switch quantity {
                case .value: kinds.map(\.kind.value)
                case .duration: kinds.map(\.kind.duration)
                case .count: merges ? nil : kinds.map { Int64($0.count) }
                case .waiting, .parked: (0...maxGifts).map { Int64($0) }
                case .progress, .waitingTime, .held, .setting, .constant: nil
                }
            }
            if let found { return found }
        }
        return nil
    }

    /// Returns whether an outcome, or a pause, occurs in no session of the plan, whose settings are among `settings`.
    private func cannotHappen(_ fact: Condition, under settings: [Settings]) -> Bool {
        func isNever(_ key: SettingKey, _ isSet: (Settings) -> Bool) -> Bool {
            !settings.contains(where: isSet)
                && !kinds.contains { $0.kind.policy.settings.contains { $0.key == key } }
        }
        let neverReplaces = isNever(.mode) { $0.mode == .replace }
        switch fact {
        case .paused: return !actions.contains(.pause)
        case .outcome(.replaced, _): return neverReplaces
        case .outcome(.merged, _): return isNever(Setting.combineWithin.key) { $0.combineWithin != nil }
        case .outcome(.dismissed, _): return !actions.contains { [.close, .clear, .withdrawn].contains($0) }
        case .outcome(.dropped, let reason?):
            switch Outcome.DropReason(rawValue: reason) {
            case .early: return neverReplaces
            case .superseded: return neverReplaces || isNever(Setting.early.key) { $0.early == .hold }
            case .overflow: return isNever(Setting.maxWaiting.key) { $0.maxWaiting != nil }
            case .expired: return isNever(Setting.expireAfter.key) { $0.expireAfter != nil }
            case .cleared: return !actions.contains(.clear)
            case .duplicate: return !actions.contains(.duplicate)
            case .modeSwitch: return !actions.contains(.mode) && !changes.contains { $0.key == .mode }
            case .missing, nil: return false
            }
        default: return false
        }
    }

    /// Changes of every setting but the mode: each other word, and a number that makes a difference.
    public static func everyChange(from settings: Settings) -> [Setting] {
        var changes = [Setting.replaceAt(Millionths(settings.replaceAt.count == 800_000 ? 300_000 : 800_000))]
        changes += Settings.Early.allCases.map { .early($0) } + Settings.Backlog.allCases.map { .backlog($0) }
        changes.append(.maxWaiting(settings.maxWaiting == 1 ? nil : 1))
        changes += Settings.Overflow.allCases.map { .overflow($0) }
        changes.append(.expireAfter(settings.expireAfter == .second ? nil : .second))
        changes.append(.combineWithin(settings.combineWithin == .second ? nil : .second))
        changes += Settings.Order.allCases.map { .order($0) }
        changes.append(.gap(settings.gap == .second ? 0 : .second))
        changes += Settings.Missing.allCases.map { .missing($0) }
        changes.append(.waitAtMost(settings.waitAtMost == .second ? 2 * .second : .second))
        changes += Settings.LoopWhile.allCases.map { .loopWhile($0) }
        return changes.filter { settings[$0.key] != $0 }
    }

    /// The settings that can be in force apart from the mode, each change by itself.
    var possibleSettings: [Settings] {
        [settings]
            + changes.map { change in
                var changed = settings
                changed.apply(change)
                return changed
            }
    }
}
