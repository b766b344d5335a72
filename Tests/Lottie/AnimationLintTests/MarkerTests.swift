import LottieDocument
import Testing

@testable import AnimationLint

@Suite("Markers")
struct MarkerTests {
    private func document(_ markers: String) -> String {
        Documents.document(Documents.square(), #","markers":[\#(markers)]"#)
    }

    @Test(
        "a marker that is not inside the animation is told",
        arguments: [#"{"cm":"a","tm":-1,"dr":0}"#, #"{"cm":"a","tm":21,"dr":0}"#, #"{"cm":"a","tm":10,"dr":11}"#])
    func outside(marker: String) throws {
        let found = try findings(.markerOutside, in: document(#"{"cm":"in","tm":0,"dr":20},"# + marker))
        #expect(found.map(\.path) == ["markers[1]"])
    }

    @Test("a marker at the very end marks the end")
    func end() throws { #expect(try findings(.markerOutside, in: document(#"{"cm":"end","tm":20,"dr":0}"#)) == []) }

    @Test("a part at the very end has no frame, and is told", arguments: ["intro", "loop", "outro"])
    func emptyPart(name: String) throws {
        let found = try findings(.markerOutside, in: document(#"{"cm":"\#(name)","tm":20,"dr":0}"#))
        #expect(found.map(\.path) == ["markers[0]"])
        #expect(
            found.first?.message == "the part \"\(name)\" has no frame: its marker is at the end, 20; move it inside")
    }

    @Test(
        "parts that overlap or are in another order are told",
        arguments: [
            (#"{"cm":"intro","tm":0,"dr":5},{"cm":"loop","tm":5,"dr":5},{"cm":"outro","tm":10,"dr":5}"#, []),
            (#"{"cm":"intro","tm":0},{"cm":"loop","tm":5},{"cm":"outro","tm":10}"#, []),
            (
                #"{"cm":"intro","tm":0,"dr":8},{"cm":"loop","tm":5,"dr":5}"#,
                [#"the parts "intro" at 0 to 8 and "loop" at 5 to 10 overlap,"#]
            ),
            (
                #"{"cm":"loop","tm":10,"dr":5},{"cm":"outro","tm":2,"dr":5}"#,
                [#"the part "loop" at 10 to 15 is played before "outro" at 2 to 7, but follows it"#]
            ),
            (#"{"cm":"intro","tm":10,"dr":5},{"cm":"outro","tm":2,"dr":5}"#, []),
        ] as [(String, [String])])
    func order(markers: String, messages: [String]) throws {
        let found = try findings(.markerOrder, in: document(markers))
        #expect(found.count == messages.count)
        for (finding, message) in zip(found, messages) { #expect(finding.message.hasPrefix(message), "\(finding)") }
    }

    @Test("frames between two parts are a note, except for a single one")
    func gaps() throws {
        func gaps(_ markers: String) throws -> [Finding] { try findings(.markerOrder, in: document(markers)) }
        let parts = #"{"cm":"intro","tm":0,"dr":4},{"cm":"loop","tm":5,"dr":5},{"cm":"outro","tm":14,"dr":6}"#
        let found = try gaps(parts)
        #expect(found.map(\.severity) == [.note])
        let text = "the frames from 10 to 14, between the parts \"loop\" and \"outro\", are not played; "
        #expect(found.first?.message == text + "let a part reach to the next one")
        #expect(try gaps(#"{"cm":"a","tm":0,"dr":4},{"cm":"b","tm":9,"dr":5}"#) == [])
    }

    @Test("a second marker of a part is told, as only the first is played")
    func repeatedPart() throws {
        let markers = #"{"cm":"loop","tm":0,"dr":5},{"cm":"mid","tm":5},{"cm":"loop","tm":9},{"cm":"mid","tm":11}"#
        let found = try findings(.markerOrder, in: document(markers))
        #expect(found.map(\.path) == ["markers[2]"])
        #expect(found.map(\.severity) == [.warning])
    }

    @Test("a gift whose markers have other capitals is told so")
    func capitals() throws {
        let text = document(#"{"cm":"Intro","tm":0},{"cm":"LOOP","tm":5},{"cm":"outro","tm":15}"#)
        let found = try findings(.missingMarker, in: text, isGift: true)
        let message = #"the gift has no marker "intro", "loop", but "Intro", "LOOP", and capitals count; with "#
        #expect(found.first?.message.hasPrefix(message) == true, "\(found)")
    }

    @Test("a gift lacks the markers that it does not have, a file that is no gift lacks none")
    func parts() throws {
        let text = document(#"{"cm":"loop","tm":5,"dr":10}"#)
        let found = try findings(.missingMarker, in: text, isGift: true)
        #expect(found.map(\.severity) == [.note])
        #expect(found.first?.message.hasPrefix(#"the gift has no marker "intro", "outro";"#) == true)
        #expect(try findings(.missingMarker, in: text) == [])
    }

    @Test("a gift that says what is played lacks no markers")
    func chosenParts() throws {
        let json = Array(document(#"{"cm":"mid","tm":5,"dr":10}"#).utf8)
        var options = LintOptions()
        options.rules = [.missingMarker]
        for isChosen in [false, true] {
            let subject = LintSubject(
                json: json, fileSize: json.count, composition: try Composition(json: json), isGift: true,
                choosesParts: isChosen)
            #expect(Lint(of: subject, options).findings.isEmpty == isChosen)
        }
    }

    @Test("the marker that is repeated jumps, under any name", arguments: ["loop", "mid", nil])
    func loopMarker(name: String?) throws {
        // The marker ends half a picture away from its beginning, and moves slowly within.
        let motion = #""p":{"a":1,"k":[{"t":0,"s":[-50,0],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":20,"s":[50,0]}]}"#
        let markers = #"{"cm":"loop","tm":5,"dr":10},{"cm":"mid","tm":5,"dr":10}"#
        let text = Documents.document(Documents.square(transform: motion), #","markers":[\#(markers)]"#)
        let json = Array(text.utf8)
        var options = LintOptions()
        options.rules = [.jumpingLoop]
        let subject = LintSubject(
            json: json, fileSize: json.count, composition: try Composition(json: json), loopMarker: name)
        let found = Lint(of: subject, options).findings.filter { $0.severity == .warning }
        #expect(found.map(\.path) == (name == nil ? [] : ["markers"]))
        if let name {
            #expect(found.first?.message.hasPrefix("the last frame of the marker \"\(name)\" differs") == true)
        }
    }
}
