import Playback
import PolicyExploration
import Testing

/// What `--never` takes, and when it is so.
@Suite struct ForbiddenExpressionTests {
    /// Explores under settings and says in how many gifts and actions the expression comes true; `nil` if never.
    private static func length(_ text: String, _ settings: [Setting] = [], gifts: Int = 2) async throws -> Int? {
        var all = Settings()
        for setting in settings { all.apply(setting) }
        var plan = ExplorationPlan(settings: all, gifts: gifts, actions: 1)
        plan.forbidden = [try ForbiddenExpression(text, kinds: plan.kinds.map(\.name))]
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
            // A gift without length has no progress; paused, it can be replaced all the same.
            ("replaced & progress < 30%", [.mode(.replace)], 3),
            ("replaced & progress <= 0.3", [.mode(.replace)], 2),
            ("replaced & duration > 0s", [.mode(.replace), .replaceAt(Millionths(2_000_000))], nil),
            // Above 1 means never, for a gift without length too.
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
    func itIsFoundInTheFewestEvents(text: String, settings: [Setting], length: Int?) async throws {
        #expect(try await Self.length(text, settings) == length, "\(text)")
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
        ("waited > 3", #"column 10: "waited" is compared with a duration such as 1.5s, found "3""#),
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
    ])
    func anErrorSaysWhereAndWhatWasExpected(text: String, error: String) {
        #expect { try ForbiddenExpression(text, kinds: ["rocket", "heart"]) } throws: { "\($0)" == error }
    }

    @Test func aThousandBracketsAreAnErrorAndNotAnOverflow() {
        for bracket in ["(", "!"] {
            let text = String(repeating: bracket, count: 1_000) + "merged"
            #expect { try ForbiddenExpression(text, kinds: []) } throws: {
                "\($0)" == "column 51: more than 50 brackets and negations deep"
            }
        }
    }
}
