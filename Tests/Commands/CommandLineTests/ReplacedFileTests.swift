import Foundation
import TestSupport
import Testing

@Suite("Overwriting a file")
struct ReplacedFileTests {
    @Test("a configuration file keeps its permissions", arguments: [0o600, 0o640, 0o666, 0o400])
    func permissionsAreKept(mode: Int) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("mode: queue\n", to: "ours.yaml")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        #expect(try Program.run(["config", "set", "mode", "replace", "--config", "ours.yaml"], in: folder).status == 0)
        #expect(try folder.read("ours.yaml") == "mode: replace\n")
        let kept = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(kept == mode)
    }

    @Test("commands that run at once change the configuration file one after the other, and leave nothing else")
    func commandsAtOnceLoseNoChange() throws {
        let folder = try TemporaryFolder()
        let settings = [
            "mode: replace", "replaceAt: 0.4", "early: hold", "gap: 2s", "maxWaiting: 20", "overflow: dropCheapest",
            "frameCache: 0", #"room: "attic""#,
        ]
        func change(_ words: [String]) throws -> ProgramResult {
            let commands = words.map { "\"$0\" config \($0) --config new/ours.yaml &" }
            return try Program.shell(commands.joined(separator: "\n") + "\nwait", in: folder)
        }
        let set = try change(settings.map { "set \($0.replacing(":", with: ""))" })
        #expect(set.errors == "")
        #expect(try folder.read("new/ours.yaml").split(separator: "\n").map(String.init).sorted() == settings.sorted())
        let mixed = try change(["unset mode", "unset gap", "unset early", "unset room", "set theme dark"])
        #expect(mixed.errors == "")
        let left = settings.filter { !["mode", "gap", "early", "room"].contains($0.prefix { $0 != ":" }) }
        #expect(
            try folder.read("new/ours.yaml").split(separator: "\n").map(String.init).sorted()
                == (left + ["theme: dark"]).sorted())
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/new") == ["ours.yaml"])
    }

    @Test("a setting of a file that does not exist is removed without a trace")
    func nothingToRemove() throws {
        let folder = try TemporaryFolder()
        let result = try Program.run(["config", "unset", "mode", "--config", "new/ours.yaml"], in: folder)
        #expect((result.status, result.errors) == (0, ""))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("a named pipe is written to, and not replaced")
    func namedPipeIsNotReplaced() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let wanted = try Program.run(["compare", "queue-by-value"], in: folder)
        let result = try Program.run(["compare", "queue-by-value", "--output", "pipe"], in: folder)
        #expect(result.status == 0 && result.output == "" && !wanted.output.isEmpty)
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(reader, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == wanted.output)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }
}
