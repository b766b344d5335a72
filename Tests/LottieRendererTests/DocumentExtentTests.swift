import Lottie
import Testing

@testable import LottieRenderer

@Suite("What a document comes to decides whether its nodes may be made late")
struct DocumentExtentTests {
    /// A document of one layer that shows the first of `compositions`, whose layers are given by the ids that they show.
    private func document(_ compositions: [[Int]]) throws -> Composition {
        func layer(_ id: Int) -> String { #"{"ty":0,"refId":"\#(id)","w":4,"h":4,"ip":0,"op":9,"ks":{}}"# }
        let assets = compositions.enumerated().map { id, shown in
            #"{"id":"\#(id)","layers":[\#(shown.map(layer).joined(separator: ","))]}"#
        }
        let text =
            #"{"v":"5.7.4","fr":30,"ip":0,"op":9,"w":4,"h":4,"assets":[\#(assets.joined(separator: ","))],"layers":[\#(layer(0))]}"#
        return try Composition(json: Array(text.utf8))
    }

    @Test("compositions in compositions count as often as they are shown")
    func nested() throws {
        // Each of the levels shows the next one ten times.
        func levels(_ count: Int) -> [[Int]] {
            (0..<count).map { $0 + 1 < count ? Array(repeating: $0 + 1, count: 10) : [] }
        }
        #expect(DocumentExtent(try document(levels(5))).isWithinLimits)
        #expect(!DocumentExtent(try document(levels(7))).isWithinLimits)
    }

    @Test(
        "one that holds itself is never made late",
        arguments: [[[0]], [[1], [0]], [Array(repeating: 0, count: 20)], [[1], [2, 2, 2], [1, 1, 1]]])
    func rings(compositions: [[Int]]) throws {
        #expect(!DocumentExtent(try document(compositions)).isWithinLimits)
    }

    @Test("shapes count with what paints and changes them", arguments: [(100, true), (700, false)])
    func shapes(count: Int, fits: Bool) throws {
        let paths = Array(
            repeating: #"{"ty":"rc","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[1,1]},"r":{"a":0,"k":0}}"#, count: count)
        let fills = Array(repeating: #"{"ty":"fl","c":{"a":0,"k":[1,0,0]},"o":{"a":0,"k":100}}"#, count: count)
        let text =
            #"{"v":"5.7.4","fr":30,"ip":0,"op":9,"w":4,"h":4,"layers":[{"ty":4,"ip":0,"op":9,"ks":{},"shapes":[\#((paths + fills).joined(separator: ","))]}]}"#
        #expect(DocumentExtent(try Composition(json: Array(text.utf8))).isWithinLimits == fits)
    }
}
