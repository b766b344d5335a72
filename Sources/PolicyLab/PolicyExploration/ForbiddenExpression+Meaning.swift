import ExactNumbers
import Playback

extension ForbiddenExpression {
    /// Returns a description of how the last step of a session met the forbidden condition; `nil` if it did not.
    func problem(in book: InvariantChecker) -> String? {
        guard isEvaluatedAtGiftEnds else { return holds(condition, nil, book) ? "the forbidden state is reached" : nil }
        guard let ending = book.step.endings.first(where: { holds(condition, $0, book) }) else { return nil }
        let gift = ending.gift
        let progress = ending.outcome.progress.map { " at \($0)" } ?? ""
        return "gift \(gift.number), a \(gift.kind) worth \(gift.value), ends as \(ending.outcome.label)\(progress)"
    }

    private func holds(_ condition: Condition, _ ending: InvariantChecker.Ending?, _ book: InvariantChecker) -> Bool {
        switch condition {
        case .all(let parts): parts.allSatisfy { holds($0, ending, book) }
        case .any(let parts): parts.contains { holds($0, ending, book) }
        case .not(let part): !holds(part, ending, book)
        case .outcome(let name, let reason):
            ending.map { $0.outcome.name == name && (reason == nil || $0.outcome.reason == reason) } ?? false
        case .paused: book.isPaused
        case .compare(let left, let comparison, let right):
            if let left = number(left, ending, book), let right = number(right, ending, book) {
                comparison.holds(left, right)
            } else {
                false
            }
        case .match(let left, let isEqual, let right):
            if let left = self.name(left, ending, book), let right = self.name(right, ending, book) {
                (left == right) == isEqual
            } else {
                false
            }
        }
    }

    private func number(_ quantity: Quantity, _ ending: InvariantChecker.Ending?, _ book: InvariantChecker) -> Int64? {
        switch quantity {
        case .value(let subject): gift(subject, ending, book)?.value
        case .count(let subject): gift(subject, ending, book).map { Int64($0.count) }
        case .duration(let subject): gift(subject, ending, book)?.duration
        case .progress:
            ending.flatMap { $0.outcome == .completed ? Millionths.one.count : $0.outcome.progress?.count }
        case .waitingTime: ending.map { $0.gift.waitingTime(at: $0.at) }
        case .waiting: count(.waiting, book)
        case .parked: count(.parked, book)
        case .held: count(.held, book)
        case .constant(let number): number
        }
    }

    private func name(_ word: Name, _ ending: InvariantChecker.Ending?, _ book: InvariantChecker) -> String? {
        switch word {
        case .kind(let subject): gift(subject, ending, book)?.kind
        case .sender(let subject): gift(subject, ending, book)?.sender
        case .mode: book.settings.mode.rawValue
        case .constant(let text): text
        }
    }

    private func gift(
        _ subject: Subject, _ ending: InvariantChecker.Ending?, _ book: InvariantChecker
    ) -> InvariantChecker.Entry? {
        switch subject {
        case .itself: ending?.gift
        case .replacement: ending?.by
        case .running: ending.map(\.running) ?? book.runningIndex.map { book.presentGifts[$0] }
        }
    }

    private func count(_ place: GiftPlace.Place, _ book: InvariantChecker) -> Int64 {
        Int64(book.presentGifts.count { $0.place == place })
    }
}

extension ForbiddenExpression.Comparison {
    func holds(_ left: Int64, _ right: Int64) -> Bool {
        switch self {
        case .equal: left == right
        case .unequal: left != right
        case .less: left < right
        case .atMost: left <= right
        case .greater: left > right
        case .atLeast: left >= right
        }
    }
}

// MARK: - Dependencies

extension ForbiddenExpression {
    /// Whether the expression is evaluated at the end of each gift rather than after every step.
    var isEvaluatedAtGiftEnds: Bool {
        condition.leaves.contains { leaf in
            switch leaf {
            case .outcome: true
            case .compare(let left, _, let right): left.refersToGift || right.refersToGift
            case .match(let left, _, let right): left.refersToGift || right.refersToGift
            case .paused, .all, .any, .not: false
            }
        }
    }

    var abstraction: StateAbstraction {
        condition.leaves.reduce(StateAbstraction()) { $0.union($1.abstraction) }
    }
}

extension ForbiddenExpression.Condition {
    fileprivate var leaves: [Self] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.leaves)
        case .not(let part): part.leaves
        case .outcome, .paused, .compare, .match: [self]
        }
    }

    fileprivate var abstraction: StateAbstraction {
        var watched = StateAbstraction()
        switch self {
        case .compare(let left, _, let right):
            for (side, other) in [(left, right), (right, left)] {
                switch (side, other) {
                case (.progress, .constant(let number)): watched.fractions.insert(Millionths(number))
                case (.waitingTime, .constant(let number)):
                    watched.waitingTimes.insert(max(0, number))
                    watched.agePrecision = .upTo(max(0, number))
                case (.waitingTime, _): watched.agePrecision = .exact
                case (.count, _): watched.distinguishesCounts = true
                default: break
                }
            }
        case .match(let left, _, let right):
            for (side, other) in [(left, right), (right, left)] {
                guard case .sender = side else { continue }
                watched.distinguishesSenders = true
                if case .constant(let name) = other { watched.senderNames.append(name) }
            }
        case .all, .any, .not, .outcome, .paused: break
        }
        return watched
    }
}

extension ForbiddenExpression.Quantity {
    fileprivate var refersToGift: Bool {
        switch self {
        case .value(let subject), .count(let subject), .duration(let subject): subject != .running
        case .progress, .waitingTime: true
        case .waiting, .parked, .held, .constant: false
        }
    }
}

extension ForbiddenExpression.Name {
    fileprivate var refersToGift: Bool {
        switch self {
        case .kind(let subject), .sender(let subject): subject != .running
        case .mode, .constant: false
        }
    }
}
