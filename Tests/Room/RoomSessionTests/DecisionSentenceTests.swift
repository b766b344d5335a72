import ExactNumbers
import Playback
import PlayerSettings
import Recordings
import RoomEvents
import Testing

@testable import RoomSession

@Suite("The sentences about decisions")
struct DecisionSentenceTests {
    /// A session with a narrator, to which a test sends gifts.
    struct Narrated {
        private(set) var session: RoomSession
        private var narrator: DecisionNarrator
        private(set) var sentences: [DecisionSentence] = []
        private var count = 0

        init(_ options: [String]) throws {
            session = try TestSession.session(options)
            narrator = DecisionNarrator(settings: session.settings)
        }

        var texts: [String] { sentences.map(\.text) }

        mutating func hear(_ events: [SessionEvent]) { sentences += narrator.sentences(for: events) }

        mutating func send(_ kind: String, from sender: String, at time: Double, id: String? = nil, count: Int = 1) {
            self.count += 1
            advance(to: time)
            hear(
                session.receive(
                    TestSession.gift(
                        kind, from: sender, at: Nanoseconds(time * 1e9), id: id ?? "\(self.count)", count: count)))
        }

        mutating func perform(_ command: SessionCommand, key: String = "k", at time: Double) {
            advance(to: time)
            hear(session.perform(command, key: key, at: Nanoseconds(time * 1e9)))
        }

        mutating func apply(_ input: SessionInput, at time: Double) {
            advance(to: time)
            hear(session.apply(input, at: Nanoseconds(time * 1e9)))
        }

        mutating func advance(to time: Double) { hear(session.advance(to: Nanoseconds(time * 1e9))) }
    }

    /// A session and the last sentence that it leads to, or the last but the one about a gift that is held then.
    struct Example: CustomTestStringConvertible {
        let sentence: String
        let category: DecisionSentence.Category
        var options: [String] = []
        var isFollowedByHold = false
        let run: @Sendable (inout Narrated) -> Void

        var testDescription: String { sentence }
    }

    static let outcomes: [Example] = [
        Example(sentence: "ann's Rocket started: nothing was playing", category: .started) {
            $0.send("rocket", from: "ann", at: 0)
        },
        Example(sentence: "Your Heart started after 3.5 s of waiting", category: .started) {
            $0.send("rocket", from: "ann", at: 0)
            $0.perform(.send("heart"), at: 0.5)
            $0.advance(to: 4.2)
        },
        Example(sentence: "ann's Heart played to its end", category: .ended(.completed)) {
            $0.send("heart", from: "ann", at: 0)
            $0.advance(to: 1)
        },
        Example(
            sentence: "bob's Heart ×3 replaced ann's Rocket at 39 % (allowed from 30 %)", category: .ended(.replaced),
            options: ["mode=replace"]
        ) {
            $0.send("rocket", from: "ann", at: 0)
            $0.send("heart", from: "bob", at: 1.598, count: 3)
        },
        Example(sentence: "ann's Rocket closed at 47 %", category: .ended(.dismissed)) {
            $0.send("rocket", from: "ann", at: 0)
            $0.perform(.close, at: 1.9)
        },
        Example(sentence: "bob's Heart waits: 2 in the queue", category: .waiting) {
            $0.send("rocket", from: "ann", at: 0)
            $0.send("heart", from: "cy", at: 1)
            $0.send("heart", from: "bob", at: 1.5)
        },
        Example(
            sentence: "bob's Heart waits for the gap of 2 s: 1 in the queue", category: .waiting, options: ["gap=2"]
        ) {
            $0.send("heart", from: "ann", at: 0)
            $0.send("heart", from: "bob", at: 1.5)
        },
        Example(
            sentence: "bob's comet waits for its animation", category: .waiting, options: ["missing=wait"]
        ) {
            $0.apply(Self.comet, at: 0)
        },
        Example(
            sentence: "bob's Heart held until 30 % of ann's Rocket", category: .waiting,
            options: ["mode=replace", "early=hold"]
        ) {
            $0.send("rocket", from: "ann", at: 0)
            $0.send("heart", from: "bob", at: 0.5)
        },
        Example(
            sentence: "bob's Heart held until ann's Rocket ends", category: .waiting,
            options: ["mode=replace", "early=hold", "replaceAt=2"]
        ) {
            $0.send("rocket", from: "ann", at: 0)
            $0.send("heart", from: "bob", at: 0.5)
        },
        Example(
            sentence: "Heart merged into ann's Heart ×5", category: .ended(.merged), options: ["combineWithin=10"]
        ) {
            $0.send("heart", from: "ann", at: 0, count: 4)
            $0.send("heart", from: "ann", at: 0.5)
        },
        Example(sentence: "ann's Rocket stopped: the session ended", category: .ended(.unplayed)) {
            $0.send("rocket", from: "ann", at: 0)
            $0.apply(.end, at: 1)
        },
        Example(sentence: "2 gifts not played: the session ended", category: .ended(.unplayed)) {
            $0.send("rocket", from: "ann", at: 0)
            $0.send("rocket", from: "bob", at: 1)
            $0.send("heart", from: "cy", at: 1)
            $0.apply(.end, at: 1)
        },
    ]

