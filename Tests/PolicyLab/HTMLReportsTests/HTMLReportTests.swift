import ExactNumbers
import Foundation
import HTMLReports
import JSON
import Playback
import PolicyComparison
import PolicyConformance
import PolicyEvaluation
import PolicyExploration
import PolicyProperties
import Recordings
import Scenarios
import TestSupport
import Testing

@Suite("Reports in HTML")
struct HTMLReportTests {
    private static let goldens = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Goldens")

    /// Returns the part of a file that is about its session: neither the style sheet nor the script.
    private func content(_ bytes: [UInt8]) -> String {
        var text = String(decoding: bytes, as: UTF8.self)
        for (start, end) in [("<style>", "</style>"), ("<script>", "</script>")] {
            guard let first = text.range(of: start),
                let last = text.range(of: end, range: first.upperBound..<text.endIndex)
            else { continue }
            text.removeSubrange(first.upperBound..<last.lowerBound)
        }
        // The hashes are those of the files, which have their own history.
        return text.replacing(/'sha256-[^']*'/, with: "'sha256-…'")
    }

    @Test("the report of a small comparison equals its golden")
    func comparisonEqualsGolden() async throws {
        let text = content(try await ReportFixtures.comparison(try ReportFixtures.source()))
        let lines = text.split(separator: "\n").map(String.init)
        let difference = try Golden.difference(of: lines, from: Self.goldens.appending(path: "compare.html"))
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test("the same session gives the same bytes")
    func repetitionIsByteIdentical() async throws {
        let first = try await ReportFixtures.comparison(ReportFixtures.storm(gifts: 300))
        #expect(try await ReportFixtures.comparison(ReportFixtures.storm(gifts: 300)) == first)
    }

    @Test("a file of a long session is below 2 MB, and says what it leaves out")
    func longSessionFits() async throws {
        let bytes = try await ReportFixtures.comparison(ReportFixtures.storm(gifts: 40_000))
        #expect(bytes.count <= HTMLReport.maxSize)
        #expect(String(decoding: bytes, as: UTF8.self).contains("--from and --to show others"))
    }

    @Test("a file whose download is too large leaves the download out")
    func largeDownloadIsLeftOut() {
        let large = JSONValue.array((0..<400_000).map { .integer($0) })
        let bytes = HTMLReport.fitting { _ in
            HTMLReport(command: "evaluate", title: "t", facts: [], sections: [], figures: large)
        }
        #expect(bytes.count < 100_000)
        #expect(String(decoding: bytes, as: UTF8.self).contains("The download is left out"))
    }

    @Test("names that are markup stay text")
    func hostileNamesStayText() async throws {
        for bytes in [
            try await ReportFixtures.comparison(
                ReportFixtures.hostile, [Policy("<b>\"'", []), Policy("b", [.mode(.replace)])]),
            try ReportFixtures.check(ReportFixtures.hostile),
        ] {
            let text = content(bytes)
            for markup in ["<script>document", "<img", "<b>", "<!--"] { #expect(!text.contains(markup), "\(markup)") }
            #expect(!text.unicodeScalars.contains { ["\u{202E}", "\u{2066}", "\u{0}", "\u{1B}"].contains($0) })
            // One of the page, one for each film, and one of the figures; each has its end.
            #expect(text.matches(of: /<script/).count == text.matches(of: /<\/script>/).count)
        }
    }

    @Test("a file refers to nothing outside, and permits nothing by its security policy")
    func fileIsSelfContained() async throws {
        let text = content(try await ReportFixtures.comparison(try ReportFixtures.source()))
        #expect(
            text.contains("Content-Security-Policy\" content=\"default-src &apos;none&apos;")
                || text.contains("default-src 'none'"))
        #expect(!text.contains("unsafe-inline") && !text.contains("http:") && !text.contains("https:"))
        #expect(text.matches(of: /(src|href)="/).count == 1)
        #expect(text.contains(##"href="#report""##))
    }

    @Test("a failed check shows the step at which the session is not as expected")
    func failedCheckMarksStep() throws {
        let text = content(try ReportFixtures.check(try ReportFixtures.source(), [.mode(.replace)]))
        #expect(text.contains("1 of 1 scenario failed"))
        #expect(text.contains(#"<tr data-at="3000000000" class="bad">"#))
        #expect(text.contains("gift 1 ends: replaced by 3 at 50 %"))
        #expect(text.contains("replace: from replaceAt 0.3 on, a new gift takes the stage"))
    }

    @Test("a counterexample has its steps, and the rule that breaks")
    func counterexampleHasSteps() async throws {
        var plan = ExplorationPlan(settings: Settings(), maxGifts: 2, maxActions: 0)
        plan.settings.mode = .replace
        plan.forbiddenConditions = [
            try ForbiddenExpression("replaced & by.value < value", kinds: plan.kinds.map(\.name))
        ]
        let result = await plan.explore(jobs: 2)
        let bytes = try HTMLReport.fitting { limit in
            try HTMLReport(
                result, facts: [], claims: plan.forbiddenConditions.map { .forbidden($0.text) },
                properties: plan.properties, summary: ["broken"], figures: nil, limit: limit)
        }
        let text = content(bytes)
        #expect(text.contains("broken: never replaced &amp; by.value &lt; value"))
        #expect(text.contains(#"<tr data-at="1200000000" class="bad">"#))
        #expect(text.contains("holds in the shortest case"))
    }

    @Test("a refused log is shown above what the rules give")
    func refusedLogIsShown() throws {
        let log = try AppLog(
            Array(
                """
                {"at":100,"event":"arrived","gift":"m-1","name":"rocket","from":"ann","duration":4}
                {"at":100.004,"event":"started","gift":"m-1"}
                {"at":100.998,"event":"ended","gift":"m-1","outcome":"replaced"}
                {"at":101,"event":"arrived","gift":"m-2","name":"heart","from":"bob","duration":1}
                {"at":101.009,"event":"started","gift":"m-2"}
                """.utf8), path: "app.log")
        let conformance = Conformance(overrides: [.mode(.replace)])
        let judged = JudgedLog(log, try conformance.judge(log))
        let text = content(try HTMLReport.fitting { try HTMLReport(judged: [judged], figures: nil, limit: $0) })
        #expect(text.contains("app.log, line 3: gift m-1 replaced at 100.998s"))
        #expect(text.contains(#"<tr data-at="100998000000" class="bad">"#))
        #expect(text.contains("the app, as logged") && text.contains("by the rules"))
        #expect(text.contains("1 (m-1)"))
    }

    @Test("a counterexample has the state of each claim at each step")
    func counterexampleHasStatesOfClaims() async throws {
        var plan = ExplorationPlan(settings: Settings(), maxGifts: 2, maxActions: 0)
        let names = plan.kinds.map(\.name)
        plan.properties = [
            try Property("(eventually started) or (always not arrived)", kinds: names),
            try Property("never waiting > 0", kinds: names),
        ]
        let result = await plan.explore(jobs: 1)
        let text = content(
            try HTMLReport.fitting { limit in
                try HTMLReport(
                    result, facts: [], claims: plan.properties.map { .promise($0.text) }, properties: plan.properties,
                    summary: ["broken"], figures: nil, limit: limit)
            })
        #expect(text.contains(#"<th scope="col" class="claim">"#) || text.contains(#"<th class="claim" scope="col">"#))
        let table = try #require(text.firstRange(of: "Step by step, with the state of each claim")).upperBound
        let rows = text[table...].components(separatedBy: "<tr").dropFirst(2)
        let states = rows.prefix { $0.contains("claim") }.map { row in
            row.matches(of: /<span>(open|kept|broken)<\/span>/).map { String($0.1) }
        }
        #expect(states.count >= 4, "\(states)")
        // The first gift arrives and starts, which keeps the first promise; the second one waits, which breaks the other.
        #expect(states.first == ["open", "open"] && states.last == ["kept", "broken"], "\(states)")
        #expect(states.contains(["kept", "open"]), "\(states)")
    }

    @Test("a sweep has a chart and a table for each unit, an evaluation a line for each figure")
    func sweepAndEvaluationHaveCharts() async throws {
        let source = ReportFixtures.storm(gifts: 60)
        let sweep = try await Sweep(of: [source], over: try SweepAxis("replaceAt=0:1:0.25"), with: [.mode(.replace)])
        let text = content(HTMLReport.fitting { HTMLReport(sweep, figures: nil, limit: $0) })
        #expect(text.contains("value never shown") && text.contains(#"<th scope="col">replaceAt</th>"#))
        var evaluation = Evaluation(policies: Policy.bothModes, seed: 1)
        for gifts in [20, 30, 40, 50] { evaluation.play({ ReportFixtures.storm(gifts: gifts) }, path: "\(gifts)") }
        let page = content(HTMLReport.fitting { HTMLReport(evaluation, figures: nil, limit: $0) })
        #expect(page.matches(of: /class="interval"/).count == EvaluatedFigure.allCases.count)
        #expect(page.contains("replace against queue"))
    }

    @Test("a tuning has its front as a picture and a table, its settings, and each promise with its answer")
    func tuningHasItsFront() async throws {
        let bytes = try await ReportFixtures.tuning()
        #expect(try await ReportFixtures.tuning() == bytes)
        let text = content(bytes)
        #expect(text.contains(#"class="front""#) && text.contains("<title>point 1</title>"))
        #expect(text.contains("own settings") && text.contains("95 % interval") && text.contains("PUT /settings: {}"))
        #expect(text.contains("promise never completed: broken at") && text.contains("Point 1 breaks never completed"))
        #expect(text.contains("holds in all") && text.contains("&lt;b&gt;calm") && !text.contains("<b>calm"))
        let hostile = content(try await ReportFixtures.tuning(kinds: ReportFixtures.hostileNames))
        for markup in ["<script>document", "<img", "<!--"] { #expect(!hostile.contains(markup), "\(markup)") }
    }

    @Test("a sweep of very many values leaves some out, and says so")
    func longSweepIsThinned() async throws {
        let sweep = try await Sweep(
            of: [ReportFixtures.storm(gifts: 10)], over: try SweepAxis("replaceAt=0:1:0.00025"), with: [.mode(.replace)]
        )
        let bytes = HTMLReport.fitting { HTMLReport(sweep, figures: nil, limit: $0) }
        #expect(bytes.count <= HTMLReport.maxSize)
        #expect(String(decoding: bytes, as: UTF8.self).contains("--format csv has all of them"))
    }
}
