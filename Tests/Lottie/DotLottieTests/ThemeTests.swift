import DotLottie
import LottieDocument
import Testing
import ZIPFixtures

@Suite("Themes give values to slots")
struct ThemeTests {
    private func composition(
        _ rules: String, layers: String = "", assets: String = "", files: [ZIPWriter.File] = [],
        slots: [String: SlotValue] = [:]
    ) throws -> Composition {
        let bytes = archive(
            theme: "{\"rules\":[\(rules)]}", files: files, document: document(assets: assets, layers: layers))
        return try DotLottieFile(bytes).composition(theme: .named("t"), slots: slots)
    }

    @Test("colors and numbers have static values, with the type before or after the value")
    func colorsAndNumbersHaveStaticValues() throws {
        let composition = try composition(
            #"{"id":"fade","type":"Scalar","value":70},{"value":[1,0,0.5,1],"type":"Color","id":"tint"}"#)
        #expect(composition.fade() == 70)
        #expect(composition.tint() == Color(1, 0, 0.5, 1))
    }

    @Test("keyframes have their easing, with their fields in any order")
    func keyframesHaveEasing() throws {
        let composition = try composition(
            #"""
            {"id":"fade","type":"Scalar","keyframes":[
              {"value":0,"frame":0,"outTangent":{"x":1,"y":0},"inTangent":{"x":1,"y":0}},
              {"frame":30,"value":100,"hold":true},{"frame":40,"value":50}]},
            {"id":"tint","type":"Color","keyframes":[{"frame":0,"value":[0,0,0]},{"frame":60,"value":[1,1,0]}]}
            """#)
        #expect(composition.fade(at: 0) == 0)
        // The easing starts slowly: after half of the time, the progress is far less than half.
        #expect(composition.fade(at: 15) < 20)
        #expect(composition.fade(at: 39) == 100)
        #expect(composition.fade(at: 40) == 50)
        #expect(composition.tint(at: 30) == Color(0.5, 0.5, 0, 1))
    }

    @Test("positions move along their tangents, and vectors and paths have values")
    func positionsVectorsAndPathsHaveValues() throws {
        let layers =
            #"{"ty":4,"ks":{"p":{"k":[0,0],"sid":"p"},"s":{"k":[1,1],"sid":"v"}},"shapes":[{"ty":"sh","ks":{"k":{"v":[],"i":[],"o":[]},"sid":"b"}}]}"#
        let path = #"{"c":true,"v":[[0,0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}"#
        let composition = try composition(
            #"""
            {"id":"p","type":"Position","keyframes":[
              {"frame":0,"value":[0,0],"valueOutTangent":[0,30],"valueInTangent":[0,30]},{"frame":60,"value":[30,0]}]},
            {"id":"v","type":"Vector","value":[50,60]},
            {"id":"b","type":"BezierPath","keyframes":[{"frame":0,"value":\#(path)},{"frame":9,"value":\#(path)}]}
            """#, layers: layers)
        let layer = composition.layers[2]
        #expect(layer.transform.position.value(at: 30).y > 10)
        #expect(layer.transform.scale.value(at: 0) == Vector(50, 60, 0))
        guard case .shapes(let group) = layer.content, case .path(let shape)? = group.items.first else {
            Issue.record("no path")
            return
        }
        #expect(shape.value(at: 4).vertexCount == 3)
    }

    @Test(
        "gradients have opacities if a stop has one, and can have keyframes",
        arguments: [
            (
                #""value":[{"offset":0,"color":[1,0,0]},{"offset":1,"color":[0,0,1]}]"#,
                [0, 1, 0, 0, 1, 0, 0, 1]
            ),
            (
                #""value":[{"color":[1,0,0,0.5],"offset":0},{"offset":1,"color":[0,0,1]}]"#,
                [0, 1, 0, 0, 1, 0, 0, 1, 0, 0.5, 1, 1]
            ),
            (
                #""keyframes":[{"frame":0,"value":[{"offset":0,"color":[0,0,0]},{"offset":1,"color":[0,0,1]}]},{"frame":60,"value":[{"offset":0,"color":[1,1,1]},{"offset":1,"color":[0,0,1]}]}]"#,
                [0, 0.5, 0.5, 0.5, 1, 0, 0, 1]
            ),
        ] as [(String, [Float])])
    func gradientsHaveOptionalOpacities(rule: String, numbers: [Float]) throws {
        let layers = #"{"ty":4,"shapes":[{"ty":"gf","g":{"p":1,"k":{"k":[0,0,0,0]},"sid":"g"}}]}"#
        let composition = try composition(#"{"id":"g","type":"Gradient",\#(rule)}"#, layers: layers)
        guard case .shapes(let group) = composition.layers[2].content, case .fill(let fill)? = group.items.first,
            case .gradient(let gradient) = fill.paint
        else {
            Issue.record("no gradient")
            return
        }
        #expect(gradient.colorCount == 2)
        #expect(gradient.stops.value(at: 30) == numbers)
    }

    @Test("keyframes with different numbers of stops use the smallest number", arguments: [(2, 3), (3, 2)])
    func smallestStopCountApplies(first: Int, second: Int) throws {
        // The numbers of opacities must not be read as colors.
        func stops(_ count: Int) -> String {
            (0..<count).map { #"{"offset":\#(Double($0) / Double(count - 1)),"color":[1,0,0,0.5]}"# }
                .joined(separator: ",")
        }
        let layers = #"{"ty":4,"shapes":[{"ty":"gf","g":{"p":1,"k":{"k":[0,0,0,0]},"sid":"g"}}]}"#
        let keyframes = [(0, first), (60, second)].map { #"{"frame":\#($0.0),"value":[\#(stops($0.1))]}"# }
        let composition = try composition(
            #"{"id":"g","type":"Gradient","keyframes":[\#(keyframes.joined(separator: ","))]}"#, layers: layers)
        guard case .shapes(let group) = composition.layers[2].content, case .fill(let fill)? = group.items.first,
            case .gradient(let gradient) = fill.paint
        else {
            Issue.record("no gradient")
            return
        }
        #expect(gradient.colorCount == 2)
    }

    private let text =
        #"{"ty":5,"t":{"d":{"sid":"x","k":[{"t":0,"s":{"t":"one","f":"F","s":20,"j":0}},{"t":30,"s":{"t":"two","f":"F","s":40}}]}}}"#

    private func documents(_ rule: String) throws -> [TextLayer.Document] {
        let composition = try composition(#"{"id":"x","type":"Text",\#(rule)}"#, layers: text)
        guard case .text(let layer) = composition.layers[2].content else { return [] }
        return layer.documents
    }

    @Test("texts change the fields that the theme has and keep the others")
    func textRulesChangeOnlyTheirFields() throws {
        let documents = try documents(
            #""value":{"text":"hi","fontName":"G","fillColor":[1,0,0],"strokeColor":[0,1,0],"strokeWidth":3,"tracking":5,"lineHeight":30,"baselineShift":2,"justify":"Center","wrapSize":[9,8],"wrapPosition":[1,2]}"#
        )
        #expect(documents.map(\.text.text) == ["hi", "hi"])
        #expect(documents.map(\.text.size) == [20, 40])
        let first = try #require(documents.first).text
        #expect(first.font == "G")
        #expect(first.fill == Color(1, 0, 0, 1) && first.stroke == Color(0, 1, 0, 1) && first.strokeWidth == 3)
        #expect(first.tracking == 5 && first.lineHeight == 30 && first.baselineShift == 2)
        #expect(first.justification == .center)
        #expect(first.boxSize == Vector(9, 8, 0) && first.boxPosition == Vector(1, 2, 0))
        #expect(try self.documents(#""value":"short""#).map(\.text.text) == ["short", "short"])
    }

    @Test("texts can have keyframes")
    func textsCanHaveKeyframes() throws {
        let documents = try documents(
            #""keyframes":[{"frame":5,"value":{"text":"a"}},{"frame":35,"value":{"text":"b","fontSize":1}}]"#)
        #expect(documents.map(\.time) == [5, 35])
        #expect(documents.map(\.text.text) == ["a", "b"])
        #expect(documents.map(\.text.size) == [20, 1])
    }

    @Test(
        "pictures come from the theme or the archive, and those with other URLs are not fetched",
        arguments: [
            (#"{"dataUrl":"data:image/png;base64,AQI=","path":"new.png"}"#, .embedded([1, 2])),
            (#"{"path":"i/new.png","width":7,"height":8}"#, .embedded(Array("new".utf8))),
            (#"{"id":"new.png"}"#, .embedded(Array("new".utf8))),
            (#"{"url":"https://example.org/x.png"}"#, .external("https://example.org/x.png")),
        ] as [(String, ImageAsset.Source)])
    func imagesComeFromThemeOrArchive(value: String, source: ImageAsset.Source) throws {
        let composition = try composition(
            #"{"id":"pic","type":"Image","value":\#(value)}"#,
            assets: #"{"id":"0","u":"i/","p":"old.png","sid":"pic"}"#,
            files: [.init("i/old.png", "old"), .init("i/new.png", "new")])
        #expect(composition.assets.images["0"]?.source == source)
    }

    @Test("a rule for other animations, of an unknown type or without a value changes nothing")
    func inapplicableRuleChangesNothing() throws {
        for rule in [
            #"{"id":"fade","type":"Scalar","value":70,"animations":["b"]}"#,
            #"{"id":"fade","type":"Sound","value":70}"#,
            #"{"id":"fade","type":"Scalar"}"#, #"{"id":"other","type":"Scalar","value":70}"#, #"{"type":"Scalar"}"#,
        ] {
            #expect(try composition(rule).fade() == 40)
        }
        #expect(try composition(#"{"id":"fade","type":"Scalar","value":70,"animations":["b","a"]}"#).fade() == 70)
    }

    @Test("of two rules for a slot the later one applies, and the caller's values take precedence")
    func laterRuleApplies() throws {
        let rules = #"{"id":"fade","type":"Scalar","value":70},{"id":"fade","type":"Scalar","value":60}"#
        #expect(try composition(rules).fade() == 60)
        #expect(try composition(rules, slots: ["fade": .number(5)]).fade() == 5)
    }

    @Test("an animation has its initial theme unless the caller chooses another one or none")
    func initialThemeAppliesByDefault() throws {
        let file = try DotLottieFile(
            archive(
                (
                    "manifest.json",
                    #"{"version":"2","animations":[{"id":"a","initialTheme":"t"},{"id":"b","initialTheme":"gone"}],"themes":[{"id":"t"},{"id":"u"}]}"#
                ),
                ("a/a.json", document()), ("a/b.json", document()),
                ("t/t.json", #"{"rules":[{"id":"fade","type":"Scalar","value":70}]}"#),
                ("themes/u.json", #"{"rules":[{"id":"fade","type":"Scalar","value":80}]}"#)))
        #expect(try file.composition().fade() == 70)
        #expect(try file.composition(theme: .none).fade() == 40)
        #expect(try file.composition(theme: .named("u")).fade() == 80)
        #expect(try file.composition("b").fade() == 40)
    }

    @Test(
        "an invalid theme or a value of another kind is an error that names the place",
        arguments: [
            ("[]", "t/t.json: expected a theme, found a list"),
            (#"{"rules":{}}"#, "t/t.json: rules: expected a list of rules, found an object"),
            (
                #"{"rules":[{"id":"g","type":"Gradient","value":[{"offset":0,"color":[1]}]}]}"#,
                "t/t.json: rules[0].value[0]: expected a colour of 3 or 4 numbers, found 1"
            ),
            (
                #"{"rules":[{"id":"fade","type":"Scalar","value":"x"}]}"#,
                #"a/a.json: layers[0].ks.o.sid: slot "fade": expected a number, found a string"#
            ),
        ])
    func invalidThemeIsError(theme: String, message: String) throws {
        let file = try DotLottieFile(archive(theme: theme))
        let error = try #require(throws: DotLottieError.self) { try file.composition(theme: .named("t")) }
        #expect(error.description == message)
    }
}
