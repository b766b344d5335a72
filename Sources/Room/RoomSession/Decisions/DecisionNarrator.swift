import ExactNumbers
import Playback
package import PlayerSettings
import Recordings
import RoomEvents

/// A maker of sentences about the decisions of a session.
///
/// It needs nothing but the events of the session from its beginning, so that a screen, lines of text and lists of
/// recordings have the same sentences:
///
///     var narrator = DecisionNarrator(settings: setup.settings)
///     for sentence in narrator.sentences(for: session.advance(to: time)) { print(sentence.text) }
package struct DecisionNarrator {
    private var policy: Settings
    private var clock = StageClock()
    var stage = PresentGifts()
    /// The input whose decisions follow, if their sentences depend on it; `nil` for all others.
    private var input: SessionInput?
    /// The time of the input whose decisions follow.
    private var inputTime: Nanoseconds?
    /// The number of the gift that arrived with the input.
    private var arrivingNumber: Int?
    /// The gift that started in the place of another one, which the sentence about that says.
    private var replacement: (by: Int, fact: DecisionSentence.Fact)?
    private var sentences: [DecisionSentence] = []

    /// Creates a narrator of a session that begins with these settings.
    package init(settings: LayeredSettings) {
        policy = settings.playback
    }

    /// Returns the sentences about events of the session, with the decisions of one kind at one moment added up.
    package mutating func sentences(for events: [SessionEvent]) -> [DecisionSentence] {
        DecisionSentence.summedUp(decisions(in: events))
    }

    /// Returns one sentence for each decision.
    mutating func decisions(in events: [SessionEvent]) -> [DecisionSentence] {
        for event in events {
            switch event.kind {
            case .applied(let input): begin(input, at: event.at)
            case .settingsChanged(let changes): follow(changes, at: event.at)
            case .decided(let decision):
                if let inputTime, decision.at > inputTime { finishInput() }
                clock.advance(to: decision.at)
                handle(decision)
            case .lacksAnimation: break
            }
        }
        finishInput()
        defer { sentences = [] }
        return sentences
    }

    private mutating func say(
        _ fact: DecisionSentence.Fact, of number: Int? = nil, _ label: DecisionSentence.GiftLabel? = nil,
        at time: Nanoseconds
    ) {
        let subject = label ?? number.flatMap { stage[$0]?.label }
        sentences.append(DecisionSentence(at: time, gift: number, subject: subject, fact))
    }

    // MARK: - Inputs

    private mutating func begin(_ new: SessionInput, at time: Nanoseconds) {
        finishInput()
        clock.advance(to: time)
        inputTime = time
        switch new {
        case .gift, .asset: input = new
        case .enter(let room): say(.entered(host: room.host), at: time)
        case .room, .banner, .control, .speed, .seek, .touch, .settings, .end: break
        }
    }

    private mutating func follow(_ changes: [Assignment], at time: Nanoseconds) {
        for case let setting? in changes.map(\.playbackSetting) { policy.apply(setting) }
        if let origin = changes.first(where: { $0.key == .mode })?.origin {
            let effect = stage.switchMode(policy)
            say(.modeSwitched(to: policy.mode, origin: origin, effect: effect), at: time)
        }
        let others = changes.filter { $0.key != .mode }
        guard let origin = others.first?.origin else { return }
        for origin in others.reduce(into: [origin], { if !$0.contains($1.origin) { $0.append($1.origin) } }) {
            let changes = others.filter { $0.origin == origin }
            say(.settings(changes.map { .init(key: $0.key, value: $0.value) }, origin: origin), at: time)
        }
    }

    /// Says what became of a gift that neither started nor ended with its input.
    private mutating func finishInput() {
        defer { (input, inputTime, arrivingNumber, replacement) = (nil, nil, nil, nil) }
        guard let time = inputTime else { return }
        switch input {
        case .gift:
            if let number = arrivingNumber, let gift = stage[number], stage.running != number {
                admit(number, gift, at: time)
            }
        case .asset(let kind, .ready, _, _):
            for number in stage.markReady(kind) where policy.mode == .replace { hold(number, at: time) }
        case .asset(let kind, .withdrawn, _, _): stage.withdraw(kind)
        default: break
        }
    }

    private mutating func admit(_ number: Int, _ gift: PresentGifts.Entry, at time: Nanoseconds) {
        if gift.isReady, policy.mode == .replace { return hold(number, at: time) }
        var reason = DecisionSentence.WaitReason.turn
        if !gift.isReady { reason = .animation } else if stage.running == nil { reason = .gap(policy.gap) }
        say(.waits(for: reason, count: stage.waitingCount, limit: policy.maxWaiting), of: number, at: time)
    }

    private mutating func hold(_ number: Int, at time: Nanoseconds) {
        stage.move(number, to: .held)
        let running = stage.running.flatMap { stage[$0] }
        let progress = running.map {
            Millionths($0.elapsed(at: clock.stage), of: $0.duration, rounded: .down)
        }
        let threshold = running.map { $0.settings(policy).replaceAt } ?? policy.replaceAt
        say(.held(running: running?.label, progress: progress, threshold: threshold), of: number, at: time)
    }

    // MARK: - Decisions

    private mutating func handle(_ decision: TraceEvent) {
        let time = decision.at
        switch decision.kind {
        case .settings: break
        case .arrived(let number, _, _, let count):
            guard case .gift(let gift, let duration, let asset, let own, let loop)? = input else { return }
            arrivingNumber = number
            stage.add(
                number,
                PresentGifts.Entry(
                    label: .init(name: gift.name, sender: gift.from.name, count: count), kind: gift.gift,
                    duration: duration, loop: loop,
                    policy: own.isEmpty ? .none : GiftPolicy(own.compactMap(\.playbackSetting)),
                    arrivedAtStage: clock.stage, isReady: asset == .ready))
        case .started(let number): start(number, at: time)
        case .ended(let number, let outcome): end(number, outcome, at: time)
        case .paused:
            clock.isPaused = true
            say(.paused, at: time)
        case .resumed:
            clock.isPaused = false
            say(.resumed, at: time)
        case .speed(let speed):
            clock.speed = speed
            say(.speed(speed), at: time)
        case .looped(let number, _): stage.repeatLoop(number)
        case .scrubbed(let number, let progress):
            stage.scrub(number, to: progress, at: clock.stage)
            say(.scrubbed(progress: progress), of: number, at: time)
        }
    }

    private mutating func start(_ number: Int, at time: Nanoseconds) {
        stage.start(number, at: clock.stage)
        if let replacement, replacement.by == number { return say(replacement.fact, of: number, at: time) }
        guard let gift = stage[number] else { return }
        let waited = number == arrivingNumber ? nil : (clock.stage - gift.arrivedAtStage) / StageClock.unit
        say(.started(waited: waited.map { Nanoseconds(clamping: $0) }), of: number, at: time)
    }

    private mutating func end(_ number: Int, _ outcome: Outcome, at time: Nanoseconds) {
        guard let gift = stage.remove(number) else { return }
        switch outcome {
        case .completed: say(.completed, of: number, gift.label, at: time)
        case .replaced(let by, let progress):
            let threshold = gift.settings(policy).replaceAt
            let other = stage[by]?.label ?? .init(name: "Another gift", sender: "", count: 1)
            replacement = (by, .startedInPlace(of: gift.label, progress: progress, threshold: threshold))
            say(.replaced(by: other, progress: progress, threshold: threshold), of: number, gift.label, at: time)
        case .dismissed(let progress):
            say(.dismissed(progress: progress, isWithdrawn: isWithdrawal), of: number, gift.label, at: time)
        case .dropped(let reason, let progress):
            say(fact(of: reason, progress, number, gift), of: number, gift.label, at: time)
        case .merged(let into):
            stage.merge(gift.label.count, into: into)
            let other = stage[into]?.label ?? gift.label
            say(.merged(into: other), of: number, gift.label, at: time)
        case .unplayed(let reason): say(.unplayed(reason), of: number, gift.label, at: time)
        }
    }

    private func fact(
        of reason: Outcome.DropReason, _ progress: Millionths?, _ number: Int, _ gift: PresentGifts.Entry
    ) -> DecisionSentence.Fact {
        switch reason {
        case .early:
            let running = stage.running.flatMap { stage[$0] }
            return .early(
                running: running?.label ?? .init(name: "the running gift", sender: "", count: 1),
                progress: progress ?? .zero, threshold: (running?.settings(policy) ?? policy).replaceAt)
        case .superseded: return .superseded(by: arrivingNumber.flatMap { stage[$0]?.label })
        case .missing:
            if isWithdrawal { return .missing(.withdrawn) }
            guard number == arrivingNumber else { return .missing(.timedOut(policy.waitAtMost)) }
            if case .gift(_, _, .failed, _, _)? = input { return .missing(.failed) }
            return .missing(.notInstalled)
        case .modeSwitch: return .modeSwitch
        case .overflow: return .overflow(limit: policy.maxWaiting ?? 0, rule: policy.overflow)
        case .expired:
            let waited = Nanoseconds(clamping: (clock.stage - gift.arrivedAtStage) / StageClock.unit)
            return .expired(waited: waited, limit: gift.settings(policy).expireAfter ?? waited)
        case .cleared: return .cleared
        case .duplicate: return .duplicate
        }
    }

    /// Whether the decisions follow from the store's withdrawal of a kind.
    private var isWithdrawal: Bool {
        if case .asset(_, .withdrawn, _, _)? = input { true } else { false }
    }
}

/// The stage time of a session, in nanoseconds times ``unit``.
struct StageClock {
    /// The units of a nanosecond, so that every speed is exact.
    static let unit = Int128(Millionths.one.count)

    var isPaused = false
    var speed = Millionths.one
    private(set) var stage: Int128 = 0
    private var now: Nanoseconds = 0

    /// Moves the clock to a session time.
    mutating func advance(to time: Nanoseconds) {
        guard time > now else { return }
        if !isPaused { stage += Int128(time - now) * Int128(speed.count) }
        now = time
    }
}
