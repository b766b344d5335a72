package import ExactNumbers
package import Playback
import PlayerSettings

extension DecisionSentence {
    /// A part of a sentence.
    package enum Word: Equatable {
        /// Words of the program.
        case text(String)
        /// The name of a gift, a sender or a host, which may have a direction of its own.
        case name(String)

        /// The letters.
        package var letters: String {
            switch self {
            case .text(let letters), .name(let letters): letters
            }
        }
    }

    /// The sentence, without a full stop.
    package var text: String { words.map(\.letters).joined() }

    /// The parts of the sentence.
    package var words: [Word] { words(hasSenders: true) }

    /// Returns the parts of the sentence, which is shorter without the senders.
    package func words(hasSenders: Bool) -> [Word] {
        switch fact {
        case .modeSwitched, .settings, .paused, .resumed, .speed, .entered: wordsOfChange
        case .store(let act, let address): words(of: act, address)
        case .promiseBroken(let promise, let isLate):
            // The promise may have the names of senders.
            [
                .text("Broken at \(ExactDecimal(seconds: at))s\(isLate ? ", too late" : ""): "), .name(promise),
            ]
        case .merged(let into):
            // The sender is the same as that of the gift that it was merged into.
            subjectWords(hasSender: false) + [.text(" merged into ")]
                + into.words(isFirst: false, hasSender: hasSenders)
        case .replaced(let by, let progress, let threshold):
            by.words(isFirst: true, hasSender: hasSenders) + [.text(" replaced ")]
                + subjectWords(isFirst: false, hasSender: hasSenders) + [.text(Self.replacement(progress, threshold))]
        default: subjectWords(hasSender: hasSenders) + [.text(" ")] + predicate(hasSenders: hasSenders)
        }
    }

    static func replacement(_ progress: Millionths, _ threshold: Millionths) -> String {
        " at \(percent(progress, atLeast: threshold)) (allowed from \(threshold.exactPercent))"
    }

    /// Returns what the sentence says about its gifts.
    func predicate(hasSenders: Bool) -> [Word] {
        func words(_ gift: GiftLabel) -> [Word] { gift.words(isFirst: false, hasSender: hasSenders) }
        return switch fact {
        case .started(nil): [.text("started: nothing was playing")]
        case .started(let waited?):
            [.text(waited > 0 ? "started after \(Self.seconds(waited)) of waiting" : "started")]
        case .startedInPlace(let other, let progress, let threshold):
            [.text("started in the place of ")] + words(other) + [.text(Self.replacement(progress, threshold))]
        case .waits(let reason, let count, _): [.text(waiting(reason, count))]
        case .held(let running, _, let threshold):
            if threshold > .one {
                [.text("held until ")] + (running.map(words) ?? [.text("the stage")]) + [.text(" ends")]
            } else {
                [.text("held until \(threshold.exactPercent)")]
                    + (running.map { [.text(" of ")] + words($0) } ?? [])
            }
        case .completed: [.text("played to its end")]
        case .dismissed(let progress, let isWithdrawn):
            [
                .text(
                    isWithdrawn
                        ? "stopped at \(Self.percent(progress)): the store withdrew it"
                        : "closed at \(Self.percent(progress))")
            ]
        case .early(let running, let progress, let threshold):
            [.text("dropped: ")] + words(running) + [
                .text(
                    threshold > .one
                        ? " is never replaced"
                        : " was only at \(Self.percent(progress)) of \(threshold.exactPercent)")
            ]
        case .superseded(let by):
            [.text("dropped: ")] + (by.map(words) ?? [.text("a later gift")])
                + [.text(" is held in its place")]
        case .missing(let reason): [.text(missing(reason))]
        case .modeSwitch: [.text("dropped: the mode switched to replace")]
        case .overflow(let limit, let rule): [.text(overflow(limit, rule))]
        case .expired(let waited, let limit):
            [
                .text(
                    "expired after \(Self.seconds(waited, above: limit)) of waiting (at most \(limit.exactSeconds))")
            ]
        case .cleared: [.text("cleared")]
        case .duplicate: [.text("ignored: a duplicate of an earlier event")]
        case .unplayed(.running): [.text("stopped: the session ended")]
        case .unplayed(.waiting): [.text("not played: the session ended")]
        case .scrubbed(let progress): [.text("moved to \(Self.percent(progress))")]
        case .replaced, .merged, .modeSwitched, .settings, .paused, .resumed, .speed, .entered, .store, .promiseBroken:
            []
        }
    }

    private func waiting(_ reason: WaitReason, _ count: Int) -> String {
        let verb = isPlural ? "wait" : "waits"
        return switch reason {
        case .turn: "\(verb): \(count) in the queue"
        case .gap(let gap): "\(verb) for the gap of \(gap.exactSeconds): \(count) in the queue"
        case .animation: isPlural ? "wait for their animations" : "waits for its animation"
        }
    }

    private func missing(_ reason: MissingReason) -> String {
        switch reason {
        case .notInstalled: "dropped: \(isPlural ? "their" : "its") animation is not here yet"
        case .failed: "dropped: \(isPlural ? "their" : "its") animation cannot be played"
        case .timedOut(let limit):
            "dropped: \(isPlural ? "their" : "its") animation did not come within \(limit.exactSeconds)"
        case .withdrawn: "dropped: the store withdrew \(isPlural ? "them" : "it")"
        }
    }

