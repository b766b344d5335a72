import Foundation
import TestSupport
import Testing

/// Tests the scripts of `Demo/scale`, which spread an evaluation over processes.
@Suite("Demo/scale", .serialized)
struct ScaleTests {
    /// The Python with Dask and PySpark: that of `Demo/scale/prepare.sh`, or the one that `GIFTTY_SCALE_PYTHON` names.
    private static let python =
        ProcessInfo.processInfo.environment["GIFTTY_SCALE_PYTHON"]
        ?? ProjectFolder.file(".build/scale/bin/python3").path

    private static func has(_ module: String) -> Bool {
        guard FileManager.default.isExecutableFile(atPath: python) else { return false }
        let result = try? ChildProgram.run(
            [python, "-c", "import \(module)"], environment: Programs.environment(), folder: "/", within: .seconds(60))
        return result?.status == 0
    }

    private static let policies = ["--policy", "queue", "--policy", "hold:replace,early=hold", "--format", "json"]

    let folder: TemporaryFolder
    private let whole: String

    init() throws {
        folder = try TemporaryFolder()
        for session in 0..<1_000 {
            let lines = (0..<6 + session % 7).map { gift in
                let kind = (session * 7 + gift * 5) % 3 == 0 ? "rocket" : "heart"
                return #"{"at":\#(gift * (1 + session % 4)),"type":"gift","gift":"\#(kind)","from":"v\#(session % 9)"}"#
            }
            try folder.write(lines.joined(separator: "\n") + "\n", to: "s/\(session / 100)/\(session).ndjson")
        }
        whole = try Program.run(["evaluate", "s"] + Self.policies, in: folder).output
    }

    private func run(_ command: [String]) throws -> ProgramResult {
        try ChildProgram.run(
            command + ["s", "parts"] + Self.policies,
            environment: Programs.environment(home: folder.path, ["GIFTTY": Program.path, "JOBS": "2"]),
            folder: folder.path, within: .seconds(280))
    }

    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder.path)/\(name)") }

    @Test(
        "GNU parallel gives the bytes of a single run, and goes on after an interruption",
        .enabled(if: Programs.find("parallel") != nil, "GNU parallel is not installed"))
    func parallelGivesTheSameBytes() throws {
        let script = ProjectFolder.file("Demo/scale/parallel.sh").path
        let result = try run(["/bin/sh", script])
        #expect(result.status == 0, "\(result.errors)")
        #expect(whole.contains("\"sessions\":1000,") && result.output == whole)
        try FileManager.default.removeItem(atPath: "\(folder.path)/parts/list-aaad.json")
        #expect(try run(["/bin/sh", script]).output == whole)
    }

    @Test(
        "Dask gives the bytes of a single run, although a worker is killed",
        .enabled(if: has("distributed"), "Dask is not installed: Demo/scale/prepare.sh"))
    func daskGivesTheSameBytes() throws {
        let script = ProjectFolder.file("Demo/scale/dask_evaluate.py").path
        let result = try run([Self.python, script, "--kill-one", "--workers", "2"])
        #expect(result.status == 0, "\(result.errors.suffix(2_000))")
        #expect(exists("parts/killed") && result.output == whole)
    }

    @Test(
        "Spark gives the bytes of a single run, although a partition fails",
        .enabled(if: Programs.find("java") != nil && has("pyspark"), "Java or PySpark is not installed"))
    func sparkGivesTheSameBytes() throws {
        let script = ProjectFolder.file("Demo/scale/spark_evaluate.py").path
        let result = try run([Self.python, script, "--fail-one", "--master", "local[2,4]"])
        #expect(result.status == 0, "\(result.errors.suffix(2_000))")
        #expect(exists("parts/failed") && result.output == whole)
    }
}
