import Foundation
import LottieDocument
import LottieRenderer
import SeededRandomness
import TestSupport
import Testing
import VectorGraphics

@Suite("Dynamic properties can change between frames")
struct PropertyChangeTests {
    /// A document with a parent, a matte and a precomposition with a text and a shape, all of which the changes affect.
    private static let scene =
        document(
            40, 24,
            [
                nullLayer(["ind": 1, "nm": "hand", "ks": ["r": keyframes((0, 0), (40, 90))]]),
                solid("#ffffff", 30, 20, ["nm": "window", "td": 1]),
                precomposition("c", 40, 24, ["nm": "inside", "tt": 1, "parent": 1]),
                shapeLayer([rectangle(2, 2, 9, 9), trim(0, 80), stroke(2), fill(blue)], ["nm": "shape"]),
            ],
            assets: [asset("c", [title, solid("#00ff00", x: 12, 8, 8, ["nm": "box"])])])
        + ["fonts": ["list": [["fName": "Square", "fFamily": "Square", "fStyle": "Regular", "ascent": 75]]]]

    private static let title: JSON = [
        "ty": 5, "nm": "title", "ip": 0, "op": 100, "ks": ["p": fixed(point(0, 20))],
        "t": [
            "d": [
                "k": [["t": 0, "s": ["t": "a", "f": "Square", "s": 10, "fc": [1, 0, 0], "lh": 12, "j": 0, "tr": 0]]]
            ],
            "a": [], "p": [:], "m": ["g": 1, "a": fixed([0, 0])],
        ],
    ]

    /// The property paths, each with a generator of random values.
    private static let choices: [(String, @Sendable (inout SeededGenerator) -> PropertyValue)] = [
        ("hand.Position", { .vector(x: .random(in: 0...9, using: &$0), y: .random(in: 0...9, using: &$0)) }),
        ("window.Scale", { .scale(.random(in: 20...150, using: &$0)) }),
        ("inside.Opacity", { .number(.random(in: 0...100, using: &$0)) }),
        ("inside.title.Text", { .text(["a", "b", "ab", "", "a\rb"].randomElement(using: &$0) ?? "") }),
        ("**.box.Color", { .color(Color(.random(in: 0...1, using: &$0), 1, 0, 1)) }),
        ("shape.**.Stroke Width", { .number(.random(in: 0...5, using: &$0)) }),
        ("**.End", { .number(.random(in: 0...100, using: &$0)) }),
    ]

    @Test(
        "a renderer with changed properties draws the same as a new renderer with these properties",
        arguments: 1...20 as ClosedRange<UInt64>)
    func changedPropertiesMatchNewRenderer(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let composition = try Composition(Self.scene)
        let fonts = SquareFont(characters: ["a", "b"])
        let renderer = AnimationRenderer(composition, width: 40, height: 24, fonts: fonts)
        var properties = DynamicProperties()
        var (old, new) = (Pixmap(width: 40, height: 24), Pixmap(width: 40, height: 24))
        var frame = 0.0
        for step in 0..<25 {
            if Int.random(in: 0..<8, using: &random) == 0, let path = properties.paths.randomElement(using: &random) {
                properties.remove(path)
            }
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let (path, value) = Self.choices[.random(in: 0..<Self.choices.count, using: &random)]
                try properties.set(path, to: value(&random))
            }
            // In some steps the frame stays the same, so the renderer must discard the values that it evaluated for it.
            if Bool.random(using: &random) { frame = .random(in: 0...50, using: &random) }
            renderer.properties = properties
            renderer.draw(frame: frame, into: &old)
            AnimationRenderer(composition, width: 40, height: 24, fonts: fonts, properties: properties)
                .draw(frame: frame, into: &new)
            #expect(old == new, "step \(step), frame \(frame), seed \(seed)")
        }
    }

    @Test("after all values are removed, the picture is that of the file")
    func removedValuesRestoreFile() throws {
        let composition = try Composition(Self.scene)
        let renderer = AnimationRenderer(composition, width: 40, height: 24)
        var (plain, other) = (Pixmap(width: 40, height: 24), Pixmap(width: 40, height: 24))
        renderer.draw(frame: 5, into: &plain)
        var properties = DynamicProperties()
        try properties.set("shape.**.Color", to: .color(Color(1, 1, 1, 1)))
        renderer.properties = properties
        renderer.draw(frame: 5, into: &other)
        #expect(other != plain)
        renderer.properties = DynamicProperties()
        renderer.draw(frame: 5, into: &other)
        #expect(other == plain)
    }

    @Test("values that change many times do not use up the points that a renderer may cache")
    func manyChangesKeepCache() throws {
        let outline = (0..<40_000).map { (Double($0 % 200), Double($0 / 200)) }
        let layer = shapeLayer([polygon(outline), fill(blue)], ["nm": "shape"])
        let renderer = AnimationRenderer(try Composition(document(8, 8, [layer])), width: 8, height: 8)
        // The nodes of all steps together would have more than the eight million points that a renderer may cache.
        for step in 0..<250 {
            var properties = DynamicProperties()
            try properties.set("shape.**.Color", to: .color(Color(Float(step) / 250, 1, 0, 1)))
            renderer.properties = properties
            renderer.evaluate(frame: 0)
            try #require(renderer.shortage == nil, "step \(step)")
        }
    }

    @Test("values that change while a picture replaces a composition do not count its layers again")
    func changesBehindPictureKeepLayers() throws {
        let layers = [JSON](repeating: solid("#ff0000", 1, 1), count: 6_000)
        let renderer = AnimationRenderer(
            try Composition(
                document(8, 8, [precomposition("inner", 8, 8, ["nm": "inner"])], assets: [asset("inner", layers)])),
            width: 8, height: 8)
        // The layers of all steps together would be more than the twenty thousand that a renderer may have.
        for step in 0..<6 {
            var properties = DynamicProperties()
            try properties.set("inner.Position", to: .vector(x: Double(step), y: 0))
            renderer.properties = properties
            renderer.evaluate(frame: 0)
            try #require(renderer.shortage == nil, "step \(step)")
            renderer.show(Pixmap(width: 8, height: 8), inPlaceOf: 0)
            renderer.evaluate(frame: 0)
        }
    }

    @Test("expressions read the values that a caller sets")
    func expressionsReadSetValues() throws {
        let follower: JSON = [
            "ks": ["p": fixed([0, 0]) + ["x": "var $bm_rt = thisComp.layer('lead').transform.position;"]]
        ]
        let document = document(
            8, 1,
            [
                solid("#ff0000", 1, 1, ["nm": "tail"] + follower),
                nullLayer(["nm": "lead", "ks": ["p": fixed([2, 0])]]),
            ])
        let renderer = AnimationRenderer(try Composition(document), width: 8, height: 1)
        var pixmap = Pixmap(width: 8, height: 1)
        for x in [5, 3] {
            var properties = DynamicProperties()
            try properties.set("lead.Position", to: .vector(x: Double(x), y: 0))
            renderer.properties = properties
            renderer.draw(frame: 0, into: &pixmap)
            #expect(Frame(pixmap).alphas(row: 0).firstIndex { $0 == 255 } == x)
        }
    }
}

