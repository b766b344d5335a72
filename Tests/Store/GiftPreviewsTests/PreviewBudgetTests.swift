import Budgets
import GiftPreviews
import LottieDocument
import Testing

@Suite("A preview that costs too much is rejected, and one of any size is drawn")
struct PreviewBudgetTests {
    private func composition(_ side: String = "100", effects: Int = 0) throws -> Composition {
        let values = [30, 1, 0].map { #"{"ty":0,"v":{"k":\#($0)}}"# }.joined(separator: ",")
        let blur = #"{"ty":29,"en":1,"ef":[\#(values)]}"#
        let all = Array(repeating: blur, count: effects).joined(separator: ",")
        let layer = ##"{"ty":1,"sw":100,"sh":100,"sc":"#ff0000","ip":0,"op":60,"ks":{},"ef":[\##(all)]}"##
        return try Composition(
            json: Array(#"{"v":"5.7.4","fr":30,"ip":0,"op":60,"w":\#(side),"h":\#(side),"layers":[\#(layer)]}"#.utf8))
    }

    @Test("hundreds of blurs exceed the budget")
    func manyBlursExceedBudget() throws {
        let preview = GiftPreview(try composition(effects: 300), size: 32)
        let budget = Budget(.init(steps: 3_000_000))
        for body in [preview.animatedPNG, preview.stillPNG] {
            do throws(GiftPreviewError) {
                _ = try body(budget)
                Issue.record("expected that it costs too much")
            } catch {
                guard case .tooCostly(let found) = error else {
                    Issue.record("expected that it costs too much, found \(error)")
                    continue
                }
                #expect(found.resource == .steps)
                #expect(found.location == "layers[0]")
            }
        }
    }

    @Test("compositions of almost zero size are drawn", arguments: ["1e-320", "5e-324", "1e-300"])
    func tinyCompositionIsDrawn(side: String) throws {
        let preview = GiftPreview(try composition(side), size: 16, framesPerSecond: 2)
        #expect(try !preview.stillPNG().isEmpty)
        #expect(try !preview.animatedPNG().isEmpty)
    }
}
