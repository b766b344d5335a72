import TerminalCells
import Testing

@testable import Terminal

/// The tests run serially, because ncurses reads descriptions into a global variable.
@Suite(.serialized)
struct TerminalDescriptionTests {
    @Test func commonTerminalHasADescription() {
        let description = TerminalDescription.current(environment: ["TERM": "xterm-256color"])
        #expect(description.name == "xterm-256color")
        #expect(description.colors == 256)
        #expect(description.canPositionCursor)
        #expect(!description.hasDirectColor)
    }

    @Test(arguments: [["TERM": "dumb"], ["TERM": ""], [:]])
    func dumbTerminalCannotPositionTheCursor(environment: [String: String]) {
        let description = TerminalDescription.current(environment: environment)
        #expect(description.name == "dumb")
        #expect(!description.canPositionCursor)
        #expect(description.depth(requested: nil, environment: environment) == .none)
    }

    @Test func unknownTerminalIsTreatedAsXterm() {
        let description = TerminalDescription.current(environment: ["TERM": "no-such-terminal"])
        #expect(description.name == "xterm-256color")
        #expect(description.depth(requested: nil, environment: ["TERM": "no-such-terminal"]) == .palette256)
    }

    @Test func requestedDepthOverridesDetectedDepth() {
        let description = TerminalDescription.current(environment: ["TERM": "xterm-256color"])
        for depth in ColorDepth.allCases {
            #expect(description.depth(requested: depth, environment: ["NO_COLOR": "1"]) == depth)
        }
    }

    @Test(arguments: ["xterm-256color", "screen", "linux", "vt100"])
    func derivedEntryCompilesForEveryBase(base: String) throws {
        let isFound = try DerivedTerminfoEntry.withCompiled(
            base: base, size: TerminalSize(columns: 91, rows: 37), hasColors: true
        ) { () -> TerminalDescription? in
            let description = TerminalDescription.current(environment: ["TERM": DerivedTerminfoEntry.name])
            return description.name == DerivedTerminfoEntry.name ? description : nil
        }
        #expect(isFound.colors == 0x10000)
        #expect(isFound.canPositionCursor)
    }

    @Test func missingEntryIsAnError() {
        #expect(throws: ScreenError.self) {
            try DerivedTerminfoEntry.withCompiled(
                base: "no-such-terminal", size: TerminalSize(columns: 80, rows: 24), hasColors: true
            ) { true }
        }
    }

    @Test func paddingIsRemoved() {
        #expect(ControlSequences.withoutPadding("a$<5>b$<10/>c$d") == Array("abc$d".utf8))
    }
}
