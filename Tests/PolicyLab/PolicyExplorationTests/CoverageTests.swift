import ExactNumbers
import Foundation
import Playback
import PolicyExploration
import Scenarios
import TestSupport
import Testing

@Suite("Scripts that cover a policy")
struct CoverageTests {
    private static func plan(
        _ settings: [Setting] = [], gifts: Int = 2, actions: Int = 1,
        kinds: [ExplorationPlan.NamedKind] = ExplorationPlan.defaultKinds
    ) -> ExplorationPlan {
        var start = Settings()
        for setting in settings { start.apply(setting) }
        var plan = ExplorationPlan(settings: start, maxGifts: gifts, maxActions: actions)
        plan.kinds = kinds
        return plan
    }

    /// Returns the trace that a controller gives for a script.
    private static func trace(_ script: CoverageScript, _ controller: ReferenceController) -> [TraceEvent] {
        var controller = controller
        var trace = controller.advance(to: 0)
        for event in script.scenario.events {
            trace += controller.advance(to: event.at)
            trace += controller.handle(event.input, at: event.at)
        }
        let end = script.trace.last?.at ?? 0
        return trace + controller.advance(to: end) + controller.handle(.end, at: end)
    }

    @Test("every goal is covered, each script covers one that no other covers, and its trace is what it expects")
    func everyGoalIsCovered() {
        let result = Self.plan([.mode(.replace)]).scripts(covering: [.transitions, .boundaries])
        #expect(!result.isCut && result.uncovered.isEmpty)
        for coverage in [Coverage.transitions, .boundaries] {
            let counts = result.counts(of: coverage)
            #expect(counts.covered == counts.all && counts.all > 20, "\(coverage): \(counts)")
        }
        let covered = result.scripts.flatMap(\.goals)
        #expect(Set(covered).count == covered.count && covered.sorted() == result.goals)
        for script in result.scripts {
            #expect(!script.goals.isEmpty)
            #expect(script.scenario.check().isEmpty)
            #expect(
                Self.trace(script, ReferenceController(settings: Self.plan([.mode(.replace)]).settings)) == script.trace
            )
        }
    }

    @Test("the boundaries of replace mode are the threshold and the end, a nanosecond before, at and after")
    func boundariesHaveNeighbours() {
        let result = Self.plan([.mode(.replace)], actions: 0).scripts(covering: [.boundaries])
        let texts = result.goals.map(\.description)
        for text in [
            "1 ns before replaceAt, replace: a gift, cheaper → dropped early",
            "at replaceAt, replace: a gift, cheaper → replaced, starts",
            "1 ns after replaceAt, replace: a gift, cheaper → replaced, starts",
            "1 ns before end, replace: a gift → replaced, starts", "at end, replace: a gift → starts",
        ] {
            #expect(texts.contains(text), "\(text)\n\(texts.joined(separator: "\n"))")
        }
    }

    @Test("a full queue, an expiry, a merge and a gap each have their scripts")
    func limitsHaveScripts() {
        let settings: [Setting] = [
            .maxWaiting(1), .expireAfter(3 * .second), .combineWithin(.second), .gap(.second / 2),
        ]
        let result = Self.plan(settings, gifts: 3, actions: 0).scripts(covering: [.transitions, .boundaries])
        let text = result.goals.map(\.description).joined(separator: "\n")
        for words in ["dropped overflow", "dropped expired", "merged", "1 ns after combineWithin", "at end of the gap"]
        {
            #expect(text.contains(words), "\(words)")
        }
    }

    @Test("a setting is covered by a script that goes another way with its neighbours; one without effect is named")
    func settingsAreTold() {
        let result = Self.plan([.mode(.replace)]).scripts(covering: [.settings])
        let uncovered = result.uncovered.map(\.description)
        #expect(!uncovered.contains { $0.hasPrefix("replaceAt") || $0.hasPrefix("mode") || $0.hasPrefix("early") })
        // Without a limit of the queue nothing depends on which gift a full queue drops.
        #expect(uncovered.contains("overflow is not dropOldest"))
        #expect(result.goals.allSatisfy { $0.coverage == .settings })
    }

    @Test("gifts with settings of their own, gifts that come twice, the speed and moves have their scripts")
    func everyInputHasScripts() {
        let own = GiftPolicy([.replaceAt(Millionths(500_000))])
        let kinds = [
            ExplorationPlan.NamedKind("rocket", duration: 4 * .second, value: 500, policy: own),
            ExplorationPlan.NamedKind("heart", duration: .second, value: 1),
        ]
        var plan = Self.plan([.mode(.replace)], kinds: kinds)
        plan.allowedActions = [.duplicate, .speed, .scrub]
        let result = plan.scripts(covering: [.transitions, .boundaries])
        let text = result.goals.map(\.description).joined(separator: "\n")
        #expect(!result.isCut && result.uncovered.isEmpty && text.contains("dropped duplicate"), "\(text)")
        let events = result.scripts.flatMap(\.scenario.events)
        #expect(events.contains { if case .speed = $0.input { true } else { false } })
        #expect(events.contains { if case .scrub = $0.input { true } else { false } })
        for script in result.scripts {
            #expect(Self.trace(script, ReferenceController(settings: plan.settings)) == script.trace)
            #expect(script.scenario.check().isEmpty)
        }
        // The rocket's own threshold is a boundary, and not that of the session.
        let replaced = result.scripts.flatMap(\.trace).compactMap { line -> Millionths? in
            if case .ended(_, .replaced(_, let progress)) = line.kind { progress } else { nil }
        }
        #expect(replaced.contains(Millionths(500_000)))
    }

    @Test("a search that stops says so")
    func limitIsKept() {
        var plan = Self.plan(gifts: 3, actions: 3)
        plan.stateLimit = 500
        #expect(plan.scripts(covering: [.transitions]).isCut)
    }

    /// The settings and kinds of all faults, each once, with the faults that they can show.
    private static let faults: [(settings: [Setting], faults: [ControllerFault])] = {
        var groups: [(settings: [Setting], faults: [ControllerFault])] = []
        for fault in ControllerFault.allCases {
            if let index = groups.firstIndex(where: {
                $0.settings == fault.settings && $0.faults[0].kinds == fault.kinds
            }) {
                groups[index].faults.append(fault)
            } else {
                groups.append((fault.settings, [fault]))
            }
        }
        return groups
    }()

    @Test("the guide states the number of faulty controllers")
    func guideHasTheNumber() throws {
        let guide = try String(
            contentsOf: ProjectFolder.file("Sources/giftty.docc/ComparingSweepingExploring.md"), encoding: .utf8)
        #expect(guide.contains("All \(ControllerFault.allCases.count) faulty"))
    }

    /// Returns what the steps of a script let a test of an app expect: starts and ends, with all that is known of them.
    private static func seen(_ trace: [TraceEvent]) -> [TraceEvent] {
        trace.filter { line in
            switch line.kind {
            case .started, .ended: true
            case .settings, .arrived, .paused, .resumed, .speed, .looped, .scrubbed: false
            }
        }
    }

    @Test("every faulty controller starts or ends a gift otherwise than some script expects", arguments: faults)
    func everyFaultIsKilled(settings: [Setting], faults: [ControllerFault]) {
        let kinds = faults[0].kinds ?? ExplorationPlan.defaultKinds
        var plan = Self.plan(settings, gifts: 3, actions: 2, kinds: kinds)
        plan.stateLimit = 30_000
        let result = plan.scripts(covering: [.transitions, .boundaries])
        for fault in faults {
            let isKilled = result.scripts.contains { script in
                let trace = Self.trace(script, ReferenceController(settings: plan.settings, fault: fault))
                return Self.seen(trace) != Self.seen(script.trace)
            }
            #expect(isKilled, "\(fault): \(result.scripts.count) scripts, \(result.states) states")
        }
    }
}
