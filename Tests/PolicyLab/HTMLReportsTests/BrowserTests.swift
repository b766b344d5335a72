import BrowserSupport
import ExactNumbers
import Foundation
import HTMLReports
import Playback
import PolicyComparison
import Recordings
import Scenarios
import TestSupport
import Testing

/// Reports in a real browser, used as a person would use them.
@Suite("Reports in a browser", .serialized, .enabled(if: Chromium.isInstalled, "needs chromium and chromedriver"))
struct BrowserTests {
    /// Opens a report in a browser, runs `body`, and expects that nothing was loaded and no error logged.
    private func visit(_ bytes: [UInt8], _ body: (Browser) throws -> Void) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(bytes, to: "report.html")
        let chromium = try Chromium()
        defer { chromium.quit() }
        let browser = Browser(chromium: chromium)
        try browser.open("file://" + path)
        try body(browser)
        let requests: [String] = try browser.find(
            "return performance.getEntriesByType('resource').map((e) => e.name).filter((n) => !n.startsWith('blob:'))")
        #expect(requests.isEmpty)
        let messages = try browser.logMessages()
        #expect(messages.isEmpty)
    }

    private func rush() async throws -> [UInt8] {
        try await ReportFixtures.comparison(try ReportFixtures.source())
    }

    @Test("arrow keys, Home and End move through the moments, and the stages and the spoken text follow")
    func keysMoveThroughMoments() async throws {
        try visit(try await rush()) { browser in
            try browser.focus("input[type=range]")
            try browser.press(.home)
            #expect(try browser.text(".moment") == "0s")
            #expect(try browser.text(".stage .gift-name") == "rocket")
            try browser.press(.right)
            #expect(try browser.text(".moment") == "0.8s")
            let stages: [String] = try browser.find(
                "return [...document.querySelectorAll('.stage')].map((e) => e.innerText)")
            #expect(stages.count == 2)
            #expect(stages.first?.contains("1 gift waits") == true && stages.first?.contains("20 %") == true)
            #expect(stages.last?.contains("dropped: early at 20 %") == true)
            #expect(stages.last?.contains("before replaceAt 0.3, a new gift is dropped") == true)
            let spoken: [String] = try browser.find(
                """
                return [document.querySelector(".spoken").textContent,
                  document.querySelector("input[type=range]").getAttribute("aria-valuetext"),
                  document.querySelector(".spoken").getAttribute("aria-live")];
                """)
            #expect(spoken[0].contains("queue: rocket plays, 1 waiting") && spoken[0] == spoken[1])
            #expect(spoken[2] == "polite")
            let before: String = try browser.find(
                "return document.querySelector('.lanes .playhead').getAttribute('x1')")
            try browser.press(.end)
            let after: String = try browser.find("return document.querySelector('.lanes .playhead').getAttribute('x1')")
            #expect(before != after && after == "1000")
            try browser.click(".previous")
            try browser.press(.enter)
            #expect(try browser.text(".moment") != nil)
        }
    }

    @Test("a pause holds the progress, which the stage shows between two moments too")
    func progressStandsInPause() async throws {
        try visit(try await rush()) { browser in
            // The paused second is 1 s to 2 s: the drawing is 12.5 s wide in queue mode.
            func share(at seconds: Double) throws -> String? {
                let end: Double = try browser.find(
                    "return JSON.parse(document.querySelector('.film-data').textContent).to / 1e9")
                let _: Bool = try browser.find(
                    """
                    const drawing = document.querySelector(".lanes");
                    const place = drawing.getBoundingClientRect();
                    const at = {clientX: place.left + place.width * arguments[0], clientY: place.top + 5, pointerId: 1, bubbles: true};
                    drawing.setPointerCapture = () => {};
                    drawing.dispatchEvent(new PointerEvent("pointerdown", at));
                    return true;
                    """, [seconds / end])
                return try browser.text(".stage .share")
            }
            let shares = try [1.4, 1.8, 2.5].map { try share(at: $0) }
            #expect(shares == ["25 %", "25 %", "37 %"])
        }
    }

    @Test("both color schemes have readable text, by the system's choice and by the button")
    func schemesAreReadable() async throws {
        try visit(try await rush()) { browser in
            func ground() throws -> String {
                try browser.find("return getComputedStyle(document.body).backgroundColor")
            }
            try browser.resize(width: 1280, height: 800, isDark: false)
            let light = try ground()
            try browser.resize(width: 1280, height: 800, isDark: true)
            let dark = try ground()
            #expect(light == "rgb(245, 243, 247)" && dark == "rgb(18, 16, 23)")
            try browser.click("#scheme")
            #expect(try ground() == light)
            try browser.click("#scheme")
            try browser.resize(width: 1280, height: 800, isDark: false)
            #expect(try ground() == dark)
            try browser.click("#scheme")
            #expect(try ground() == light)
        }
    }

    @Test("tables have captions and heads, controls have names, ids are unique, and all is reached by Tab")
    func pageIsAccessible() async throws {
        try visit(try await rush()) { browser in
            let tables: [[Int]] = try browser.find(
                """
                return [...document.querySelectorAll("table")].map((t) =>
                  [t.querySelectorAll("caption").length, t.querySelectorAll("thead th[scope=col]").length,
                   [...t.querySelectorAll("tbody tr")].filter((r) => !r.querySelector("th[scope=row]")).length]);
                """)
            #expect(tables.count == 3)
            #expect(tables.allSatisfy { $0[0] == 1 && $0[1] >= 2 && $0[2] == 0 })
            let nameless: [String] = try browser.find(
                """
                return [...document.querySelectorAll("button, input, summary, [role=img], section, [role=group]")]
                  .filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim())).map((e) => e.outerHTML);
                """)
            #expect(nameless.isEmpty)
            let facts: [Int] = try browser.find(
                """
                const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
                return [ids.length - new Set(ids).size, document.querySelectorAll("main, header, footer").length,
                  document.querySelectorAll("h1").length];
                """)
            #expect(facts == [0, 3, 1])
            try browser.press(.tab)
            let first: String = try browser.find("return document.activeElement.textContent")
            #expect(first == "Skip to the report")
        }
    }

    @Test("the page fits narrow and wide windows", arguments: [360, 768, 1280])
    func pageFits(width: Int) async throws {
        try visit(try await rush()) { browser in
            try browser.resize(width: width, height: 800)
            let scroll: [Int] = try browser.find("return [document.documentElement.scrollWidth, innerWidth]")
            #expect(scroll[0] <= scroll[1])
        }
    }

    @Test("the button downloads the figures as they are")
    func figuresAreDownloaded() async throws {
        try visit(try await rush()) { browser in
            let link: [String] = try browser.find(
                """
                let seen;
                HTMLAnchorElement.prototype.click = function () { seen = [this.download, this.href.slice(0, 5)]; };
                document.getElementById("download").click();
                return [...seen, document.getElementById("figures").textContent];
                """)
            #expect(link == ["giftty-compare.json", "blob:", #"{"gifts":4}"#])
        }
    }

    @Test("hostile names run nothing and are shown as text")
    func hostileNamesAreText() async throws {
        try visit(try await ReportFixtures.comparison(ReportFixtures.hostile)) { browser in
            try browser.focus("input[type=range]")
            for _ in 0..<8 { try browser.press(.right) }
            let title: String = try browser.find("return document.title")
            #expect(title.hasSuffix("giftty compare") && !title.hasPrefix("owned"))
            let found: [Int] = try browser.find(
                "return [document.images.length, document.querySelectorAll('[onerror]').length]")
            #expect(found == [0, 0])
            let body: String = try browser.find("return document.body.innerText")
            #expect(body.contains("</script><script>document.title='owned'</script>"))
        }
    }

    @Test("a tuning fits narrow windows, names its points to screen readers, and its counterexample moves by keys")
    func tuningIsUsed() async throws {
        try visit(try await ReportFixtures.tuning()) { browser in
            for (width, isDark) in [(360, false), (1280, true)] {
                try browser.resize(width: width, height: 800, isDark: isDark)
                let scroll: [Int] = try browser.find("return [document.documentElement.scrollWidth, innerWidth]")
                #expect(scroll[0] <= scroll[1])
                let colors: [String] = try browser.find(
                    """
                    const point = getComputedStyle(document.querySelector(".front .point")).fill;
                    return [point, getComputedStyle(document.querySelector(".front .frame")).fill];
                    """)
                #expect(colors[0] != colors[1])
            }
            let facts: [Int] = try browser.find(
                """
                const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
                const nameless = [...document.querySelectorAll("[role=img], section, [role=group], button, input")]
                  .filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length));
                const headless = [...document.querySelectorAll("table")].filter((t) => !t.querySelector("caption"));
                return [ids.length - new Set(ids).size, nameless.length, headless.length];
                """)
            #expect(facts[0] == 0 && facts[2] == 0)
            let points: [String] = try browser.find(
                "return [...document.querySelectorAll('.front .point title')].map((e) => e.textContent)")
            #expect(points.first == "point 1")
            try browser.focus("input[type=range]")
            try browser.press(.home)
            let first = try browser.text(".moment")
            try browser.press(.end)
            #expect(try browser.text(".moment") != first)
        }
    }

    @Test("a step that is chosen moves the stage, and the current steps are marked")
    func stepsMoveTheStage() throws {
        try visit(try ReportFixtures.check(try ReportFixtures.source(), [.mode(.replace)])) { browser in
            // The page opens at the step that is not as expected.
            #expect(try browser.text(".moment") == "3s")
            #expect(try browser.text("tr.bad[aria-current=step] td") != nil)
            try browser.click(".steps tbody tr")
            #expect(try browser.text(".moment") == "0s")
            #expect(try browser.text("tr.bad[aria-current=step] td") == nil)
        }
    }
}
