import Foundation
import Testing

@Suite("A transform applies anchor, scale, skew, rotation and position in this order")
struct TransformTests {
    /// The values of a test case, in the format's units.
    struct Setting: Sendable {
        var anchor = (0.0, 0.0)
        var scale = (100.0, 100.0)
        var skew = 0.0
        var skewAxis = 0.0
        var rotation = 0.0
        var position = (30.0, 30.0)

        var json: JSON {
            [
                "a": fixed(point(anchor.0, anchor.1)), "s": fixed(point(scale.0, scale.1)), "sk": fixed(.number(skew)),
                "sa": fixed(.number(skewAxis)), "r": fixed(.number(rotation)),
                "p": fixed(point(position.0, position.1)),
            ]
        }

        /// Returns the image of a point, computed step by step.
        func image(of point: (Double, Double)) -> (x: Double, y: Double) {
            func turned(_ p: (Double, Double), _ degrees: Double) -> (Double, Double) {
                let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
                return (p.0 * c - p.1 * s, p.0 * s + p.1 * c)
            }
            var p = (point.0 - anchor.0, point.1 - anchor.1)
            p = (p.0 * scale.0 / 100, p.1 * scale.1 / 100)
            p = turned(p, skewAxis)
            p = (p.0 - tan(skew * .pi / 180) * p.1, p.1)
            p = turned(p, -skewAxis)
            p = turned(p, rotation)
            return (p.0 + position.0, p.1 + position.1)
        }
    }

    private static let settings: [Setting] = [
        Setting(),
        Setting(anchor: (4, -3)),
        Setting(scale: (150, 60)),
        Setting(scale: (-100, 100)),
        Setting(rotation: 30),
        Setting(rotation: 90),
        Setting(skew: 30),
        Setting(skew: 30, skewAxis: 40),
        Setting(scale: (140, 70), rotation: 50),
        Setting(scale: (140, 70), skew: 25, rotation: -65),
        Setting(anchor: (5, 2), scale: (120, 80), skew: -20, skewAxis: 70, rotation: 200, position: (28, 33)),
    ]

    private static let marks: [(Double, Double)] = [(0, 0), (10, 0), (0, 8)]

    /// Three dots, one per color channel, whose positions determine the whole transform.
    private static let dots: [JSON] = zip(marks, [red, green, blue]).map { mark, color in
        group([ellipse(mark.0, mark.1, 3, 3), fill(color)])
    }

    @Test("the transform of a layer maps points in this order", arguments: settings)
    func layerTransformMapsPointsInOrder(setting: Setting) throws {
        expect(try Frame(document(60, 60, [shapeLayer(Self.dots, ["ks": setting.json])])), shows: setting)
    }

    @Test("the transform of a group maps points in this order", arguments: settings)
    func groupTransformMapsPointsInOrder(setting: Setting) throws {
        expect(
            try Frame(document(60, 60, [shapeLayer([group(Self.dots, setting.json)])])),
            shows: setting)
    }

    @Test("the transform of a layer's root group maps points in this order", arguments: settings)
    func rootGroupTransformMapsPointsInOrder(setting: Setting) throws {
        expect(try Frame(document(60, 60, [shapeLayer(Self.dots + [["ty": "tr"] + setting.json])])), shows: setting)
    }

    private func expect(_ frame: Frame, shows setting: Setting) {
        for (channel, mark) in Self.marks.enumerated() {
            let found = frame.centre(ofChannel: UInt32(channel))
            let image = setting.image(of: mark)
            #expect(abs(found.x - image.x) < 0.15 && abs(found.y - image.y) < 0.15, "\(found) for \(image)")
        }
    }

    @Test("a positive skew leans the top to the right")
    func positiveSkewLeansTopToRight() throws {
        let bar = rectangle(-1, -10, 1, 0)
        let skewed: JSON = ["ks": ["sk": fixed(45), "p": fixed([10, 15])]]
        let frame = try Frame(document(30, 16, [shapeLayer([bar, fill()], skewed)]))
        #expect(frame[18, 6] >> 24 == 255)
        #expect(frame[10, 6] == 0)
    }

    @Test("a layer with a scale of zero draws nothing", arguments: [[0, 0], [0, 100], [100, 0]] as [JSON])
    func zeroScaleDrawsNothing(scale: JSON) throws {
        let flat: JSON = ["ks": ["s": fixed(scale)], "masksProperties": [mask("a", corners(0, 0, 4, 4))]]
        #expect(try Frame(document(4, 4, [shapeLayer([rectangle(0, 0, 4, 4), fill(), stroke(2)], flat)])).area == 0)
        #expect(try Frame(document(4, 4, [solid("#ff0000", 4, 4, flat)])).area == 0)
    }

    @Test("with auto-orientation, a layer turns about its anchor in the direction of its motion")
    func autoOrientedLayerFollowsMotion() throws {
        let down: JSON = ["ao": 1, "ks": ["p": keyframes((0, [5, 0]), (10, [5, 10]))]]
        let arrow = rectangle(0, -0.5, 4, 0.5)
        let frame = try Frame(document(10, 16, [shapeLayer([arrow, fill()], down)]), at: 5)
        #expect(frame[4, 7] != 0 && frame[5, 8] != 0)
        #expect(frame[8, 5] == 0)
    }

    @Test("the composition is scaled uniformly, centred and clipped to its own rectangle")
    func compositionIsScaledAndCentred() throws {
        let document = document(2, 2, [solid("#ff0000", x: -9, y: -9, 20, 20)])
        #expect(try Frame(document, width: 8, height: 4).rows == Array(repeating: "..RRRR..", count: 4))
        #expect(try Frame(document, width: 2, height: 4).rows == ["..", "RR", "RR", ".."])
        #expect(try Frame(document, width: 0, height: 4).area == 0)
    }

    @Test(
        "a layer rotated about the y axis is narrower by the cosine of the angle", arguments: [0.0, 60, 89, 120])
    func rotationAboutYNarrowsLayer(degrees: Double) throws {
        let turned: JSON = [
            "ddd": 1, "ks": ["p": fixed([10, 10, 0]), "rx": fixed(0), "ry": fixed(.number(degrees)), "rz": fixed(0)],
        ]
        let frame = try Frame(document(20, 20, [shapeLayer([rectangle(-8, -4, 8, 4), fill()], turned)]))
        #expect(abs(frame.area - 16 * 8 * abs(cos(degrees * .pi / 180))) < 1)
    }
}
