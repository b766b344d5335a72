import Foundation
import SystemIO
import TerminalCells
import TerminalEmulation
import TestSupport
import Testing

@testable import StageBroadcast

@Suite("Browsers watch a stage", .timeLimit(.minutes(5)))
struct StageBroadcastTests {
    private struct Unexpected: Error {}

    /// A connection to a broadcast.
    private struct Watcher {
        let socket: OpenFile
        private var bytes: [UInt8] = []

        init(_ broadcast: StageBroadcast, _ path: String, method: String = "GET", host: String = "127.0.0.1") throws {
            guard let address = LoopbackAddress("127.0.0.1:\(broadcast.port)") else { throw Unexpected() }
            socket = try address.connect()
            let request = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n"
            try Descriptor.write(Array(request.utf8), to: socket.descriptor)
        }

        var text: String { String(decoding: bytes, as: UTF8.self) }

        /// The text after the head of the response.
        var body: String { text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n") }

        var count: Int { bytes.count }

        /// Receives until the text contains `part`.
        mutating func wait(for part: String) throws {
            var searched = 0
            while !bytes[searched...].contains(part.utf8) {
                // The part may be split across two pieces.
                searched = max(0, bytes.count - part.utf8.count)
                guard try receive() else { throw WaitTimeoutError("\"\(part)\" after \(bytes.count) bytes") }
            }
        }

        /// Receives until the end, and returns everything.
        mutating func rest() throws -> String {
            while try receive() {}
            return text
        }

        private mutating func receive() throws -> Bool {
            guard Descriptor.isReadable(socket.descriptor, withinMilliseconds: 60_000) else { return false }
            let more = try Descriptor.read(socket.descriptor, upTo: 1 << 20)
            bytes += more
            return !more.isEmpty
        }
    }

    private func broadcast() throws -> StageBroadcast {
        guard let any = LoopbackAddress("127.0.0.1:0") else { throw Unexpected() }
        return try StageBroadcast(at: any)
    }

