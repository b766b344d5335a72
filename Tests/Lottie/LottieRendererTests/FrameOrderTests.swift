import LottieDocument
import SeededRandomness
import Testing
import VectorGraphics

@testable import LottieRenderer

@Suite("Expressions that exceed their limits leave nothing behind for other frames")
struct FrameOrderTests: ScriptedFrameSuite {
    private func scripted(_ value: JSON, _ script: String) -> JSON { fixed(value) + ["x": .string(script)] }

    @Test("a property whose own expression fails is read in every frame as in the first")
    func failedReference() throws {
        // The square's place is the opacity of a layer whose expression never ends, so it is that without the expression.
        for reference in ["thisComp.layer('other').opacity", "[thisComp.layer('other').opacity, 5]"] {
            let other = nullLayer(["nm": "other", "ks": ["o": scripted(40, "while (true) {}")]])
            let square = solid("#ff0000", 1, 1, ["ks": ["p": scripted([2, 5], reference)]])
            let composition = try Composition(document(60, 12, [square, other]))
            let one = renderer(composition)
            for frame in [0, 3, 0] as [Double] {
                let drawn = draw(frame, with: one)
                #expect(drawn == draw(frame, with: renderer(composition)), "\(reference), frame \(frame)")
                #expect(drawn.pixels[60 * 5 + 40] == 0xFF00_00FF, "\(reference), frame \(frame)")
            }
        }
    }

    /// Expressions that use up a limit, read each other, or do both.
    private static let scripts = [
        "while (true) {}", "'x'.repeat(1e9)", "var a = []; while (1) a.push(a)", "throw 1",
        "var n = 0; for (var i = 0; i < 20000; i++) n += i; 30", "time * 40",
        "var n = 0; for (var i = 0; i < 30000 * time; i++) n += i; [n % 50, 5]",
        "thisComp.layer(1).rotation", "thisComp.layer(2).rotation",
        "[thisComp.layer(3).opacity, thisComp.layer(1).opacity]",
        "thisComp.layer(2).position", "[thisComp.layer(4).position, thisComp.layer(1).rotation]", "thisLayer.opacity",
        "({valueOf() { while (1); }})", "var a = [20, 5]; a[2] = a; a", "[thisComp.layer(2).position[0], 4]",
        "try { thisComp.layer(1).position[0] } catch (e) { 7 }", "wiggle(3, 9)", "value",
    ]

    /// Returns a document with hostile expressions, some of them in a composition whose time stands still.
    private func hostileDocument(_ random: inout SeededGenerator) -> JSON {
        func layers(_ random: inout SeededGenerator) -> [JSON] {
            (1...4).map { number in
                func property(_ plain: JSON) -> JSON {
                    scripted(plain, Self.scripts[random.next(below: Self.scripts.count)])
                }
                let place: JSON = [
                    "p": property([.number(Double(9 * number)), 5]), "r": property(10), "o": property(80),
                ]
                return solid("#ff0000", 5, 5, ["ind": .number(Double(number)), "ks": place])
            }
        }
        let still = precomposition("c", 60, 12, ["tm": fixed(0.2)])
        return document(60, 12, layers(&random) + [still], assets: [asset("c", layers(&random))])
    }

    @Test("hostile expressions give the same frames in any order", arguments: 1...6 as ClosedRange<UInt64>)
    func hostileExpressions(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let composition = try Composition(hostileDocument(&random))
        let one = renderer(composition)
        var expected: [Double: ScriptedFrame] = [:]
        for frame in ([0, 5, 9, 5, 5, 0] as [Double]).shuffled(using: &random) {
            let fresh = expected[frame] ?? draw(frame, with: renderer(composition))
            expected[frame] = fresh
            #expect(draw(frame, with: one) == fresh, "frame \(frame), seed \(seed)")
        }
    }
}
