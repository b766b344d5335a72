import ExactNumbers
import Playback
import PolicyExploration
import Testing

/// Tests of the expressions of `--never`.
@Suite struct ForbiddenExpressionTests {
    /// Explores with the settings and returns the number of events after which the expression holds, or `nil` if it
    /// never holds.
    private static func counterexampleLength(_ text: String, _ settings: [Setting] = [], gifts: Int = 2) async throws
        -> Int?
    {
        var all = Settings()
        for setting in settings { all.apply(setting) }
        var plan = ExplorationPlan(settings: all, maxGifts: gifts, maxActions: 1)
        plan.forbiddenConditions = [try ForbiddenExpression(text, kinds: plan.kinds.map(\.name))]
        guard case .violated(let example) = await plan.explore(jobs: 2).verdict else { return nil }
        #expect(example.violation.rule == .forbidden(text))
        #expect(example.scenario.check().isEmpty, "\(text) is not shown by \(example.scenario.events)")
        return example.scenario.events.count
    }

    @Test(
        arguments: [
            ("dropped(early) & value >= 500", [Setting.mode(.replace)], 2),
            ("dropped(early) and value > 500", [.mode(.replace)], nil),
            ("dropped(early) & value > running.value", [.mode(.replace)], 2),
            ("replaced & by.value < value", [.mode(.replace)], 2),
            ("replaced & progress < 30% & duration > 0s", [.mode(.replace)], nil),
            // A gift without duration has no progress, but during a pause it can be replaced.
            ("replaced & progress < 30%", [.mode(.replace)], 3),
            ("replaced & progress <= 0.3", [.mode(.replace)], 2),
            ("replaced & duration > 0s", [.mode(.replace), .replaceAt(Millionths(2_000_000))], nil),
            // A threshold above 1 is never reached, also for a gift without duration.
            ("replaced", [.mode(.replace), .replaceAt(Millionths(2_000_000))], nil),
            ("replaced and not by.kind = kind and from != by.from", [.mode(.replace)], 2),
            ("dismissed & progress >= 0.5 & progress <= 0.5", [], 2),
            ("completed & progress < 1", [], nil),
            ("unplayed(running)", [], 2),
            ("dropped(modeSwitch)", [], 3),
            ("dropped(modeSwitch)", [.backlog(.park)], nil),
            ("merged & kind = rocket", [.combineWithin(.second)], 2),
            ("merged & kind = rocket", [], nil),
            ("completed & count = 2", [.combineWithin(.second)], 2),
            ("waited > 1s & !unplayed", [], 2),
            ("waited >= 4s & kind == 'heart' & !unplayed", [], 2),
            ("waited > 4s & !unplayed", [], nil),
            ("waiting >= 1", [], 2),
            ("waiting > 1", [], nil),
            ("mode = replace & paused", [], nil),
            ("mode = replace & paused", [.mode(.replace)], 1),
            ("held = 1 & (mode = queue | running.kind = flash)", [.mode(.replace), .early(.hold)], nil),
            ("held = 1 | parked = 1", [.mode(.replace), .early(.hold)], 2),
            ("from = zoe & completed", [], 1),
            ("duration = 4s & completed", [], 1),
        ] as [(String, [Setting], Int?)])
    func shortestCounterexampleIsFound(text: String, settings: [Setting], length: Int?) async throws {
        #expect(try await Self.counterexampleLength(text, settings) == length, "\(text)")
    }

