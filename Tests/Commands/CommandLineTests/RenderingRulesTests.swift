import TestSupport
import Testing

@Suite("The rules where players differ")
struct RenderingRulesTests {
    let folder: TemporaryFolder

    /// Two squares that overlap, merged by intersection, which browsers draw as a union.
    private static let document = #"""
        {"v":"5.7.4","fr":30,"ip":0,"op":30,"w":8,"h":4,"layers":[{"ty":4,"ip":0,"op":30,"ks":{},"shapes":[
          {"ty":"gr","it":[
            {"ty":"rc","p":{"k":[2,2]},"s":{"k":[4,4]},"r":{"k":0}},
            {"ty":"rc","p":{"k":[4,2]},"s":{"k":[4,4]},"r":{"k":0}},
            {"ty":"mm","mm":4},{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}},{"ty":"tr"}]}]}]}
        """#

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.document, to: "merged.json")
        try folder.write(Self.document.replacing(#"{"ty":"mm","mm":4},"#, with: ""), to: "plain.json")
    }

    @Test("render and bench draw by the rules of --rules")
    func rulesReachTheRenderer() throws {
        func row(_ arguments: String...) throws -> String? { try render(arguments).lines.first }
        let web = try row()
        #expect(web == "\u{1B}[48;2;255;0;0m      \u{1B}[49m  \u{1B}[0m")
        #expect(try row("--rules", "web") == web)
        #expect(try row("--rules", "after-effects") == "  \u{1B}[48;2;255;0;0m  \u{1B}[49m    \u{1B}[0m")
        let arguments = ["merged.json", "--pixels", "8x4", "--rules", "after-effects"]
        #expect(try Program.run(["bench"] + arguments, in: folder).status == 0)
        #expect(try render(["--rules", "flash"]).status == 64)
    }

    private func render(_ arguments: [String]) throws -> ProgramResult {
        try Program.run(
            ["render", "merged.json", "--pixels", "8x4", "--colors", "truecolor"] + arguments, in: folder)
    }

    @Test("inspect names the rules that change this animation, and how much")
    func inspectNamesDifferences() throws {
        let text = try Program.run(["inspect", "merged.json"], in: folder)
        let rules = text.lines.filter { $0.hasPrefix("rules ") }
        #expect(
            rules == [
                "rules         after-effects changes merged paths: up to 66.7 % of the drawn pixels, most at frame 0"
            ])
        let json = try Program.run(["inspect", "merged.json", "--format", "json"], in: folder)
        #expect(json.output.contains(#""rules":[{"changes":"merged paths","share":0.6"#))
        let plain = try Program.run(["inspect", "plain.json", "--format", "json"], in: folder)
        #expect(plain.output.contains(#""rules":[]"#))
        let quick = try Program.run(["inspect", "merged.json", "--no-cost"], in: folder)
        #expect(!quick.output.contains("after-effects"))
    }
}
