import JSON
import Recordings
import SeededRandomness
import Testing

@testable import PolicyEvaluation
@testable import Scenarios

/// Tests of sessions that depend on each other: those of a room, or of a day.
@Suite("Groups of sessions")
struct GroupedSessionsTests {
    /// A session of a room under two policies: the gifts shown, which are equal on average.
    private struct Pair {
        let room: Int
        let day: Int
        let shown: [Int]
    }

    /// Returns sessions of some rooms. In each room all differences lean to the same side, at random.
    private static func sessions(rooms: Int, perRoom: Int, seed: UInt64) -> [Pair] {
        var random = SeededGenerator(seed: seed)
        var sessions: [Pair] = []
        for room in 0..<rooms {
            let lean = random.next(below: 41) - 20
            for day in 0..<perRoom {
                sessions.append(Pair(room: room, day: day, shown: [100, 100 + lean + random.next(below: 9) - 4]))
            }
        }
        return sessions
    }

    private static func figures(shown: Int) -> SessionFigures {
        var figures = SessionFigures()
        figures.shown = shown
        return figures
    }

    private static let byRoom = try? [SessionGrouping("folder:2")]
    private static let byRoomAndDay = try? [SessionGrouping("folder:2"), SessionGrouping("key")]

    /// Returns the evaluation of sessions; without groupings, each is resampled by itself.
    private static func evaluation(_ sessions: [Pair], _ groupings: [SessionGrouping]?, seed: UInt64 = 1) throws
        -> Evaluation
    {
        var evaluation = Evaluation(policies: Policy.bothModes, seed: seed, groupings: groupings ?? [])
        for (index, session) in sessions.enumerated() {
            let path = "rooms/\(session.room)/week/\(session.day).ndjson"
            evaluation.add(
                session.shown.map { figures(shown: $0) }, identity: UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15,
                groups: try (groupings ?? []).groups(of: path))
        }
        return evaluation
    }

    private static func width(_ evaluation: Evaluation) throws -> Double {
        let interval = try #require(evaluation.comparisons[0].figures[0].interval)
        return interval.high - interval.low
    }

    @Test(
        "the intervals of sessions that lean together are wider, those of rooms and days together never narrower",
        arguments: 1...8)
    func intervalsAreWider(seed: Int) throws {
        let sessions = Self.sessions(rooms: 20, perRoom: 10, seed: UInt64(seed))
        let alone = try Self.width(try Self.evaluation(sessions, nil))
        let byRoom = try Self.width(try Self.evaluation(sessions, Self.byRoom))
        let crossed = try Self.width(try Self.evaluation(sessions, Self.byRoomAndDay))
        // Ten sessions of a room are little more than one: the interval is about the root of ten wider.
        #expect(byRoom > 2 * alone && byRoom < 5 * alone, "seed \(seed): \(alone), \(byRoom)")
        #expect(crossed > 0.9 * byRoom, "seed \(seed)")
        let means = try [nil, Self.byRoom].map {
            try #require(Self.evaluation(sessions, $0).comparisons[0].figures[0].mean)
        }
        #expect(means[0] == means[1])
    }

