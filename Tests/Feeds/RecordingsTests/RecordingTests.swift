import ExactNumbers
import Playback
import PlayerSettings
import RoomEvents
import SeededRandomness
import Testing

@testable import Recordings

@Suite("The format of recordings")
struct RecordingTests {
    static let inputs: [SessionInput] = [
        .room(.chat(ChatMessage(id: "c-1", from: SampleRecordings.ann, text: "wow\n\u{1}"))),
        .room(.join(SampleRecordings.ann)),
        .room(.leave(SampleRecordings.ann)), .room(.like(from: SampleRecordings.ann, count: 3)),
        .room(.seen(by: SampleRecordings.ann, message: "c-1")), .room(.streakEnd(id: "s-1", total: 4)),
        .room(.batch(id: "b-1", total: 20)), .room(.retract(id: "c-1")),
        .gift(SampleRecordings.gift("a"), duration: 1_500_000_001, asset: .ready),
        .gift(
            SampleRecordings.gift("l"), duration: 9, asset: .ready, loop: GiftLoop(start: 2, end: 9)),
        .gift(
            SampleRecordings.gift("r"), duration: 9, asset: .ready,
            loop: GiftLoop(start: 2, end: 9, plannedRounds: 3)),
        .gift(
            SampleRecordings.gift("b"), duration: 2, asset: .missing,
            policy: [
                Assignment(.replaceAt, .fraction(Millionths(1_500_000)), origin: .store),
                Assignment(Setting.missing.key, .choice("wait"), origin: .store),
            ]),
        .gift(
            GiftArrival(
                id: "", gift: "x", name: "X", from: Viewer(id: "", name: ""), value: 0,
                streak: .init(id: "s", total: 4, isFinal: true)), duration: 0, asset: .failed),
        .control(.close), .control(.clear), .control(.pause), .control(.resume),
        .speed(Millionths(100_001)), .seek(to: 1_500_000_001), .seek(to: 0), .touch(.key("k")),
        .touch(.pointer("Click", layers: ["pad", "a \"b\""])), .touch(.pointer("PointerExit", layers: [])),
        .settings(
            .key,
            [SampleRecordings.replaceByKey, Assignment(.replaceAt, .fraction(Millionths(350_000)), origin: .key("]"))]),
        .settings(.file, []), .asset(kind: "heart", .missing), .asset(kind: "heart", .ready, duration: 1_500_000_001),
        .asset(kind: "heart", .withdrawn),
        .settings(
            .store,
            [Assignment(.mode, .choice("replace"), origin: .store), Assignment(.arm, .text("none"), origin: .store)]),
        .end,
        .enter(RecordedRoom(id: "garden", host: "Aiko", title: "盆栽 \"by\" candlelight", viewers: 21, likes: 999_999)),
        .enter(RecordedRoom(id: "", host: "Mika", title: "", viewers: 0, likes: 0)),
        .settings(
            .key,
            [
                SampleRecordings.replaceByKey, Assignment(.transition, .none, origin: .key("S")),
                Assignment(.motion, .choice("reduced"), origin: .key("S")),
            ]),
    ]

    private static let terminalInputs: [RecordedLine.TerminalInput] = [
        .key("x"), .key("Ctrl-'a"), .key("\""), .mouse(button: "left", action: "press", column: 40, row: 21),
        .resize(columns: 200, rows: 60),
    ]
    private static let kinds = inputs.map { RecordedLine.Kind.input($0) } + terminalInputs.map { .terminalInput($0) }

    @Test("a line reads back as it was written, to the nanosecond", arguments: kinds)
    func lineReadsBackExactly(kind: RecordedLine.Kind) throws {
        let line = RecordedLine(at: 12_000_000_345, kind, number: 2)
        let recording = try Recording(SampleRecordings.header().json + "\n" + line.json + "\n")
        #expect(recording.lines == [line])
    }

