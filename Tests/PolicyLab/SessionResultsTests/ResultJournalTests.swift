import ExactNumbers
import Foundation
import Playback
import Scenarios
import SeededRandomness
import TestSupport
import Testing

@testable import SessionResults

@Suite("Results that are kept for a run that goes on")
struct ResultJournalTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let runs = JournalRuns("evaluation", settings: ["mode=queue", "mode=replace"], program: "giftty 1")
    private static let names = (1...12).map(String.init)

    private var path: String { "\(folder.path)/kept/results.journal" }

    /// Returns a session at random: gifts of three kinds, of which one has no animation.
    private static func session(_ name: String) -> SessionSource {
        var random = SeededGenerator(seed: UInt64(name) ?? 0)
        var time: Nanoseconds = 0
        let events = (0..<(5 + random.next(below: 30))).map { _ in
            time += Nanoseconds(random.next(below: 2_000)) * 1_000_000
            var arrival = Arrival(
                kind: ["heart", "rocket", "yacht"][random.next(below: 3)],
                sender: ["ann", "bob", "cy"][random.next(below: 3)], value: Int64(random.next(below: 900)),
                duration: Nanoseconds(1 + random.next(below: 4)) * .second)
            if arrival.kind == "yacht" { arrival.asset = .missing }
            return Scenario.Event(at: time, .arrival(arrival))
        }
        return SessionSource(Scenario(name: "", events: events), path: name)
    }

    private static func play(_ name: String) throws -> SessionResult {
        let source = session(name)
        let figures = try [Settings.Mode.queue, .replace].map { mode in
            var figures = SessionFigures()
            try source.run(overriding: [.mode(mode)], observer: &figures)
            return figures
        }
        return SessionResult(of: source, identity: 0xFFFF_0000_0000_0000 + (UInt64(name) ?? 0), figures: figures)
    }

    private func journal(
        _ runs: JournalRuns = Self.runs, names: [String] = Self.names, contents: [String: UInt64] = [:]
    ) throws -> ResultJournal {
        try ResultJournal(in: "\(folder.path)/kept", of: runs, sessions: names) { contents[$0, default: 1] }
    }

    /// Asks for all sessions and returns their results as text, and the names of those that were played.
    private func results(of journal: ResultJournal, names: [String] = Self.names) throws -> (String, played: [String]) {
        var (texts, played): ([String], [String]) = ([], [])
        for name in names {
            let result = try journal.result(of: name) {
                played.append(name)
                return try Self.play(name)
            }
            texts.append(result.json(of: name))
        }
        return (texts.joined(separator: "\n"), played)
    }

    @Test("a result that was kept is the one that was played, in all its figures")
    func keptResultsAreTheSame() throws {
        let first = try results(of: try journal())
        #expect(first.played == Self.names)
        let journal = try journal()
        let second = try results(of: journal)
        #expect(second.0 == first.0 && second.played.isEmpty)
        #expect(journal.reusedCount == 12 && journal.changedCount == 0 && journal.unusedCount == 0)
        #expect(journal.remarks.isEmpty && journal.fault == nil)
        // The kinds without an animation are among the figures.
        var unknown: Set<String> = []
        for name in Self.names {
            let kept = try journal.result(of: name) { throw CancellationError() }.figures.map(\.unknownKinds)
            #expect(kept == (try Self.play(name)).figures.map(\.unknownKinds))
            unknown.formUnion(kept.flatMap(\.self))
        }
        #expect(unknown == ["yacht"])
    }

    @Test(
        "wherever a run is killed while it writes, what was written is used, and the rest is played", arguments: 1...20)
    func everyCutIsRepaired(seed: Int) throws {
        let whole = try results(of: try journal()).0
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        var random = SeededGenerator(seed: UInt64(seed))
        let cut = random.next(below: bytes.count)
        try bytes.prefix(cut).write(to: URL(fileURLWithPath: path))
        let lines = bytes.prefix(cut).count { $0 == UInt8(ascii: "\n") }
        do {
            let journal = try journal()
            let again = try results(of: journal)
            #expect(again.0 == whole, "seed \(seed)")
            #expect(again.played == Array(Self.names.dropFirst(max(0, lines - 1))), "seed \(seed)")
            let isInLine = cut > 0 && lines > 0 && bytes[bytes.startIndex + cut - 1] != UInt8(ascii: "\n")
            #expect(journal.remarks.count == (isInLine ? 1 : 0), "seed \(seed)")
        }
        // What was played is kept behind the cut.
        #expect(try results(of: try self.journal()).played.isEmpty, "seed \(seed)")
    }

    @Test("a damaged line is left out and said, wherever the damage is", arguments: 1...20)
    func damageIsFound(seed: Int) throws {
        let whole = try results(of: try journal()).0
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        var random = SeededGenerator(seed: UInt64(seed))
        let head = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
        let place = head + 1 + random.next(below: bytes.count - head - 2)
        let isEnd = bytes[place] == UInt8(ascii: "\n")
        bytes[place] = bytes[place] ^ 1
        try bytes.write(to: URL(fileURLWithPath: path))
        let journal = try journal()
        let again = try results(of: journal)
        #expect(again.0 == whole, "seed \(seed)")
        #expect(isEnd || again.played.count == 1, "seed \(seed): \(again.played)")
        #expect(journal.remarks.count == 1 && journal.remarks[0].contains("damaged line"), "seed \(seed)")
    }

    @Test("a session that has changed is played again, and its latest result is used from then on")
    func changedSessionsArePlayed() throws {
        _ = try results(of: try journal())
        do {
            let changed = try journal(contents: ["3": 2])
            #expect(try results(of: changed).played == ["3"])
            #expect(changed.changedCount == 1 && changed.reusedCount == 11)
        }
        #expect(try results(of: try journal(contents: ["3": 2])).played.isEmpty)
    }

    @Test("sessions may come, go and change places")
    func sessionsComeAndGo() throws {
        _ = try results(of: try journal())
        let names = ["20", "12", "11", "2"]
        let other = try journal(names: names)
        #expect(try results(of: other, names: names).played == ["20"])
        #expect(other.unusedCount == 9)
    }

    @Test("a session that cannot be read again, or whose file has warnings, is never kept")
    func oddSessionsAreNotKept() throws {
        for _ in 0..<2 {
            let pipe = try ResultJournal(in: "\(folder.path)/kept", of: Self.runs, sessions: ["1"]) { _ in nil }
            #expect(try results(of: pipe, names: ["1"]).played == ["1"])
            #expect(pipe.reusedCount == 0)
        }
    }

    @Test("results of other runs, another version or another file are refused, and stay as they are")
    func otherFilesAreRefused() throws {
        _ = try results(of: try journal())
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let others = [
            JournalRuns("evaluation", settings: ["mode=queue"], program: "giftty 1"),
            JournalRuns("evaluation", settings: Self.runs.settings, program: "giftty 2"),
            JournalRuns("sweep of gap", settings: Self.runs.settings, program: "giftty 1"),
        ]
        for other in others {
            let fault = #expect(throws: JournalFault.self) { try journal(other) }
            #expect(
                fault?.description
                    == "\(path): expected results of this command, found those of giftty 1, evaluation, mode=queue, mode=replace"
            )
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        for text in ["my notes", "my notes\nand more", "giftty resume"] {
            try folder.write(text, to: "kept/results.journal")
            let fault = #expect(throws: JournalFault.self) { try journal() }
            #expect(fault == .foreign(path), "\(text)")
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        }
    }

    @Test("a folder is used by one run at a time")
    func oneRunAtATime() throws {
        let first = try journal()
        #expect(throws: JournalFault.used(path)) { try journal() }
        withExtendedLifetime(first) {}
    }

    @Test("several tasks keep results at once")
    func tasksKeepResults() async throws {
        let journal = try journal()
        await withTaskGroup(of: Void.self) { group in
            for name in Self.names {
                group.addTask { _ = try? journal.result(of: name) { try Self.play(name) } }
            }
        }
        withExtendedLifetime(journal) {}
        #expect(journal.fault == nil)
    }
}
