import Testing

@testable import AnimationLint

@Suite("Frames that show nothing, and loops that jump")
struct FrameTests {
    @Test("an animation that shows something from the first frame to the last has no such finding")
    func nothingToFind() throws {
        let text = Documents.document(Documents.square())
        for rule in [LintRule.nothingDrawn, .emptyFirstFrame, .emptyLastFrame, .jumpingLoop] {
            #expect(try findings(rule, in: text) == [])
        }
    }

    @Test("no frame shows anything: only that is told, as an error")
    func nothingDrawn() throws {
        let text = Documents.document(Documents.square(transform: #""o":{"k":0}"#))
        #expect(try findings(.nothingDrawn, in: text).map(\.severity) == [.error])
        #expect(try findings(.emptyFirstFrame, in: text) == [])
    }

    /// Returns a layer with these shapes.
    private static func layer(_ shapes: String...) -> String {
        #"{"ty":4,"nm":"Square","ip":0,"op":20,"ks":{},"shapes":[\#(shapes.joined(separator: ","))]}"#
    }

    private static let rectangle = #"{"ty":"rc","p":{"k":[50,50]},"s":{"k":[60,60]},"r":{"k":0}}"#
    private static let fill = #"{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}}"#

    @Test(
        "if no frame shows anything, the reason is told",
        arguments: [
            (layer(rectangle), "its shapes have neither a fill nor a stroke"),
            (
                layer(fill, rectangle),
                "its fills and strokes come before its shapes, and paint only those before them"
            ),
            (layer(fill), "it has no shape, or only hidden ones"),
            (
                layer(rectangle.replacing(#""ty":"rc""#, with: #""ty":"rc","hd":true"#)),
                "it has no shape, or only hidden ones"
            ),
            (
                layer(rectangle, fill.replacing("100", with: "0")),
                "its fills and strokes have an opacity or a width of 0"
            ),
            (
                layer(rectangle, #"{"ty":"st","c":{"k":[1,0,0]},"o":{"k":100},"w":{"k":0}}"#),
                "its fills and strokes have an opacity or a width of 0"
            ),
            (Documents.square(transform: #""s":{"k":[0,0]}"#), "its scale is always 0"),
            (Documents.square(transform: #""p":{"k":[5000,0]}"#), "it is outside of the picture"),
            (
                Documents.square(
                    others: #","hasMask":true,"masksProperties":[{"mode":"a","o":{"k":100},"x":{"k":0},"#
                        + #""pt":{"k":{"v":[],"i":[],"o":[],"c":true}}}]"#),
                "its mask encloses nothing"
            ),
            (Documents.square(others: #","hd":true"#), "it is hidden"),
            (Documents.square(from: 9, to: 5), "it ends at 5, before it begins at 9"),
        ])
    func reasonForNothing(layer: String, reason: String) throws {
        let found = try findings(.nothingDrawn, in: Documents.document(layer))
        #expect(found.map(\.path) == ["layers[0]"])
        #expect(
            found.map(\.message) == ["no frame shows anything; the layer \"Square\" does not because \(reason)"])
    }

    @Test("a hidden composition is the reason for its layers")
    func hiddenComposition() throws {
        let layer = #"{"ty":0,"nm":"Scene","refId":"inner","w":100,"h":100,"ip":0,"op":20,"hd":true,"ks":{}}"#
        let inner = #","assets":[{"id":"inner","layers":[\#(Documents.square())]}]"#
        let found = try findings(.nothingDrawn, in: Documents.document(layer, inner))
        #expect(found.map(\.path) == ["layers[0]"])
        #expect(found.first?.message.hasSuffix("the layer \"Scene\" does not because it is hidden") == true)
    }

    @Test("without a layer that has something to show, the advice is to export another composition")
    func noLayers() throws {
        let unused = #","assets":[{"id":"inner","layers":[\#(Documents.square())]}]"#
        for layers in ["", #"{"ty":3,"ip":0,"op":20,"ks":{}}"#] {
            let found = try findings(.nothingDrawn, in: Documents.document(layers, unused))
            #expect(found.map(\.path) == [""])
            #expect(found.first?.message.hasSuffix("; export the composition that has the layers") == true)
        }
    }

    @Test("an empty first frame names the first frame that shows something")
    func emptyFirstFrame() throws {
        let found = try findings(.emptyFirstFrame, in: Documents.document(Documents.square(from: 3)))
        #expect(found.map(\.severity) == [.warning])
        #expect(found.first?.message.contains("; frame 3 is the first that does") == true)
    }

    @Test("if not all frames were drawn, the first that shows something is only that of the drawn ones")
    func emptyFirstFrameOfSome() throws {
        let found = try findings(.emptyFirstFrame, in: Documents.document(Documents.square(from: 1))) {
            $0.maxFrames = 3
        }
        #expect(
            found.first?.message.contains("; of the frames that were drawn, 9 is the first that does") == true,
            "\(found)")
    }

    @Test("an empty last frame is a note, as gifts often fade out")
    func emptyLastFrame() throws {
        let found = try findings(.emptyLastFrame, in: Documents.document(Documents.square(to: 12)))
        #expect(found.map(\.severity) == [.note])
        #expect(found.first?.message.contains("frame, 19,") == true)
    }

    @Test("a hair that is too thin for the small picture is not empty")
    func hair() throws {
        let hair = Documents.square().replacing("[60,60]", with: "[0.002,60]")
        #expect(try findings(.nothingDrawn, in: Documents.document(hair)) == [])
    }

    /// Moves a square by 30 units from the first frame to the last.
    private static let moving =
        #""p":{"a":1,"k":[{"t":0,"s":[0,0],"e":[30,0],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":19}]}"#

    @Test("a last frame that differs from the first by more than neighbours do is told with both figures")
    func jump() throws {
        let found = try findings(.jumpingLoop, in: Documents.document(Documents.square(transform: Self.moving)))
        #expect(found.map(\.severity) == [.note])
        #expect(found.first?.message.hasPrefix("the last frame differs from the first by ") == true)
    }

    @Test("what begins or ends empty is no loop")
    func noLoop() throws {
        for (start, end) in [(3, 20), (0, 17)] {
            let late = Documents.square(from: start, to: end, transform: Self.moving)
            #expect(try findings(.jumpingLoop, in: Documents.document(late)) == [])
        }
    }

    @Test("only the marker loop is looked at if there is one, and its jump is a warning")
    func markedLoop() throws {
        let marker = #","markers":[{"cm":"loop","tm":5,"dr":10}]"#
        let moving = Documents.document(Documents.square(transform: Self.moving), marker)
        let found = try findings(.jumpingLoop, in: moving)
        #expect(found.map(\.severity) == [.warning])
        #expect(found.first?.path == "markers")
        #expect(try findings(.jumpingLoop, in: Documents.document(Documents.square(), marker)) == [])
    }
}
