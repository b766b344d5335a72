import LottieDocument
import Testing

@testable import LottieRenderer

@Suite("The extent of a document decides whether its nodes can be created lazily")
struct DocumentExtentTests {
    /// Returns a document with one layer that shows the first of `compositions`.
    ///
    /// Each composition is a list of the indices of the compositions that its layers show.
    private func document(_ compositions: [[Int]]) throws -> Composition {
        func layer(_ id: Int) -> String { #"{"ty":0,"refId":"\#(id)","w":4,"h":4,"ip":0,"op":9,"ks":{}}"# }
        let assets = compositions.enumerated().map { id, shown in
            #"{"id":"\#(id)","layers":[\#(shown.map(layer).joined(separator: ","))]}"#
        }
        let text =
            #"{"v":"5.7.4","fr":30,"ip":0,"op":9,"w":4,"h":4,"assets":[\#(assets.joined(separator: ","))],"layers":[\#(layer(0))]}"#
        return try Composition(json: Array(text.utf8))
    }

    @Test("nested compositions count once for each use")
    func nestedCompositionsCountForEachUse() throws {
        // Each level shows the next one ten times.
        func levels(_ count: Int) -> [[Int]] {
            (0..<count).map { $0 + 1 < count ? Array(repeating: $0 + 1, count: 10) : [] }
        }
        #expect(DocumentExtent(try document(levels(5))).isWithinLimits)
        #expect(!DocumentExtent(try document(levels(7))).isWithinLimits)
    }

    @Test(
        "the greatest depth counts, also for a composition that occurs earlier at a smaller depth",
        arguments: [(30, true), (31, false)])
    func greatestDepthCounts(last: Int, fits: Bool) throws {
        // The first composition shows the middle of the chain before the beginning.
        let chain = (1..<last).map { [$0 + 1] } + [[]]
        #expect(DocumentExtent(try document([[last / 2, 1]] + chain)).isWithinLimits == fits)
        #expect(DocumentExtent(try document([[1, last / 2]] + chain)).isWithinLimits == fits)
    }

    @Test(
        "the nodes of a composition that contains itself are never created lazily",
        arguments: [[[0]], [[1], [0]], [Array(repeating: 0, count: 20)], [[1], [2, 2, 2], [1, 1, 1]]])
    func selfContainingCompositionIsNotCreatedLazily(compositions: [[Int]]) throws {
        #expect(!DocumentExtent(try document(compositions)).isWithinLimits)
    }

    @Test(
        "each shape counts again for each modifier and style that applies to it",
        arguments: [(100, true), (700, false)])
    func shapesCountForEachModifierAndStyle(count: Int, fits: Bool) throws {
        let paths = Array(
            repeating: #"{"ty":"rc","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[1,1]},"r":{"a":0,"k":0}}"#, count: count)
        let fills = Array(repeating: #"{"ty":"fl","c":{"a":0,"k":[1,0,0]},"o":{"a":0,"k":100}}"#, count: count)
        let text =
            #"{"v":"5.7.4","fr":30,"ip":0,"op":9,"w":4,"h":4,"layers":[{"ty":4,"ip":0,"op":9,"ks":{},"shapes":[\#((paths + fills).joined(separator: ","))]}]}"#
        #expect(DocumentExtent(try Composition(json: Array(text.utf8))).isWithinLimits == fits)
    }
}
