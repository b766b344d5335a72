import LottieDocument
import SeededRandomness
import Testing

@Suite("Properties that name a slot have the slot's value")
struct SlotTests {
    /// Returns a document with one null layer whose opacity names the slot `fade`.
    private func fadeDocument(_ slots: String, opacity: String = #"{"a":0,"k":40,"sid":"fade"}"#) -> String {
        documentText(layers: #"{"ty":3,"ks":{"o":\#(opacity)}}"#, fields: #""slots":\#(slots)"#)
    }

    private func opacity(_ text: String, slots: [String: SlotValue] = [:]) throws -> Double {
        try #require(Composition(json: Array(text.utf8), slots: slots).layers.first).transform.opacity.value(at: 15)
    }

    @Test("the slots can be at any place in the document")
    func slotsCanBeAtAnyPlace() throws {
        #expect(try opacity(fadeDocument(#"{"fade":{"p":{"a":0,"k":70}}}"#)) == 70)
        let first = #"{"slots":{"fade":{"p":{"k":70}}},"#
        #expect(try opacity(first + fadeDocument("{}").dropFirst().replacing(#","slots":{}"#, with: "")) == 70)
    }

    @Test("if a slot repeats its value, the last one counts")
    func lastOfRepeatedSlotValuesApplies() throws {
        #expect(try opacity(fadeDocument(#"{"fade":{"p":{"k":20},"x":1,"p":{"k":70}}}"#)) == 70)
        #expect(try opacity(fadeDocument(#"{"fade":{"p":{"k":20}},"fade":{"p":{"k":70}}}"#)) == 70)
    }

    @Test("slots are found after a byte order mark")
    func slotsAreFoundAfterByteOrderMark() throws {
        let mark = "\u{FEFF}"
        #expect(try opacity(mark + fadeDocument(#"{"fade":{"p":{"a":0,"k":70}}}"#)) == 70)
    }

    @Test("the slot's name can be at any place in the property")
    func slotIDCanBeAtAnyPlaceInProperty() throws {
        #expect(try opacity(fadeDocument(#"{"fade":{"p":{"k":70}}}"#, opacity: #"{"sid":"fade","a":0,"k":40}"#)) == 70)
    }

    @Test(
        "a property whose slot has no value keeps its own",
        arguments: ["{}", "null", "[]", #"{"other":{"p":{"k":70}}}"#, #"{"fade":{}}"#, #"{"fade":{"p":null}}"#])
    func missingSlotKeepsOwnValue(slots: String) throws {
        #expect(try opacity(fadeDocument(slots)) == 40)
    }

    @Test("a slot can have keyframes")
    func slotCanHaveKeyframes() throws {
        #expect(try opacity(fadeDocument(#"{"fade":{"p":{"a":1,"k":[{"t":0,"s":[0]},{"t":30,"s":[80]}]}}}"#)) == 40)
        #expect(try opacity(fadeDocument(#"{"fade":{"p":{"a":1,"k":[{"t":5,"s":[3]},{"t":10,"s":[80]}]}}}"#)) == 80)
    }

    @Test("a slot's value that names a slot is used as it is")
    func slotInSlotValueIsNotResolved() throws {
        #expect(try opacity(fadeDocument(#"{"fade":{"p":{"k":70,"sid":"fade"}}}"#)) == 70)
        #expect(try opacity(fadeDocument(#"{"fade":{"p":{"k":70,"sid":"b"}},"b":{"p":{"k":5}}}"#)) == 70)
    }

    @Test("names can contain escapes, and numbers are not names")
    func slotIDsCanContainEscapes() throws {
        #expect(
            try opacity(fadeDocument(#"{"f\u0061de":{"p":{"k":70}}}"#, opacity: #"{"k":40,"sid":"\u0066ade"}"#)) == 70)
        #expect(try opacity(fadeDocument(#"{"7":{"p":{"k":70}}}"#, opacity: #"{"k":40,"sid":7}"#)) == 40)
    }

    @Test("the caller's value takes precedence over the file's, and the file's over the property's own")
    func callerValueTakesPrecedence() throws {
        let text = fadeDocument(#"{"fade":{"p":{"k":70}}}"#)
        #expect(try opacity(text, slots: ["fade": .number(20)]) == 20)
        #expect(try opacity(text, slots: ["other": .number(20)]) == 70)
        #expect(try opacity(fadeDocument("{}"), slots: ["fade": .number(20)]) == 20)
        #expect(try opacity(text, slots: ["fade": SlotValue(json: Array(#"{"a":0,"k":[30]}"#.utf8))]) == 30)
        #expect(try opacity(text, slots: ["fade": .number(.nan)]) == 0)
    }

    @Test(
        "a value of another kind is an error that names the place",
        arguments: [
            (#"{"fade":{"p":{"k":"dim"}}}"#, "slots.fade.p.k: expected a number, found a string"),
            (#"{"fade":{"p":{"k":{}}}}"#, "slots.fade.p.k: expected a number, found an object"),
        ])
    func valueOfWrongKindIsError(slots: String, message: String) throws {
        let error = try #require(throws: LottieError.self) { try opacity(fadeDocument(slots)) }
        #expect(error.description == message)
    }

    @Test("a value of another kind from the caller is an error that names the slot")
    func callerValueOfWrongKindIsError() throws {
        for (json, problem) in [
            (#"{"k":"dim"}"#, "expected a number, found a string"), ("[1", #"expected "," or "]", found the end"#),
            ("1 2", #"expected the end of the document, found "2""#), ("", "expected a value, found the end"),
        ] {
            let error = try #require(throws: LottieError.self) {
                try opacity(fadeDocument("{}"), slots: ["fade": SlotValue(json: Array(json.utf8))])
            }
            #expect(error.description == #"layers[0].ks.o.sid: slot "fade": \#(problem)"#)
        }
    }
}

@Suite("Slots can have values of every kind")
struct SlotKindTests {
    private func composition(
        _ layer: String, slot: String = "null", assets: String = "", values: [String: SlotValue] = [:]
    ) throws -> Composition {
        let text = documentText(layers: layer, fields: #""slots":{"s":{"p":\#(slot)}},"assets":[\#(assets)]"#)
        return try Composition(json: Array(text.utf8), slots: values)
    }

    private func shape(_ item: String) -> String { #"{"ty":4,"ks":{},"shapes":[\#(item)]}"# }

    @Test("a slot can be a vector or a position, whole or split")
    func slotCanBeVectorOrPosition() throws {
        let layer =
            #"{"ty":3,"ks":{"s":{"k":[1,1],"sid":"s"},"p":{"s":true,"x":{"k":1},"y":{"k":2},"sid":"s"},"a":{"k":[9,9],"sid":"s"}}}"#
        let slot = #"{"a":1,"k":[{"t":0,"s":[0,0],"to":[0,30],"ti":[0,30]},{"t":60,"s":[30,0]}]}"#
        let transform = try composition(layer, slot: slot).layers[0].transform
        #expect(transform.scale.value(at: 60) == Vector(30, 0, 0))
        #expect(transform.position.value(at: 60) == Vector(30, 0, 0))
        // The motion is curved, because a slot for a position can have tangents.
        #expect(transform.anchor.value(at: 30).y > 10)
        let given = try composition(layer, values: ["s": .vector([5, 6])]).layers[0].transform
        #expect(given.position.value(at: 0) == Vector(5, 6, 0) && given.scale.value(at: 0) == Vector(5, 6, 0))
        #expect(try composition(layer, values: ["s": .vector([5, 6])]).slots[0].kind == .vector)
    }

    @Test("a slot can be a color")
    func slotCanBeColor() throws {
        let layer = shape(#"{"ty":"fl","c":{"k":[0,0,0,1],"sid":"s"}}"#)
        for composition in [
            try composition(layer, slot: #"{"a":0,"k":[1,0,0.5]}"#),
            try composition(layer, values: ["s": .color(Color(1, 0, 0.5, 1))]),
        ] {
            guard case .fill(let fill) = try #require(composition.shapeItems.first), case .color(let color) = fill.paint
            else {
                Issue.record("no colour")
                return
            }
            #expect(color.value(at: 0) == Color(1, 0, 0.5, 1))
            #expect(composition.slots.map(\.kind) == [.color])
        }
    }

    private static let stops = "[0,1,0,0,0.5,0,1,0,1,0,0,1]"

    @Test(
        "a slot can be a gradient, named by the gradient or by its stops, with or without the count of stops",
        arguments: [
            (#"{"p":2,"k":{"k":[0,0,0,0,1,1,1,1]},"sid":"s"}"#, #"{"p":3,"k":{"a":0,"k":\#(stops)}}"#),
            (#"{"p":2,"k":{"k":[0,0,0,0,1,1,1,1],"sid":"s"}}"#, #"{"p":3,"k":{"a":0,"k":\#(stops)}}"#),
            (#"{"p":3,"k":{"k":[0,0,0,0,1,1,1,1],"sid":"s"}}"#, #"{"a":0,"k":\#(stops)}"#),
            (#"{"p":3,"k":{"k":[0,0,0,0,1,1,1,1]},"sid":"s"}"#, #"{"a":0,"k":\#(stops)}"#),
            (
                #"{"p":3,"k":{"k":[0,0,0,0,1,1,1,1]},"sid":"s"}"#,
                #"{"k":[{"t":0,"s":\#(stops)},{"t":9,"s":\#(stops)}]}"#
            ),
        ])
    func slotCanBeGradient(gradient: String, slot: String) throws {
        let layer = shape(#"{"ty":"gf","t":1,"s":{"k":[0,0]},"e":{"k":[9,0]},"g":\#(gradient)}"#)
        let composition = try composition(layer, slot: slot)
        guard case .fill(let fill) = try #require(composition.shapeItems.first),
            case .gradient(let paint) = fill.paint
        else {
            Issue.record("no gradient")
            return
        }
        #expect(paint.colorCount == 3)
        #expect(paint.stops.value(at: 4) == [0, 1, 0, 0, 0.5, 0, 1, 0, 1, 0, 0, 1])
        #expect(composition.slots == composition.slots.filter { $0.kind == .gradient && $0.uses == 1 })
    }

    @Test("a caller's gradient contains opacities only if a color is not opaque")
    func callerGradientHasOpacitiesOnlyIfNeeded() throws {
        let layer = shape(#"{"ty":"gf","t":1,"g":{"p":3,"k":{"k":[0,0,0,0]},"sid":"s"}}"#)
        for (alpha, numbers) in [(Float(1), 8), (0.5, 12)] {
            let stops: [(offset: Double, color: Color)] = [(0, Color(1, 0, 0, alpha)), (1, Color(0, 0, 1, 1))]
            let composition = try composition(layer, values: ["s": .gradient(stops)])
            guard case .fill(let fill) = try #require(composition.shapeItems.first),
                case .gradient(let paint) = fill.paint
            else {
                Issue.record("no gradient")
                return
            }
            #expect(paint.colorCount == 2)
            #expect(paint.stops.value(at: 0).count == numbers)
        }
    }

    @Test("a slot can be a path, an effect's parameter or a time remap")
    func slotCanBePathEffectParameterOrTimeRemap() throws {
        let path = #"{"k":{"c":true,"v":[[0,0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}"#
        let composition = try composition(
            shape(#"{"ty":"sh","ks":{"k":{"c":false,"v":[],"i":[],"o":[]},"sid":"s"}}"#), slot: path)
        guard case .path(let shape) = try #require(composition.shapeItems.first) else { return }
        #expect(shape.value(at: 0).vertexCount == 3)
        let blurred = try self.composition(
            #"{"ty":3,"ef":[{"ty":29,"ef":[{"v":{"k":1,"sid":"s"}}]}]}"#, slot: #"{"k":12}"#)
        guard case .gaussianBlur(let blurriness, _, _)? = blurred.layers[0].effects.list.first else { return }
        #expect(blurriness.value(at: 0).number == 12)
        let remapped = try self.composition(#"{"ty":0,"refId":"c","tm":{"k":1,"sid":"s"}}"#, slot: #"{"k":2}"#)
        #expect(remapped.layers[0].timing.timeRemap?.value(at: 0) == 2)
    }

    private let text =
        #"{"ty":5,"t":{"d":{"sid":"s","k":[{"t":0,"s":{"t":"one","f":"F","s":20}},{"t":30,"s":{"t":"two","f":"F","s":40}}]}}}"#

    private func documents(_ composition: Composition) throws -> [TextLayer.Document] {
        guard case .text(let layer) = try #require(composition.layers.first).content else { return [] }
        return layer.documents
    }

    @Test("a slot can be a text that changes with time, whose missing fields come from the file's text at that time")
    func slotCanBeTextOverTime() throws {
        let slot = #"{"k":[{"t":40,"s":{"t":"late"}},{"t":0,"s":{"t":"soon","s":9}}]}"#
        let documents = try documents(composition(text, slot: slot))
        #expect(documents.map(\.time) == [0, 40])
        #expect(documents.map(\.text.text) == ["soon", "late"])
        #expect(documents.map(\.text.size) == [9, 40])
        #expect(documents.map(\.text.font) == ["F", "F"])
    }

    @Test("a single text for a slot keeps the times and styles of the file")
    func singleTextKeepsTimesAndStyles() throws {
        for composition in [
            try composition(text, slot: #"{"k":{"t":"a\"b\\c"}}"#), try composition(text, slot: #"{"t":"a\"b\\c"}"#),
            try composition(text, values: ["s": .text("a\"b\\c")]),
        ] {
            #expect(try documents(composition).map(\.text.text) == ["a\"b\\c", "a\"b\\c"])
            #expect(try documents(composition).map(\.text.size) == [20, 40])
            #expect(composition.slots.map(\.kind) == [.text])
        }
        let control = try composition(text, values: ["s": .text("line\r\nnext\u{1}ä🎁")])
        #expect(try documents(control)[0].text.text == "line\r\nnext\u{1}ä🎁")
    }

    private let image = #"{"id":"i","w":4,"h":5,"u":"images/","p":"a.png","sid":"s"}"#

    @Test(
        "a slot can be a picture, given by its fields or by its name alone",
        arguments: [
            (#"{"p":"data:image/png;base64,AQI="}"#, .embedded([1, 2]), 4),
            (#"{"w":9,"u":"x/","p":"b.png"}"#, .external("x/b.png"), 9), (#"{"p":"b.png"}"#, .external("b.png"), 4),
            (#""b.png""#, .external("b.png"), 4), (#"{"w":9}"#, .external("images/a.png"), 9),
        ] as [(String, ImageAsset.Source, Double)])
    func slotCanBeImage(slot: String, source: ImageAsset.Source, width: Double) throws {
        let composition = try composition("", slot: slot, assets: image)
        #expect(composition.assets.images["i"]?.source == source)
        #expect(composition.assets.images["i"]?.width == width)
    }

    @Test("if a picture repeats its slot, the last one counts")
    func lastOfRepeatedImageSlotsApplies() throws {
        let twice = image.replacing(#""sid":"s""#, with: #""sid":"t","sid":"s""#)
        let composition = try composition("", slot: #"{"p":"b.png"}"#, assets: twice, values: ["t": .image([7])])
        #expect(composition.assets.images["i"]?.source == .external("b.png"))
    }

    @Test("a caller can give the bytes of a picture")
    func callerCanPassImageBytes() throws {
        let composition = try composition("", slot: #"{"p":"b.png"}"#, assets: image, values: ["s": .image([7])])
        #expect(composition.assets.images["i"]?.source == .embedded([7]))
        #expect(composition.slots.map(\.kind) == [.image])
    }

    @Test("the list of slots has those of the file in its order and then those that only properties name")
    func fileSlotsAreListedFirst() throws {
        let layer = #"{"ty":3,"ks":{"o":{"k":1,"sid":"z"},"r":{"k":1,"sid":"b"},"sk":{"k":1,"sid":"z"}}}"#
        let text = documentText(layers: layer, fields: #""slots":{"unused":{"p":{"k":1}},"b":{"p":{"k":1}}}"#)
        let slots = try Composition(text).slots
        #expect(slots.map(\.id) == ["unused", "b", "z"])
        #expect(slots.map(\.kind) == [nil, .number, .number])
        #expect(slots.map(\.uses) == [0, 1, 2])
        #expect(slots.map(\.isDefined) == [true, true, false])
    }
}

@Suite("Pictures in external files can be embedded")
struct EmbeddingTests {
    @Test("each external picture is requested by its name, and embedded ones are not")
    func onlyExternalImagesAreRequested() throws {
        var composition = try Composition(
            documentText(
                fields:
                    #""assets":[{"id":"a","u":"images/","p":"a.png"},{"id":"b","p":"gone.png"},{"id":"c","p":"data:,AQ=="}]"#
            ))
        var names: [String] = []
        composition.embedImages { name in
            names.append(name)
            return name == "images/a.png" ? [1, 2] : nil
        }
        #expect(names == ["images/a.png", "gone.png"])
        #expect(composition.assets.images["a"]?.source == .embedded([1, 2]))
        #expect(composition.assets.images["b"]?.source == .external("gone.png"))
        #expect(composition.assets.images["c"]?.source == .embedded([1]))
    }
}

@Suite("Hostile slots are rejected")
struct HostileSlotTests {
    @Test("a long value that many properties use is an error before it is read for each of them")
    func repeatedLongValueIsRejected() throws {
        let layers = Array(repeating: #"{"ty":3,"ks":{"o":{"k":1,"sid":"s"}}}"#, count: 100).joined(separator: ",")
        let padding = String(repeating: " ", count: 1 << 20)
        let text = documentText(layers: layers, fields: #""slots":{"s":{"p":{"k":7,"pad":"\#(padding)"}}}"#)
        let error = try #require(throws: LottieError.self) { try Composition(text) }
        #expect(error.problem.contains("MB of slots' values"))
    }

    @Test("slots with random changes of bytes are rejected or read", arguments: 1...8 as ClosedRange<UInt64>)
    func corruptedSlotsAreRejectedOrRead(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let layers =
            #"{"ty":3,"ks":{"o":{"k":1,"sid":"o"},"p":{"k":[1,2],"sid":"p"}}},{"ty":5,"t":{"d":{"sid":"t","k":[{"t":0,"s":{"t":"x"}}]}}},{"ty":4,"shapes":[{"ty":"gf","g":{"p":1,"k":{"k":[0,0,0,0],"sid":"g"}}}]}"#
        let slots =
            #""slots":{"o":{"p":{"k":1}},"p":{"p":{"k":[{"t":0,"s":[1,2]},{"t":9,"s":[3,4]}]}},"t":{"p":{"k":{"t":"y"}}},"g":{"p":{"p":1,"k":{"k":[0,1,1,1]}}}}"#
        let original = Array(documentText(layers: layers, fields: slots).utf8)
        let telling = Array("{}[]\",:-019.eo pgtks\0".utf8)
        for _ in 0..<200 {
            var bytes = original
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                bytes[place] = telling[Int.random(in: telling.indices, using: &random)]
            }
            guard let composition = try? Composition(json: bytes, slots: ["p": .vector([1, 2])]) else { continue }
            #expect(composition.slots.allSatisfy { $0.uses > 0 || $0.isDefined }, "seed \(seed)")
        }
    }
}
