import Foundation
import Testing

@Suite("giftty doctor asks the terminal", .serialized)
struct DoctorTests {
    /// A terminal that gives these answers as soon as it was asked for the last of them.
    private func doctor(answering answers: String?) throws -> [String] {
        var near: Int32 = -1
        var far: Int32 = -1
        var size = winsize(ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&near, &far, nil, nil, &size) == 0)
        let terminal = FileHandle(fileDescriptor: far, closeOnDealloc: true)
        defer { close(near) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path)
        process.arguments = ["doctor"]
        var variables = [
            "PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8", "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
        ]
        variables["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        process.environment = variables
        (process.standardInput, process.standardOutput, process.standardError) = (terminal, terminal, terminal)
        try process.run()
        var output = ""
        var hasAnswered = false
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            var ready = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
            if poll(&ready, 1, 50) > 0 {
                let count = read(near, &chunk, chunk.count)
                guard count > 0 else { break }
                output += String(decoding: chunk[..<count], as: UTF8.self)
            } else if !process.isRunning {
                break
            }
            if let answers, !hasAnswered, output.contains("\u{1B}[c") {
                hasAnswered = true
                _ = write(near, answers, answers.utf8.count)
            }
        }
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return output.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
    }

    private func found(_ subject: String, _ lines: [String]) -> String? {
        lines.first { $0.contains("  \(subject)  ") }
    }

    @Test("a terminal that says all")
    func all() throws {
        let lines = try doctor(answering: "\u{1B}]11;rgb:ffff/fafa/f0f0\u{1B}\\\u{1B}[?2026;2$y\u{1B}[?62;22c")
        #expect(found("background", lines)?.contains("#fffaf0, light") == true, "\(lines)")
        #expect(found("frames", lines)?.contains("shown at once") == true)
    }

    @Test("a terminal that says what it is, and nothing else")
    func some() throws {
        let lines = try doctor(answering: "\u{1B}[?2026;0$y\u{1B}[?62;22c")
        #expect(found("background", lines)?.contains("doesn't say") == true, "\(lines)")
        #expect(found("frames", lines)?.contains("as they come") == true)
        #expect(lines.contains { $0.hasPrefix("background: set theme") })
    }

    @Test("a terminal that says nothing keeps nobody waiting for long")
    func none() throws {
        let lines = try doctor(answering: nil)
        #expect(found("answers", lines)?.contains("none within a second") == true, "\(lines)")
        #expect(found("gifts", lines) != nil)
    }
}
