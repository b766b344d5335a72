import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

@Suite("A caller can change the controls that expressions read")
struct ControlPropertyTests {
    /// A document with a square of one pixel, whose position from the left an expression computes from the controls of
    /// its layer.
    private func rig(_ script: String) -> JSON {
        let controls: [JSON] = [
            ["ty": 0, "nm": "Slider", "v": keyframes((0, 3), (10, 13))], ["ty": 1, "nm": "Angle", "v": fixed(4)],
            ["ty": 2, "nm": "Color", "v": fixed([1, 0, 0, 1])], ["ty": 3, "nm": "Point", "v": fixed([5, 6])],
            ["ty": 7, "nm": "Box", "v": fixed(1)], ["ty": 10, "nm": "Layer", "v": fixed(1)],
            ["ty": 6, "nm": "", "v": 0],
        ]
        let own: JSON = ["ty": 5, "nm": "Ctl", "ef": .list(controls)]
        let square: JSON = [
            "ef": [own], "ks": ["p": fixed([0, 0, 0]) + ["x": .string("var $bm_rt; $bm_rt = [\(script), 0]")]],
        ]
        return document(40, 1, [solid("#ff0000", 1, 1, ["ind": 1, "nm": "square"] + square)])
    }

    private func position(
        _ script: String, at time: Double = 0, with set: (inout DynamicProperties) throws -> Void = { _ in }
    ) throws -> Int? { try frame(of: rig(script), at: time, with: set).alphas(row: 0).firstIndex { $0 == 255 } }

    @Test(
        "an expression reads the value that replaces a control's",
        arguments: [
            ("effect('Ctl')('Slider')", "Slider", PropertyValue.number(21), 3, 21),
            ("effect('Ctl')('Angle')", "Angle", .number(9), 4, 9),
            ("effect('Ctl')('Color')[1] * 8", "Color", .color(Color(0, 1, 0, 1)), 0, 8),
            ("effect('Ctl')('Point')[1]", "Point", .vector(x: 1, y: 17), 6, 17),
            ("effect('Ctl')('Box') * 7", "Box", .number(0), 7, 0),
            ("effect('Ctl').slider", "Slider", .number(2), 3, 2),
            ("effect('Ctl')('Slider')", "Slider", .color(Color(0, 1, 0, 1)), 3, 3),
        ] as [(String, String, PropertyValue, Int, Int)])
    func controlsAreReplaced(script: String, name: String, value: PropertyValue, before: Int, after: Int) throws {
        #expect(try position(script) == before)
        #expect(try position(script) { try $0.set("square.Effects.Ctl.\(name)", to: value) } == after)
    }

    @Test("a closure gives a control another value in each frame")
    func controlsCanDependOnTheFrame() throws {
        for time in [0.0, 2, 5] {
            let x = try position("effect('Ctl')('Slider')", at: time) {
                try $0.set("square.Effects.Ctl.Slider") { frame in .number(30 - frame) }
            }
            #expect(x == 30 - Int(time))
        }
    }

    @Test("a control that changes while the animation plays changes what expressions read")
    func controlsChangeLater() throws {
        let composition = try Composition(rig("effect('Ctl')('Slider')"))
        let renderer = AnimationRenderer(composition, width: 40, height: 1)
        var pixmap = Pixmap(width: 40, height: 1)
        for x in [8, 15] {
            var properties = DynamicProperties()
            try properties.set("square.Effects.Ctl.Slider", to: .number(Double(x)))
            renderer.properties = properties
            renderer.draw(frame: 0, into: &pixmap)
            #expect(Frame(pixmap).alphas(row: 0).firstIndex { $0 == 255 } == x)
        }
    }

