package import ExactNumbers
package import Playback
package import PlayerSettings

/// A sentence for people about a decision, or about several decisions of one kind at one moment.
///
/// It has the numbers that decided, as they were at that moment; ``text`` makes the words of them.
package struct DecisionSentence: Equatable {
    /// A gift as a sentence names it.
    package struct GiftLabel: Equatable {
        /// The name of the gift.
        package var name: String
        /// The name of the sender.
        package var sender: String
        /// The count, including what was merged into it.
        package var count: Int
    }

    /// The outcome of a decision, which selects the color of its sentence.
    package enum Category: Equatable {
        /// A presentation started.
        case started
        /// A gift waits or is held.
        case waiting
        /// A gift ended with the outcome of this name.
        case ended(Outcome.Name)
        /// The policy or the stage changed.
        case change
        /// The store said something.
        case store
        /// Something is wrong.
        case problem
        /// A promise was broken.
        case brokenPromise
    }

    /// What a gift waits for.
    package enum WaitReason: Equatable {
        /// The end of the running presentation and of those before it.
        case turn
        /// The end of the gap after the last presentation, of this length.
        case gap(Nanoseconds)
        /// Its animation.
        case animation
    }

    /// Why a gift has no animation.
    package enum MissingReason: Equatable {
        /// It was not on disk when the gift arrived.
        case notInstalled
        /// Its file cannot be played, or its download failed.
        case failed
        /// It did not come within this time.
        case timedOut(Nanoseconds)
        /// The store withdrew it.
        case withdrawn
    }

    /// What was decided, with the numbers that decided.
    package enum Fact: Equatable {
        /// A presentation started; `waited` is the stage time since the arrival, or `nil` if it started at once.
        case started(waited: Nanoseconds?)
        /// A presentation started in the place of another one, which the sentence about that one says too.
        case startedInPlace(of: GiftLabel, progress: Millionths, threshold: Millionths)
        /// A gift waits; it is one of `count`, of which `limit` are permitted.
        case waits(for: WaitReason, count: Int, limit: Int?)
        /// An early gift is held until the running one reaches the threshold.
        case held(running: GiftLabel?, progress: Millionths?, threshold: Millionths)
        /// The presentation played to its end.
        case completed
        /// The presentation was replaced at a progress that had reached the threshold.
        case replaced(by: GiftLabel, progress: Millionths, threshold: Millionths)
        /// The presentation was closed.
        case dismissed(progress: Millionths, isWithdrawn: Bool)
        /// The running presentation had not reached the threshold.
        case early(running: GiftLabel, progress: Millionths, threshold: Millionths)
        /// A later early gift is held in the place of this one.
        case superseded(by: GiftLabel?)
        /// The animation was not available.
        case missing(MissingReason)
        /// The mode switched while the gift waited.
        case modeSwitch
        /// More gifts waited than permitted.
        case overflow(limit: Int, rule: Settings.Overflow)
        /// The gift waited longer than permitted, in stage time.
        case expired(waited: Nanoseconds, limit: Nanoseconds)
        /// The stage was cleared.
        case cleared
        /// An event with the same id had arrived before.
        case duplicate
        /// The count was added to this gift, whose count is the new one.
        case merged(into: GiftLabel)
        /// The session ended first.
        case unplayed(Outcome.UnplayedReason)
        /// The mode switched, with the number of gifts that waited, were held or were parked.
        case modeSwitched(to: Settings.Mode, origin: Origin, effect: ModeSwitchEffect)
        /// Settings changed.
        case settings([SettingChange], origin: Origin)
        /// Stage time stopped.
        case paused
        /// Stage time resumed.
        case resumed
        /// The speed of stage time changed.
        case speed(Millionths)
        /// The running presentation was moved to a progress.
        case scrubbed(progress: Millionths)
        /// The viewer entered the room of a host.
        case entered(host: String)
        /// The store at an address did something to the gift kind of the subject.
        case store(StoreAct, address: String)
        /// A promise about the session was broken, by a decision or because its time was over.
        case promiseBroken(String, isLate: Bool)
    }

    /// What a store did.
    package enum StoreAct: Equatable {
        /// It published a version of a gift kind.
        case published(version: Int)
        /// It went back to an earlier version of a gift kind.
        case rolledBack(version: Int)
        /// It withdrew a gift kind.
        case withdrew
        /// It stopped answering, for this reason.
        case failed(reason: String)
        /// It answers again.
        case answered
        /// It has no valid catalogue, for this reason.
        case hasNoCatalogue(reason: String)
        /// It has a valid catalogue again.
        case hasCatalogue
    }

    /// What a switch of the mode did with the other gifts.
    package enum ModeSwitchEffect: Equatable {
        /// No gift waited.
        case nothing
        /// So many waiting gifts were dropped.
        case dropped(Int)
        /// So many waiting gifts were parked.
        case parked(Int)
        /// So many parked or held gifts wait again.
        case returned(Int)
    }

    /// The new value of a setting.
    package struct SettingChange: Equatable {
        /// The setting.
        package let key: SettingKey
        /// Its new value.
        package let value: SettingValue
    }

    /// The session time of the decision.
    package let at: Nanoseconds
    /// The number of the gift that the decision is about; `nil` if it is about no gift.
    package let gift: Int?
    /// The gifts that the decision is about; `nil` if it is about no gift.
    package private(set) var subject: Subject?
    /// What was decided.
    package let fact: Fact

    /// Creates a sentence.
    package init(at: Nanoseconds, gift: Int? = nil, subject: GiftLabel? = nil, _ fact: Fact) {
        self.at = at
        self.gift = gift
        self.subject = subject.map { Subject($0) }
        self.fact = fact
    }

    /// The outcome of the decision.
    package var category: Category {
        switch fact {
        case .started, .startedInPlace: .started
        case .waits, .held: .waiting
        case .completed: .ended(.completed)
        case .replaced: .ended(.replaced)
        case .dismissed: .ended(.dismissed)
        case .early, .superseded, .missing, .modeSwitch, .overflow, .expired, .cleared, .duplicate: .ended(.dropped)
        case .merged: .ended(.merged)
        case .unplayed: .ended(.unplayed)
        case .modeSwitched, .settings, .paused, .resumed, .speed, .scrubbed, .entered: .change
        case .store(.failed, _), .store(.hasNoCatalogue, _): .problem
        case .store: .store
        case .promiseBroken: .brokenPromise
        }
    }
}

