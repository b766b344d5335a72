import Budgets
import LottieDocument
import PlayerSettings
import TestClocks
import Testing

@testable import GiftPackages

@Suite("The cost of the paths of a manifest")
struct PropertyBudgetTests {
    /// Returns the number of steps for finding the properties of a path, whether or not it exists.
    private func steps(_ path: String) throws -> Int {
        let limit = 1_000_000
        let manifest = try GiftManifest(yaml: utf8("properties: {'\(path)': red}"), file: "gift.yaml")
        let composition = try Composition(json: utf8(animation()))
        var budget = Budget(Budget.Limits(steps: limit))
        _ = try? GiftProperties(manifest, of: composition, file: "gift.yaml", names: [], within: &budget)
        #expect(budget.shortage == nil)
        return limit - budget.remaining(.steps)
    }

    @Test("a path with many parts costs more than a path with few")
    func longPaths() throws {
        let long = String(repeating: "**.", count: 60) + "Color"
        #expect(try steps(long) > steps("Layer 1.Fill 1.Color"))
    }

    @Test("an unknown path is compared twice, the second time for a suggestion")
    func missingPaths() throws {
        #expect(try steps("Layer 2.Fill 1.Color") == 2 * steps("Layer 1.Fill 1.Color"))
    }

    /// Returns the number of steps for the search of the layers that show `count` pictures of the package.
    private func steps(pictures count: Int, within limit: Int = 1_000_000) throws -> Int {
        let lines = (0..<count).map { "Badge \($0).Image: a.png" }.joined(separator: ", ")
        let manifest = try GiftManifest(yaml: utf8("properties: {\(lines)}"), file: "gift.yaml")
        let json = animation(assets: #"{"id":"a","w":8,"h":8,"p":"dot.png"}"#, layers: pictureLayer("a"))
        var budget = Budget(Budget.Limits(steps: limit))
        let pictures = ManifestPictures(manifest)
        _ = try pictures.document(utf8(json), name: "data.json", hasPicture: { _ in true }, within: &budget)
        return limit - budget.remaining(.steps)
    }

    @Test("each path of a picture costs the search for its layer")
    func pictures() throws {
        let one = try steps(pictures: 1)
        #expect(one > 0)
        #expect(try steps(pictures: 3) == 3 * one)
        #expect(try steps(pictures: 0) == 0)
    }

    @Test("a shortage in the search for the layer of a picture is reported at the place of the path")
    func shortageOfPictures() throws {
        let error = #expect(throws: GiftPackageError.self) { try steps(pictures: 1, within: 10) }
        #expect(error?.description.hasPrefix("gift.yaml:1:") == true)
    }

    @Test("the end of the permitted time in a search is no error of the manifest")
    func deadline() throws {
        var budget = Budget(Budget.Limits(), deadline: .init(.zero, on: ManualClock()))
        let place = ConfigurationError.Place.file(path: "gift.yaml", line: 1, column: 1)
        let error = #expect(throws: ConfigurationError.self) {
            try GiftProperties.charge(1_000_000, of: &budget, place)
        }
        let shortage = try #require(budget.shortage)
        #expect(shortage.resource == .time)
        #expect(GiftPackageError(try #require(error), within: budget) == .tooCostly(shortage))
    }

    @Test("a shortage of the budget is reported at the place of the path")
    func shortageNamesThePath() throws {
        let manifest = try GiftManifest(yaml: utf8("properties: {'Layer 1.Fill 1.Color': red}"), file: "gift.yaml")
        let composition = try Composition(json: utf8(animation()))
        var budget = Budget(Budget.Limits(steps: 10))
        do throws(ConfigurationError) {
            _ = try GiftProperties(manifest, of: composition, file: "gift.yaml", names: [], within: &budget)
            Issue.record("expected that it costs too much")
        } catch {
            #expect(error.description.hasPrefix("gift.yaml:1:"), "\(error)")
        }
        #expect(budget.shortage?.resource == .steps)
    }
}