    @Test("rounds go before a loop, wherever they stand")
    func roundsGoBeforeLoop() throws {
        let loop = GiftLoop(start: 2, end: 9, plannedRounds: 3)
        let gift = SessionInput.gift(SampleRecordings.gift("r"), duration: 9, asset: .ready, loop: loop)
        let line = RecordedLine(at: 0, .input(gift), number: 2)
        let other = #""loop":{"from":0,"to":1}"#
        for json in ["\(line.json.dropLast()),\(other)}", "{\(other),\(line.json.dropFirst())"] {
            #expect(try Recording(SampleRecordings.header().json + "\n" + json + "\n").lines == [line])
        }
    }

    @Test("the header reads back with every setting and its origin, and has only the names of files")
    func headerReadsBackWithSettingsAndOrigins() throws {
        var settings = LayeredSettings()
        settings.assign(Assignment(.mode, .choice("replace"), origin: .file("/home/ann/config.yaml")))
        settings.assign(Assignment(.replaceAt, .fraction(Millionths(1)), origin: .option("--set")))
        settings.assign(Assignment(Setting.maxWaiting.key, .none, origin: .environment("GIFTTY_MAX_WAITING")))
        settings.assign(Assignment(Setting.gap.key, .duration(1), origin: .key("g")))
        settings.assign(Assignment(Setting.waitAtMost.key, .duration(2), origin: .programDefault("demo")))
        let header = SampleRecordings.header(settings)
        #expect(!header.json.contains("/home"))
        let read = try Recording(header.json).header
        #expect(read.json == header.json)
        #expect(read.settings.playback == settings.playback)
        #expect(read.settings.origin(of: .mode) == .file("config.yaml"))
        #expect(read.settings.origin(of: .replaceAt) == .option("--set"))
        #expect(read.settings.origin(of: Setting.waitAtMost.key) == .programDefault("demo"))
        #expect((read.program, read.seed, read.viewers) == (header.program, header.seed, 12))
    }

    @Test("the header reads back with the compared policies in their order")
    func headerReadsBackWithPolicies() throws {
        var header = SampleRecordings.header()
        #expect(!header.json.contains("versus"))
        header.comparedPolicies = [
            Policy("queue", [.mode(.queue)]), Policy("hold \"2\"", [.mode(.replace), .early(.hold), .maxWaiting(3)]),
            Policy("as the room", []),
        ]
        let read = try Recording(header.json).header
        #expect(read.comparedPolicies == header.comparedPolicies)
        #expect(read.json == header.json)
    }

