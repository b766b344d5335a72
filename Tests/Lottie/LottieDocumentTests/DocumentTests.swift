import LottieDocument
import SeededRandomness
import Testing

@Suite("The fields of a composition are read")
struct CompositionTests {
    @Test("a composition has a size, a frame rate and a range of frames")
    func readsSizeFrameRateAndRange() throws {
        let composition = try Composition(
            #"{"v":"5.5.2","nm":"Heart","fr":29.9700012207031,"ip":-2,"op":60.0000024438501,"w":400,"h":240.5,"layers":[]}"#
        )
        #expect(composition.version == FormatVersion("5.5.2"))
        #expect(composition.name == "Heart")
        #expect(composition.frameRate == 29.9700012207031)
        #expect(composition.inPoint == -2)
        #expect(composition.outPoint == 60.0000024438501)
        #expect(composition.width == 400)
        #expect(composition.height == 240.5)
        #expect(abs(composition.duration - 62.0000024438501 / 29.9700012207031) < 1e-12)
        #expect(composition.frameCount == 63)
    }

    @Test("progress runs from the first frame to just before the out point, at which nothing is visible")
    func progressEndsBeforeOutPoint() throws {
        let composition = try Composition(documentText())
        #expect(composition.frame(atProgress: 0) == 0)
        #expect(composition.frame(atProgress: 0.5) == 30)
        let last = composition.frame(atProgress: 1)
        #expect(last < 60 && last >= 59.99)
        #expect(composition.frame(atProgress: 7) == last)
        #expect(composition.frame(atProgress: -7) == 0)
        #expect(composition.frame(atProgress: .nan) == 0)
    }

    @Test("a range shorter than a frame has a single frame")
    func rangeShorterThanFrameHasOneFrame() throws {
        let composition = try Composition(#"{"fr":30,"ip":0,"op":0.0001,"w":1,"h":1,"layers":[]}"#)
        #expect(composition.frame(atProgress: 1) == 0)
        #expect(composition.frameCount == 1)
    }
}

@Suite("Text is read in all forms that exporters write")
struct LenientReadingTests {
    @Test("a byte order mark, white space and trailing NULs are ignored")
    func ignoresByteOrderMarkWhitespaceAndTrailingNULs() throws {
        let text = documentText()
        #expect(try Composition(json: [0xEF, 0xBB, 0xBF] + Array(text.utf8)).width == 100)
        #expect(try Composition(" \n\t\r" + text + "\n \0\0").width == 100)
    }

    @Test(
        "a number can have any notation",
        arguments: [
            ("7", 7), ("7.5", 7.5), ("-0.25", -0.25), ("1e2", 100), ("1E+2", 100), ("25e-1", 2.5), ("0", 0), ("-0", 0),
            ("\"12.5\"", 12.5), ("true", 1), ("false", 0), ("0.1000000000000000055511151231257827", 0.1),
            ("123456789012345678901234567890", 1.2345678901234568e29), ("1e-400", 0),
            ("0.30000000000000004", 0.30000000000000004),
            ("4503599627370497.5", 4503599627370497.5), ("9007199254740993", 9007199254740992),
        ] as [(String, Double)])
    func readsNumbersInAnyNotation(text: String, value: Double) throws {
        #expect(try parsedNumber("{\"k\":\(text)}").fixedValue == value)
    }

    @Test("random numbers are parsed like in the standard library", arguments: 1...4 as ClosedRange<UInt64>)
    func randomNumbersMatchStandardLibrary(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            let short = Double.random(in: -1000...1000, using: &random)
            for text in ["\(value)", "\(short)"] {
                #expect(try parsedNumber("{\"k\":\(text)}").fixedValue == Double(text), "seed \(seed): \(text)")
            }
        }
    }

    @Test("a number beyond the range of Double is 0", arguments: ["1e999", "-1e999"])
    func numberBeyondDoubleRangeIsZero(text: String) throws {
        #expect(try parsedNumber("{\"k\":\(text)}").fixedValue == 0)
    }

