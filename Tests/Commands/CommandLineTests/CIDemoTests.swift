import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The steps of Demo/ci, as a build server runs them.
@Suite("The steps of a build server")
struct CIDemoTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            gifts: {heart: 1s}
            events: [{at: 0, gift: heart, from: ann}]
            expect:
              - {gift: 1, outcome: completed}
            """, to: "good.yaml")
        try folder.write(
            """
            gifts: {heart: 1s}
            events: [{at: 0, gift: heart, from: ann}]
            expect:
              - {gift: 1, outcome: dropped}
            """, to: "bad.yaml")
        try folder.write(
            """
            {"at":0,"event":"arrived","gift":1,"name":"heart","from":"ann","duration":1}
            {"at":3,"event":"started","gift":1}
            """, to: "app.ndjson")
    }

    private func run(_ environment: String) throws -> ProgramResult {
        let script = ProjectFolder.file("Demo/ci/run.sh").path
        return try Program.shell("\(environment) GIFTTY=\"$0\" REPORTS=out sh '\(script)'", in: folder)
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(folder.path)/out/\(name)")
    }

    @Test("what holds passes, and leaves a page and a JUnit file")
    func goodScenarioPasses() throws {
        let result = try run("GITHUB_ACTIONS=true SCENARIOS=good.yaml")
        #expect(result.status == 0 && !result.output.contains("::error"), "\(result.output)\(result.errors)")
        #expect(exists("check.html") && exists("check.xml") && !exists("check.status"))
    }

    @Test("failures are annotations at their lines on GitHub, and fail the job")
    func failuresAreAnnotated() throws {
        let result = try run("GITHUB_ACTIONS=true SCENARIOS='good.yaml bad.yaml' LOGS='*.ndjson' POLICY=queue")
        #expect(result.status == 1)
        #expect(
            result.output.contains("::error file=bad.yaml,line=4,col=5::gift 1: expected dropped"), "\(result.output)")
        // The log says nothing at the moment at which the gift must start.
        #expect(
            result.output.contains("::error file=app.ndjson,line=2::found gift 1 started at 3s"), "\(result.output)")
        #expect(exists("check.xml") && exists("conform.html") && exists("conform.xml"))
    }

    @Test("elsewhere the text stays as it is, and the job fails too")
    func otherServersHaveTheText() throws {
        let result = try run("GITHUB_ACTIONS= LOGS=app.ndjson")
        #expect(result.status == 1 && !result.output.contains("::error"))
        #expect(result.output.contains("app.ndjson:2: found gift 1 started at 3s"))
    }

    @Test("a file that cannot be read is an annotation, and in the JUnit file")
    func brokenFilesAreReported() throws {
        try folder.write("nonsense", to: "a:b.ndjson")
        let result = try run("GITHUB_ACTIONS=true SCENARIOS=none.yaml LOGS=a:b.ndjson")
        #expect(result.status == 65)
        #expect(result.output.contains("::error::none.yaml: no such file"), "\(result.output)")
        #expect(result.output.contains("::error file=a%3Ab.ndjson,line=1,col=1::"), "\(result.output)")
        for (name, message) in [("check", "none.yaml: no such file"), ("conform", "a:b.ndjson:1:1: ")] {
            let report = try String(contentsOfFile: "\(folder.path)/out/\(name).xml", encoding: .utf8)
            #expect(report.contains("<error message=\"giftty: \(message)"), "\(report)")
            _ = try XMLDocument(xmlString: report)
        }
    }

    @Test("nothing to check is an error")
    func nothingIsAnError() throws {
        let result = try run("GITHUB_ACTIONS=true")
        #expect(result.status == 64 && result.errors == "run.sh: expected SCENARIOS or LOGS, found none of them\n")
    }

    @Test(
        "the scripts have no findings of ShellCheck",
        .enabled(if: Programs.find("shellcheck") != nil, "ShellCheck is not installed"))
    func scriptsAreSound() throws {
        let scripts = ["run.sh", "annotate.sh"].map { ProjectFolder.file("Demo/ci/\($0)").path }
        let result = try ChildProgram.run(["shellcheck", "-s", "sh"] + scripts)
        #expect(result.status == 0, "\(result.output)")
    }

    @Test(
        "the action and the template are valid by the schemas of GitHub and GitLab",
        .enabled(if: Programs.find("check-jsonschema") != nil, "check-jsonschema is not installed"),
        arguments: [("action.yml", "vendor.github-actions"), ("gitlab.yml", "vendor.gitlab-ci")])
    func filesAreValid(file: String, schema: String) throws {
        let result = try ChildProgram.run(
            ["check-jsonschema", "--builtin-schema", schema, ProjectFolder.file("Demo/ci/\(file)").path])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
}
