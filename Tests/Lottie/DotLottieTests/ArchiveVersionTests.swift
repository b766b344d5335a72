import DotLottie
import LottieDocument
import SeededRandomness
import Testing
import ZIPArchive
import ZIPFixtures

@Suite("dotLottie archives of both versions are read")
struct ArchiveVersionTests {
    private static let secondVersionManifest = #"""
        {"version":"2","generator":"giftty","initial":{"animation":"b","stateMachine":"s"},
         "animations":[{"id":"a","name":"First"},{"id":"b","initialTheme":"t"}],"themes":[{"id":"t","name":"Dark"}]}
        """#
    private static let firstVersionManifest = #"""
        {"version":"1.0","generator":"old","activeAnimationId":"b","author":null,"revision":1,
         "animations":[{"id":"a","loop":true,"speed":1.5},{"id":"b","autoplay":true}]}
        """#

    @Test(
        "the manifest lists the animations, the initial animation and the themes",
        arguments: [(firstVersionManifest, "animations", 1, "old"), (secondVersionManifest, "a", 2, "giftty")])
    func manifestListsAnimationsAndThemes(manifest: String, folder: String, version: Int, generator: String) throws {
        let file = try DotLottieFile(
            archive(
                ("manifest.json", manifest), ("\(folder)/a.json", document("A")), ("\(folder)/b.json", document("B"))))
        #expect(file.version == version)
        #expect(file.generator == generator)
        #expect(file.animations.map(\.id) == ["a", "b"])
        #expect(file.initialAnimation.id == "b")
        #expect(file.themes.map(\.id) == (version == 2 ? ["t"] : []))
        #expect(try file.composition().name == "B")
        #expect(try file.composition("a").name == "A")
    }

    @Test(
        "files are also found in the folders of the other version, after those of the own version",
        arguments: [("1", "animations/a.json"), ("2", "a/a.json")])
    func filesAreFoundInFoldersOfOtherVersion(version: String, own: String) throws {
        let manifest = #"{"version":"\#(version)","animations":[{"id":"a"}]}"#
        let other = version == "1" ? "a/a.json" : "animations/a.json"
        #expect(
            try DotLottieFile(archive(("manifest.json", manifest), (other, document("other")))).composition().name
                == "other")
        let both = archive(("manifest.json", manifest), (other, document("other")), (own, document("own")))
        #expect(try DotLottieFile(both).composition().name == "own")
    }

    @Test(
        "any version other than 2 counts as 1, and without an initial animation the first one is initial",
        arguments: [("\"2\"", 2), ("2", 2), ("\"2.1\"", 2), ("\"1.0.0\"", 1), ("1", 1), ("null", 1), ("\"20\"", 1)])
    func unknownVersionCountsAsOne(text: String, version: Int) throws {
        let manifest = #"{"version":\#(text),"initial":{"animation":"gone"},"animations":[{"id":"x"},{"id":"y"}]}"#
        let file = try DotLottieFile(archive(("manifest.json", manifest)))
        #expect(file.version == version)
        #expect(file.initialAnimation.id == "x")
    }

    @Test(
        "the list of state machines has those of the manifest and those that only have a file, each once",
        .timeLimit(.minutes(1)))
    func stateMachinesAreListedOnce() throws {
        // With a search among all machines for each file, the test would exceed the time limit.
        let named = (0..<300_000).map { "\"m\($0)\"" }.joined(separator: ",")
        let manifest = #"{"version":"2","animations":[{"id":"a"}],"stateMachines":[\#(named)]}"#
        let files = (299_000..<303_000).map { ZIPWriter.File("s/m\($0).json", "{}") }
        let file = try DotLottieFile(ZIPWriter(files: [.init("manifest.json", manifest)] + files).bytes)
        #expect(file.stateMachines.map(\.id) == (0..<303_000).map { "m\($0)" })
    }

    @Test(
        "an initial state machine that does not exist is an error, except in version 1, whose machines are not played",
        arguments: [
            (
                #""stateMachines":["m"],"initial":{"stateMachine":"zz"}"#, "2", "zz",
                "expected a state machine, one of: m"
            ),
            (#""initial":{"stateMachine":"zz"}"#, "2", "zz", "expected no state machine, as the archive has none"),
            (#""stateMachines":["m"],"initial":{"stateMachine":"m"}"#, "2", nil, nil),
            (#""stateMachines":["m"],"initial":{"animation":"a"}"#, "2", nil, nil),
            (#""states":["m"],"activeStateId":"zz""#, "1", "zz", nil),
        ])
    func missingInitialStateMachine(fields: String, version: String, id: String?, problem: String?) throws {
        let manifest = #"{"version":"\#(version)","animations":[{"id":"a"}],\#(fields)}"#
        let file = try DotLottieFile(archive(("manifest.json", manifest)))
        #expect(file.missingInitialStateMachine == id)
        #expect(
            file.initialStateMachineError?.description
                == problem.map { "manifest.json: initial.stateMachine: \($0), found \"zz\"" })
    }

    @Test("an error is one line of limited length without control characters")
    func errorsAreSafeSingleLines() {
        let text = "\u{1B}]0;x\u{7}\n\u{202E}" + String(repeating: "é", count: 100_000)
        let errors: [DotLottieError] = [.missing(file: text), .unknownAnimation(text, known: [text])]
        for error in errors {
            let line = error.description
            #expect(line.unicodeScalars.count <= 4_097)
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0.value == 0x202E })
        }
        #expect(DotLottieError.missing(file: "é.json").description == "é.json: expected in the archive, found none")
    }

    @Test("pictures are found in the archive by the last part of their name, in any folder")
    func imagesAreFoundInAnyFolder() throws {
        let assets = [
            #"{"id":"0","w":4,"h":4,"u":"/images/","p":"one.png","e":0}"#, #"{"id":"1","u":"","p":"two.png"}"#,
            #"{"id":"2","u":"x/","p":"gone.png"}"#, #"{"id":"3","p":"data:image/png;base64,AQI="}"#,
            #"{"id":"4","u":"../../","p":"one.png"}"#,
        ].joined(separator: ",")
        for version in ["1", "2"] {
            let manifest = #"{"version":"\#(version)","animations":[{"id":"a"}]}"#
            let file = try DotLottieFile(
                archive(
                    ("manifest.json", manifest), ("a/a.json", document(assets: assets)), ("images/one.png", "old"),
                    ("i/one.png", "new"), ("images/two.png", "two")))
            let images = try file.composition().assets.images
            #expect(images["0"]?.source == .embedded(Array((version == "1" ? "old" : "new").utf8)))
            #expect(images["0"]?.width == 4)
            #expect(images["1"]?.source == .embedded(Array("two".utf8)))
            #expect(images["2"]?.source == .external("x/gone.png"))
            #expect(images["3"]?.source == .embedded([1, 2]))
            #expect(images["4"]?.source == images["0"]?.source)
        }
    }

    @Test("an archive that cannot be read from the disk is an error")
    func unreadableFileIsError() throws {
        let error = try #require(throws: DotLottieError.self) { try DotLottieFile(path: "/nonexistent.lottie") }
        #expect(error == .archive(.unreadable(reason: "no such file or directory")))
    }
}

@Suite("Invalid archives are rejected with the place of the error")
struct InvalidArchiveTests {
    private func problem(_ bytes: [UInt8], animation: String? = nil, theme: String? = nil) throws -> String {
        let error = try #require(throws: DotLottieError.self) {
            try DotLottieFile(bytes).composition(animation, theme: theme.map { .named($0) } ?? .initial)
        }
        return error.description
    }

    @Test(
        "a missing or invalid manifest is an error that names the place",
        arguments: [
            ("", "manifest.json: expected a value, found an empty file"),
            ("[]", "manifest.json: expected a manifest, found a list"),
            ("{}", "manifest.json: animations: expected at least one animation, found none"),
            (#"{"animations":[]}"#, "manifest.json: animations: expected at least one animation, found none"),
            (#"{"animations":{}}"#, "manifest.json: animations: expected a list of animations, found an object"),
            (#"{"animations":[3]}"#, "manifest.json: animations[0]: expected an animation, found a number"),
            (#"{"animations":[{"id":[]}]}"#, "manifest.json: animations[0].id: expected an id, found a list"),
            (#"{"animations":[{}]}"#, "manifest.json: animations[0]: expected an animation with an id, found none"),
            (
                "{\"animations\":[",
                "manifest.json: line 1, column 16: expected a value, found the end (no well-formed JSON)"
            ),
        ])
    func invalidManifestIsError(text: String, message: String) throws {
        #expect(try problem(archive(("manifest.json", text))) == message)
    }

    @Test("a missing or invalid file is an error that names the place")
    func invalidFileIsError() throws {
        #expect(try problem(archive(("a.json", "{}"))) == "manifest.json: expected in the archive, found none")
        let manifest = #"{"version":"2","animations":[{"id":"a"},{"id":"../b"}],"themes":[{"id":"t"}]}"#
        #expect(try problem(archive(("manifest.json", manifest))) == "a/a.json: expected in the archive, found none")
        let bytes = archive(("manifest.json", manifest), ("a/a.json", "{}"))
        #expect(try problem(bytes) == "a/a.json: w: expected a width above 0, found none")
        #expect(try problem(bytes, animation: "c") == "expected an animation of a, ../b, found \"c\"")
        #expect(try problem(bytes, animation: "../b") == "a/../b.json: expected in the archive, found none")
        let whole = archive(("manifest.json", manifest), ("a/a.json", document()))
        #expect(try problem(whole, theme: "u") == "expected a theme of t, found \"u\"")
        let plain = archive(("manifest.json", #"{"animations":[{"id":"a"}]}"#), ("a/a.json", document()))
        #expect(try problem(plain, theme: "u") == "expected no theme, as the archive has none, found \"u\"")
        #expect(try problem(whole, theme: "t") == "t/t.json: expected in the archive, found none")
        #expect(try problem(Array("{}".utf8)) == "expected a ZIP archive, found none")
    }

    @Test("a damaged picture is an error, not a missing picture")
    func damagedImageIsError() throws {
        let picture = ZIPWriter.File("i/p.png", "12345").with(\.checksum, 1)
        let json = document(assets: #"{"id":"0","p":"p.png"}"#)
        #expect(try problem(archive(theme: "{}", files: [picture], document: json)) == "\"i/p.png\": damaged")
    }

    @Test(
        "random changes of manifest, theme and animation end in an error or a composition",
        arguments: 1...8 as ClosedRange<UInt64>)
    func corruptedArchiveDoesNotTrap(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let manifest = Array(
            #"{"version":"2","initial":{"animation":"a"},"animations":[{"id":"a","initialTheme":"t"}],"themes":[{"id":"t"}]}"#
                .utf8)
        let theme = Array(
            #"{"rules":[{"id":"fade","type":"Scalar","keyframes":[{"frame":0,"value":1,"hold":true}]},{"id":"tint","type":"Color","value":[1,0,0]},{"id":"g","type":"Gradient","value":[{"offset":0,"color":[1,2,3,4]}]},{"id":"x","type":"Text","value":{"text":"a","justify":"Left"}}]}"#
                .utf8)
        let telling = Array("{}[]\",:-019.aeotfnu\\\0".utf8)
        func mutated(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] =
                    telling[Int.random(in: telling.indices, using: &random)]
            }
            return bytes
        }
        for _ in 0..<200 {
            let bytes = ZIPWriter(
                .init("manifest.json", mutated(manifest)), .init("t/t.json", mutated(theme)),
                .init("a/a.json", mutated(Array(document().utf8)))
            ).bytes
            let composition = try? DotLottieFile(bytes).composition()
            #expect(composition.map { $0.width > 0 } ?? true, "seed \(seed)")
        }
    }
}

@Suite("Animation files are recognised by their first bytes")
struct AnimationFileTests {
    @Test("a document, a gzipped document and an archive are recognised")
    func fileKindsAreRecognised() throws {
        let json = Array(document("N").utf8)
        #expect(try AnimationFile(json).composition().name == "N")
        #expect(try AnimationFile(ZIPWriter.gzipped(json)).composition().name == "N")
        #expect(try AnimationFile(ZIPWriter.gzipped(json)).composition(slots: ["fade": .number(3)]).fade() == 3)
        let bytes = archive(("manifest.json", #"{"animations":[{"id":"a"}]}"#), ("a/a.json", document("N")))
        #expect(try AnimationFile(bytes).composition().name == "N")
    }

    @Test("a damaged gzip file and a document without an animation are errors")
    func damagedFilesAreErrors() throws {
        let packed = ZIPWriter.gzipped(Array(document().utf8))
        let error = try #require(throws: DotLottieError.self) { try AnimationFile(Array(packed.dropLast(9))) }
        #expect(error.description == "expected a whole gzip file of up to 64 MB, found a damaged or longer one")
        let other = try #require(throws: DotLottieError.self) { try AnimationFile([91, 93]).composition() }
        #expect(other.description == "expected a Lottie animation, found a list")
    }
}