    @Test("intervals of groups contain the true mean as often as they should, those of single sessions do not")
    func intervalsCoverTheTrueMean() throws {
        var hits = (alone: 0, grouped: 0)
        for trial in 1...100 {
            let sessions = Self.sessions(rooms: 25, perRoom: 6, seed: UInt64(trial))
            for (isGrouped, groupings) in [(false, nil), (true, Self.byRoom)] {
                let interval = try #require(
                    Self.evaluation(sessions, groupings, seed: UInt64(trial)).comparisons[0].figures[0].interval)
                guard interval.low <= 0, interval.high >= 0 else { continue }
                if isGrouped { hits.grouped += 1 } else { hits.alone += 1 }
            }
        }
        // Of 100 intervals of 95 %, fewer than 87 would happen once in 500 times if they were right.
        #expect((87...100).contains(hits.grouped), "\(hits) of 100")
        #expect(hits.alone < 75, "\(hits) of 100")
    }

    @Test("parts with parts of the groups merge to the bytes of the whole, in any order", arguments: 1...5)
    func partsMerge(seed: Int) throws {
        let sessions = Self.sessions(rooms: 6, perRoom: 4, seed: UInt64(seed))
        let whole = try Self.evaluation(sessions, Self.byRoomAndDay).partJSON.text
        var random = SeededGenerator(seed: UInt64(seed))
        let order = sessions.indices.shuffled(using: &random)
        var merged: Evaluation?
        for part in [order[..<7], order[7..<9], order[9...]] {
            // The identities are those of the whole, so that only the grouping of the parts differs.
            var evaluation = Evaluation(policies: Policy.bothModes, seed: 1, groupings: Self.byRoomAndDay ?? [])
            for index in part {
                let path = "rooms/\(sessions[index].room)/week/\(sessions[index].day).ndjson"
                evaluation.add(
                    sessions[index].shown.map { Self.figures(shown: $0) }, identity: UInt64(index),
                    groups: try (Self.byRoomAndDay ?? []).groups(of: path))
            }
            let read = try Evaluation(partJSON: Array(evaluation.partJSON.text.utf8), path: "part.json")
            if merged == nil { merged = read } else { try merged?.merge(read, path: "part.json") }
        }
        #expect(merged?.partJSON.text == whole, "seed \(seed)")
        #expect(merged?.groupCounts == [6, 4])
    }

    @Test("parts with other groups are refused")
    func otherGroupsAreRefused() throws {
        var one = Evaluation(policies: Policy.bothModes, seed: 1, groupings: Self.byRoom ?? [])
        let other = Evaluation(policies: Policy.bothModes, seed: 1)
        #expect(throws: EvaluationFault.self) { try one.merge(other, path: "other.json") }
    }

    @Test("of one group no interval is told, and nothing is found")
    func oneGroupHasNoInterval() throws {
        let sessions = Self.sessions(rooms: 1, perRoom: 20, seed: 3)
        let sums = try Self.evaluation(sessions, Self.byRoom).comparisons[0].figures[0]
        #expect(sums.interval == nil && sums.verdict == .undecided && sums.mean != 0)
        var differences = SweepDifferences(values: 2)
        for session in sessions { differences.add(session.shown.map { Self.figures(shown: $0) }, groups: [7]) }
        #expect(differences.tests.isEmpty)
    }

    @Test(
        "the tests of a sweep find a difference of equal policies about once in twenty times, if they know the groups")
    func sweepKnowsGroups() {
        var findings = (alone: 0, grouped: 0)
        for trial in 1...200 {
            let sessions = Self.sessions(rooms: 25, perRoom: 6, seed: UInt64(trial))
            for isGrouped in [false, true] {
                var differences = SweepDifferences(values: 2)
                for session in sessions {
                    differences.add(
                        session.shown.map { Self.figures(shown: $0) }, groups: isGrouped ? [UInt64(session.room)] : [])
                }
                let isFound = differences.tests.contains { $0.figure == .shown && $0.probability <= 0.05 }
                if isFound { if isGrouped { findings.grouped += 1 } else { findings.alone += 1 } }
            }
        }
        #expect((2...22).contains(findings.grouped), "\(findings) of 200")
        #expect(findings.alone > 60, "\(findings) of 200")
    }

    @Test("groups of one session each are tested as sessions are")
    func singleGroupsAreSessions() throws {
        let sessions = Self.sessions(rooms: 12, perRoom: 1, seed: 9)
        var (alone, grouped) = (SweepDifferences(values: 2), SweepDifferences(values: 2))
        for session in sessions {
            let figures = session.shown.map { Self.figures(shown: $0) }
            alone.add(figures)
            grouped.add(figures, groups: [UInt64(session.room)])
        }
        let pairs = zip(alone.tests, grouped.tests)
        #expect(alone.tests.count == grouped.tests.count && grouped.groupCounts == [12])
        for (one, two) in pairs { #expect(abs(one.probability - two.probability) < 1e-9) }
    }
}

@Suite("Names of groups")
struct SessionGroupingTests {
    @Test(
        "a group is a folder of the path, or values of the name",
        arguments: [
            ("folder", "rooms/1/a.ndjson", "rooms/1"), ("folder:2", "rooms/1/a.ndjson", "rooms"),
            ("folder:1", "/rooms/1/a.ndjson", "/rooms/1"), ("key", "s/room-1+2026-11-21.ndjson", "room-1"),
            ("key:2", "s/room-1+2026-11-21.jsonl", "2026-11-21"), ("key:2,1", "a+b+c.ndjson", "b+a"),
            ("key", "evening.yaml", "evening"),
        ])
    func groupIsFound(text: String, session: String, group: String) throws {
        #expect(try SessionGrouping(text).group(of: session) == group)
    }

    @Test("the key of a session in a log may have any character")
    func keysOfLogsAreWhole() throws {
        #expect(try SessionGrouping("key:1").group(of: "a/b.ndjson+c", isFile: false) == "a/b.ndjson")
        #expect(throws: SessionGrouping.SyntaxError.self) {
            try SessionGrouping("folder").group(of: "a/b", isFile: false)
        }
    }

    @Test("wrong groups are explained", arguments: ["room", "folder:0", "folder:x", "folder:1,2", "key:", "key:1,100"])
    func wrongGroupsAreExplained(text: String) {
        #expect(throws: SessionGrouping.SyntaxError.self) { try SessionGrouping(text) }
    }

    @Test("a session without the folder or the value is an error with its name")
    func missingGroupsAreErrors() throws {
        for (text, session) in [("folder", "a.ndjson"), ("folder:2", "x/a.ndjson"), ("key:2", "x/a.ndjson")] {
            let error = #expect(throws: SessionGrouping.SyntaxError.self) {
                try SessionGrouping(text).group(of: session)
            }
            #expect(error?.description.hasPrefix("\(session): expected at least") == true)
        }
    }
}