    /// A gift of a kind that is not installed.
    private static let comet = SessionInput.gift(
        GiftArrival(id: "c", gift: "comet", name: "comet", from: Viewer(id: "bob", name: "bob"), value: 1),
        duration: .second, asset: .missing)

    static let drops: [Outcome.DropReason: [Example]] = [
        .early: [
            Example(
                sentence: "bob's Heart dropped: ann's Rocket was only at 16 % of 30 %", category: .ended(.dropped),
                options: ["mode=replace"]
            ) {
                $0.send("rocket", from: "ann", at: 0)
                $0.send("heart", from: "bob", at: 0.66)
            },
            Example(
                sentence: "bob's Heart dropped: ann's Rocket is never replaced", category: .ended(.dropped),
                options: ["mode=replace", "replaceAt=1.5"]
            ) {
                $0.send("rocket", from: "ann", at: 0)
                $0.send("heart", from: "bob", at: 3)
            },
        ],
        .superseded: [
            Example(
                sentence: "bob's Heart dropped: cy's Rocket is held in its place", category: .ended(.dropped),
                options: ["mode=replace", "early=hold"], isFollowedByHold: true
            ) {
                $0.send("rocket", from: "ann", at: 0)
                $0.send("heart", from: "bob", at: 0.5)
                $0.send("rocket", from: "cy", at: 0.6)
            }
        ],
        .missing: [
            Example(sentence: "bob's comet dropped: its animation is not here yet", category: .ended(.dropped)) {
                $0.apply(Self.comet, at: 0)
            },
            Example(
                sentence: "bob's comet dropped: its animation did not come within 2.5 s", category: .ended(.dropped),
                options: ["missing=wait", "waitAtMost=2.5"]
            ) {
                $0.apply(Self.comet, at: 0)
                $0.advance(to: 3)
            },
            Example(sentence: "bob's Heart dropped: the store withdrew it", category: .ended(.dropped)) {
                $0.send("rocket", from: "ann", at: 0)
                $0.send("heart", from: "bob", at: 1)
                $0.apply(.asset(kind: "heart", .withdrawn), at: 1)
            },
        ],
        .modeSwitch: [
            Example(sentence: "Mode switched to replace: 2 waiting gifts dropped", category: .change) {
                $0.send("rocket", from: "ann", at: 0)
                $0.send("heart", from: "bob", at: 1)
                $0.send("rocket", from: "bob", at: 1)
                $0.perform(.switchMode, key: "m", at: 1)
            }
        ],
        .overflow: [
            Example(
                sentence: "bob's Heart dropped: the queue is full (1)", category: .ended(.dropped),
                options: ["maxWaiting=1"]
            ) {
                $0.send("rocket", from: "ann", at: 0)
                $0.send("heart", from: "ann", at: 1)
                $0.send("heart", from: "bob", at: 1)
            },
            Example(
                sentence: "bob's Heart dropped: no gift may wait", category: .ended(.dropped),
                options: ["maxWaiting=0"]
            ) {
                $0.send("rocket", from: "ann", at: 0)
                $0.send("heart", from: "bob", at: 1)
            },
        ],
        .expired: [
            Example(
                sentence: "bob's Heart expired after 3.5 s of waiting (at most 2 s)", category: .ended(.dropped),
                options: ["expireAfter=2"]
            ) {
                $0.send("rocket", from: "ann", at: 0)
                $0.send("heart", from: "bob", at: 0.5)
                $0.perform(.togglePause, at: 1)
                $0.perform(.togglePause, at: 20)
                $0.advance(to: 30)
            }
        ],
        .cleared: [
            Example(sentence: "2 gifts cleared", category: .ended(.dropped)) {
                $0.send("rocket", from: "ann", at: 0)
                $0.send("heart", from: "bob", at: 1)
                $0.send("rocket", from: "cy", at: 1)
                $0.perform(.clear, at: 2)
            }
        ],
        .duplicate: [
            Example(sentence: "ann's Heart ignored: a duplicate of an earlier event", category: .ended(.dropped)) {
                $0.send("heart", from: "ann", at: 0, id: "a")
                $0.send("heart", from: "ann", at: 0.1, id: "a")
            }
        ],
    ]

