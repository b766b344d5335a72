import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

/// Draws a red square of 3 × 3 in the middle of 9 × 9 with layer styles.
private func draw(
    _ styles: [JSON], _ more: JSON = [:], compatibility: RenderingCompatibility = .afterEffects
) throws -> Frame {
    let layer = solid("#ff0000", x: 3, y: 3, 3, 3, ["sy": .list(styles)] + more)
    return try Frame(document(9, 9, [layer]), compatibility: compatibility)
}

private func strokeStyle(_ size: Double) -> JSON { ["ty": 0, "c": fixed(blue), "s": fixed(.number(size))] }

/// A shadow or glow without softness.
private func shadow(_ type: Double, distance: Double = 0, size: Double = 0, _ more: JSON = [:]) -> JSON {
    [
        "ty": .number(type), "c": fixed(blue), "o": fixed(100), "a": fixed(180), "d": fixed(.number(distance)),
        "s": fixed(.number(size)),
    ] + more
}

private func overlay(_ opacity: Double) -> JSON { ["ty": 7, "c": fixed(blue), "so": fixed(.number(opacity))] }

/// A gradient from red to blue.
private func gradient(_ angle: Double, type: Double = 1, _ more: JSON = [:]) -> JSON {
    [
        "ty": 8, "gf": ["p": 2, "k": fixed([0, 1, 0, 0, 1, 0, 0, 1])], "o": fixed(100), "a": fixed(.number(angle)),
        "gt": .number(type), "s": fixed(100), "of": fixed([0, 0]), "re": fixed(0),
    ] + more
}

@Suite("Layer styles are drawn by the rules of After Effects")
struct LayerStyleTests {
    @Test("a stroke lies around the layer, with round corners")
    func strokeLiesAroundLayer() throws {
        let frame = try draw([strokeStyle(2)])
        #expect(frame.rows[4] == ".BBRRRBB.")
        #expect(frame.rows[1].dropFirst(3).prefix(3) == "BBB")
        // The corner of the outline is rounded.
        #expect(frame.alphas(row: 1)[1] < 128 && frame.alphas(row: 2)[2] > 200)
        #expect(frame.alphas(row: 0).allSatisfy { $0 == 0 })
    }

    @Test("shadows are those of the layer without its stroke, and lie below it")
    func shadowsAreThoseOfLayerWithoutStroke() throws {
        let casting = shadow(1, distance: 3, ["c": fixed(green)])
        for styles in [[casting, strokeStyle(1)], [strokeStyle(1), casting]] {
            #expect(try draw(styles).rows[4] == "..BRRRBGG")
        }
    }

    @Test("a color overlay covers the layer where it is, and its opacity mixes the colors")
    func colorOverlayCoversLayer() throws {
        #expect(try draw([overlay(100)]).rows[4] == "...BBB...")
        let half = try draw([overlay(50)])
        #expect(half[4, 4] == 0xFF80_0080 || half[4, 4] == 0xFF80_007F || half[4, 4] == 0xFF7F_0080)
        #expect(half.alphas(row: 4) == [0, 0, 0, 255, 255, 255, 0, 0, 0])
        let faded = try draw([overlay(100)], ["ks": ["p": fixed(point(3, 3)), "o": fixed(40)]])
        #expect(faded[4, 4] == 0x6666_0000)
    }

    @Test("a gradient overlay goes across the layer in its direction")
    func gradientOverlayGoesAcrossLayer() throws {
        func reds(_ style: JSON, row: Int? = nil) throws -> [Int] {
            let frame = try draw([style])
            return (3..<6).map { place in
                let pixel = row.map { frame[place, $0] } ?? frame[4, place]
                return Int(pixel & 0xFF)
            }
        }
        // A sixth, a half and five sixths of the way; the table of a gradient has 512 colors.
        func isNear(_ found: [Int], _ expected: [Int]) -> Bool {
            zip(found, expected).allSatisfy { abs($0 - $1) <= 1 }
        }
        #expect(isNear(try reds(gradient(0), row: 4), [213, 128, 43]))
        #expect(isNear(try reds(gradient(180), row: 4), [43, 128, 213]))
        // From the bottom to the top.
        #expect(isNear(try reds(gradient(90)), [43, 128, 213]))
        #expect(isNear(try reds(gradient(0, ["re": fixed(1)]), row: 4), [43, 128, 213]))
        #expect(isNear(try reds(gradient(0, ["s": fixed(200)]), row: 4), [170, 128, 85]))
        #expect(isNear(try reds(gradient(0, ["of": fixed([50, 0])]), row: 4), [255, 255, 170]))
        let radial = try reds(gradient(0, type: 2), row: 4)
        #expect(radial[1] == 255 && abs(radial[0] - radial[2]) <= 1 && abs(radial[0] - 85) <= 1)
        let half = try draw([gradient(0, ["o": fixed(0)])])
        #expect(half.rows[4] == "...RRR...")
    }

    @Test("an inner shadow falls from the edge that is next to the light into the layer")
    func innerShadowFallsIntoLayer() throws {
        #expect(try draw([shadow(2, distance: 1)]).rows[4] == "...BRR...")
        let up = try draw([shadow(2, distance: 1, ["a": fixed(90)])])
        #expect(up.rows[3] == "...BBB..." && up.rows[4] == "...RRR...")
        let soft = try draw([shadow(2, distance: 1, size: 4)])
        let blues = (3..<6).map { soft[$0, 4] >> 16 & 0xFF }
        #expect(blues[0] > blues[1] && blues[1] > blues[2] && blues[2] > 0)
        #expect(soft.alphas(row: 4) == [0, 0, 0, 255, 255, 255, 0, 0, 0])
    }

