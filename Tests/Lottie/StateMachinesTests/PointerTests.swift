import DotLottie
import LottieDocument
import StateMachines
import Testing
import ZIPFixtures

@Suite("The pointer starts interactions, anywhere or at layers")
struct PointerTests {
    private static let interactions = [
        #"{"type":"PointerDown","actions":[{"type":"FireCustomEvent","value":"down"}]}"#,
        #"{"type":"PointerDown","layerName":"star","actions":[{"type":"FireCustomEvent","value":"down star"}]}"#,
        #"{"type":"PointerEnter","layerName":"star","actions":[{"type":"FireCustomEvent","value":"enter star"}]}"#,
        #"{"type":"PointerExit","layerName":"star","actions":[{"type":"FireCustomEvent","value":"exit star"}]}"#,
        #"{"type":"PointerEnter","actions":[{"type":"FireCustomEvent","value":"enter"}]}"#,
        #"{"type":"PointerExit","actions":[{"type":"FireCustomEvent","value":"exit"}]}"#,
        #"{"type":"PointerMove","actions":[{"type":"FireCustomEvent","value":"move"}]}"#,
        #"{"type":"Click","layerName":"star","actions":[{"type":"FireCustomEvent","value":"click star"}]}"#,
    ]

    @Test("layers are entered and left by any pointer event, in the order of the interactions")
    func layersAreEnteredAndLeft() throws {
        var (machine, _) = try started(
            StateMachinesTests.machine("a", [state("a")], interactions: Self.interactions))
        func reports(_ pointer: StateMachineDocument.Interaction.Pointer, _ layers: Set<String>) -> [String] {
            machine.handle(.pointer(pointer, layers: layers), at: 0).compactMap {
                if case .custom(let text) = $0.kind { text } else { nil }
            }
        }
        #expect(reports(.enter, ["moon"]) == ["enter"])
        #expect(reports(.move, ["star", "moon"]) == ["enter star", "move"])
        #expect(reports(.down, ["star"]) == ["down", "down star"])
        #expect(reports(.click, ["star"]) == ["click star"])
        #expect(reports(.up, []) == ["exit star"])
        #expect(reports(.click, []) == [])
        #expect(reports(.down, ["star"]) == ["down", "down star", "enter star"])
        #expect(reports(.exit, ["star"]) == ["exit star", "exit"])
    }

    @Test("a rating follows the star that is pressed, as in the example of the format")
    func ratingFollowsStars() throws {
        let states =
            [
                globalState(
                    (0...3).map { transition(to: "star_\($0)", if: number("rating", "Equal", "\($0)")) }
                        .joined(separator: ","))
            ]
            + (0...3).map {
                state("star_\($0)", entry: #"{"type":"FireCustomEvent","value":"WOOHOO STAR \#($0)"}"#)
            }
        let stars = (1...3).map {
            #"{"type":"PointerDown","layerName":"star\#($0)","actions":[\#(action("SetNumeric", "rating", "\($0)"))]}"#
        }
        var (machine, _) = try started(
            StateMachinesTests.machine(
                "global", states, inputs: [numeric("rating")],
                interactions: stars + [#"{"type":"PointerExit","actions":[\#(action("Reset", "rating"))]}"#]))
        #expect(machine.state == "star_0")
        #expect(
            machine.handle(.pointer(.down, layers: ["star2"]), at: 0).map(\.description) == [
                "0s: rating from 0 to 2", "0s: transition from \"star_0\" to \"star_2\"", "0s: exited \"star_0\"",
                "0s: entered \"star_2\"", "0s: reports \"WOOHOO STAR 2\"",
            ])
        _ = machine.handle(.pointer(.exit, layers: []), at: 0)
        #expect(machine.state == "star_0")
    }
}

@Suite("State machines are read from archives")
struct ArchiveTests {
    private static let document =
        #"{"v":"5.7.4","fr":30,"ip":0,"op":60,"w":100,"h":80,"layers":[]}"#

    private func archive(_ machine: String) throws -> DotLottieFile {
        let manifest =
            #"{"version":"2","animations":[{"id":"one"},{"id":"two"}],"stateMachines":[{"id":"m","name":"Machine"}],"#
            + #""initial":{"animation":"two","stateMachine":"m"}}"#
        return try DotLottieFile(
            ZIPWriter(files: [
                .init("manifest.json", manifest), .init("a/one.json", Self.document),
                .init("a/two.json", Self.document), .init("s/m.json", machine),
            ]).bytes)
    }

    @Test("a machine comes with the animations that its states name")
    func machineHasAnimations() throws {
        let file = try archive(#"{"initial":"a","states":[{"type":"PlaybackState","name":"a","animation":"one"}]}"#)
        #expect(file.initialStateMachine?.id == "m")
        let document = try file.stateMachineDocument("m")
        #expect(document.initial == "a")
        #expect(try file.animations(of: document).keys.sorted() == ["one", "two"])
    }

    @Test("an error names the file and the place in it, and an unknown id the known ones")
    func errorsNameFile() throws {
        let file = try archive(#"{"initial":"a","states":[{"type":"PlaybackState"}]}"#)
        let invalid = try #require(throws: DotLottieError.self) { try file.stateMachineDocument("m") }
        #expect(invalid.description == "s/m.json: states[0].name: expected the name of the state, found none")
        let unknown = try #require(throws: DotLottieError.self) { try file.stateMachineDocument("n") }
        #expect(unknown.description == "expected a state machine, one of: m, found \"n\"")
    }
}
