import BrowserSupport
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

    @Test(
        "the page of each command is used in a browser: it loads nothing, has both color schemes, tables, names and keys",
        .enabled(if: Chromium.isInstalled, "needs chromium and chromedriver"), arguments: commands)
    func pageIsUsed(words: [String], status: Int32) throws {
        let result = try Program.run(words + ["--html", "page.html"], in: folder)
        #expect(result.status == status)
        let path = "\(folder.path)/page.html"
        let page = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(page.count < 2_000_000)
        let chromium = try Chromium()
        defer { chromium.quit() }
        let browser = Browser(chromium: chromium)
        try browser.open("file://" + path)
        try expectStructure(browser)
        try expectKeys(browser, hasSteps: !["sweep", "evaluate", "compare"].contains(words[0]))
        let grounds = try [false, true].map { isDark in
            try browser.resize(width: 1280, height: 800, isDark: isDark)
            let ground: String = try browser.find("return getComputedStyle(document.body).backgroundColor")
            try expectNoViolations(browser)
            return ground
        }
        #expect(grounds[0] != grounds[1])
        for width in [360, 1280] {
            try browser.resize(width: width, height: 800)
            let scroll: [Int] = try browser.find("return [document.documentElement.scrollWidth, innerWidth]")
            #expect(scroll[0] <= scroll[1], "\(width)")
        }
        let saved: [String] = try browser.find(
            """
            let seen = [];
            HTMLAnchorElement.prototype.click = function () { seen = [this.download, this.href.slice(0, 5)]; };
            document.getElementById("download").click();
            return [...seen, document.getElementById("figures").textContent];
            """)
        #expect(saved.first == "giftty-\(words[0]).json" && saved[1] == "blob:")
        _ = try JSONSerialization.jsonObject(with: Data(saved[2].utf8))
        let requests: [String] = try browser.find(
            "return performance.getEntriesByType('resource').map((e) => e.name).filter((n) => !n.startsWith('blob:'))")
        let messages = try browser.logMessages()
        #expect(requests.isEmpty && messages.isEmpty, "\(messages)")
    }

    /// Expects the roles and names that a screen reader needs.
    private func expectStructure(_ browser: Browser) throws {
        let facts: [Int] = try browser.find(
            """
            const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
            const named = (e) => e.getAttribute("aria-label") || e.getAttribute("aria-labelledby") || e.labels?.length
              || e.textContent.trim();
            const nameless = [...document.querySelectorAll("button, input, summary, [role=img], section, [role=group]")]
              .filter((e) => !named(e));
            const tables = [...document.querySelectorAll("table")];
            const headless = tables.filter((t) => !t.querySelector("caption") || !t.querySelector("thead th[scope=col]"));
            return [ids.length - new Set(ids).size, nameless.length, tables.length, headless.length,
              document.querySelectorAll("main, header, footer").length, document.querySelectorAll("h1").length,
              document.documentElement.lang ? 1 : 0];
            """)
        #expect(facts[0] == 0 && facts[1] == 0 && facts[2] > 0 && facts[3] == 0)
        #expect(Array(facts[4...]) == [3, 1, 1])
    }

    /// Expects that Tab begins with the way to the report and reaches every control, that a slider moves by keys, and that
    /// a step of a table moves what is shown.
    private func expectKeys(_ browser: Browser, hasSteps: Bool) throws {
        try browser.press(.tab)
        #expect(try browser.find("return document.activeElement.textContent") == "Skip to the report")
        let controls: Int = try browser.find(
            """
            const controls = [...document.querySelectorAll("button, input, summary, a[href]")].filter((e) => e.checkVisibility());
            return controls.filter((e) => e.tabIndex < 0 || e.disabled).length;
            """)
        #expect(controls == 0)
        let slides: Bool = try browser.find("return document.querySelector('input[type=range]') != null")
        if slides {
            try browser.focus("input[type=range]")
            func value() throws -> String {
                try browser.find(
                    "const s = document.querySelector('input[type=range]'); return s.value + s.getAttribute('aria-valuetext')"
                )
            }
            try browser.press(.home)
            let first = try value()
            try browser.press(.end)
            #expect(try value() != first)
        }
        guard hasSteps else { return }
        #expect(slides)
        try browser.focus("input[type=range]")
        try browser.press(.end)
        let last = try browser.text(".moment")
        try browser.click(".steps tbody tr")
        #expect(try browser.text(".moment") != last)
        #expect(try browser.text("tr[aria-current=step] td") != nil)
    }

    /// Expects that axe-core finds nothing, if `GIFTTY_AXE` names its script.
    private func expectNoViolations(_ browser: Browser) throws {
        guard let path = ProcessInfo.processInfo.environment["GIFTTY_AXE"] else { return }
        let axe = try String(contentsOfFile: path, encoding: .utf8)
        let _: Bool = try browser.find(
            """
            window.found = null;
            \(axe);
            axe.run(document, {resultTypes: ["violations"]}).then((r) => {
              window.found = r.violations.map((v) => v.id + ": " + v.nodes[0].html);
            });
            return true;
            """)
        try browser.waitUntil("window.found !== null", "the answer of axe-core")
        let violations: [String] = try browser.find("return window.found")
        #expect(violations.isEmpty)
    }

    @Test("a file of another ending is an error before the work")
    func otherEndingIsAnError() throws {
        let result = try Program.run(["compare", "late.yaml", "--html", "page.pdf"], in: folder)
        #expect(result.status == 64 && result.output == "")
        #expect(result.errorLine?.contains("--html") == true)
    }
}
