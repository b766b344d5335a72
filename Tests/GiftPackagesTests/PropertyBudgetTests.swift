import Budgets
import Configuration
import Lottie
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
        _ = try? GiftProperties(manifest, of: composition, file: "gift.yaml", pictures: [], within: &budget)
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

    @Test("a shortage of the budget is reported at the place of the path")
    func shortage() throws {
        let manifest = try GiftManifest(yaml: utf8("properties: {'Layer 1.Fill 1.Color': red}"), file: "gift.yaml")
        let composition = try Composition(json: utf8(animation()))
        var budget = Budget(Budget.Limits(steps: 10))
        do throws(ConfigurationError) {
            _ = try GiftProperties(manifest, of: composition, file: "gift.yaml", pictures: [], within: &budget)
            Issue.record("expected that it costs too much")
        } catch {
            #expect(error.description.hasPrefix("gift.yaml:1:"), "\(error)")
        }
        #expect(budget.shortage?.resource == .steps)
    }
}