    @Test("of two lists of shapes the last one applies")
    func lastOfTwoShapeListsApplies() throws {
        let lists = #""shapes":[{"ty":"el"},{"ty":"el"}],"shapes":[{"ty":"gr","it":[{"ty":"el"}],"it":[]}]"#
        guard case .shapes(let group) = try parsedLayer(#""ty":4,\#(lists)"#).content else {
            Issue.record("no group")
            return
        }
        #expect(group.items.count == 1)
        guard case .group(let inner) = try #require(group.items.first) else {
            Issue.record("no group")
            return
        }
        #expect(inner.items.isEmpty)
    }

    @Test("of two equal keys the last one applies")
    func lastOfTwoEqualKeysApplies() throws {
        #expect(try Composition(#"{"w":5,"fr":30,"ip":0,"op":60,"w":100,"h":80,"layers":[]}"#).width == 100)
        #expect(try parsedNumber(#"{"k":1,"k":[{"t":0,"s":[9]}]}"#).fixedValue == 9)
    }

    @Test("types and indices can have fractions")
    func typesAndIndicesCanHaveFractions() throws {
        let layer = try parsedLayer(#""ty":1.0,"ind":3.0,"parent":2.0,"sw":10.0,"sh":5,"sc":"ff0000""#)
        #expect(layer.index == 3)
        #expect(layer.parent == 2)
        guard case .solid(let color, 10, 5) = layer.content else { return #expect(Bool(false), "no solid") }
        #expect(color == Color(1, 0, 0, 1))
    }

    @Test("a number beyond the range of Int is ignored", arguments: ["1e300", "-1e300", "1e19"])
    func numberBeyondIntRangeIsIgnored(text: String) throws {
        let layer = try parsedLayer(#""ty":\#(text),"ind":\#(text),"parent":\#(text),"bm":\#(text),"tt":\#(text)"#)
        #expect(layer.index == nil)
        #expect(layer.parent == nil)
        #expect(layer.blendMode == .normal)
        #expect(layer.matte == nil)
    }

    @Test("missing fields have their defaults, as minifiers expect")
    func missingFieldsHaveDefaults() throws {
        let transform = try parsedLayer(#""ty":3,"ks":{}"#).transform
        #expect(transform.opacity.fixedValue == 100)
        #expect(transform.scale.fixedValue == Vector(100, 100, 100))
        #expect(transform.rotation.fixedValue == 0)
        #expect(transform.anchor.value(at: 0) == .zero)
        #expect(try parsedLayer(#""ty":3"#).transform.opacity.fixedValue == 100)
        #expect(try parsedItems(#"{"ty":"gr"}"#).count == 1)
    }

    @Test(
        "solid colors can have a number sign or not, a short form and an opacity",
        arguments: [
            ("#ff8000", Color(1, 128 / 255, 0, 1)), ("ff8000", Color(1, 128 / 255, 0, 1)),
            ("#F80", Color(1, 136 / 255, 0, 1)),
            ("#ff800080", Color(1, 128 / 255, 0, 128 / 255)), ("#zz", Color(0, 0, 0, 1)), ("", Color(0, 0, 0, 1)),
        ])
    func solidColorsHaveSeveralForms(text: String, expected: Color) throws {
        guard case .solid(let color, _, _) = try parsedLayer(#""ty":1,"sw":1,"sh":1,"sc":"\#(text)""#).content else {
            return #expect(Bool(false), "no solid")
        }
        #expect(color == expected)
    }

    @Test("strings can contain escapes")
    func readsStringEscapes() throws {
        #expect(try parsedLayer(#""ty":3,"nm":"a\"b\\c\/d\n\u00e9\ud83c\udf81""#).name == "a\"b\\c/d\né🎁")
        #expect(try parsedLayer(#""ty":3,"nm":"\ud83c!""#).name == "\u{FFFD}!")
        #expect(try parsedLayer(#""ty":3,"nm":"\uZZZZ""#).name.hasPrefix("\u{FFFD}"))
    }

    @Test("unknown fields of any type are skipped")
    func skipsUnknownFields() throws {
        let text = #""zz":{"a":[1,{"b":null}],"c":"\"}]"},"ty":3,"yy":[[],{},"",-1e5,true,false,null],"ind":4"#
        #expect(try parsedLayer(text).index == 4)
    }
}

@Suite("The fields of layers are read")
struct LayerTests {
    @Test("a member that is null is as if it were not there")
    func nullMembers() throws {
        let items: [(keys: [String], text: String)] = [
            (["bm", "ind", "tt", "tp", "ip", "op", "parent", "hd"], #""ty":3@"#), (["refId"], #""ty":2@"#),
            (["sw", "sc"], #""ty":1@"#), (["shapes"], #""ty":4@"#),
            (["mode", "inv"], #""ty":3,"masksProperties":[{"o":{"k":50}@}]"#),
            (["d", "s"], #""ty":4,"shapes":[{"ty":"el"@},{"ty":"fl"}]"#),
            (["r", "bm", "o"], #""ty":4,"shapes":[{"ty":"el"},{"ty":"fl"@}]"#),
            (["lc", "lj", "ml", "d"], #""ty":4,"shapes":[{"ty":"el"},{"ty":"st"@}]"#),
            (["it", "bm"], #""ty":4,"shapes":[{"ty":"gr"@}]"#),
        ]
        for (keys, text) in items {
            let absent = try parsedLayer(text.replacing("@", with: ""))
            for key in keys {
                let null = try parsedLayer(text.replacing("@", with: #","\#(key)":null"#))
                #expect("\(null)" == "\(absent)", "\(key) of \(text)")
            }
        }
        let assets = #""assets":[{"id":"a","layers":null,"p":"a.png"}]"#
        #expect(try Composition(documentText(fields: assets)).assets.images["a"]?.source == .external("a.png"))
    }

    @Test("missing, null and invalid fields have their defaults")
    func invalidFieldsHaveDefaults() throws {
        let layer = try parsedLayer(#""ty":3,"sr":0,"st":null,"parent":null,"tm":null"#)
        #expect(layer.timing.stretch == 1)
        #expect(layer.timing.startTime == 0)
        #expect(layer.parent == nil)
        #expect(layer.timing.timeRemap == nil)
        #expect(layer.timing.outPoint > 1e6)
        #expect(layer.matteParent == nil)
        #expect(!layer.isHidden && !layer.isMatteSource && !layer.isAutoOriented)
    }

    @Test("Booleans can be numbers")
    func booleansCanBeNumbers() throws {
        let layer = try parsedLayer(#""ty":3,"hd":1,"td":1,"ao":1,"ddd":0"#)
        #expect(layer.isHidden && layer.isMatteSource && layer.isAutoOriented)
    }

    @Test("a time-reversed layer keeps its negative stretch")
    func negativeStretchIsKept() throws {
        #expect(try parsedLayer(#""ty":0,"refId":"a","sr":-1"#).timing.stretch == -1)
    }

    @Test(
        "layers of types that are not drawn stay in the list, because they can be parents",
        arguments: [("13", "camera"), ("9", "layer type 9"), ("99", "layer type 99")])
    func unsupportedLayersStayInList(type: String, name: String) throws {
        let composition = try Composition(documentText(layers: #"{"ty":3},{"ty":\#(type),"ind":2},{"ty":\#(type)}"#))
        #expect(composition.layers.count == 3)
        #expect(composition.layers[1].index == 2)
        #expect(composition.unsupportedFeatures.map(\.name) == [name])
        #expect(composition.unsupportedFeatures.map(\.count) == [2])
        #expect(composition.unsupportedFeatures.map(\.path) == ["layers[1]"])
    }

    @Test(
        "kinds of features that nobody knows are listed",
        arguments: [
            (#""ty":3,"bm":99"#, ["blend mode 99"]), (#""ty":3,"bm":-1"#, ["blend mode -1"]), (#""ty":3,"bm":17"#, []),
            (#""ty":3,"tt":5"#, ["matte type 5"]), (#""ty":3,"tt":0"#, []),
            (#""ty":3,"tt":1e300"#, ["matte type 1e+300"]),
            (#""ty":3,"masksProperties":[{"mode":"zz"}]"#, ["mask mode 'zz'"]),
            (#""ty":4,"shapes":[{"ty":"sr","sy":9}]"#, ["star type 9"]),
            (#""ty":4,"shapes":[{"ty":"sr","sy":1},{"ty":"sr","sy":2}]"#, []),
            (#""ty":4,"shapes":[{"ty":"gf","t":3},{"ty":"gf","t":1}]"#, ["gradient type 3"]),
            (#""ty":4,"shapes":[{"ty":"mm","mm":77}]"#, ["merge mode 77"]),
            (#""ty":5,"t":{"d":{"k":[{"t":0,"s":{"t":"x","j":3}}]}}"#, ["text: justification 3"]),
        ])
    func unknownKindsAreListed(fields: String, names: [String]) throws {
        #expect(try Composition(documentText(layers: "{\(fields)}")).unsupportedFeatures.map(\.name) == names)
    }

    @Test(
        "a gradient that is not linear is radial, and a star that is not one is a polygon, as in browsers",
        arguments: [(1, false, true), (2, true, false), (3, true, false)])
    func unknownKindsOfShapes(kind: Int, isRadial: Bool, isStar: Bool) throws {
        let layer = try parsedLayer(#""ty":4,"shapes":[{"ty":"sr","sy":\#(kind)},{"ty":"gf","t":\#(kind)}]"#)
        guard case .shapes(let group) = layer.content, case .polystar(let star)? = group.items.first,
            case .fill(let fill)? = group.items.last, case .gradient(let gradient) = fill.paint
        else {
            Issue.record("expected a star and a gradient")
            return
        }
        #expect(star.isStar == isStar)
        #expect(gradient.isRadial == isRadial)
    }

    @Test(
        "what no player but the exporting program draws of a layer is listed, unless it changes nothing",
        arguments: [
            (#""mb":true"#, ["motion blur"]), (#""mb":false"#, []), (#""mb":0"#, []),
            (#""t":{"a":[{"a":{"bl":{"k":[4,4]}}}]}"#, ["text: blurred letters"]),
            (#""t":{"a":[{"a":{"bl":{"k":[0,0]}}}]}"#, []),
            (#""t":{"d":{"k":[{"t":0,"s":{"t":"x","sk_vj":1}}]}}"#, ["text: vertical alignment in its box"]),
            (#""t":{"d":{"k":[{"t":0,"s":{"t":"x","sk_rs":2}}]}}"#, ["text: size that is fitted to its box"]),
            (#""t":{"d":{"k":[{"t":0,"s":{"t":"x","sk_vj":0,"sk_rs":0}}]}}"#, []),
        ])
    func undrawnLookOfLayers(fields: String, names: [String]) throws {
        let composition = try Composition(documentText(layers: #"{"ty":5,\#(fields)}"#))
        #expect(composition.unsupportedFeatures.map(\.name) == names)
    }

    @Test(
        "masks have a mode and defaults, and a flag that disables them",
        arguments: [
            ("n", Mask.Mode.none), ("a", .add), ("s", .subtract), ("i", .intersect), ("l", .lighten), ("d", .darken),
            ("f", .difference),
            ("?", .add),
        ])
    func readsMaskModes(letter: String, mode: Mask.Mode) throws {
        let mask = #"{"mode":"\#(letter)","pt":{"k":{"c":true,"v":[]}}}"#
        let masked = try parsedLayer(#""ty":3,"masksProperties":[\#(mask)]"#)
        #expect(masked.masks.map(\.mode) == [mode])
        #expect(masked.masks[0].opacity.fixedValue == 100)
        #expect(masked.masks[0].expansion.fixedValue == 0)
        #expect(!masked.masks[0].isInverted)
        #expect(try parsedLayer(#""ty":3,"hasMask":true,"masksProperties":[\#(mask)]"#).masks.count == 1)
        #expect(try parsedLayer(#""ty":3,"hasMask":false,"masksProperties":[\#(mask)]"#).masks.isEmpty)
        #expect(try parsedLayer(#""ty":3,"masksProperties":[\#(mask)],"hasMask":false"#).masks.isEmpty)
    }

    @Test(
        "hidden shape items are left out, but not groups, which lottie-web draws",
        arguments: [#""hd":true"#, #""hd":1"#, #""hd" : true"#, #""\u0068d":true"#])
    func hiddenItemsAreLeftOut(flag: String) throws {
        #expect(
            try parsedItems(#"{"ty":"el","hd":false},{"ty":"rc",\#(flag)},{\#(flag),"ty":"gr","it":[{"ty":"rc"}]}"#)
                .count == 2)
    }

    @Test("unknown shape items are reported and skipped")
    func unknownItemsAreReportedAndSkipped() throws {
        let composition = try Composition(
            documentText(layers: #"{"ty":4,"shapes":[{"ty":"??","it":[1]},{"ty":"el"},{"x":1}]}"#))
        #expect(try composition.shapeItems.count == 1)
        #expect(composition.unsupportedFeatures.count == 2)
    }
}

@Suite("Markers and assets are read")
struct MarkerTests {
    @Test(
        "the name of a marker is read from its comment in any of the exporters' forms",
        arguments: [
            ("loop", "loop"), ("  loop \\r", "loop"), ("intro\\r\\n", "intro"), (#"{\"name\":\"fin\",\"x\":1}"#, "fin"),
            ("name: outro\\r\\nloop:true", "outro"), ("a:b:c", "a:b:c"), ("", ""), ("{broken", "{broken"),
        ])
    func readsNameFromComment(comment: String, name: String) throws {
        let composition = try Composition(documentText(fields: #""markers":[{"cm":"\#(comment)","tm":12.5,"dr":6}]"#))
        #expect(composition.markers.map(\.name) == [name])
        #expect(composition.markers.map(\.time) == [12.5])
        #expect(composition.markers.map(\.duration) == [6])
    }

    @Test("a marker can lack its duration, and markers that are not a list are ignored")
    func durationIsOptionalAndInvalidListIsIgnored() throws {
        #expect(try Composition(documentText(fields: #""markers":[{"cm":"a","tm":3}]"#)).markers[0].duration == 0)
        #expect(try Composition(documentText(fields: #""markers":[{"cm":"a","dr":null}]"#)).markers[0].duration == 0)
        #expect(try Composition(documentText(fields: #""markers":{}"#)).markers.isEmpty)
        #expect(try Composition(documentText(fields: #""markers":null"#)).markers.isEmpty)
    }

    @Test(
        "embedded pictures are decoded from data URLs",
        arguments: [
            ("data:image/png;base64,AQID", [1, 2, 3]), ("data:image/PNG;BASE64,AQI=", [1, 2]), ("DATA:,AQ==", [1]),
            (#"data:image\/png;base64,\/\/8="#, [255, 255]), ("data:image/png;base64,!!", []),
            ("data:image/png;base64,", []),
        ] as [(String, [UInt8])])
    func decodesEmbeddedImages(url: String, bytes: [UInt8]) throws {
        let asset = #"{"id":"i","w":4,"h":5,"e":1,"u":"","p":"\#(url)"}"#
        let image = try #require(Composition(documentText(fields: "\"assets\":[\(asset)]")).assets.images["i"])
        #expect(image.source == .embedded(bytes))
        #expect(image.width == 4 && image.height == 5)
    }

    @Test("external pictures keep their file names, and ids can be numbers")
    func externalImagesKeepFileNames() throws {
        let composition = try Composition(
            documentText(fields: #""assets":[{"id":7,"u":"images/","p":"a.png"},{"p":"x"},{"id":"s"}]"#))
        #expect(composition.assets.images["7"]?.source == .external("images/a.png"))
        #expect(composition.assets.images.count == 1)
    }

    @Test("assets with layers are precompositions")
    func assetsWithLayersArePrecompositions() throws {
        let composition = try Composition(documentText(fields: #""assets":[{"id":"c","layers":[{"ty":3},{"ty":3}]}]"#))
        #expect(composition.assets.precompositions["c"]?.count == 2)
    }

    @Test(
        "an effect without a number of its own is named by its match name, and groups of controls are none",
        arguments: [
            ("ADBE Invert", "effect 'Invert'"), ("ADBE Easy Levels2", "effect 'Easy Levels'"),
            ("ADBE Brightness & Contrast 2", "effect 'Brightness & Contrast'"), ("CC Sphere", "effect 'CC Sphere'"),
            ("ADBE Slider Control", nil), ("ADBE Point3D Control", nil), ("ADBE CM WigglePosition", nil),
            ("Pseudo/3bf5uID/RubberHose_2", nil), ("", nil),
        ])
    func effectsWithoutNumber(matchName: String, feature: String?) throws {
        let effect =
            #"{"ty":5,"nm":"A","mn":"\#(matchName)","en":1,"ef":[{"ty":0,"mn":"ADBE Invert-0001","v":{"k":1}}]}"#
        let composition = try Composition(documentText(layers: #"{"ty":3,"ks":{},"ef":[\#(effect)]}"#))
        #expect(composition.unsupportedFeatures.map(\.name) == [feature].compactMap { $0 })
        #expect(composition.unsupportedFeatures.allSatisfy { $0.path == "layers[0].ef[0]" && $0.count == 1 })
    }
}