    static let changes: [Example] = [
        Example(
            sentence: "Mode switched to replace: 1 waiting gift parked", category: .change, options: ["backlog=park"]
        ) {
            $0.send("rocket", from: "ann", at: 0)
            $0.send("heart", from: "bob", at: 1)
            $0.perform(.switchMode, at: 2)
        },
        Example(
            sentence: "Mode switched to queue: 1 gift waits again", category: .change, options: ["backlog=park"]
        ) {
            $0.send("rocket", from: "ann", at: 0)
            $0.send("heart", from: "bob", at: 1)
            $0.perform(.switchMode, at: 2)
            $0.perform(.switchMode, at: 3)
        },
        Example(sentence: "Mode switched to replace", category: .change) { $0.perform(.switchMode, at: 2) },
        Example(sentence: "Mode switched to replace (store)", category: .change) {
            $0.apply(.settings(.store, [Assignment(.mode, .choice("replace"), origin: .store)]), at: 1)
        },
        Example(sentence: "replaceAt is 0.5 now (store)", category: .change) {
            $0.apply(.settings(.store, [Assignment(.replaceAt, .fraction(Millionths(500_000)), origin: .store)]), at: 1)
        },
        Example(sentence: "replaceAt is 0.35 now (key ])", category: .change) {
            $0.perform(.moveThreshold(by: 50_000), key: "]", at: 1)
        },
        Example(sentence: "motion is reduced now (key S)", category: .change) {
            $0.perform(.set(.motion, .choice("reduced")), key: "S", at: 1)
        },
        Example(sentence: "Paused: stage time stands still", category: .change) { $0.perform(.togglePause, at: 1) },
        Example(sentence: "Resumed: stage time runs again", category: .change) {
            $0.perform(.togglePause, at: 1)
            $0.perform(.togglePause, at: 2)
        },
        Example(sentence: "Speed is 2× now", category: .change) { $0.perform(.faster, at: 1) },
        Example(sentence: "ann's Rocket moved to 50 %", category: .change) {
            $0.send("rocket", from: "ann", at: 0)
            $0.perform(.seek(to: 2 * .second), at: 1)
        },
        Example(sentence: "You entered the room of Ada", category: .change) {
            $0.apply(.enter(RecordedRoom(id: "b", host: "Ada", title: "", viewers: 1, likes: 0)), at: 1)
        },
    ]

    @Test("each outcome has a sentence with the gifts and the numbers that decided", arguments: outcomes)
    func outcome(_ example: Example) throws { try check(example) }

    @Test("each reason for a drop has a sentence", arguments: Outcome.DropReason.allCases)
    func drop(_ reason: Outcome.DropReason) throws {
        let examples = try #require(Self.drops[reason])
        for example in examples {
            let narrated = try check(example)
            #expect(narrated.session.controller.counts[reason] > 0)
        }
    }

    @Test("each change of the policy and of stage time has a sentence", arguments: changes)
    func change(_ example: Example) throws { try check(example) }

    @discardableResult
    private func check(_ example: Example) throws -> Narrated {
        var narrated = try Narrated(example.options)
        example.run(&narrated)
        let sentence = narrated.sentences.last { $0.text == example.sentence }
        #expect(sentence?.category == example.category, "\(narrated.texts)")
        // An early gift that displaces a held one is held itself.
        #expect(sentence == narrated.sentences.last || example.isFollowedByHold)
        return narrated
    }

