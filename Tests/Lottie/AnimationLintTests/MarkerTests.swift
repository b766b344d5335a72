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

    @Test("a gift lacks the markers that it does not have, a file that is no gift lacks none")
    func parts() throws {
        let text = document(#"{"cm":"loop","tm":5,"dr":10}"#)
        let found = try findings(.missingMarker, in: text, isGift: true)
        #expect(found.map(\.severity) == [.note])
        #expect(found.first?.message.hasPrefix(#"the gift has no marker "intro", "outro";"#) == true)
        #expect(try findings(.missingMarker, in: text) == [])
    }
}
