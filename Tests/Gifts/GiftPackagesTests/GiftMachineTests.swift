import AnimationPlayback
import ExactNumbers
import LottieDocument
import StateMachines
import Testing
import ZIPFixtures

@testable import GiftPackages

@Suite("The state machine of a gift")
struct GiftMachineTests {
    private static let document = animation(more: #","markers":[{"cm":"a","tm":0,"dr":15},{"cm":"b","tm":15,"dr":15}]"#)

    private static func machine(animation: String = "") -> String {
        """
        {"initial":"a",
         "inputs":[{"type":"Numeric","name":"streak","value":0},{"type":"String","name":"who","value":""},
           {"type":"Boolean","name":"on","value":false},{"type":"Event","name":"hop"}],
         "states":[
          {"type":"PlaybackState","name":"a","animation":"\(animation)","segment":"a","transitions":[
            {"type":"Transition","toState":"b","guards":[
              {"type":"Numeric","inputName":"streak","conditionType":"GreaterThan","compareTo":1}]},
            {"type":"Transition","toState":"b","guards":[{"type":"Event","inputName":"hop"}]}]},
          {"type":"PlaybackState","name":"b","animation":"\(animation)","segment":"b","transitions":[]}]}
        """
    }

    private static func package(_ yaml: String, machine: String = machine()) throws -> GiftPackage {
        try GiftPackage(
            zip(("data.json", utf8(document)), ("gift.yaml", utf8(yaml)), ("s/tap.json", utf8(machine))))
    }

    private static func dotLottie(
        _ yaml: String?, initial: Bool = true, initialID: String = "tap", machine: String = machine(animation: "main")
    ) -> [UInt8] {
        let start = initial ? #","initial":{"stateMachine":"\#(initialID)"}"# : ""
        let manifest =
            #"{"version":"2","animations":[{"id":"main"}],"stateMachines":[{"id":"tap"}]\#(start)}"#
        let own = [
            ("manifest.json", utf8(manifest)), ("a/main.json", utf8(document)), ("s/tap.json", utf8(machine)),
        ]
        let files = own + (yaml.map { [("gift.yaml", utf8($0))] } ?? [])
        return ZIPWriter(files: files.map { .init($0.0, $0.1, isDeflated: true) }).bytes
    }

    @Test(
        "the only machine of a package and the initial one of a dotLottie archive need no entry",
        arguments: [nil, "name: Tap"])
    func initialMachine(yaml: String?) throws {
        #expect(try Self.package("name: Tap").machine?.id == "tap")
        #expect(try GiftPackage(Self.dotLottie(yaml)).machine?.id == "tap")
        #expect(try GiftPackage(Self.dotLottie(yaml, initial: false)).machine == nil)
        #expect(try Self.package("stateMachine: none").machine == nil)
        #expect(try GiftPackage(Self.dotLottie("stateMachine: tap", initial: false)).machine?.id == "tap")
    }

    @Test("a key that a room uses itself is left out and named, and a new package must not have it")
    func roomKeys() throws {
        let package = try Self.package("stateMachine: {keys: {m: hop, k: hop, ']': hop}}")
        #expect(package.machine?.keys == ["k": "hop"])
        let rest = "expected a key that no room uses itself; rooms use ,.0123456789:<=>?SX[]ghlmqrstvx"
        #expect(
            package.manifest?.ineffectiveEntries.map(\.description) == [
                "gift.yaml:1:26: keys: m: \(rest)", "gift.yaml:1:44: keys: ]: \(rest)",
            ])
        let error = #expect(throws: GiftPackageError.self) { try package.checkForPublication() }
        #expect(error?.description == "gift.yaml:1:26: keys: m: \(rest)")
        #expect(try GiftPackage(package.zipArchive()).machine?.keys == ["k": "hop"])
        let usual = try Self.package("stateMachine: {keys: {k: hop}}")
        try usual.checkForPublication()
        #expect(usual.manifest?.ineffectiveEntries.isEmpty == true)
    }

    @Test("a package keeps its machine when it is packed as a zip or as a dotLottie archive, and signs it")
    func repacking() throws {
        let package = try GiftPackage(Self.dotLottie("stateMachine: {id: tap, inputs: {streak: count}}"))
        let zip = try package.zipArchive()
        #expect(try GiftPackage(zip).zipArchive() == zip)
        #expect(package.files.map(\.path) == ["data.json", "gift.yaml", "s/tap.json"])
        let again = try GiftPackage(try package.dotLottieArchive())
        #expect(again.machine?.document == package.machine?.document)
        #expect(again.machine?.drives == ["streak = count"])
    }