    @Test("the oldest or the cheapest gift of a full queue says so", arguments: ["dropOldest", "dropCheapest"])
    func overflowRules(rule: String) throws {
        var narrated = try Narrated(["maxWaiting=1", "overflow=\(rule)"])
        narrated.send("rocket", from: "ann", at: 0)
        narrated.send("heart", from: "bob", at: 1)
        narrated.send("heart", from: "cy", at: 1)
        let adjective = rule == "dropOldest" ? "oldest" : "cheapest"
        #expect(narrated.texts.contains { $0.contains("the queue is full (1), and it was the \(adjective)") })
    }

    @Test("a replacement is one sentence, and a close with what it starts are two")
    func starts() throws {
        var narrated = try Narrated([])
        narrated.send("rocket", from: "ann", at: 0)
        narrated.send("heart", from: "bob", at: 1)
        narrated.perform(.close, at: 2)
        #expect(
            narrated.texts.suffix(2) == ["ann's Rocket closed at 50 %", "bob's Heart started after 1 s of waiting"])
        narrated = try Narrated(["mode=replace"])
        narrated.send("rocket", from: "ann", at: 0)
        narrated.send("heart", from: "bob", at: 2)
        #expect(narrated.texts.count == 2)
    }

    @Test("a progress never reads as a threshold that it has not reached, nor as less than one that it has")
    func percentages() {
        #expect(DecisionSentence.percent(Millionths(399_900), atLeast: Millionths(300_000)) == "39 %")
        #expect(DecisionSentence.percent(Millionths(399_900)) == "39 %")
        #expect(DecisionSentence.percent(Millionths(305_100), atLeast: Millionths(305_000)) == "30.5 %")
        #expect(DecisionSentence.percent(Millionths(305_001), atLeast: Millionths(305_001)) == "30.5001 %")
        #expect(Millionths(305_000).exactPercent == "30.5 %" && Millionths(300_000).exactPercent == "30 %")
        for threshold in stride(from: Int64(0), through: 1_000_000, by: 12_345) {
            for progress in [threshold - 1, threshold, threshold + 1, threshold + 4_321] where progress >= 0 {
                let text = DecisionSentence.percent(Millionths(progress), atLeast: Millionths(threshold))
                let shown = (Double(text.dropLast(2)) ?? -1) * 10_000
                #expect((shown.rounded() >= Double(threshold)) == (progress >= threshold), "\(progress) \(threshold)")
            }
        }
    }

    @Test("an expired gift's wait reads longer than the limit")
    func waits() {
        #expect(DecisionSentence.seconds(12 * .second, above: 10 * .second) == "12 s")
        #expect(DecisionSentence.seconds(10_040_000_000, above: 10 * .second) == "10.04 s")
        #expect(DecisionSentence.seconds(3_250_000_000) == "3.2 s")
    }

    @Test("decisions of one kind at one moment are added up, with one name if they have one")
    func sums() throws {
        var narrated = try Narrated([])
        for index in 0..<6 { narrated.send("heart", from: "s\(index % 2)", at: 0, count: 2) }
        narrated.perform(.clear, at: 0.25)
        #expect(narrated.texts.suffix(2) == ["s0's Heart ×2 closed at 25 %", "Heart ×10 cleared"])
        narrated = try Narrated([])
        for _ in 0..<3 { narrated.send("heart", from: "ann", at: 0) }
        narrated.perform(.clear, at: 0.25)
        #expect(narrated.texts.last == "ann's Heart ×2 cleared")
    }

    @Test("the narrator's stage is the controller's", arguments: 1...24 as ClosedRange<UInt64>)
    func stage(seed: UInt64) throws {
        let variants = [
            [], ["mode=replace", "early=hold"], ["backlog=park", "missing=wait", "early=hold"],
            ["combineWithin=2", "maxWaiting=3", "gap=0.5", "expireAfter=3"],
        ]
        var session = try TestSession.session(variants[Int(seed) % variants.count])
        var narrator = DecisionNarrator(settings: session.settings)
        TestSession.run(&session, seed: seed, steps: 200, kinds: ["heart", "rocket", "comet"]) { session, events in
            _ = narrator.decisions(in: events)
            #expect(narrator.stage.running == session.controller.running?.gift.number)
            #expect(narrator.stage.waitingCount == session.controller.waitingCount)
            #expect(narrator.stage.parkedCount == session.controller.parkedCount)
            #expect(narrator.stage.heldCount == (session.controller.held == nil ? 0 : 1))
        }
    }
}