    private func overflow(_ limit: Int, _ rule: Settings.Overflow) -> String {
        guard limit > 0 else { return "dropped: no gift may wait" }
        let reason =
            switch rule {
            case .dropNewest: ""
            case .dropOldest: isPlural ? ", and they were the oldest" : ", and it was the oldest"
            case .dropCheapest: isPlural ? ", and they were the cheapest" : ", and it was the cheapest"
            }
        return "dropped: the queue is full (\(limit))\(reason)"
    }

    // MARK: - Changes

    private var wordsOfChange: [Word] {
        switch fact {
        case .modeSwitched(let mode, let origin, let effect):
            let source = if case .key = origin { "" } else { " (\(origin))" }
            return [.text("Mode switched to \(mode.rawValue)\(source)\(Self.words(of: effect))")]
        case .settings(let changes, let origin):
            guard changes.count <= 2 else { return [.text("\(changes.count) settings changed (\(origin))")] }
            let values = changes.map { "\($0.key.name) is \($0.value.shown)" }.joined(separator: " and ")
            return [.text("\(values) now (\(origin))")]
        case .paused: return [.text("Paused: stage time stands still")]
        case .resumed: return [.text("Resumed: stage time runs again")]
        case .speed(let speed): return [.text("Speed is \(speed)× now")]
        case .entered(let host): return [.text("You entered the room of "), .name(host)]
        default: return []
        }
    }

    private static func words(of effect: ModeSwitchEffect) -> String {
        switch effect {
        case .nothing: ""
        case .dropped(let count): ": \(count) waiting \(count == 1 ? "gift" : "gifts") dropped"
        case .parked(let count): ": \(count) waiting \(count == 1 ? "gift" : "gifts") parked"
        case .returned(let count): ": \(count) \(count == 1 ? "gift waits" : "gifts wait") again"
        }
    }

    private func words(of act: StoreAct, _ address: String) -> [Word] {
        let store: [Word] = address.isEmpty ? [.text("The store ")] : [.text("The store "), .name(address), .text(" ")]
        let gifts: [Word] = subject.map { $0.gifts > 1 ? [.text("\($0.gifts) gifts")] : [.name($0.first.name)] } ?? []
        switch act {
        case .published(let version):
            return store + [.text("published ")] + gifts + [.text(version > 1 && !isPlural ? " \(version)" : "")]
        case .rolledBack(let version):
            return store + [.text("went back to ")] + gifts + [.text(isPlural ? " of before" : " \(version)")]
        case .withdrew: return store + [.text("withdrew ")] + gifts
        case .failed(let reason): return store + [.text("does not answer: \(reason)")]
        case .answered: return store + [.text("answers again")]
        case .hasNoCatalogue(let reason): return store + [.text("has no valid catalogue: \(reason)")]
        case .hasCatalogue: return store + [.text("has a valid catalogue again")]
        }
    }

    // MARK: - Gifts

    private var isPlural: Bool { (subject?.gifts ?? 1) > 1 }

    private func subjectWords(isFirst: Bool = true, hasSender: Bool = true) -> [Word] {
        guard let subject else { return [] }
        guard subject.hasOneName else { return [.text("\(subject.gifts) gifts")] }
        return subject.first.words(isFirst: isFirst, hasSender: hasSender && subject.hasOneSender)
    }

    // MARK: - Numbers

    /// Returns a progress in per cent with as few digits as needed, rounded down but not below a threshold that it has
    /// reached, and not to 0.
    ///
    /// A progress below a threshold reads less than it with any number of digits.
    package static func percent(_ progress: Millionths, atLeast threshold: Millionths = .zero) -> String {
        decimal(progress.count, places: 4, atLeast: max(threshold.count, min(progress.count, 1))) + " %"
    }

    /// Returns the progress of a running presentation, which reads as its threshold or more only if that is reached.
    package static func percent(of running: Presentation) -> String {
        let threshold = running.replaceAt <= running.progress ? running.replaceAt : .zero
        return percent(running.progress, atLeast: running.mayBeReplaced ? threshold : .zero)
    }

    /// Returns a duration in seconds, rounded down to tenths, but with enough digits to be above a limit that it
    /// exceeds.
    static func seconds(_ time: Nanoseconds, above limit: Nanoseconds = -1) -> String {
        decimal(time, places: 9, atLeast: limit + 1, leastPlaces: time < 10 * .second ? 1 : 0) + " s"
    }

    private static func decimal(_ value: Int64, places: Int, atLeast limit: Int64, leastPlaces: Int = 0) -> String {
        var step: Int64 = 1
        for _ in leastPlaces..<places { step *= 10 }
        while step > 1, value / step * step < limit { step /= 10 }
        return ExactDecimal(value / step * step, digits: places).description
    }
}

extension DecisionSentence.GiftLabel {
    /// Returns the words for the gift, such as `Ann's Rose ×5`.
    func words(isFirst: Bool, hasSender: Bool = true) -> [DecisionSentence.Word] {
        var words: [DecisionSentence.Word] = []
        if hasSender, sender == "you" {
            words.append(.text(isFirst ? "Your " : "your "))
        } else if hasSender, !sender.isEmpty {
            words += [.name(sender), .text("'s ")]
        }
        words.append(.name(name))
        if count > 1 { words.append(.text(" ×\(count)")) }
        return words
    }
}

extension Millionths {
    /// The exact fraction in per cent, such as `30 %` or `30.5 %`.
    package var exactPercent: String { "\(ExactDecimal(count, digits: 4)) %" }
}

extension Nanoseconds {
    /// The exact duration in seconds, such as `1.5 s`.
    package var exactSeconds: String { "\(ExactDecimal(seconds: self)) s" }
}
