import Testing

@Suite("Layers rotated about three axes are projected along the z axis")
struct SpaceTests {
    private func layer(_ turns: JSON, _ more: JSON = [:]) -> JSON {
        let place: JSON = ["p": fixed(point(10, 10)), "a": fixed(point(4, 4))]
        return solid("#ff0000", 8, 8) + ["ddd": 1, "ks": place + turns] + more
    }

    @Test("a rotation of 60° about y halves the width, and one about x the height")
    func rotationInSpaceNarrowsLayer() throws {
        let aboutY = try Frame(document(20, 20, [layer(["rx": fixed(0), "ry": fixed(60), "rz": fixed(0)])]))
        #expect(aboutY.rows[10] == "........RRRR........")
        let aboutX = try Frame(document(20, 20, [layer(["rx": fixed(60), "ry": fixed(0), "rz": fixed(0)])]))
        #expect(aboutX.rows[10] == "......RRRRRRRR......")
        #expect(abs(aboutX.area - 32) < 0.5)
    }

    @Test("the y and z rotations have no effect without an x rotation")
    func yAndZRotationsNeedXRotation() throws {
        let frame = try Frame(document(20, 20, [layer(["rz": fixed(45)])]))
        #expect(frame.rows[6] == "......RRRRRRRR......")
    }

    @Test("an orientation turns at a constant speed along the shorter way, whatever the easing")
    func orientationTurnsEvenly() throws {
        func keys(_ start: JSON, _ end: JSON) -> JSON {
            [
                "a": 1,
                "k": [
                    ["t": 0, "s": start, "i": ["x": [0.1], "y": [1]], "o": ["x": [0.1], "y": [1]]],
                    ["t": 10, "s": end],
                ],
            ]
        }
        let still: JSON = ["rx": fixed(0), "ry": fixed(0), "rz": fixed(0)]
        let turned = layer(still + ["or": keys([0, 0, 0], [0, 120, 0])])
        #expect(try Frame(document(20, 20, [turned]), at: 5).rows[10] == "........RRRR........")
        // Half of the way from 350° to 10° is 0°, and not 180°.
        let short = solid("#ff0000", 8, 8) + ["ddd": 1, "ks": still + ["or": keys([0, 0, 350], [0, 0, 10])]]
        #expect(try Frame(document(20, 20, [short]), at: 5).rows[4] == "RRRRRRRR............")
    }

    @Test("a child rotates in its parent's space, so two rotations about y add up")
    func childRotatesInParentSpace() throws {
        let parent = nullLayer([
            "ind": 1, "ks": ["p": fixed(point(10, 10)), "rx": fixed(0), "ry": fixed(30), "rz": fixed(0)],
        ])
        let child =
            solid("#ff0000", 8, 8)
            + ["parent": 1, "ks": ["a": fixed(point(4, 4)), "rx": fixed(0), "ry": fixed(30), "rz": fixed(0)]]
        let frame = try Frame(document(20, 20, [parent, child]))
        #expect(frame.rows[10] == "........RRRR........")
    }
}
