import Foundation
import TestSupport
import Testing

@Suite("Programs that tests start")
struct ChildProgramTests {
    @Test("a run returns status, output and errors, and passes the whole input")
    func run() throws {
        let input = String(repeating: "a line\n", count: 100_000)
        let result = try ChildProgram.run(["sh", "-c", "wc -l; echo wrong >&2; exit 3"], input: input)
        #expect(result.status == 3 && result.output.trimmingCharacters(in: .whitespacesAndNewlines) == "100000")
        #expect(result.errorLine == "wrong")
        #expect(throws: ChildProgram.NotStarted.self) { try ChildProgram.run(["/nonexistent/program"]) }
    }

    @Test("output and errors that are larger than a pipe are returned completely")
    func muchOutput() throws {
        let result = try ChildProgram.run(["sh", "-c", "seq 100000 >&2; seq 100000"])
        #expect(result.lines.count == 100_000 && result.errors.split(separator: "\n").count == 100_000)
    }

    @Test("a program that a signal ends has the status 128 plus the signal's number, as in a shell")
    func signals() throws {
        let program = try ChildProgram(["sleep", "600"])
        #expect(program.isRunning)
        #expect(try program.end(by: SIGTERM) == 128 + SIGTERM)
        #expect(!program.isRunning)
    }

    @Test("a program inherits no descriptors, signal settings or variables from the tests")
    func surroundings() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "open")
        // Opened without `O_CLOEXEC` on purpose.
        let descriptor = open(folder.path + "/open", O_RDONLY)
        defer { close(descriptor) }
        let result = try ChildProgram.run(
            [
                "sh", "-c",
                "pwd; ls /proc/self/fd | wc -l; grep -E 'Sig(Blk|Ign)' /proc/self/status; env | grep -v '^\\(PWD\\|SHLVL\\|_\\)='",
            ], environment: ["PATH": "/usr/bin:/bin", "A": "b"], folder: folder.path)
        // One of the four descriptors is that of the directory that `ls` reads.
        let (signals, others) = (
            result.lines.filter { $0.hasPrefix("Sig") }, result.lines.filter { !$0.hasPrefix("Sig") }
        )
        #expect(others.sorted() == [folder.path, "4", "A=b", "PATH=/usr/bin:/bin"])
        // The C library reserves the signals 32 and 33; nobody can change them.
        let changeable = try signals.map { line in
            try #require(UInt64(line.suffix(16), radix: 16)) & ~(0b11 << 31)
        }
        #expect(changeable == [0, 0])
    }

    @Test("releasing the last reference ends a program and its children")
    func references() throws {
        let folder = try TemporaryFolder()
        do {
            let script = "sleep 600 & echo $! >child; wait"
            let program = try ChildProgram(["sh", "-c", script], folder: folder.path)
            try waitFor("the child") { (try? folder.read("child").hasSuffix("\n")) ?? false }
            #expect(program.isRunning)
        }
        let child = try #require(pid_t(folder.read("child").trimmingCharacters(in: .newlines)))
        // The killed child may remain a zombie until its parent has waited for it.
        try waitFor("its end") {
            let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
            return state.map { $0.split(separator: ")").last?.hasPrefix(" Z") == true } ?? true
        }
    }

    @Test("a wait for something that never happens ends after its limit and names what it waited for")
    func limits() throws {
        let program = try BackgroundProgram(["sleep", "600"])
        let error = #expect(throws: WaitTimeoutError.self) { try program.end(within: .milliseconds(20)) }
        #expect(error?.description.contains("the end of sleep 600") == true)
        #expect(throws: WaitTimeoutError.self) {
            try ChildProgram.run(["sleep", "600"], within: .milliseconds(20))
        }
        #expect(throws: WaitTimeoutError.self) { try BackgroundProgram(["true"]).wait(forText: "a word") }
    }

    @Test("output is read while a program runs, and a number only when it is complete")
    func background() throws {
        let program = try BackgroundProgram([
            "sh", "-c", "printf 'port 12'; read line; echo 34; echo done >&2; sleep 600",
        ])
        // The input ends at once, so `read` does not block.
        #expect(try program.number(after: "port ") == 1234)
        try program.wait(forText: "done")
        #expect(try program.errors == "done\n" && program.isRunning)
    }

    @Test("GIFTTY_PROGRAMS changes the folder of the released programs, and of no others")
    func places() {
        let environment = ["GIFTTY_PROGRAMS": "/opt/release"]
        #expect(Programs.built("giftty", environment: environment) == "/opt/release/giftty")
        #expect(Programs.built("gift-store", environment: environment) == "/opt/release/gift-store")
        #expect(!Programs.built("TerminalProbe", environment: environment).hasPrefix("/opt"))
        #expect(!Programs.built("giftty", environment: ["GIFTTY_PROGRAMS": ""]).isEmpty)
        #expect(Programs.built("giftty", environment: [:]).hasSuffix("/giftty"))
    }
}