extension DecisionSentence.StoreAct {
    /// Returns whether both are the same, whatever the versions.
    fileprivate func isSameAct(as other: Self) -> Bool {
        switch (self, other) {
        case (.published, .published), (.rolledBack, .rolledBack), (.withdrew, .withdrew): true
        default: false
        }
    }
}

// MARK: - Sums

extension DecisionSentence {
    /// The gifts that a sentence is about: one, or several with the same outcome.
    package struct Subject: Equatable {
        /// The first gift; its count is that of all gifts of its name.
        package fileprivate(set) var first: GiftLabel
        /// The number of gifts.
        package fileprivate(set) var gifts = 1
        /// Whether all gifts have the name of the first.
        package fileprivate(set) var hasOneName = true
        /// Whether all gifts have the sender of the first.
        package fileprivate(set) var hasOneSender = true

        fileprivate init(_ first: GiftLabel) { self.first = first }

        fileprivate mutating func add(_ other: Subject) {
            gifts += other.gifts
            hasOneName = hasOneName && other.hasOneName && first.name == other.first.name
            hasOneSender = hasOneSender && other.hasOneSender && first.sender == other.first.sender
            first.count = first.count.addingSaturating(other.first.count)
        }
    }

    /// Returns a sentence about the gifts of both sentences, with the numbers of this one; `nil` if they differ in more
    /// than their gifts and the numbers of the moment.
    package func adding(_ earlier: DecisionSentence) -> DecisionSentence? {
        guard isSameDecision(as: earlier) else { return nil }
        guard subject != nil, let other = earlier.subject else { return self }
        var sum = self
        var subject = other
        if let own = self.subject { subject.add(own) }
        sum.subject = subject
        return sum
    }

    private func isSameDecision(as other: DecisionSentence) -> Bool {
        switch (fact, other.fact) {
        case (.early(let running, _, let threshold), .early(let otherRunning, _, let otherThreshold)):
            running == otherRunning && threshold == otherThreshold
        case (.waits(let reason, _, _), .waits(let otherReason, _, _)): reason == otherReason
        case (.expired(_, let limit), .expired(_, let otherLimit)): limit == otherLimit
        case (.merged(let into), .merged(let otherInto)):
            into.name == otherInto.name && into.sender == otherInto.sender
        case (.store(let act, let address), .store(let otherAct, let otherAddress)):
            address == otherAddress && act.isSameAct(as: otherAct)
        case (.superseded, .superseded), (.speed, .speed): true
        case (.scrubbed, .scrubbed): gift == other.gift
        case (.missing, .missing), (.overflow, .overflow), (.cleared, .cleared), (.duplicate, .duplicate),
            (.unplayed, .unplayed):
            fact == other.fact
        case (.settings(let changes, let origin), .settings(let otherChanges, let otherOrigin)):
            origin == otherOrigin && changes.elementsEqual(otherChanges) { $0.key == $1.key }
        default: false
        }
    }

    private var isPartOfAnother: Bool {
        switch fact {
        case .modeSwitch, .startedInPlace: true
        default: false
        }
    }

    /// Returns the sentences with those of one decision at one moment added up.
    ///
    /// What a switch of the mode dropped is part of the sentence about the switch, and a start that follows from a
    /// replacement is part of the sentence about that.
    package static func summedUp(_ sentences: [DecisionSentence]) -> [DecisionSentence] {
        var sums: [DecisionSentence] = []
        for sentence in sentences where !sentence.isPartOfAnother {
            let earlier = sums.lastIndex { $0.at == sentence.at && $0.isSameDecision(as: sentence) }
            // Movements and speeds of one moment are replaced by the last one.
            if let earlier, let sum = sentence.adding(sums[earlier]) {
                sums[earlier] = sum
            } else {
                sums.append(sentence)
            }
        }
        return sums
    }
}
