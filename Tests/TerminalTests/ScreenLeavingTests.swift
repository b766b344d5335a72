import Foundation
import Testing

/// However the program ends, the terminal is as it was.
@Suite(.serialized, .enabled(if: TmuxTerminal.isAvailable, "tmux is not installed"))
struct ScreenLeavingTests {
    /// A way to end, and the exit code the shell sees.
    enum Ending: CustomTestStringConvertible, Sendable {
        case key(String, status: [Int])
        case signal(String, status: Int)

        var testDescription: String {
            switch self {
            case .key(let key, _): "key \(key)"
            case .signal(let name, _): "SIG\(name)"
            }
        }
    }

    private func expectClean(_ terminal: TmuxTerminal) throws {
        #expect(try terminal.value("alternate_on") == "0")
        #expect(try terminal.value("cursor_flag") == "1")
        #expect(try terminal.value("mouse_any_flag") == "0")
        #expect(try terminal.value("mouse_sgr_flag") == "0")
        #expect(try terminal.value("keypad_flag") == "0")
        #expect(terminal.file("modes-after") == terminal.file("modes-before"))
        // The last word on who puts letters in order is the terminal's own again, and comes when the screen from before is back.
        try terminal.wait("the end of what was written") { terminal.file("bytes").contains("left=") }
        let bytes = terminal.file("bytes")
        let isBack = try #require(bytes.range(of: "\u{1B}[?1049l", options: .backwards))
        let ordersItself = try #require(bytes.range(of: "\u{1B}[8h", options: .backwards))
        let isToldNotTo = try #require(bytes.range(of: "\u{1B}[8l", options: .backwards))
        #expect(isToldNotTo.upperBound < isBack.lowerBound && isBack.upperBound <= ordersItself.lowerBound)
        #expect(terminal.text.hasPrefix("ready> echo on the"))
        #expect(terminal.text.contains("\non the screen before\n"))
        // What is written next has no colour, and pasting into the shell brings no brackets.
        try terminal.type("echo plain")
        try terminal.press("Enter")
        try terminal.wait("the shell") { terminal.text.contains("\nplain\n") }
        for row in try terminal.cells().rows {
            #expect(row.allSatisfy { $0.background == .terminalDefault && $0.foreground == .terminalDefault })
        }
    }

    private func started() throws -> TmuxTerminal {
        let terminal = try TmuxTerminal(columns: 80, rows: 24)
        try terminal.type("echo on the screen before")
        try terminal.press("Enter")
        try terminal.record(to: "bytes")
        try terminal.startProbe()
        #expect(try terminal.value("alternate_on") == "1")
        #expect(try terminal.value("cursor_flag") == "0")
        #expect(try terminal.value("mouse_any_flag") == "1")
        return terminal
    }

    @Test(arguments: [
        Ending.key("q", status: [0]), .key("C-c", status: [130]), .key("C-\\", status: [131]),
        .key("t", status: [132, 133]), .key("o", status: [139]), .key("b", status: [134]), .key("e", status: [3]),
        .signal("TERM", status: 143), .signal("HUP", status: 129), .signal("INT", status: 130),
        .signal("SEGV", status: 139), .signal("ILL", status: 132), .signal("ABRT", status: 134),
        .signal("BUS", status: 135), .signal("FPE", status: 136), .signal("TRAP", status: 133),
    ])
    func theTerminalIsLeftClean(ending: Ending) throws {
        let terminal = try started()
        let status: [Int]
        switch ending {
        case .key(let key, let codes):
            try terminal.press(key)
            status = codes
        case .signal(let name, let code):
            try terminal.send(signal: name)
            status = [code]
        }
        try terminal.wait("the shell") { terminal.file("modes-after").isEmpty == false }
        #expect(status.contains { terminal.text.contains("left=\($0)\n") }, "\(terminal.text)")
        try expectClean(terminal)
    }

    @Test func aProgramThatHangsEndsAtTheThirdRequest() throws {
        let terminal = try started()
        try terminal.press("z")
        try terminal.wait("the sleep") { terminal.log.contains("character(\"z\")") }
        for _ in 0..<3 { try terminal.send(signal: "TERM") }
        try terminal.wait("the shell") { terminal.file("modes-after").isEmpty == false }
        #expect(terminal.text.contains("left=143\n"))
        #expect(!terminal.log.contains("terminate"))
        try expectClean(terminal)
    }

    @Test func stoppingGivesTheTerminalBackAndGoingOnRepaints() throws {
        let terminal = try started()
        for round in 1...2 {
            try terminal.press("C-z")
            try terminal.wait("the shell") { terminal.text.contains("Stopped") }
            #expect(try terminal.value("alternate_on") == "0")
            #expect(try terminal.value("cursor_flag") == "1")
            #expect(try terminal.value("mouse_any_flag") == "0")
            #expect(terminal.text.contains("on the screen before"))
            try terminal.type("fg; echo left=$?")
            try terminal.press("Enter")
            try terminal.wait("the screen") { terminal.log.matches(of: /resumed/).count == round }
            try terminal.press("a")
            try terminal.wait("the text") { terminal.text.contains("漢字") == (round == 1) }
            #expect(try terminal.value("alternate_on") == "1")
            #expect(try terminal.value("mouse_any_flag") == "1")
        }
        try terminal.press("q")
        try terminal.wait("the end") { terminal.text.contains("left=0") }
    }

    @Test func aStopFromOutsideIsRepairedWhenItGoesOn() throws {
        let terminal = try started()
        try terminal.send(signal: "STOP")
        try terminal.wait("the shell") { terminal.log.contains("shown") && terminal.text.contains("Stopped") }
        try terminal.press("Enter")
        try terminal.type("fg; echo left=$?")
        try terminal.press("Enter")
        try terminal.wait("the screen") { terminal.log.contains("resumed") }
        try terminal.press("a")
        try terminal.wait("the text") { terminal.text.contains("漢字") }
        try terminal.press("q")
        try terminal.wait("the end") { terminal.text.contains("left=0") }
        #expect(try terminal.value("alternate_on") == "0")
        #expect(try terminal.value("cursor_flag") == "1")
    }
}
