import Foundation
import Testing
import VectorGraphics

@testable import LottieRenderer

/// Returns an effect with the given parameters in their order.
private func effect(_ type: Double, _ values: [JSON], isOn: Bool = true) -> JSON {
    ["ty": .number(type), "en": .number(isOn ? 1 : 0), "ef": .list(values.map { ["ty": 0, "v": fixed($0)] })]
}

@Suite("Effects change a layer's picture")
struct EffectTests {
    /// Draws a square with a third of the picture's side, in its centre.
    private func frame(
        _ effects: [JSON], _ color: String = "#ff0000", size: Int = 9, more: JSON = [:],
        compatibility: RenderingCompatibility = .lottieWeb
    ) throws -> Frame {
        let third = Double(size / 3)
        let layer = solid(color, x: third, y: third, third, third, ["ef": .list(effects)] + more)
        return try Frame(document(size, size, [layer]), compatibility: compatibility)
    }

    @Test("fill paints all opaque pixels in one color with its own opacity")
    func fillPaintsOpaquePixels() throws {
        let blue = effect(21, [0, 0, [0, 0, 1, 1], 0, 0, 0, 0.5])
        let frame = try frame([blue])
        #expect(frame[4, 4] == 0x8080_0000)
        #expect(frame[1, 1] == 0)
    }

    @Test("effects are applied one after the other; a disabled effect is applied, too, but not in After Effects")
    func effectsApplyInOrder() throws {
        let blue = effect(21, [0, 0, [0, 0, 1], 0, 0, 0, 1])
        let green = effect(21, [0, 0, [0, 1, 0], 0, 0, 0, 1])
        #expect(try frame([blue, green])[4, 4] == 0xFF00_FF00)
        let off = effect(21, [0, 0, [0, 1, 0], 0, 0, 0, 1], isOn: false)
        #expect(try frame([blue, off])[4, 4] == 0xFF00_FF00)
        #expect(try frame([blue, off], compatibility: .afterEffects)[4, 4] == 0xFFFF_0000)
    }

    @Test("tint maps greys to a gradient between two colors")
    func tintMapsGreysToGradient() throws {
        let toGreen = effect(20, [[0, 0, 0], [0, 1, 0], 100])
        #expect(try frame([toGreen], "#ffffff")[4, 4] == 0xFF00_FF00)
        #expect(try frame([toGreen], "#000000")[4, 4] == 0xFF00_0000)
        #expect(try frame([effect(20, [[0, 0, 0], [0, 1, 0], 0])])[4, 4] == 0xFF00_00FF)
    }

    @Test("tint lies over the grey picture and the original, which translucent pixels let through")
    func tintLiesOverOriginal() throws {
        let half = shapeLayer(
            [rectangle(0, 0, 4, 4), fill(red, opacity: 50)], ["ef": [effect(20, [[0, 1, 0], [0, 1, 0], 100])]])
        // The share of red is an eighth, that of the grey with a third of its light a quarter, that of green a half. The
        // light of red is (1/8 + 1/3 · 1/4) / (7/8), whose value is 137, multiplied by the alpha.
        let pixel = try Frame(document(4, 4, [half]))[1, 1]
        let expected = [119, 187, 76, 223]
        for (channel, value) in expected.enumerated() {
            #expect(abs(Int(pixel >> UInt32(8 * channel) & 0xFF) - value) <= 2, "\(pixel)")
        }
    }

