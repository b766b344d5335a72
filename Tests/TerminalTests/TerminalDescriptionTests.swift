import HalfBlocks
import Testing

@testable import Terminal

/// The tests run serially, because ncurses reads descriptions into a global variable.
@Suite(.serialized)
struct TerminalDescriptionTests {
    @Test func aCommonTerminalIsKnown() {
        let description = TerminalDescription.current(environment: ["TERM": "xterm-256color"])
        #expect(description.name == "xterm-256color")
        #expect(description.colors == 256)
        #expect(description.canPlaceCursor)
        #expect(!description.hasDirectColor)
    }

    @Test(arguments: [["TERM": "dumb"], ["TERM": ""], [:]])
    func aDumbTerminalCannotPlaceItsCursor(environment: [String: String]) {
        let description = TerminalDescription.current(environment: environment)
        #expect(description.name == "dumb")
        #expect(!description.canPlaceCursor)
        #expect(description.depth(asked: nil, environment: environment) == .none)
    }

    @Test func aTerminalNobodyHeardOfIsTakenForXterm() {
        let description = TerminalDescription.current(environment: ["TERM": "no-such-terminal"])
        #expect(description.name == "xterm-256color")
        #expect(description.depth(asked: nil, environment: ["TERM": "no-such-terminal"]) == .palette256)
    }

    @Test func whatIsAskedForBeatsWhatIsFound() {
        let description = TerminalDescription.current(environment: ["TERM": "xterm-256color"])
        for depth in ColorDepth.allCases {
            #expect(description.depth(asked: depth, environment: ["NO_COLOR": "1"]) == depth)
        }
    }

    @Test(arguments: ["xterm-256color", "screen", "linux", "vt100"])
    func theDerivedEntryCompilesOnTopOfAnyOther(base: String) throws {
        let isFound = try DerivedEntry.withCompiled(
            base: base, size: TerminalSize(columns: 91, rows: 37), hasColors: true
        ) { () -> TerminalDescription? in
            let description = TerminalDescription.current(environment: ["TERM": DerivedEntry.name])
            return description.name == DerivedEntry.name ? description : nil
        }
        #expect(isFound.colors == 0x10000)
        #expect(isFound.canPlaceCursor)
    }

    @Test func anEntryThatIsNotThereIsAnError() {
        #expect(throws: ScreenError.self) {
            try DerivedEntry.withCompiled(
                base: "no-such-terminal", size: TerminalSize(columns: 80, rows: 24), hasColors: true
            ) { true }
        }
    }

    @Test func pausesForOldTerminalsAreLeftOut() {
        #expect(ControlSequences.withoutPadding("a$<5>b$<10/>c$d") == Array("abc$d".utf8))
    }
}
