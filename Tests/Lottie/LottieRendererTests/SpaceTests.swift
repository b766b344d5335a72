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