    @Test("the controls are listed with their kinds and values, those that change as such")
    func controlsAreListed() throws {
        let renderer = AnimationRenderer(try Composition(rig("effect('Ctl')('Slider')")), width: 40, height: 1)
        let listed = renderer.properties(at: 5).filter { $0.path.description.contains("Effects") }
        #expect(
            listed.map(\.path.description)
                == ["Slider", "Angle", "Color", "Point", "Box", "Layer"].map {
                    "square.Effects.Ctl.\($0)"
                })
        #expect(listed.map(\.kind) == [.number, .degrees, .color, .vector, .number, .number])
        #expect(listed.first?.value == .number(8))
        #expect(listed.map(\.isAnimated) == [true, false, false, false, false, false])
    }

    @Test("an effect that is drawn is listed once")
    func drawnEffectsAreListedOnce() throws {
        let fill: JSON = [
            "ty": 21, "nm": "tint",
            "ef": [["v": fixed(0)], ["v": fixed(0)], ["nm": "Color", "v": fixed([1, 0, 0, 1])]],
        ]
        let layer: JSON = [
            "nm": "box", "ef": [fill], "ks": ["o": fixed(100) + ["x": "var $bm_rt = effect(1)(3)[0] * 50;"]],
        ]
        let renderer = AnimationRenderer(
            try Composition(document(4, 1, [solid("#0000ff", 4, 1, layer)])), width: 4, height: 1)
        let paths = renderer.properties(at: 0).map(\.path.description).filter { $0.contains("tint") }
        #expect(paths == ["box.Effects.tint.Color", "box.Effects.tint.Opacity"])
    }

    /// A document with a square, whose position from the left an expression computes from the effects of another layer,
    /// which are drawn.
    private func drawnRig(_ script: String) -> JSON {
        let shadow: JSON = [
            "ty": 25, "nm": "shade",
            "ef": [
                ["ty": 2, "nm": "Color", "v": fixed([0, 0, 0, 1])], ["ty": 0, "nm": "Opacity", "v": fixed(9)],
                ["ty": 1, "nm": "Direction", "v": fixed(0)],
                ["ty": 0, "nm": "Distance", "v": keyframes((0, 3), (10, 13))],
            ],
        ]
        let matte: JSON = ["ty": 28, "nm": "matte", "ef": [["ty": 10, "nm": "Layer", "v": fixed(1)]]]
        let levels: JSON = [
            "ty": 24, "nm": "levels", "ef": .list((0..<36).map { ["ty": 0, "v": fixed(.number(Double($0)))] }),
        ]
        let off: JSON = ["ty": 21, "nm": "off", "en": 0, "ef": [["ty": 0, "nm": "Distance", "v": fixed(2)]]]
        let place: JSON = ["p": fixed([0, 0, 0]) + ["x": .string("var $bm_rt; $bm_rt = [\(script), 0]")]]
        let fx: JSON = [
            "ind": 2, "nm": "fx", "ef": [off, shadow, ["ty": 5, "nm": "Ctl", "ef": []], matte, levels],
        ]
        return document(40, 1, [solid("#ff0000", 1, 1, ["ind": 1, "nm": "square", "ks": place]), nullLayer(fx)])
    }

    @Test(
        "an expression reads the value that replaces a parameter of a drawn effect",
        arguments: [
            ("effect('shade')('Distance')", "shade.Distance", PropertyValue.number(21), 3, 21),
            ("effect('shade')('Color')[1] * 8", "shade.Shadow Color", .color(Color(0, 1, 0, 1)), 0, 8),
            ("effect('shade')('Opacity')", "shade.Opacity", .number(7), 9, 7),
            ("effect('off')('Distance')", "shade.Distance", .number(21), 2, 2),
            ("effect('matte')('Layer').index", "matte.Take Matte From Layer", .number(2), 1, 2),
            ("effect('levels')(6)", "levels.Gamma", .number(30), 5, 30),
            ("effect('levels')(12)", "levels.Red Input White", .number(30), 11, 30),
            ("effect('levels')(35)", "levels.Alpha Output Black", .number(30), 34, 30),
        ] as [(String, String, PropertyValue, Int, Int)])
    func drawnParametersAreReplaced(script: String, name: String, value: PropertyValue, before: Int, after: Int) throws
    {
        let rig = drawnRig("thisComp.layer('fx')." + script)
        #expect(try frame(of: rig).alphas(row: 0).firstIndex { $0 == 255 } == before)
        let changed = try frame(of: rig) { try $0.set("fx.Effects.\(name)", to: value) }
        #expect(changed.alphas(row: 0).firstIndex { $0 == 255 } == after)
    }

    @Test("a closure gives a parameter of a drawn effect another value in each frame")
    func drawnParametersCanDependOnTheFrame() throws {
        let rig = drawnRig("thisComp.layer('fx').effect('shade')('Distance')")
        for time in [0.0, 2, 5] {
            let changed = try frame(of: rig, at: time) {
                try $0.set("fx.Effects.shade.Distance") { frame in .number(30 - frame) }
            }
            #expect(changed.alphas(row: 0).firstIndex { $0 == 255 } == 30 - Int(time))
        }
    }
}