    private func picture(_ text: String, columns: Int = 20, rows: Int = 2) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: rows)
        grid.write(text, column: 0, row: 0, foreground: CellColor(0xFF8000))
        return grid
    }

    @Test("whoever comes first sees the picture, and then what changes")
    func changes() throws {
        let broadcast = try broadcast()
        broadcast.show(picture("rose"))
        var watcher = try Watcher(broadcast, "/events")
        try watcher.wait(for: "\n\n")
        #expect(
            watcher.text.hasSuffix(
                #"data: {"columns":20,"rows":2,"isWhole":true,"runs":[[0,16744448,-1,0,"rose"]]}"# + "\n\n"))
        broadcast.show(picture("ruse"))
        try watcher.wait(for: #"data: {"columns":20,"rows":2,"isWhole":false,"runs":[[1,16744448,-1,0,"u"]]}"#)
    }

    @Test("whoever comes later sees the whole picture first, and the others see only changes")
    func lateWatcher() throws {
        let broadcast = try broadcast()
        broadcast.show(picture("one"))
        var first = try Watcher(broadcast, "/events")
        try first.wait(for: #""one""#)
        broadcast.show(picture("two"))
        var second = try Watcher(broadcast, "/events")
        try second.wait(for: #""isWhole":true,"runs":[[0,16744448,-1,0,"two"]]"#)
        try first.wait(for: #""isWhole":false,"runs":[[0,16744448,-1,0,"two"]]"#)
        broadcast.show(picture("twos"))
        try first.wait(for: #"[[3,16744448,-1,0,"s"]]"#)
        try second.wait(for: #"[[3,16744448,-1,0,"s"]]"#)
        #expect(first.text.components(separatedBy: #""isWhole":true"#).count == 2)
    }

    @Test(
        "when all places are taken, another watcher is told so at once, but gets the page",
        arguments: ["/events", "/terminal"])
    func noPlace(path: String) throws {
        let broadcast = try broadcast()
        broadcast.show(picture("rose"))
        var watchers: [Watcher] = []
        for _ in 0..<StageBroadcast.maxWatchers {
            var watcher = try Watcher(broadcast, "/events")
            try watcher.wait(for: #""rose""#)
            watchers.append(watcher)
        }
        var other = try Watcher(broadcast, path)
        let refusal = try other.rest()
        #expect(refusal.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
        #expect(refusal.hasSuffix("expected at most 64 watchers at once, and all places are taken\n"))
        var page = try Watcher(broadcast, "/")
        #expect(try page.rest().hasPrefix("HTTP/1.1 200 OK\r\n"))
        try watchers[5].socket.close()
        try waitFor("a place") {
            var next = try Watcher(broadcast, path)
            try next.wait(for: "\r\n\r\n")
            return next.text.hasPrefix("HTTP/1.1 200 OK\r\n")
        }
    }

    @Test("a stage of another size is a whole picture for all")
    func resize() throws {
        let broadcast = try broadcast()
        broadcast.show(picture("small"))
        var watcher = try Watcher(broadcast, "/events")
        try watcher.wait(for: #""small""#)
        broadcast.show(picture("large", columns: 40, rows: 3))
        try watcher.wait(for: #"{"columns":40,"rows":3,"isWhole":true,"runs":[[0,16744448,-1,0,"large"]]}"#)
    }

    @Test("a watcher that does not read skips pictures and then gets a whole one, and nothing waits for it")
    func slowWatcher() throws {
        let broadcast = try broadcast()
        let size = (columns: 200, rows: 50)
        broadcast.show(picture("begin", columns: size.columns, rows: size.rows))
        var slow = try Watcher(broadcast, "/events")
        var quick = try Watcher(broadcast, "/events")
        try quick.wait(for: "begin")
        for number in 0..<40 {
            var grid = CellGrid(columns: size.columns, rows: size.rows)
            // Every cell differs in its color from its neighbour and from the last picture.
            for row in 0..<size.rows {
                for column in 0..<size.columns {
                    grid[column, row] = Cell(background: CellColor(UInt32(number * 10_000 + row * 200 + column)))
                }
            }
            broadcast.show(grid)
            try quick.wait(for: ",\(number * 10_000 + 9_999),")
        }
        broadcast.show(picture("end", columns: size.columns, rows: size.rows))
        try quick.wait(for: #""end""#)
        try slow.wait(for: #""end""#)
        #expect(slow.count < quick.count * 3 / 4)
        let whole = slow.text.components(separatedBy: #""isWhole":true"#).count - 1
        #expect(whole >= 2)
    }

    @Test("a terminal gets control sequences")
    func terminal() throws {
        let broadcast = try broadcast()
        broadcast.show(picture("rose"))
        var watcher = try Watcher(broadcast, "/terminal")
        try watcher.wait(for: "rose")
        #expect(watcher.text.contains("\u{1B}[2J"))
        broadcast.show(picture("ruse"))
        try watcher.wait(for: "\u{1B}[1;2H")
    }

    @Test("terminals that join at different times show the same, in the same colors")
    func terminals() throws {
        // Letters that occur neither in control sequences nor in heads of responses.
        func picture(_ letter: Unicode.Scalar) -> CellGrid {
            var grid = CellGrid(columns: 10, rows: 2)
            grid[0, 0] = Cell(Glyph(letter), foreground: CellColor(0xFF0000))
            grid[9, 1] = Cell(Glyph("ß"), foreground: CellColor(0x0000FF))
            return grid
        }
        // A terminal does not know for what a letter was meant.
        func withoutHints(_ screen: CellGrid) -> CellGrid {
            var grid = screen
            for row in 0..<grid.rows {
                for column in 0..<grid.columns { grid[column, row].attributes.subtract(.hints) }
            }
            return grid
        }
        let broadcast = try broadcast()
        broadcast.show(picture("ä"))
        var watchers = [try Watcher(broadcast, "/terminal")]
        try watchers[0].wait(for: "ß")
        broadcast.show(picture("ö"))
        try watchers[0].wait(for: "ö")
        watchers.append(try Watcher(broadcast, "/terminal"))
        try watchers[1].wait(for: "ß")
        broadcast.show(picture("ü"))
        for index in watchers.indices {
            try watchers[index].wait(for: "ü")
            var terminal = EmulatedTerminal(columns: 10, rows: 2)
            try terminal.process(watchers[index].body)
            #expect(withoutHints(terminal.screen) == picture("ü"), "watcher \(index)")
        }
    }

    @Test("connections that ask for nothing do not keep out watchers, however many they are")
    func silentConnections() throws {
        let broadcast = try broadcast()
        broadcast.show(picture("rose"))
        guard let address = LoopbackAddress("127.0.0.1:\(broadcast.port)") else { throw Unexpected() }
        let silent = try (0..<2 * StageBroadcast.maxWatchers).map { _ in try address.connect() }
        var watcher = try Watcher(broadcast, "/events")
        try watcher.wait(for: "rose")
        try withExtendedLifetime(silent) {
            broadcast.show(picture("ruse"))
            try watcher.wait(for: #""u""#)
        }
    }

    @Test("the page knows the shapes of lines and blocks, whose edges meet those of their neighbours")
    func blocks() throws {
        let broadcast = try broadcast()
        var file = try Watcher(broadcast, "/blocks.js")
        let script = try file.rest()
        for shape in [
            #"["─",[[0,7,8,8]]]"#, #"["▀",[[0,0,8,8]]]"#, #"["▄",[[0,8,8,16]]]"#, #"["▌",[[0,0,4,16]]]"#,
            #"["▝",[[4,0,8,8]]]"#,
        ] {
            #expect(script.contains(shape), "\(shape)")
        }
        #expect(BlockShape.glyphs.count > 300 && BlockShape.glyphs.allSatisfy { BlockShape.areas(of: $0) != nil })
    }

    @Test("a wide glyph and one with marks are runs of their own")
    func glyphs() {
        var grid = CellGrid(columns: 8, rows: 1)
        grid.write("a世e\u{301}b", column: 0, row: 0, foreground: .terminalDefault)
        let event = String(decoding: StageEvents.event(showing: grid, after: nil), as: UTF8.self)
        #expect(
            event.contains("[[0,-1,-1,0,\"a\"],[1,-1,-1,768,\"世\"],[3,-1,-1,256,\"e\u{301}\"],[4,-1,-1,0,\"b\"]]"))
    }

    @Test("the page loads its files from the server only")
    func page() throws {
        let broadcast = try broadcast()
        var index = try Watcher(broadcast, "/")
        let text = try index.rest()
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"))
        #expect(text.contains("\r\nContent-Security-Policy: default-src 'none';"))
        for name in ["stage.js", "blocks.js", "stage.css"] {
            #expect(text.contains("\"\(name)\""))
            var file = try Watcher(broadcast, "/\(name)")
            #expect(try file.rest().hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test(
        "what is not asked for as expected is refused",
        arguments: [
            ("/events", "POST", "127.0.0.1", 405), ("/other", "GET", "localhost:80", 404),
            ("/events", "GET", "example.org", 403), ("/", "GET", "", 403), ("/", "GET", "[::1]:8080", 200),
            ("/", "GET", "[::1]", 200), ("x", "GET", "localhost", 400),
        ])
    func refusals(_ path: String, _ method: String, _ host: String, _ status: Int) throws {
        let broadcast = try broadcast()
        var watcher = try Watcher(broadcast, path, method: method, host: host)
        #expect(try watcher.rest().hasPrefix("HTTP/1.1 \(status) "))
    }

    @Test("the end of the broadcast ends the streams")
    func end() throws {
        let broadcast = try broadcast()
        broadcast.show(picture("rose"))
        var watcher = try Watcher(broadcast, "/events")
        try watcher.wait(for: "rose")
        broadcast.end()
        _ = try watcher.rest()
    }
}

extension ArraySlice<UInt8> {
    /// Returns whether the bytes of a text occur.
    fileprivate func contains(_ text: String.UTF8View) -> Bool {
        let part = Array(text)
        guard let first = part.first else { return true }
        var start = startIndex
        while let index = self[start...].firstIndex(of: first), endIndex - index >= part.count {
            if self[index..<index + part.count].elementsEqual(part) { return true }
            start = index + 1
        }
        return false
    }
}
