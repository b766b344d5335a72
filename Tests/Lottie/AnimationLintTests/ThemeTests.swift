import DotLottie
import LottieInspection
import Testing
import ZIPFixtures

@Suite("The themes of an archive")
struct ThemeTests {
    /// Returns an archive whose animation begins with the last of `count` themes. None can be applied: their values are of
    /// another kind than the slot.
    private func archive(themes count: Int) throws -> DotLottieFile {
        let document = """
            {"v":"5.7.4","fr":30,"ip":0,"op":60,"w":10,"h":10,"layers":[{"ty":4,"ip":0,"op":60,"st":0,"ks":{},
            "shapes":[{"ty":"fl","c":{"sid":"tint"},"o":{"k":100}}]}]}
            """
        let themes = (0..<count).map { #"{"id":"t\#($0)"}"# }.joined(separator: ",")
        let manifest = """
            {"version":"2","animations":[{"id":"a","initialTheme":"t\(count - 1)"}],"themes":[\(themes)]}
            """
        let theme = #"{"rules":[{"id":"tint","type":"Text","value":{"text":"red"}}]}"#
        var archive = ZIPWriter(.init("manifest.json", manifest), .init("a/a.json", document))
        for index in 0..<count { archive.files.append(.init("t/t\(index).json", theme)) }
        return try DotLottieFile(archive.bytes)
    }

    @Test("all are applied, and what is wrong with each is told")
    func all() throws {
        let reports = ThemeReport.reports(on: try archive(themes: 32))
        #expect(reports.count == 32)
        #expect(reports.allSatisfy { $0.problem?.contains("slot \"tint\"") == true }, "\(reports)")
        #expect(reports.map(\.isInitial) == (0..<32).map { $0 == 31 })
    }

    @Test("after the work for all of them the others are only listed; those that animations begin with come first")
    func limitedWork() throws {
        let reports = ThemeReport.reports(on: try archive(themes: 32), maxSteps: 1)
        #expect(reports.count == 32)
        #expect(reports.filter { $0.problem != nil }.map(\.id) == ["t31"])
    }
}