    @Test(arguments: [
        ("", "column 1: expected an outcome or a comparison, found the end"),
        ("dropped(erly)", #"column 9: unknown reason "erly", did you mean "early"?"#),
        ("dropped(early", "column 14: expected ), found the end"),
        ("dropped early", #"column 9: expected & or | or the end, found "early""#),
        ("completed(early)", #"column 11: "completed" has no reasons"#),
        ("vlue > 3", #"column 1: unknown word "vlue", did you mean "value"?"#),
        ("runing.value > 3", #"column 1: unknown word "runing.value", did you mean "running.value"?"#),
        ("value", #"column 6: expected a comparison such as >= after "value", found the end"#),
        ("value >= 1s", #"column 10: "value" is compared with a number, found "1s""#),
        (
            "waited > 30%", #"column 10: "waited" is compared with a duration such as 250ms, 1.5s or 2m, found "30%""#
        ),
        ("progress < value", #"column 12: "progress" is compared with a fraction such as 0.3 or 30%, found "value""#),
        ("kind = rokcet", #"column 8: unknown kind "rokcet", did you mean "rocket"?"#),
        ("mode = qeue", #"column 8: unknown mode "qeue", did you mean "queue"?"#),
        ("kind < rocket", #"column 6: words are compared with = or !=, found "<""#),
        ("kind = 500", #"column 8: "kind" is compared with a kind of gift, found "500""#),
        ("kind = from", #"column 8: "kind" is compared with a kind of gift, found "from""#),
        (
            "value = 99999999999999999999",
            #"column 9: expected a number such as 500, 0.3, 30% or 1.5s, found "99999999999999999999""#
        ),
        ("from = 'ann", "column 8: the quotation is not closed"),
        ("value ; 3", #"column 7: unexpected character ";""#),
        ("(((merged)", "column 11: expected ), found the end"),
        ("progress > 1", "column 1: progress > 1 never holds, whatever happens"),
        ("merged & progress>=100.1%", "column 10: progress >= 100.1% never holds, whatever happens"),
        ("-1 = -1", #"column 1: unexpected character "-""#),
        ("value < 0 | merged", "column 1: value < 0 never holds, whatever happens"),
        ("0 > by.value", "column 1: 0 > by.value never holds, whatever happens"),
        ("count < 1", "column 1: count < 1 never holds, whatever happens"),
        ("running.count = 0", "column 1: running.count = 0 never holds, whatever happens"),
        ("waited < 0s", "column 1: waited < 0s never holds, whatever happens"),
        ("held >= 2", "column 1: held >= 2 never holds, whatever happens"),
        ("held > count", "column 1: held > count never holds, whatever happens"),
        ("waiting >= 0", "column 1: waiting >= 0 always holds, whatever happens"),
        ("not parked >= 0", "column 5: parked >= 0 always holds, whatever happens"),
        ("count >= 1", "column 1: count >= 1 always holds, whatever happens"),
        ("value != value", "column 1: value != value never holds, whatever happens"),
        ("by.value < by.value", "column 1: by.value < by.value never holds, whatever happens"),
        ("value <= value", "column 1: value <= value always holds, whatever happens"),
        ("1 = 2", "column 1: 1 = 2 never holds, whatever happens"),
        ("1s < 2s", "column 1: 1s < 2s always holds, whatever happens"),
        ("from != from", "column 1: from != from never holds, whatever happens"),
        ("mode = mode", "column 1: mode = mode always holds, whatever happens"),
        ("'ann' = 'bob'", "column 1: 'ann' = 'bob' never holds, whatever happens"),
    ])
    func errorHasColumnAndExpectation(text: String, error: String) {
        #expect { try ForbiddenExpression(text, kinds: ["rocket", "heart"]) } throws: { "\($0)" == error }
    }

    /// A comparison with an absent value fails, so that these comparisons test whether the value is present.
    @Test(arguments: [
        "by.value >= 0", "by.value = by.value", "running.count >= 1", "progress >= 0", "progress <= 1", "progress = 1",
        "by.kind = by.kind", "held = 1", "held < 1", "waiting > 0", "value > 0", "count > 1", "waited > 0s",
        "value >= count", "kind != by.kind", "mode != replace",
    ])
    func variableComparisonIsAccepted(text: String) throws {
        _ = try ForbiddenExpression(text, kinds: ["rocket", "heart"])
    }

    @Test func comparisonWithOtherKindIsConstantForOneKind() {
        #expect { try ForbiddenExpression("kind = heart", kinds: ["heart"]) } throws: {
            "\($0)" == "column 1: kind = heart always holds, whatever happens"
        }
        #expect { try ForbiddenExpression("by.kind != kind", kinds: ["heart"]) } throws: {
            "\($0)" == "column 1: by.kind != kind never holds, whatever happens"
        }
    }

    @Test func thousandBracketsAreError() {
        for bracket in ["(", "!"] {
            let text = String(repeating: bracket, count: 1_000) + "merged"
            #expect { try ForbiddenExpression(text, kinds: []) } throws: {
                "\($0)" == "column 51: more than 50 brackets and negations deep"
            }
        }
    }
}