    @Test("tritone maps black, midtones and white to three colors")
    func tritoneMapsGreysToThreeColors() throws {
        let three = effect(23, [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
        #expect(try frame([three], "#ffffff")[4, 4] == 0xFF00_00FF)
        #expect(try frame([three], "#000000")[4, 4] == 0xFFFF_0000)
        // Yellow has two thirds of white's light, which is the grey 213: two thirds of the way from the midtone to white.
        let bright = effect(23, [[1, 1, 1], [0, 0, 0], [0, 0, 0]])
        #expect(try frame([bright], "#ffff00")[4, 4].isNear(0xFFAB_ABAB))
    }

    @Test("levels invert the picture if the white and black outputs are exchanged")
    func levelsCanInvertColors() throws {
        var values = [JSON](repeating: 0, count: 38)
        for first in [3, 10, 17, 24, 31] {
            values[first + 1] = 1
            values[first + 2] = 1
            values[first + 4] = 1
        }
        #expect(try frame([effect(24, values)])[4, 4] == 0xFF00_00FF)
        values[3 + 3] = 1
        values[3 + 4] = 0
        #expect(try frame([effect(24, values)])[4, 4] == 0xFFFF_FF00)
    }

    @Test("in browsers, levels of the opacity also change the transparent pixels near the layer")
    func levelsChangeTransparentPixels() throws {
        var values = [JSON](repeating: 0, count: 38)
        for first in [3, 10, 17, 24, 31] {
            values[first + 1] = 1
            values[first + 2] = 1
            values[first + 4] = 1
        }
        (values[31 + 3], values[31 + 4]) = (1, 0)
        let frame = try frame([effect(24, values)])
        // The region of the effect is a tenth larger than the square on each side.
        #expect(frame.hasAlphas([0, 0, 77, 0, 0, 0, 77, 0, 0], row: 4))
        #expect(try self.frame([effect(24, values)], compatibility: .afterEffects).area == 0)
    }

    @Test("a blur preserves the sum of all pixels and spreads them evenly", arguments: [1.0, 4, 12])
    func blurPreservesSumOfPixels(blurriness: Double) throws {
        let frame = try frame([effect(29, [.number(blurriness), 1, 0])], size: 45)
        let sharp = 15.0 * 15
        #expect(abs(frame.area - sharp) < 0.01 * sharp, "\(frame.area)")
        #expect(frame[15, 22] >> 24 < 255)
        #expect(frame[14, 22] >> 24 > 0)
        #expect(frame[15, 22] == frame[22, 15] && frame[15, 22] == frame[29, 22])
    }

    @Test("in lottie-web a blur mixes colors in linear light, in After Effects their values")
    func blurMixesLight() throws {
        let colors = [group([rectangle(0, 0, 15, 30), fill()]), group([rectangle(15, 0, 30, 30), fill(green)])]
        let document = document(30, 30, [shapeLayer(colors, ["ef": [effect(29, [10, 2, 1])]])])
        /// Returns the mean of the two pixels beside the edge, which is that of both colors.
        func mean(_ compatibility: RenderingCompatibility) throws -> [Int] {
            let frame = try Frame(document, compatibility: compatibility)
            return [0, 8, 16].map { Int((frame[14, 15] >> $0 & 0xFF) + (frame[15, 15] >> $0 & 0xFF)) / 2 }
        }
        let light = try mean(.lottieWeb)
        #expect(abs(light[0] - 188) < 4 && abs(light[1] - 188) < 4 && light[2] == 0, "\(light)")
        let values = try mean(.afterEffects)
        #expect(abs(values[0] - 127) < 3 && abs(values[1] - 127) < 3 && values[2] == 0, "\(values)")
    }

    @Test("in browsers a blur that repeats the edges of its picture is the same as another one")
    func browsersDoNotRepeatEdges() throws {
        func turned(_ repeats: Double) throws -> Frame {
            let place: JSON = ["p": fixed([12, 2]), "r": fixed(45)]
            let effects: [JSON] = [effect(29, [20, 2, .number(repeats)])]
            return try Frame(document(24, 24, [solid("#ff0000", 12, 6, ["ks": place, "ef": .list(effects)])]))
        }
        #expect(try turned(1) == turned(0))
    }

    @Test("in lottie-web a precomposition is clipped after its effects, in After Effects before them")
    func precompositionIsClippedAfterEffects() throws {
        // The square lies outside the precomposition, its shadow inside.
        let inside = precomposition("c", 9, 6, ["ef": [effect(25, [[0, 0, 1], 255, 0, 3, 0, 0])]])
        let whole = shapeLayer([rectangle(0, 0, 9, 1), rectangle(3, 7, 6, 9), fill()])
        let document = document(9, 9, [inside], assets: [asset("c", [whole])])
        #expect(try Frame(document).rows[5] == "...BBB...")
        #expect(try Frame(document, compatibility: .afterEffects).rows[5] == ".........")
        #expect(try Frame(document).rows[7] == ".........")
    }

    @Test("a blur along one dimension leaves the other one sharp")
    func blurAlongOneAxisKeepsOtherSharp() throws {
        let frame = try frame([effect(29, [6, 2, 0])])
        #expect(frame.alphas(row: 2).allSatisfy { $0 == 0 })
        #expect(frame.alphas(row: 4)[1] > 0)
    }

    @Test("a blur along one dimension follows the layer's own axis, as in browsers", arguments: [0.0, 30, 45, 90, 150])
    func blurFollowsLayerAxis(degrees: Double) throws {
        func widths(_ effects: [JSON]) throws -> (along: Double, across: Double) {
            let place: JSON = ["a": fixed([4, 4]), "p": fixed([32, 32]), "r": fixed(.number(degrees))]
            let frame = try Frame(
                document(64, 64, [solid("#ff0000", 8, 8, ["ks": place, "ef": .list(effects)])]),
                compatibility: .afterEffects)
            let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
            var sums = (along: 0.0, across: 0.0)
            for y in 0..<64 {
                for (x, alpha) in frame.alphas(row: y).enumerated() {
                    let (right, down) = (Double(x) + 0.5 - 32, Double(y) + 0.5 - 32)
                    let (along, across) = (right * cosine + down * sine, down * cosine - right * sine)
                    sums.along += along * along * Double(alpha) / 255 / frame.area
                    sums.across += across * across * Double(alpha) / 255 / frame.area
                }
            }
            return sums
        }
        let (sharp, blurred) = (try widths([]), try widths([effect(29, [20, 2, 0])]))
        // The deviation is 0.3 of the blurriness; box averages miss its square by up to a sixth.
        #expect(abs(blurred.along - sharp.along - 36) < 7)
        #expect(abs(blurred.across - sharp.across) < 0.5)
    }

    @Test("in lottie-web a shadow just after an effect that is no filter replaces the layer")
    func shadowAfterTransformReplacesLayer() throws {
        let shadow = effect(25, [[0, 0, 1], 255, 90, 1, 0, 0])
        let transform = effect(35, [[0, 0], [0, 0], 0, 100, 100, 0, 0, 0, 100])
        #expect(try frame([transform, shadow]).rows[4] == "....BB...")
        #expect(try frame([shadow, transform]).rows[4] == "...RRR...")
        #expect(try frame([transform, shadow], compatibility: .afterEffects).rows[4] == "...RRRB..")
    }

    @Test("in lottie-web a shadow that replaces the layer lies twice over itself", arguments: [35.0, 22])
    func replacingShadowIsDrawnTwice(type: Double) throws {
        let shadow = effect(25, [[0, 0, 1], 102, 90, 1, 0, 0])
        let other: JSON =
            type == 35
            ? effect(35, [[0, 0], [0, 0], 0, 100, 100, 0, 0, 0, 100])
            : effect(22, [0, 0, 0, [1, 0, 0], 0.5, 1, 1, 0, 100, 0, 1])
        // 1 − (1 − 0.4)² = 0.64
        let frame = try frame([other, shadow])
        #expect(frame.hasAlphas([0, 0, 0, 0, 163, 163, 0, 0, 0], row: 4))
        #expect(frame[4, 4].isNear(0xA3A3_0000))
    }

    @Test("in lottie-web a tint just after an effect that is no filter lies over itself and not over the layer")
    func tintAfterTransformHidesLayer() throws {
        let tint = effect(20, [[0, 0, 0], [0, 1, 0], 40])
        let transform = effect(35, [[0, 0], [0, 0], 0, 100, 100, 0, 0, 0, 100])
        // 1 − (1 − 0.4)³ = 0.784
        #expect(try frame([transform, tint], "#ffffff")[4, 4] >> 24 == 200)
        #expect(try frame([tint, transform], "#ffffff")[4, 4] >> 24 == 255)
        #expect(try frame([transform, tint], "#ffffff", compatibility: .afterEffects)[4, 4] >> 24 == 255)
    }

    @Test(
        "a wide turned blur of a part of a picture equals that part of the whole blurred picture",
        arguments: [20.0, 33, 60])
    func partOfWideObliqueBlur(deviation: Double) {
        let bounds = PixelRect(left: 0, top: 0, right: 300, bottom: 300)
        func blurred(within area: PixelRect) -> Pixmap {
            var pixmap = Pixmap(width: 300, height: 300)
            for index in pixmap.pixels.indices where index / 4_500 % 2 == 0 { pixmap.pixels[index] = 0xFFFF_FFFF }
            pixmap.withSurface { surface in
                ObliqueBlur(SIMD2(deviation, deviation * 0.7)).apply(to: surface, within: area)
            }
            return pixmap
        }
        let part = PixelRect(left: 120, top: 110, right: 180, bottom: 190)
        let (whole, piece) = (blurred(within: bounds), blurred(within: part))
        for y in part.top..<part.bottom {
            for x in part.left..<part.right { #expect(piece[x, y] == whole[x, y], "\(x), \(y)") }
        }
    }

    @Test("a wide blur of a thin turned line is even")
    func wideBlurOfThinLineIsEven() throws {
        let place: JSON = ["a": fixed([2, 50]), "p": fixed([64, 64]), "r": fixed(45)]
        let line = solid("#ff0000", 4, 100, ["ks": place, "ef": [effect(29, [267, 2, 0])]])
        let frame = try Frame(document(128, 128, [line]), compatibility: .afterEffects)
        for place in 44..<84 { #expect((4...6).contains(frame[place, place] >> 24)) }
    }

    @Test("a shadow lies below the layer, offset by its distance in its direction")
    func shadowLiesBelowLayer() throws {
        let toTheRight = effect(25, [[0, 0, 1], 255, 90, 2, 0, 0])
        let frame = try frame([toTheRight], compatibility: .afterEffects)
        #expect(frame.rows[4] == "...RRRBB.")
        let lonely = effect(25, [[0, 0, 1], 255, 180, 2, 0, 1])
        let alone = try self.frame([lonely], compatibility: .afterEffects)
        #expect(alone.rows[4] == ".........")
        #expect(alone.rows[5] == "...BBB...")
        // lottie-web always draws the layer, too.
        #expect(try self.frame([lonely]).rows[4] == "...RRR...")
    }

    @Test("in lottie-web a translucent layer mixes with its shadow in linear light, in After Effects by values")
    func shadowMixesLight() throws {
        let shadow = effect(25, [[1, 0, 0], 200, 180, 4, 0, 0])
        let layer = shapeLayer(
            [rectangle(0, 0, 12, 12), fill([0.7, 0.8, 0.9, 1], opacity: 65)], ["ef": [shadow]])
        for (rules, expected) in [
            (RenderingCompatibility.lottieWeb, [164, 152, 170, 211]), (.afterEffects, [161, 133, 149, 211]),
        ] {
            let pixel = try Frame(document(12, 12, [layer]), compatibility: rules)[6, 8]
            for (channel, value) in expected.enumerated() {
                #expect(abs(Int(pixel >> UInt32(8 * channel) & 0xFF) - value) <= 2, "\(pixel)")
            }
        }
    }

    @Test("in lottie-web a soft shadow is cut at the bounding box before it is moved, too")
    func softShadowIsCutBeforeItMoves() throws {
        let toTheRight = effect(25, [[0, 0, 1], 255, 90, 6, 12, 0])
        let layer = shapeLayer([rectangle(0, 0, 1, 3), rectangle(19, 17, 20, 20), fill()], ["ef": [toTheRight]])
        let cut = try Frame(document(20, 20, [layer])).alphas(row: 4)
        #expect(cut[5] == 0 && cut[6] > 0)
        #expect(try Frame(document(20, 20, [layer]), compatibility: .afterEffects).alphas(row: 4)[5] > 0)
    }

    @Test("in lottie-web a shadow is cut at the bounding box of the layer's paths, and a blur at three times that box")
    func lottieWebClipsEffectsToBoundingBox() throws {
        let toTheRight = effect(25, [[0, 0, 1], 255, 90, 2, 0, 0])
        #expect(try frame([toTheRight]).rows[4] == "...RRR...")
        // The bounding box of shapes excludes their strokes; that of a group encloses the boxes of its content.
        let cross = [
            group([rectangle(2, 4, 4, 5), fill()]), group([rectangle(5, 3, 6, 6), fill(green)], ["p": fixed([1, 0])]),
        ]
        let shapes = shapeLayer(cross, ["ef": [toTheRight]])
        #expect(try Frame(document(9, 9, [shapes])).rows[4] == "..RRBBG..")
        let blurred = try frame([effect(29, [20, 1, 0])], size: 27)
        #expect(blurred.alphas(row: 13)[0] > 0 && blurred.alphas(row: 13)[26] > 0)
        let smaller = solid("#ff0000", x: 12, y: 12, 3, 3, ["ef": [effect(29, [20, 1, 0])]])
        let alphas = try Frame(document(27, 27, [smaller])).alphas(row: 13)
        #expect(alphas[8] == 0 && alphas[9] > 0 && alphas[17] > 0 && alphas[18] == 0)
    }

    @Test("in lottie-web masks are applied after effects, in After Effects before them")
    func orderOfMasksAndEffectsDependsOnPlayer() throws {
        let masked: JSON = ["masksProperties": [mask("a", corners(0, 0, 2, 3))]]
        let shadow = effect(25, [[0, 0, 1], 255, 90, 1, 0, 0])
        #expect(try frame([shadow], more: masked).rows[4] == "...RR....")
        #expect(try frame([shadow], more: masked, compatibility: .afterEffects).rows[4] == "...RRB...")
    }

    @Test(
        "a radial wipe removes a sector from its angle, clockwise, anticlockwise or in both directions",
        arguments: [
            (0.0, 0.0, 1.0, ["RR", "RR"]), (25, 0, 1, ["R.", "RR"]), (25, 0, 2, [".R", "RR"]),
            (50, 90, 1, ["RR", ".."]), (50, 0, 3, ["..", "RR"]), (100, 0, 1, ["..", ".."]), (25, 360, 1, ["R.", "RR"]),
        ])
    func radialWipeRemovesSector(completion: Double, angle: Double, direction: Double, quarters: [String]) throws {
        let wipe = effect(26, [.number(completion), .number(angle), point(4, 4), .number(direction), 0])
        let layer = solid("#ff0000", 8, 8, ["ef": [wipe]])
        #expect(try Frame(document(8, 8, [layer])).area == 64, "lottie-web does not know it")
        let frame = try Frame(document(8, 8, [layer]), compatibility: .afterEffects)
        let found = [1, 6].map { y in String([1, 6].map { x in Array(frame.rows[y])[x] }) }
        #expect(found == quarters)
    }

    @Test("a stroke effect draws along the masks over the picture, without it or as a mask of it")
    func strokeEffectHasThreePaintStyles() throws {
        func row(_ style: Double, _ y: Int = 2, mode: String = "n", all: Double = 0) throws -> String {
            let values: [JSON] = [1, .number(all), 0, [0, 0, 1], 0.5, 1, 1, 0, 100, 0, .number(style)]
            let line: JSON = ["mode": .string(mode), "pt": fixed(shape([(2, 2.5), (6, 2.5)], isClosed: false))]
            let second: JSON = ["mode": "n", "pt": fixed(shape([(2, 4.5), (6, 4.5)], isClosed: false))]
            let fields: JSON = ["masksProperties": [line, second], "ef": [effect(22, values)]]
            return try Frame(document(8, 8, [solid("#ff0000", 8, 8, fields)])).rows[y]
        }
        #expect(try row(1) == "R?BBBB?R")
        #expect(try row(1, 4) == "RRRRRRRR")
        #expect(try row(1, 4, all: 1) == "R?BBBB?R")
        #expect(try row(2) == ".?BBBB?.")
        #expect(try row(3) == ".?RRRR?.")
        // With a mask that is not a plain clip path, the lines replace the masks.
        #expect(try row(1, mode: "s") == "R?BBBB?R")
    }

    @Test(
        "a stroke effect with a number that no mask has draws nothing",
        arguments: [-9_223_372_036_854_775_808, -1, 0, 3, 9.3e18, 0.5])
    func strokeEffectWithUnknownMaskDrawsNothing(number: Double) throws {
        let values: [JSON] = [.number(number), 0, 0, [0, 0, 1], 0.5, 1, 1, 0, 100, 0, 1]
        let line: JSON = ["mode": "n", "pt": fixed(shape([(2, 2.5), (6, 2.5)], isClosed: false))]
        let fields: JSON = ["masksProperties": [line, line], "ef": [effect(22, values)]]
        #expect(try Frame(document(8, 8, [solid("#ff0000", 8, 8, fields)])).rows[2] == "RRRRRRRR")
    }

    @Test("the dots of a stroke effect are a line if they lie so close that its edge looks even")
    func closeDotsAreLine() throws {
        func frame(spacing: Double) throws -> Frame {
            let values: [JSON] = [1, 0, 0, [0, 0, 1], 3, 1, 1, 10, 90, .number(spacing), 2]
            let line: JSON = ["mode": "n", "pt": fixed(shape([(2, 5), (22, 12)], isClosed: false))]
            let fields: JSON = ["masksProperties": [line], "ef": [effect(22, values)]]
            return try Frame(document(24, 16, [solid("#ff0000", 24, 16, fields)]))
        }
        #expect(try frame(spacing: 0) == frame(spacing: 15))
        #expect(try frame(spacing: 0) != frame(spacing: 100))
    }

    @Test("start and end of a stroke effect apply to each mask or to all of them in sequence")
    func strokeEffectStartAndEndApplyPerMaskOrInSequence() throws {
        func rows(_ start: Double, _ end: Double, rules: RenderingCompatibility) throws -> [String] {
            let values: [JSON] = [1, 1, 1, [0, 0, 1], 0.5, 1, 1, .number(start), .number(end), 0, 2]
            let lines = [1.5, 4.5].map { y -> JSON in
                ["mode": "n", "pt": fixed(shape([(0, y), (8, y)], isClosed: false))]
            }
            let fields: JSON = ["masksProperties": .list(lines), "ef": [effect(22, values)]]
            let frame = try Frame(document(8, 6, [solid("#ff0000", 8, 6, fields)]), compatibility: rules)
            return [frame.rows[1], frame.rows[4]]
        }
        #expect(try rows(25, 50, rules: .lottieWeb) == [".?BB?...", ".?BB?..."])
        #expect(try rows(25, 75, rules: .afterEffects) == ["...?BBBB", "BBBB?..."])
    }

    @Test("a transform effect moves, scales and turns the layer about its anchor, inside the layer's own transform")
    func transformEffectPlacesLayer() throws {
        func rows(_ values: [JSON], _ fields: JSON = [:]) throws -> [String] {
            let layer = solid("#ff0000", 2, 1, ["ef": [effect(35, values)]] + fields)
            return try Frame(document(8, 4, [layer])).rows
        }
        let none = "........"
        #expect(try rows([[0, 0], [3, 1], 0, 100, 100, 0, 0, 0, 100]) == [none, "...RR...", none, none])
        #expect(try rows([[2, 1], [8, 4], 0, 200, 300, 0, 0, 0, 100]) == [none, none, "..RRRRRR", "..RRRRRR"])
        // A uniform scale is that of the height.
        #expect(try rows([[0, 0], [0, 0], 1, 200, 300, 0, 0, 0, 100]) == ["RRRR....", "RRRR....", none, none])
        #expect(try rows([[0, 0], [4, 1], 0, 100, 100, 0, 0, 90, 100]) == [none, "...R....", "...R....", none])
        let doubled: JSON = ["ks": ["s": fixed([200, 200])]]
        let inside = try rows([[0, 0], [1, 1], 0, 100, 100, 0, 0, 0, 100], doubled)
        #expect(inside == [none, none, "..RRRR..", "..RRRR.."])
    }

    @Test("the skew of a transform effect comes after its rotation and is a quarter turn from a layer's")
    func transformEffectSkewsAfterRotation() throws {
        let skewed = effect(35, [[0, 0], [2, 2], 0, 100, 100, 45, -90, 0, 100])
        let own: JSON = ["ks": ["p": fixed(point(2, 2)), "sk": fixed(45), "sa": fixed(0)]]
        let byEffect = try Frame(document(8, 8, [solid("#ff0000", 2, 2, ["ef": [skewed]])]))
        #expect(byEffect == (try Frame(document(8, 8, [solid("#ff0000", 2, 2, own)]))))
        let turned = effect(35, [[0, 0], [4, 2], 0, 100, 100, 45, 0, 90, 100])
        let outer: JSON = ["ks": ["p": fixed(point(4, 2)), "r": fixed(90), "sk": fixed(45), "sa": fixed(0)]]
        let inside = try Frame(document(8, 8, [solid("#ff0000", 2, 2, ["ef": [turned]])]))
        #expect(inside == (try Frame(document(8, 8, [solid("#ff0000", 2, 2, outer)]))))
    }

    @Test("transform effects fade the layer, apply one after the other, and leave its children in place")
    func transformEffectsCombine() throws {
        let shift = effect(35, [[0, 0], [2, 0], 0, 100, 100, 0, 0, 0, 50])
        let double = effect(35, [[0, 0], [0, 0], 1, 200, 100, 0, 0, 0, 100])
        let parent = solid("#ff0000", 1, 1, ["ind": 1, "ef": [shift, double]])
        let child = solid("#00ff00", 1, 1, ["ind": 2, "parent": 1])
        let frame = try Frame(document(8, 2, [child, parent]))
        #expect(frame.hasAlphas([255, 0, 0, 0, 128, 128, 0, 0]))
        #expect(frame[0, 0] == 0xFF00_FF00)
    }

    @Test("set matte shows a layer where another one is opaque")
    func setMatteLimitsVisibility() throws {
        let matte = solid("#00ff00", x: 2, 3, 1, ["ind": 7, "hd": true])
        func row(_ index: Double, isInverted: Double = 0, rules: RenderingCompatibility = .lottieWeb) throws -> String {
            let values: [JSON] = [.number(index), 4, .number(isInverted), 0, 0, 0]
            let layer = solid("#ff0000", 8, 1, ["ef": [effect(28, values)]])
            return try Frame(document(8, 1, [layer, matte]), compatibility: rules).rows[0]
        }
        #expect(try row(7) == "..RRR...")
        #expect(try row(7, isInverted: 1) == "..RRR...")
        #expect(try row(7, isInverted: 1, rules: .afterEffects) == "RR...RRR")
        #expect(try row(9) == "RRRRRRRR")
    }

    @Test("a drop shadow of a layer style falls away from the light and is not cut at a bounding box")
    func shadowStyleFallsAwayFromLight() throws {
        func style(_ type: Double, size: Double = 0) -> JSON {
            [
                "ty": .number(type), "c": fixed([0, 0, 1, 1]), "o": fixed(100), "a": fixed(180), "d": fixed(2),
                "s": fixed(.number(size)),
            ]
        }
        func frame(_ style: JSON) throws -> Frame {
            try self.frame([], more: ["sy": [style]], compatibility: .afterEffects)
        }
        #expect(try frame(style(1)).rows[4] == "...RRRBB.")
        #expect(try frame(style(1) + ["a": fixed(90)]).rows[7] == "...BBB...")
        // An outer glow lies around the layer, wherever the light comes from.
        let glow = try frame(style(3, size: 2))
        let row = glow.alphas(row: 4)
        #expect(row[2] > 0)
        #expect(row[2] == row[6])
        #expect(row[2] == glow.alphas(row: 2)[4])
        // Browsers do not know layer styles.
        #expect(try self.frame([], more: ["sy": [style(1)]]).rows[4] == "...RRR...")
    }

    @Test("in browsers, a shadow is that of the layer before its other effects")
    func shadowIsThatOfUnchangedLayer() throws {
        let faded = effect(21, [0, 0, [1, 0, 0], 0, 0, 0, 0.5])
        let shadow = effect(25, [[0, 0, 1], 255, 90, 2, 0, 0])
        for (rules, alpha) in [(RenderingCompatibility.lottieWeb, 255), (.afterEffects, 128)] {
            let layer = shapeLayer([rectangle(0, 0, 4, 1), rectangle(8, 0, 9, 1), fill()], ["ef": [faded, shadow]])
            let frame = try Frame(document(9, 1, [layer]), compatibility: rules)
            #expect(abs(frame.alphas(row: 0)[5] - alpha) <= 1)
        }
    }

    @Test("an effect with any numbers yields a picture", arguments: [-1e300, -1, 1e6, 1e300], [22.0, 25, 26, 28, 29])
    func extremeEffectNumbersYieldImage(number: Double, type: Double) throws {
        let values = [JSON](repeating: .number(number), count: 12)
        let line: JSON = ["masksProperties": [mask("n", corners(0, 0, number, 5))]]
        for rules in [RenderingCompatibility.lottieWeb, .afterEffects] {
            _ = try frame([effect(type, values)], more: line, compatibility: rules)
            _ = try frame(
                [effect(22, [1, 1, 1, 0, .number(number), 1, 1, 10, 90, .number(number), 1])], more: line,
                compatibility: rules)
        }
    }
}
