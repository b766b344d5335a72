import Budgets
import LottieDocument
import Testing

@Suite("A document that exceeds the budget for reading ends with an error that names the place")
struct ReadingBudgetTests {
    private func document(_ layers: String, more: String = "") -> [UInt8] {
        Array(#"{"v":"5.7.4","fr":30,"ip":0,"op":60,"w":9,"h":9,"layers":[\#(layers)]\#(more)}"#.utf8)
    }

    private func error(_ json: [UInt8], _ limits: Budget.Limits) -> (error: LottieError?, budget: Budget) {
        var budget = Budget(limits)
        do throws(LottieError) {
            _ = try Composition(json: json, within: &budget)
            return (nil, budget)
        } catch {
            return (error, budget)
        }
    }

    @Test("items that need much more memory than their text exceed the budget")
    func manyItemsExceedBudget() throws {
        let keyframes = Array(repeating: #"{"t":0}"#, count: 500).joined(separator: ",")
        let json = document(#"{"ty":3,"ks":{"o":{"a":1,"k":[\#(keyframes)]}}}"#)
        #expect(error(json, .init(items: 1_000)).error == nil)
        let found = error(json, .init(items: 300))
        #expect(found.error?.path.hasPrefix("layers[0].ks.o.k") == true)
        #expect(found.error?.problem == "expected at most 300 keyframes and other parts in the document, found more")
        #expect(found.budget.shortage?.resource == .items)
        let layers = error(document(Array(repeating: "{}", count: 50).joined(separator: ",")), .init(items: 300)).error
        #expect(layers?.path == "layers[18]")
        #expect(
            layers?.problem
                == "expected at most 300 keyframes and other parts in the document, of which this one counts as 16, "
                + "found more")
    }

    @Test(
        "long lists of small items exceed the budget",
        arguments: [
            (#"{"ty":3,"ef":[{"ty":29,"en":1,"ef":[LIST]}]}"#, "", #"{"v":{"k":1}}"#),
            (
                #"{"ty":3,"ks":{"o":{"k":1,"x":"var $bm_rt; $bm_rt = effect('a')('b');"}},"ef":[LIST]}"#, "",
                #"{"ty":5,"nm":"a","ef":[]}"#
            ),
            (#"{"ty":4,"shapes":[{"ty":"st","d":[LIST]}]}"#, "", #"{"n":"d","v":{"k":1}}"#),
            (
                #"{"ty":4,"shapes":[{"ty":"gf","g":{"p":1,"k":{"k":[LIST]}}}]}"#, "",
                Array(repeating: "0", count: 16).joined(separator: ",")
            ),
            ("", #","fonts":{"list":[LIST]}"#, #"{"fName":"a"}"#),
        ] as [(String, String, String)])
    func longListsExceedBudget(layers: String, more: String, element: String) {
        func json(_ count: Int) -> [UInt8] {
            let list = Array(repeating: element, count: count).joined(separator: ",")
            return document(layers.replacing("LIST", with: list), more: more.replacing("LIST", with: list))
        }
        #expect(error(json(40), .init(items: 500)).error == nil)
        #expect(error(json(600), .init(items: 500)).budget.shortage?.resource == .items)
    }

    @Test("a document with more than 1000 fonts is rejected")
    func tooManyFontsAreRejected() {
        func json(_ count: Int) -> [UInt8] {
            let list = (0..<count).map { #"{"fName":"\#($0)"}"# }.joined(separator: ",")
            return document("", more: #","fonts":{"list":[\#(list)]}"#)
        }
        #expect(error(json(1_000), .init()).error == nil)
        #expect(
            error(json(1_001), .init()).error?.description
                == "fonts.list[1000]: expected at most 1000 fonts, found more")
    }

    @Test("the search for the type at the end of nested groups spends steps at each level")
    func nestedTypeSearchSpendsSteps() throws {
        let (open, close) = (#"{"it":["#, #"],"ty":"gr"}"#)
        let depth = 100
        let core = #"{"ty":"rc","nm":"\#(String(repeating: "x", count: 20_000))"}"#
        let nested = String(repeating: open, count: depth) + core + String(repeating: close, count: depth)
        let json = document(#"{"ty":4,"shapes":[\#(nested)]}"#)
        #expect(error(json, .init(steps: 200_000)).error?.problem.contains("steps") == true)
        #expect(error(document(#"{"ty":4,"shapes":[\#(core)]}"#), .init(steps: 20_000)).error == nil)
    }

    @Test("a long value of a slot that many properties use exceeds the budget")
    func repeatedLongSlotExceedsBudget() throws {
        let value = Array(repeating: #"{"t":0,"s":[1]}"#, count: 400).joined(separator: ",")
        let layers = Array(repeating: #"{"ty":3,"ks":{"o":{"sid":"s"}}}"#, count: 50).joined(separator: ",")
        let json = document(layers, more: #","slots":{"s":{"p":{"a":1,"k":[\#(value)]}}}"#)
        #expect(error(json, .init()).error == nil)
        #expect(error(json, .init(bytes: 50_000)).budget.shortage?.resource == .bytes)
    }
}
