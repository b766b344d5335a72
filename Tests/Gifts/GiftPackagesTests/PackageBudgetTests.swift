import Budgets
import GiftPackages
import LottieDocument
import SeededRandomness
import TestClocks
import Testing
import ZIPArchive
import ZIPFixtures

@Suite("The budgets of packages", .timeLimit(.minutes(2)))
struct PackageBudgetTests {
    private let small = Budget(Budget.Limits(steps: 3_000_000, bytes: 1 << 20))

    private func error(_ bytes: [UInt8], within budget: Budget = Budget(.giftPackage)) -> GiftPackageError? {
        do throws(GiftPackageError) {
            _ = try GiftPackage(bytes, within: budget)
            return nil
        } catch {
            return error
        }
    }

    @Test("a composition without a visible size is refused", arguments: ["1e-320", "5e-324", "1e-300", "1e-9"])
    func tinyCompositionIsRejected(side: String) {
        let json = #"{"v":"5","fr":30,"ip":0,"op":30,"w":\#(side),"h":\#(side),"layers":[]}"#
        #expect(error(utf8(json)) == .noVisibleFrame(checked: 24))
    }

    @Test("a chain of modifiers that costs too much is refused, and the error names its layer")
    func modifiers() {
        let chain = Array(repeating: #"{"ty":"op","a":{"k":5},"lj":2,"ml":{"k":4}}"#, count: 30)
        let items = [#"{"ty":"rc","p":{"k":[0,0]},"s":{"k":[20,20]},"r":{"k":0}}"#] + chain + [#"{"ty":"fl"}"#]
        let layer = #"{"ty":4,"ip":0,"op":30,"ks":{},"shapes":[\#(items.joined(separator: ","))]}"#
        guard case .tooCostly(let found)? = error(utf8(animation(layers: layer)), within: small) else {
            Issue.record("expected that it costs too much")
            return
        }
        #expect(found.location == "layers[0]")
        #expect(error(utf8(animation()), within: small) == nil)
    }

    @Test("a deadline on a given clock ends the check")
    func deadline() {
        let budget = Budget(.giftPackage, deadline: .init(.zero, on: ManualClock()))
        guard case .tooCostly(let found)? = error(utf8(animation()), within: budget) else {
            Issue.record("expected that it takes too long")
            return
        }
        #expect(found.resource == .time)
    }

    @Test("a document that is longer than its budget is refused")
    func bytes() {
        let long = animation(more: #","x":"\#(String(repeating: "y", count: 1 << 20))""#)
        #expect(error(utf8(long), within: small)?.description.contains("bytes") == true)
    }

    @Test(
        "a document in an archive is refused before it is unpacked if it is too long",
        arguments: [
            ("data.json", 32 << 20, "a document up to 32 MB"), ("a/x.json", 32 << 20, "a document up to 32 MB"),
            ("t/dusk.json", 32 << 20, "a document up to 32 MB"), ("manifest.json", 1 << 20, "a manifest up to 1 MB"),
        ])
    func longDocuments(name: String, most: Int, expectation: String) {
        // The content is damaged, so that unpacking would give another error.
        var chance = SeededGenerator(seed: 1)
        let noise = (0..<200_000).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
        func error(size: Int) -> String? {
            var file = ZIPWriter.File(name, noise, isDeflated: true)
            file.size = UInt32(size)
            let manifest = ZIPWriter.File("manifest.json", #"{"version":"2","animations":[{"id":"x"}]}"#)
            return GiftPackage.error(ZIPWriter(files: name == "a/x.json" ? [file, manifest] : [file]).bytes)
        }
        #expect(error(size: most + 1) == "\"\(name)\": expected \(expectation), found more")
        #expect(error(size: most) != "\"\(name)\": expected \(expectation), found more")
    }

    @Test("an animation that names too many pictures is refused")
    func manyPictures() {
        let assets = Array(repeating: #"{"p":"a"}"#, count: 250_001).joined(separator: ",")
        let line = error(utf8(animation(assets: assets)))?.description
        #expect(line?.hasSuffix("expected at most 250000 pictures") == true, "\(line ?? "")")
    }

    @Test("the stored form of a package needs the same budget as the original, also if its pictures get longer names")
    func storedDocuments() throws {
        let json = animation(
            assets: #"{"id":"a","w":8,"h":8,"u":"","p":"dot.png","e":0}"#, layers: pictureLayer("a"))
        let bytes = zip(("data.json", utf8(json)), ("dot.png", try picture(green)))
        let package = try GiftPackage(bytes)
        #expect(package.dataJSON.count > utf8(json).count)
        let stored = try package.zipArchive()
        #expect(minBytes(bytes) == minBytes(stored))
    }

    /// Returns the smallest budget of bytes with which a package is accepted.
    private func minBytes(_ package: [UInt8]) -> Int {
        var (refused, accepted) = (0, 1 << 20)
        while accepted - refused > 1 {
            let middle = (refused + accepted) / 2
            if error(package, within: Budget(Budget.Limits(bytes: middle))) == nil {
                accepted = middle
            } else {
                refused = middle
            }
        }
        return accepted
    }

    @Test("an error is one line of limited length without control characters")
    func errorLines() {
        let text = "\u{1B}]0;x\u{7}\n\u{202E}" + String(repeating: "é", count: 100_000)
        let errors: [GiftPackageError] = [
            .archive(.unreadable(reason: text)), .dotLottie(.missing(file: text)),
            .document(file: text, LottieError(path: "", problem: "expected more")),
        ]
        for error in errors {
            let line = error.description
            #expect(line.unicodeScalars.count <= 4_096)
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0.value == 0x202E })
        }
    }

    @Test("a document that repeats its list of slots or assets is refused", arguments: ["slots", "assets"])
    func repeatedListIsRejected(list: String) {
        let value = list == "slots" ? "{}" : "[]"
        let more = Array(repeating: #","\#(list)":\#(value)"#, count: 1_000).joined()
        let manifest = list == "slots" ? "slots: {tint: \"#00ff00\"}" : "properties: {\"Layer 1.Image\": a.png}"
        let layers = list == "assets" ? pictureLayer("p") : ""
        let assets = list == "assets" ? #"{"id":"p","p":"a.png","u":"","e":0}"# : ""
        let package = zip(
            ("data.json", utf8(animation(assets: assets, layers: layers, more: more))),
            ("gift.yaml", utf8(manifest)), ("a.png", (try? picture(green)) ?? []))
        #expect(error(package)?.description.contains("expected one list of \(list), found another") == true)
    }

    @Test(
        "aliases of aliases are refused, whatever blank or line break is in front of them",
        arguments: ["\u{2028}", "\u{2029}", "\u{85}", "\u{FEFF}", "\u{A0}", "\r", "\n  ", " ", "\t", ""])
    func aliases(blank: String) {
        var text = "{tags: &l0 [y]"
        for level in 1...9 {
            let list = Array(repeating: "\(blank)*l\(level - 1)", count: 10).joined(separator: ",")
            text += ",a\(level): &l\(level) [\(list)]"
        }
        #expect(throws: ConfigurationErrorLine("expected at most 16 aliases")) { try readManifest(text + "}") }
    }

    @Test("lists and mappings that are nested too deep are refused", arguments: ["[", "{a: ", "- ", "? ", "[{a: "])
    func nesting(opening: String) {
        let text = String(repeating: opening, count: 20_000)
        #expect(throws: ConfigurationErrorLine("expected fewer nested lists and mappings")) {
            try readManifest("tags:\n  " + text)
        }
    }

    @Test("stars and brackets in paths and texts do not count as aliases or lists")
    func starsAreNotAliases() throws {
        let paths = (0..<60).map { "\"A\($0).**.Fill 1.*.Color [x\": \"#ff8800\"" }.joined(separator: ", ")
        let manifest = try GiftManifest(
            yaml: utf8("banner: \"** wow *** [[\"\nproperties: {\(paths)}"), file: "gift.yaml")
        #expect(manifest.properties.count == 60)
    }

    @Test("a document that compresses better than a reader allows is stored in a readable way", arguments: [1, 3])
    func highlyCompressibleDocumentStaysReadable(megabytes: Int) throws {
        let filler = String(repeating: "z", count: megabytes << 20)
        let package = try GiftPackage(utf8(animation(more: #","x":"\#(filler)""#)))
        let again = try GiftPackage(try package.zipArchive())
        #expect(again.dataJSON == package.dataJSON)
    }

    private func readManifest(_ text: String) throws(ConfigurationErrorLine) {
        do {
            _ = try GiftManifest(yaml: utf8(text), file: "gift.yaml")
        } catch {
            throw ConfigurationErrorLine(String(error.description.drop { $0 != " " }.dropFirst()))
        }
    }
}

/// An error of a manifest without its place.
private struct ConfigurationErrorLine: Error, Equatable {
    let line: String
    init(_ line: String) { self.line = line }
}
