import Foundation
import TestSupport
import Testing

@Suite("--html")
struct HTMLReportFileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            name: late gift
            settings: {mode: replace}
            gifts: {rocket: {duration: 4s, value: 500}, heart: 1.5s}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 2s, gift: heart, from: bob}
            expect:
              - {gift: 1, outcome: completed}
            """, to: "late.yaml")
        try folder.write(
            """
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 1s, gift: heart, from: bob}
            """, to: "other.yaml")
        try folder.write(
            """
            {"at":0,"event":"arrived","gift":1,"name":"rocket","from":"ann","duration":4}
            {"at":3,"event":"started","gift":1}
            """, to: "app.log")
    }

    /// The commands that write pages, with their exit status.
    static let commands: [(words: [String], status: Int32)] = [
        (["compare", "late.yaml"], 0), (["sweep", "late.yaml", "--replace-at", "0:1:0.5"], 0),
        (["evaluate", "late.yaml"], 0), (["check", "late.yaml"], 1), (["conform", "app.log"], 1),
        (["explore", "--gifts", "1", "--actions", "0", "--never", "completed"], 1),
        (
            [
                "tune", "late.yaml", "other.yaml", "--maximise", "shown", "--search", "early=drop,hold", "--gifts", "1",
                "--actions", "0", "--promise", "never completed",
            ], 1
        ),
    ]

    @Test("each command writes a page besides its report, the same bytes every time", arguments: commands)
    func commandWritesPage(words: [String], status: Int32) throws {
        let plain = try Program.run(words, in: folder)
        let first = try Program.run(words + ["--html", "one.html"], in: folder)
        let second = try Program.run(words + ["--html", "two.html"], in: folder)
        #expect(plain.status == status && first.status == status && second.status == status)
        #expect(first.errors == "")
        if words[0] != "explore" { #expect(first.output == plain.output) }
        let page = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/one.html"))
        #expect(page == (try Data(contentsOf: URL(fileURLWithPath: folder.path + "/two.html"))))
        #expect(String(decoding: page, as: UTF8.self).contains("giftty \(words[0])"))
    }

    @Test("a file of another ending is an error before the work")
    func otherEndingIsAnError() throws {
        let result = try Program.run(["compare", "late.yaml", "--html", "page.pdf"], in: folder)
        #expect(result.status == 64 && result.output == "")
        #expect(result.errorLine?.contains("--html") == true)
    }
}
