import LottieDocument
import Testing

@Suite("Paths have vertices and tangents relative to them")
struct PathReadingTests {
    @Test("the points are the vertices and the sums of vertices and tangents, in drawing order")
    func pointsAreSumsOfVerticesAndTangents() throws {
        let shape = try #require(
            parsedPath(
                #""ks":{"k":{"c":false,"v":[[0,0],[10,0],[10,10]],"i":[[1,1],[2,2],[3,3]],"o":[[4,4],[5,5],[6,6]]}}"#
            )
            .fixedValue)
        #expect(shape.points == [[0, 0], [4, 4], [12, 2], [10, 0], [15, 5], [13, 13], [10, 10]])
        #expect(!shape.isClosed)
        #expect(shape.segmentCount == 2)
        #expect(shape.vertexCount == 3)
    }

    @Test("the tangents of a path that lottie-web has completed are points of their own")
    func completedPathHasAbsoluteTangents() throws {
        let shape = try #require(
            parsedPath(
                #""ks":{"k":{"completed":true,"c":false,"v":[[0,0],[10,0]],"i":[[0,0],[12,2]],"o":[[4,4],[10,0]]}}"#
            )
            .fixedValue)
        #expect(shape.points == [[0, 0], [4, 4], [12, 2], [10, 0]])
    }

    @Test("a closed path has a last segment back to its start", arguments: ["true", "1"])
    func closedPathHasLastSegment(flag: String) throws {
        let shape = try #require(parsedPath(#""ks":{"k":{"c":\#(flag),"v":[[0,0],[10,0],[10,10]]}}"#).fixedValue)
        #expect(shape.isClosed)
        #expect(shape.segmentCount == 3)
        #expect(shape.vertexCount == 3)
        #expect(shape.points.last == [0, 0])
    }

    @Test("missing and incomplete tangents are zero")
    func missingTangentsAreZero() throws {
        let shape = try #require(
            parsedPath(#""ks":{"k":{"c":false,"v":[[0,0],[10,0],[20,0]],"o":[[1,1]],"i":null}}"#).fixedValue)
        #expect(shape.points == [[0, 0], [1, 1], [10, 0], [10, 0], [10, 0], [20, 0], [20, 0]])
    }

    @Test("a path without vertices is empty, and one with a single vertex is a dot")
    func pathsWithFewVerticesAreEmptyOrDot() throws {
        #expect(try parsedPath(#""ks":{"k":{"c":true,"v":[]}}"#).fixedValue?.points.isEmpty == true)
        let dot = try #require(parsedPath(#""ks":{"k":{"c":false,"v":[[3,4]]}}"#).fixedValue)
        #expect(dot.points == [[3, 4]])
        #expect(dot.segmentCount == 0)
        #expect(dot.vertexCount == 1)
    }

    @Test("a path can be in a list of one element")
    func pathCanBeInList() throws {
        #expect(try parsedPath(#""ks":{"k":[{"c":true,"v":[[0,0],[1,0],[1,1]]}]}"#).fixedValue?.segmentCount == 3)
    }

    @Test("vertices and tangents are interpolated linearly with one easing")
    func verticesAndTangentsAreInterpolatedLinearly() throws {
        let property = try parsedPath(
            #"""
            "ks":{"a":1,"k":[
              {"t":0,"s":[{"c":true,"v":[[0,0],[10,0]],"i":[[0,0],[0,0]],"o":[[0,0],[2,2]]}],
               "e":[{"c":true,"v":[[0,0],[20,0]],"i":[[0,0],[0,0]],"o":[[0,0],[4,8]]}]},
              {"t":10}]}
            """#)
        let shape = property.value(at: 5)
        #expect(shape.points == [[0, 0], [0, 0], [15, 0], [15, 0], [18, 5], [0, 0], [0, 0]])
    }

    @Test("between paths of different lengths the smaller number of vertices applies, closed like the start")
    func smallerVertexCountApplies() throws {
        let property = try parsedPath(
            #"""
            "ks":{"a":1,"k":[{"t":0,"s":[{"c":true,"v":[[0,0],[10,0],[10,10],[0,10]]}]},
                             {"t":10,"s":[{"c":false,"v":[[0,0],[20,0],[20,20]]}]}]}
            """#)
        let shape = property.value(at: 5)
        #expect(shape.vertexCount == 3)
        #expect(shape.isClosed)
        #expect(shape.points[3] == [15, 0])
        #expect(property.value(at: 0).vertexCount == 4)
        #expect(property.value(at: 10).vertexCount == 3)
    }

    @Test(
        "an end value without vertices or without a path does not trap",
        arguments: ["{\"c\":true,\"v\":[]}", "null", "{}"])
    func emptyEndKeepsStart(end: String) throws {
        let property = try parsedPath(
            #""ks":{"a":1,"k":[{"t":0,"s":[{"c":true,"v":[[0,0],[1,0],[1,1]]}],"e":[\#(end)]},{"t":10}]}"#
                .replacing("[null]", with: "null"))
        #expect(property.value(at: 0).vertexCount == 3)
        for time in [5.0, 10] { #expect(property.value(at: time).vertexCount <= 3) }
    }
}

@Suite("Files of old versions are read by their rules")
struct OldVersionTests {
    @Test(
        "before version 4.1.9 colors range up to 255",
        arguments: [
            ("4.1.8", true), ("4.1.0", true), ("4.0.99", true), ("3.9.9", true), ("4.1", true), ("4.1.9", false),
            ("4.1.10", false),
            ("4.10.0", false), ("5.7.4", false), (nil, false),
        ] as [(String?, Bool)])
    func oldVersionsHaveByteColors(version: String?, areBytes: Bool) throws {
        let tint = try #require(parsedColor("{\"k\":[255,51,0,1]}", version: version).fixedValue)
        #expect(tint == (areBytes ? Color(1, 51 / 255, 0, 1) : Color(1, 1, 0, 1)))
    }

    @Test("the old range applies to the start and end values of keyframes")
    func byteColorsApplyToKeyframes() throws {
        let tint = try parsedColor(#"{"k":[{"t":0,"s":[255,0,0,1],"e":[0,255,0,1]},{"t":10}]}"#, version: "4.1.6")
        #expect(tint.value(at: 5) == Color(0.5, 0.5, 0, 1))
        #expect(tint.value(at: 10) == Color(0, 1, 0, 1))
    }

    @Test("the version applies at any place in the file")
    func versionAppliesAtAnyPlace() throws {
        let text = documentText(
            layers: #"{"ty":4,"ks":{},"shapes":[{"ty":"fl","c":{"k":[255,51,0,1]}}]}"#, version: nil,
            fields: #""v":"4.0.0""#)
        let composition = try Composition(text)
        guard case .fill(let fill) = try #require(composition.shapeItems.first), case .color(let color) = fill.paint
        else {
            return #expect(Bool(false), "no fill")
        }
        #expect(abs(try #require(color.fixedValue).y - 0.2) < 1e-6)
    }

    @Test("before version 4.4.18 the shape item says whether its path is closed", arguments: ["4.4.17", "4.0.0"])
    func oldShapeItemSaysWhetherPathIsClosed(version: String) throws {
        let vertices = #""v":[[0,0],[1,0],[1,1]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]"#
        #expect(
            try parsedPath(#""closed":true,"ks":{"k":{\#(vertices)}}"#, version: version).fixedValue?.isClosed == true)
        #expect(
            try parsedPath(#""ks":{"k":{\#(vertices)}},"closed":true"#, version: version).fixedValue?.isClosed == true)
        #expect(
            try parsedPath(#""ks":{"k":{\#(vertices)}},"closed":false"#, version: version).fixedValue?.isClosed == false
        )
    }

    @Test("before version 4.4.18 the mask says whether its path is closed")
    func oldMaskSaysWhetherPathIsClosed() throws {
        let masked = try parsedLayer(
            #""ty":3,"hasMask":true,"masksProperties":[{"mode":"a","cl":true,"pt":{"k":{"v":[[0,0],[1,0],[1,1]]}}}]"#,
            version: "4.4.17")
        #expect(masked.masks.first?.path.fixedValue?.isClosed == true)
    }

    @Test("versions are compared component by component")
    func versionsAreComparedByComponent() {
        #expect(FormatVersion("4.4.9") < FormatVersion("4.4.18"))
        #expect(FormatVersion("4.10") > FormatVersion("4.9.99"))
        #expect(FormatVersion("5") == FormatVersion("5.0.0"))
        #expect(FormatVersion("5.7.4.1").description == "5.7.4")
        #expect(FormatVersion("x.99999999999999999999.2").numbers == [0, 0, 2])
    }
}