    @Test("the count, the sender and keys give the inputs their values; a value is the one at the start")
    func inputs() throws {
        let package = try Self.package(
            "stateMachine: {for: 5s, inputs: {streak: count, who: sender, on: yes}, keys: {j: hop, o: on}}")
        let machine = try #require(package.machine)
        #expect(machine.duration == 5 * .second)
        let values = PresentationValues(sender: "ann", count: 1, gift: "Tap")
        var run = try #require(GiftMachineRun(machine, of: package.composition, for: values))
        #expect(run.machine.values == ["streak": .numeric(1), "who": .string("ann"), "on": .boolean(true)])
        #expect(run.machine.state == "a")
        run.handle(.key("o"), at: .second)
        #expect(run.machine.values["on"] == .boolean(false))
        var other = run
        run.handle(.count(2), at: 2 * .second)
        #expect(run.machine.state == "b")
        other.handle(.key("x"), at: 2 * .second)
        #expect(other.machine.state == "a")
        other.handle(.key("j"), at: 2 * .second)
        #expect(other.machine.state == "b")
    }

    @Test(
        "what does not fit the machine is an error with its place",
        arguments: [
            (
                "{inputs: {strek: count}}",
                "gift.yaml:1:32: stateMachine: unknown input \"strek\", did you mean \"streak\"?"
            ),
            (
                "{inputs: {streak: sender}}",
                "gift.yaml:1:33: inputs: streak: expected count, seconds, round or a number, found \"sender\""
            ),
            ("{inputs: {on: 3}}", "gift.yaml:1:29: inputs: on: expected true or false, found \"3\""),
            (
                "{inputs: {hop: 3}}",
                "gift.yaml:1:30: inputs: hop: expected no value for an event; keys and interactions fire it, found \"3\""
            ),
            (
                "{keys: {w: who}}",
                "gift.yaml:1:26: keys: w: expected an event, a Boolean or a number, found the text \"who\""
            ),
            ("{keys: {up: hop}}", "gift.yaml:1:27: keys: expected a single character, found \"up\""),
            ("tup", "gift.yaml:1:15: stateMachine: unknown machine \"tup\", did you mean \"tap\"?"),
            ("{for: 2h}", "gift.yaml:1:21: for: expected a duration from 100ms to 1h, found \"2h\""),
        ])
    func errors(options: String, message: String) {
        let bytes = zip(
            ("data.json", utf8(Self.document)), ("gift.yaml", utf8("stateMachine: \(options)")),
            ("s/tap.json", utf8(Self.machine())))
        #expect(GiftPackage.error(bytes) == message)
    }

    @Test("an initial machine that does not exist is an error, unless the manifest names another one or none")
    func missingInitialMachine() throws {
        #expect(
            GiftPackage.error(Self.dotLottie(nil, initialID: "zz"))
                == "manifest.json: initial.stateMachine: expected a state machine, one of: tap, found \"zz\"")
        #expect(try GiftPackage(Self.dotLottie("stateMachine: tap", initialID: "zz")).machine?.id == "tap")
        #expect(try GiftPackage(Self.dotLottie("stateMachine: none", initialID: "zz")).machine == nil)
    }

    @Test("a machine that shows other animations than the gift's, or that cannot be read, is refused and not ignored")
    func unfitMachines() {
        let other = Self.dotLottie(nil, machine: Self.machine(animation: "other"))
        #expect(
            GiftPackage.error(other)
                == "s/tap.json: expected states of the gift's one animation \"main\", found \"other\"; "
                + "\"stateMachine: none\" in gift.yaml plays the gift without it")
        let named = Self.dotLottie("stateMachine: tap", machine: Self.machine(animation: "other"))
        #expect(GiftPackage.error(named)?.hasPrefix("gift.yaml:1:15: stateMachine: tap: expected states") == true)
        #expect(GiftPackage.error(Self.dotLottie(nil, machine: "{}")) != nil)
        #expect(GiftPackage.error(Self.dotLottie("stateMachine: none", machine: "{}")) == nil)
    }
}
