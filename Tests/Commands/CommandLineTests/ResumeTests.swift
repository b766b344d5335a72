import Foundation
import SeededRandomness
import TestSupport
import Testing

/// Tests of runs over many sessions that are interrupted and go on.
@Suite("--resume")
struct ResumeTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for session in 1...80 {
            var random = SeededGenerator(seed: UInt64(session))
            var time = 0
            let lines = (0..<120).map { _ in
                time += random.next(below: 1_500)
                let kind = ["rocket", "heart", "castle", "unicorn"][random.next(below: 4)]
                return
                    #"{"at":\#(Double(time) / 1_000),"type":"gift","gift":"\#(kind)","from":"v\#(random.next(below: 5))"}"#
            }
            try folder.write(lines.joined(separator: "\n") + "\n", to: "s/room-\(session % 4)/\(session).ndjson")
        }
    }

    /// The commands that go on, each with what it prints.
    static let commands: [[String]] = [
        ["evaluate", "s", "--policy", "queue", "--policy", "hold:replace,early=hold", "--format", "json"],
        ["compare", "s", "--group", "folder"], ["sweep", "s", "--replace-at", "0:1:0.05", "--format", "csv"],
        ["sweep", "s", "--over", "maxWaiting=0:20:2", "--set", "mode=queue", "--group", "folder", "--format", "json"],
        ["sweep", "s", "--replace-at", "0:1:0.05"],
    ]

    private static let journal = "r/results.journal"

    private func run(_ words: [String], _ more: String...) throws -> ProgramResult {
        try Program.run(words + more, in: folder)
    }

    private func size() -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(Self.journal)")
        return (attributes?[.size] as? Int) ?? 0
    }

    /// Starts a command and ends it by a signal as soon as it has kept some bytes more; returns its exit status.
    private func interrupt(_ words: [String], by signal: Int32, after bytes: Int) throws -> Int32 {
        let program = try ChildProgram(
            [Program.path] + words + ["--resume", "r"], environment: Programs.environment(home: folder.path),
            folder: folder.path, output: .nullDevice, errors: .nullDevice)
        let goal = size() + bytes
        while program.isRunning, size() < goal { Thread.sleep(forTimeInterval: 0.001) }
        return try program.end(by: signal)
    }

    @Test("a run that is interrupted again and again gives the bytes of one that is not", arguments: commands)
    func interruptedRunGoesOn(words: [String]) throws {
        let whole = try run(words)
        #expect(whole.status == 0 && whole.errors == "")
        var random = SeededGenerator(seed: 7)
        var interruptions = 0
        for signal in [SIGKILL, SIGINT, SIGKILL] {
            let bytes = 1 + random.next(below: 40_000)
            if try interrupt(words, by: signal, after: bytes) == 128 + signal { interruptions += 1 }
        }
        #expect(interruptions > 0, "no run was still at work after it had kept some results, seed 7")
        let last = try run(words, "--resume", "r")
        #expect(last.status == 0 && last.output == whole.output)
        #expect(last.errors.contains("of 80 sessions were played by an earlier run"), "\(last.errors)")
        let again = try run(words, "--resume", "r")
        #expect(again.output == whole.output)
        #expect(again.errorLine == "giftty: \(Self.journal): 80 of 80 sessions were played by an earlier run")
    }

    @Test("what was kept is not played again, a changed session is, and a removed one counts nowhere")
    func changesAreNoticed() throws {
        let words = Self.commands[0]
        _ = try run(words, "--resume", "r")
        let castle = #"{"at":0,"type":"gift","gift":"castle","from":"ann"}"# + "\n"
        try folder.write(castle, to: "s/room-1/1.ndjson")
        try FileManager.default.removeItem(atPath: "\(folder.path)/s/room-2/2.ndjson")
        try folder.write(castle, to: "s/room-9/new.ndjson")
        let result = try run(words, "--resume", "r")
        #expect(result.output == (try run(words)).output)
        #expect(
            result.errors.split(separator: "\n").map(String.init) == [
                "giftty: \(Self.journal): 78 of 80 sessions were played by an earlier run",
                "giftty: \(Self.journal): 1 session has changed since, and was played again",
                "giftty: \(Self.journal): 1 session is not part of this run, and is ignored",
            ])
    }

    @Test("what is torn or damaged is played again, and said")
    func damageIsRepaired() throws {
        let words = Self.commands[4]
        let whole = try run(words, "--resume", "r").output
        let path = URL(fileURLWithPath: "\(folder.path)/\(Self.journal)")
        let bytes = try Data(contentsOf: path)
        try bytes.dropLast(100).write(to: path)
        let torn = try run(words, "--resume", "r")
        #expect(torn.output == whole && torn.status == 0)
        #expect(torn.errors.contains("\(Self.journal): the last line is cut off, and its session is played again"))
        #expect(torn.errors.contains("79 of 80 sessions"))
        var damaged = bytes
        damaged[damaged.count / 2] ^= 1
        try damaged.write(to: path)
        let mended = try run(words, "--resume", "r")
        #expect(mended.output == whole && mended.errors.contains("1 damaged line, whose sessions are played again"))
    }

    @Test("the results of another command, or another file, are refused and stay as they are")
    func otherResultsAreRefused() throws {
        _ = try run(["compare", "s", "--resume", "r"])
        let before = try folder.read(Self.journal)
        for words in [
            ["compare", "s", "--policy", "queue", "--policy", "replace,replaceAt=0.4"],
            ["evaluate", "s", "--set", "gap=1s"],
            ["sweep", "s", "--replace-at", "0:1:0.5"], ["sweep", "s", "--over", "gap=0:1s:1s"],
        ] {
            let result = try run(words, "--resume", "r")
            #expect(result.status == 65 && result.output == "", "\(words)")
            #expect(
                result.errorLine
                    == "giftty: --resume: \(Self.journal): expected results of this command, found those of "
                    + "giftty 0.1.0, evaluation, mode queue, mode replace", "\(words)")
        }
        #expect(try folder.read(Self.journal) == before)
        // Neither the seed nor the groups nor the form of the report decide what is played.
        let other = try run(["evaluate", "s", "--seed", "5", "--group", "folder", "--format", "csv"], "--resume", "r")
        #expect(other.status == 0 && other.errors.contains("80 of 80 sessions"))
        #expect(
            other.output == (try run(["evaluate", "s", "--seed", "5", "--group", "folder", "--format", "csv"])).output)
        try folder.write("my notes\n", to: "n/results.journal")
        let notes = try run(["compare", "s", "--resume", "n"])
        #expect(notes.status == 65 && notes.errors.contains("expected results that --resume keeps, found another file"))
        #expect(try folder.read("n/results.journal") == "my notes\n")
    }

    @Test(
        "sessions in production logs are kept too, and those with warnings are played, so that these are seen each time"
    )
    func logsAndWarnings() throws {
        try folder.write("session: room\nat: {column: t, format: s}\ngift: what\nsender: who\n", to: "map.yaml")
        let rows = (0..<40).map { "\($0),heart,ann,room-\($0 % 5)" }
        try folder.write((["t,what,who,room"] + rows).joined(separator: "\n") + "\n", to: "log.csv")
        let words = ["evaluate", "log.csv", "--mapping", "map.yaml", "--format", "json"]
        let whole = try run(words)
        #expect(whole.status == 0, "\(whole.errors)")
        for count in [0, 5] {
            let result = try run(words, "--resume", "m")
            #expect(result.output == whole.output)
            #expect(result.errors.contains("\(count) of 5 sessions") == (count > 0), "\(result.errors)")
        }
        try folder.write(#"{"at":0,"type":"gfit","gift":"heart","from":"ann"}"# + "\n", to: "w/odd.ndjson")
        try folder.write(#"{"at":0,"type":"gift","gift":"heart","from":"ann"}"# + "\n", to: "w/good.ndjson")
        for command in [["evaluate", "w"], ["sweep", "w", "--replace-at", "0:1:0.5"]] {
            for _ in 0..<2 {
                let result = try run(command, "--resume", "odd-\(command[0])")
                #expect(result.errors.contains("w/odd.ndjson:1: skipped:"), "\(command): \(result.errors)")
            }
        }
    }

    @Test("wrong usage is explained, and a folder that cannot be written is exit status 73")
    func wrongUsageIsExplained() throws {
        #expect(
            try run(["compare", "s/room-1/1.ndjson", "--resume", "r"]).errorLine
                == "giftty: --resume: expected several sessions, found one")
        #expect(try run(["evaluate", "--merge", "x.json", "--resume", "r"]).status == 64)
        try folder.write("", to: "file")
        let result = try run(["evaluate", "s", "--resume", "file/r"])
        #expect(result.status == 73 && result.output == "" && result.errorLine != nil)
    }
}