    @Test("with a choke, the shadow keeps its full color over a part of its size")
    func chokeKeepsFullColor() throws {
        let ring = try draw([shadow(2, size: 1, ["ch": fixed(100)])])
        #expect(ring.rows[3...5] == ["...BBB...", "...BRB...", "...BBB..."])
    }

    @Test("an inner glow comes from the edge or from the center, wherever the light comes from")
    func innerGlowComesFromEdgeOrCenter() throws {
        func blues(_ source: Double) throws -> [UInt32] {
            let frame = try draw([shadow(4, distance: 5, size: 4, ["sr": fixed(.number(source))])])
            #expect(frame[3, 4] == frame[5, 4] && frame[4, 3] == frame[4, 5] && frame[3, 4] == frame[4, 3])
            return (3..<5).map { frame[$0, 4] >> 16 & 0xFF }
        }
        let (edge, center) = (try blues(1), try blues(2))
        #expect(edge[0] > edge[1] && edge[1] > 0)
        #expect(center[0] < center[1] && center[0] > 0)
    }

    @Test("the edge of the picture is not an edge of the layer")
    func pictureEdgeIsNoEdge() throws {
        for style in [shadow(4, size: 3), shadow(2, distance: 2, size: 3, ["ch": fixed(50)]), strokeStyle(3)] {
            let layer = solid("#ff0000", x: -20, y: -20, 50, 50, ["sy": [style]])
            let frame = try Frame(document(9, 9, [layer]), compatibility: .afterEffects)
            #expect(frame.rows.allSatisfy { $0 == "RRRRRRRRR" })
        }
    }

    @Test("styles lie over each other in After Effects' order, whatever the order in the file")
    func stylesHaveFixedOrder() throws {
        let styles = [shadow(2, distance: 1, ["c": fixed(green)]), overlay(100), gradient(0)]
        for order in [styles, styles.reversed()] { #expect(try draw(order).rows[4] == "...GBB...") }
    }

    @Test("a style is drawn at the scale of its layer")
    func styleHasScaleOfLayer() throws {
        let scaled: JSON = ["ks": ["p": fixed(point(3, 3)), "s": fixed([200, 200, 100])]]
        let layer = solid("#ff0000", 2, 2, ["sy": [strokeStyle(1)]] + scaled)
        let frame = try Frame(document(10, 10, [layer]), compatibility: .afterEffects)
        #expect(frame.rows[4] == ".BBRRRRBB.")
    }

    @Test("browsers draw no layer styles")
    func browsersDrawNoStyles() throws {
        let all = [strokeStyle(2), shadow(2, distance: 1), shadow(4, size: 3), overlay(100), gradient(0)]
        #expect(try draw(all, compatibility: .lottieWeb) == draw([], compatibility: .lottieWeb))
    }

    @Test("a value of a style can be replaced by its path")
    func valueIsReplacedByPath() throws {
        let layer = solid("#ff0000", x: 3, y: 3, 3, 3, ["nm": "Box", "sy": [strokeStyle(2), overlay(100)]])
        let composition = try Composition(document(9, 9, [layer]))
        var properties = DynamicProperties()
        try properties.set("Box.Layer Styles.Stroke 1.Size", to: .number(1))
        try properties.set("Box.Layer Styles.Color Overlay 2.Color", to: .color(Color(0, 1, 0, 1)))
        var pixmap = Pixmap(width: 9, height: 9)
        AnimationRenderer(
            composition, width: 9, height: 9, compatibility: .afterEffects, properties: properties
        ).draw(frame: 0, into: &pixmap)
        #expect(Frame(pixmap).rows[4] == "..BGGGB..")
    }

    @Test(
        "what is not drawn of the styles is recorded",
        arguments: [
            (["ty": 5], "layer style bevel and emboss"), (["ty": 6], "layer style satin"), (["ty": 99], "layer style"),
            (gradient(0, type: 3), "layer style gradient overlay with another gradient"),
            (overlay(100) + ["bm": fixed(5)], "layer style blend mode"), (overlay(100) + ["bm": fixed(1)], nil),
            (strokeStyle(1), nil), (shadow(2), nil), (shadow(4), nil), (gradient(0), nil),
        ] as [(JSON, String?)])
    func undrawnStylesAreRecorded(style: JSON, feature: String?) throws {
        let composition = try Composition(document(9, 9, [solid("#ff0000", 3, 3, ["sy": [style]])]))
        #expect(composition.unsupportedFeatures.map(\.name) == (feature.map { [$0] } ?? []))
    }

    @Test("styles with extreme values are drawn without failure", arguments: [-1e30, -1, 1e9, 1e300])
    func extremeStylesAreDrawn(number: Double) throws {
        let value = fixed(.number(number))
        for style in [strokeStyle(1), shadow(2), shadow(4), shadow(1), overlay(50), gradient(0), gradient(0, type: 2)] {
            for key in ["s", "d", "a", "o", "so", "ch"] {
                _ = try draw([style + .object([(key, value)])])
                _ = try draw([style + .object([(key, value)])], ["ks": ["s": fixed([1000, 1, 1])]])
            }
            _ = try draw([style + ["of": fixed([.number(number), 1])]])
        }
    }
}