    @Test("the header reads back with the steps of a tour, and has none for the built-in tour")
    func headerReadsBackWithTour() throws {
        var header = SampleRecordings.header()
        #expect(!header.json.contains("tour"))
        header.tour = [
            RecordedTourStep(title: "Rush \"1\"", say: "Two gifts.", why: "One\nwaits.", length: 1_500_000_001),
            RecordedTourStep(title: "Rest", say: "", why: "礼物", length: 0),
        ]
        let read = try Recording(header.json).header
        #expect(read.tour == header.tour && read.json == header.json)
        let later = header.json.replacing(#""say":"#, with: #""colour":[1],"say":"#)
        #expect(try Recording(later).header.tour == header.tour)
    }

    @Test("the header has the settings of appearance without folders, and a reader ignores unknown ones")
    func headerHasAppearanceSettingsWithoutFolders() throws {
        var settings = LayeredSettings()
        settings.assign(Assignment(.mode, .choice("replace"), origin: .option("--set")))
        settings.assign(Assignment(.motion, .choice("reduced"), origin: .file("/home/ann/config.yaml")))
        settings.assign(Assignment(.transition, .text("/home/ann/wipe.json"), origin: .option("--transition")))
        let header = SampleRecordings.header(settings)
        #expect(!header.json.contains("/home"))
        let read = try Recording(header.json).header.settings
        #expect(read.value(of: .motion) == .choice("reduced") && read.origin(of: .motion) == .file("config.yaml"))
        #expect(read.value(of: .transition) == .text("wipe.json"))
        #expect(read.playback == settings.playback)
        let later = header.json.replacing(#""name":"motion""#, with: #""name":"sparkle""#)
        #expect(try Recording(later).header.settings.value(of: .motion) == .choice("full"))
    }

    @Test("the header may not have playback settings of an unknown layer, but settings of appearance")
    func unknownLayerMayHaveOnlyAppearanceSettings() throws {
        var settings = LayeredSettings()
        settings.assign(Assignment(.mode, .choice("replace"), origin: .option("--set")))
        let header = SampleRecordings.header(settings).json
        #expect(
            Self.errorText(header.replacing(#""option":"#, with: #""moon":"#))
                == #"a.jsonl:1:1: layer: unknown layer "moon""#)
        var looks = LayeredSettings()
        looks.assign(Assignment(.motion, .choice("reduced"), origin: .option("--set")))
        let later = SampleRecordings.header(looks).json.replacing(#""option":"#, with: #""moon":"#)
        #expect(try Recording(later).header.settings.value(of: .motion) == .choice("full"))
    }

    @Test("the store, the room and other settings of the player stay out of the recording")
    func recordingOmitsPrivateSettings() throws {
        var settings = LayeredSettings()
        settings.assign(Assignment(.store, .text("https://ann:secret@example.org"), origin: .option("--store")))
        settings.assign(Assignment(.room, .text("attic"), origin: .environment("GIFTTY_ROOM")))
        settings.assign(Assignment(.mode, .choice("replace"), origin: .environment("GIFTTY_MODE")))
        #expect(
            !SampleRecordings.header(settings).json.contains("option")
                && !SampleRecordings.header(settings).json.contains("attic"))
        let line = RecordedLine(at: 0, .settings(.option, settings.assignments(of: .option)))
        #expect(line.json == #"{"at":0,"type":"set","layer":"option","set":[]}"#)
    }

    @Test("a recording that is torn anywhere has the lines before that place")
    func incompleteRecordingHasLinesBefore() throws {
        let text = Array(SampleRecordings.text(SampleRecordings.short).utf8)
        let headerLength = SampleRecordings.short.header.json.utf8.count
        let whole = try Recording(text, path: "a.jsonl")
        for length in headerLength..<text.count {
            let torn = try Recording(Array(text[..<length]), path: "a.jsonl")
            #expect(torn.lines == Array(whole.lines.prefix(torn.lines.count)))
            let breaks = text[..<length].count { $0 == 0x0A }
            #expect(torn.lines.count >= breaks - 1)
            #expect(RecordingCheck(torn).difference == nil, "torn after \(length) bytes")
        }
        // A file system may leave zeros in place of the last block.
        let zeroes = try Recording(text + [UInt8](repeating: 0, count: 4096), path: "a.jsonl")
        #expect(zeroes.lines == whole.lines)
        for length in 0..<headerLength {
            #expect(throws: ConfigurationError.self) { try Recording(Array(text[..<length]), path: "a.jsonl") }
        }
    }

    @Test(
        "an error names the line and column",
        arguments: [
            (#"{"at":1}"#, #"a.jsonl:3:1: "type" is missing"#),
            (#"{"type":"end"}"#, #"a.jsonl:3:1: "at" is missing"#),
            (#"{"at":1,"type":"gfit"}"#, #"a.jsonl:3:1: unknown type "gfit", did you mean "gift"?"#),
            (#"{"at":-1,"type":"end"}"#, "a.jsonl:3:7: at: expected seconds from 0 up, found a negative number"),
            (#"{"at":1e9,"type":"end"}"#, "a.jsonl:3:7: at: expected at most a year"),
            (#"{"at":1e999,"type":"end"}"#, "a.jsonl:3:7: at: expected seconds from 0 up, found too large a number"),
            (#"{"at":0.1,"type":"end"}"#, "a.jsonl:3:1: expected lines in order of time, found 0.1s after 0.5s"),
            (
                #"{"at":1,"type":"do","do":"jump"}"#,
                #"a.jsonl:3:1: do: expected close, clear, pause, resume, speed or seek, found "jump""#
            ),
            (
                #"{"at":1,"type":"like","from":"x","count":0}"#,
                "a.jsonl:3:42: count: expected a whole number from 1 to 1000000000, found 0"
            ),
            (
                #"{"at":1,"type":"resize","columns":99999,"rows":2}"#,
                "a.jsonl:3:35: columns: expected a whole number from 0 to 10000, found 99999"
            ),
            (
                #"{"at":1,"type":"set","layer":"key","set":[{"name":"mod","value":"queue"}]}"#,
                #"a.jsonl:3:1: unknown setting "mod", did you mean "mode"?"#
            ),
            (
                #"{"at":1,"type":"set","layer":"key","set":[{"name":"mode","value":"x"}]}"#,
                #"a.jsonl:3:1: mode: expected queue or replace, found "x""#
            ),
            (#"{"at":1,"type":"set","layer":"moon","set":[]}"#, #"a.jsonl:3:1: layer: unknown layer "moon""#),
            (#"{"at":1,"type":"gift","gift":"a","id":"b","from":"c"}"#, #"a.jsonl:3:1: "duration" is missing"#),
            (#"{"at":1,"type":"chat","from":"c","text":7}"#, "a.jsonl:3:41: text: expected a text, found 7"),
            ("[]", #"a.jsonl:3:1: expected "{", found a list"#),
            (#"{"at":1,"type":"end"} x"#, "a.jsonl:3:23: expected one object a line, found x after it"),
        ])
    func invalidLineIsReported(line: String, error: String) {
        let text = SampleRecordings.header().json + "\n" + #"{"at":0.5,"type":"key","key":"x"}"# + "\n" + line + "\n"
        #expect(Self.errorText(text) == error)
    }

    @Test("a recording in a newer format and a file of another kind are refused with a reason")
    func newerFormatAndOtherFilesAreRefused() {
        let newer = SampleRecordings.header().json.replacing(#""format":1"#, with: #""format":2"#)
            .replacing("giftty 0.1.0", with: "giftty 7")
        #expect(
            Self.errorText(newer)
                == "a.jsonl:1:1: recorded by giftty 7 in format 2; this giftty reads formats up to 1, a newer one is needed"
        )
        #expect(Self.errorText("") == "a.jsonl: expected a recorded session, found nothing")
        #expect(Self.errorText(#"{"at":1}"#)?.contains(#"{"giftty":"recording",…}"#) == true)
    }

    @Test("unknown members of a line are ignored")
    func unknownMembersAreIgnored() throws {
        let line = #"{"at":1,"type":"do","do":"close","mood":{"a":[1,{"b":null}]}}"#
        #expect(
            try Recording(SampleRecordings.header().json + "\n" + line).lines.map(\.kind) == [.input(.control(.close))])
    }

    @Test("no damaged recording makes the reader trap", arguments: 0..<40)
    func damagedRecordingsAreHandled(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let original = Array(SampleRecordings.text(SampleRecordings.short).utf8)
        for _ in 0..<50 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                case 2: bytes.insert(contentsOf: Array("[{9\"\\".utf8).shuffled(using: &random), at: index)
                default: bytes.replaceSubrange(index..<index, with: Array("99999999999".utf8))
                }
            }
            guard let recording = try? Recording(bytes, path: "a.jsonl") else { continue }
            _ = RecordingCheck(recording)
            _ = recording.inputs
        }
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: (any Error).self) {
            try Recording(SampleRecordings.header().json + "\n" + #"{"at":1,"x":"# + deep + "\n")
        }
    }

    private static func errorText(_ text: String) -> String? {
        do {
            _ = try Recording(text)
            return nil
        } catch {
            return error.description
        }
    }
}