@Suite("A renderer lists the properties of an animation")
struct PropertyListTests {
    private func list(_ document: JSON, at frame: Double = 0) throws -> [AnimationProperty] {
        AnimationRenderer(try Composition(document), width: 8, height: 8).properties(at: frame)
    }

    @Test("each property has a path, a kind and a value, and unnamed items are named by kind and number")
    func propertiesHavePathKindAndValue() throws {
        let items = [
            group([rectangle(0, 0, 4, 2), fill(blue, ["nm": "paint"])]),
            group([ellipse(1, 1, 2, 2), fill(), fill(green)]),
        ]
        let moving: JSON = ["ks": ["p": keyframes((0, [0, 0]), (10, [10, 20]))]]
        let document = document(
            4, 2, [shapeLayer(items, moving), precomposition("c", 2, 2, ["nm": "a.b", "st": 5])],
            assets: [asset("c", [solid("#ff0000", 2, 2, moving)])])
        let properties = try list(document, at: 10)
        func value(_ path: String) throws -> AnimationProperty {
            let path = try PropertyPath(parsing: path)
            return try #require(properties.first { $0.path == path })
        }
        #expect(try value("Layer 1.Transform.Position").value == .vector(x: 10, y: 20))
        #expect(try value("Layer 1.Transform.Position").isAnimated)
        #expect(try value("Layer 1.Group 1.paint.Color").value == .color(Color(0, 0, 1, 1)))
        #expect(try value("Layer 1.Group 1.Rectangle Path 1.Size").value == .vector(x: 4, y: 2))
        #expect(try value("Layer 1.Group 2.Fill 2.Color").kind == .color)
        #expect(try value("Layer 1.Group 2.Transform.Opacity").value == .number(100))
        #expect(try value("\"a.b\".Layer 1.Color").kind == .color)
        // The precomposition starts five frames later.
        #expect(try value("\"a.b\".Layer 1.Transform.Position").value == .vector(x: 5, y: 10))
    }

    @Test("the listed values include dynamic properties and the results of expressions")
    func listedValuesAreCurrent() throws {
        let spun: JSON = ["ks": ["r": ["k": 5, "x": "var $bm_rt = value * 2;"]]]
        let composition = try Composition(document(4, 2, [solid("#ff0000", 2, 2, ["nm": "box"] + spun)]))
        var properties = DynamicProperties()
        try properties.set("box.Opacity", to: .number(40))
        let renderer = AnimationRenderer(composition, width: 4, height: 2, properties: properties)
        let found = renderer.properties(at: 0)
        #expect(found.first { $0.path.description == "box.Transform.Opacity" }?.value == .number(40))
        #expect(found.first { $0.path.description == "box.Transform.Rotation" }?.value == .number(10))
    }
}

@Suite("Gifts do not change if their properties are set to their own values")
struct GiftPropertyTests {
    private static let folder = ProjectFolder.file("Demo/gifts")
    private static let files =
        ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
        .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }

    @Test("the folder of gifts has at least 14 animations")
    func giftFolderHasAnimations() { #expect(Self.files.count >= 14) }

    @Test("a gift looks the same if every property is set to the value that it has anyway", arguments: files)
    func settingEveryPropertyToItsValueChangesNothing(file: URL) throws {
        let composition = try Composition(json: [UInt8](Data(contentsOf: file)))
        let plain = AnimationRenderer(composition, width: 40, height: 40)
        var (expected, found) = (Pixmap(width: 40, height: 40), Pixmap(width: 40, height: 40))
        for (progress, isClosure) in [(0.4, false), (0.6, true)] {
            let frame = composition.frame(atProgress: progress)
            plain.draw(frame: frame, into: &expected)
            var properties = DynamicProperties()
            // Properties with the same path would all receive the value of the last one.
            for (path, alike) in Dictionary(grouping: plain.properties(at: frame), by: \.path) {
                guard let value = alike.first?.value, alike.allSatisfy({ $0.value == value }) else { continue }
                if isClosure { properties.set(path) { _ in value } } else { properties.set(path, to: value) }
            }
            #expect(properties.paths.count > 20)
            AnimationRenderer(composition, width: 40, height: 40, properties: properties)
                .draw(frame: frame, into: &found)
            #expect(found == expected, "progress \(progress), closures: \(isClosure)")
        }
    }
}
