import Testing

/// A document with a text layer whose letters are squares: `a` is red's fill 10 wide, its ink 8 × 8 over the baseline.
private func page(_ text: JSON, more: JSON = [:], width: Int = 40, height: Int = 24) -> JSON {
    let ink: JSON = [
        "ty": "gr",
        "it": [
            [
                "ty": "sh",
                "ks": fixed([
                    "c": true, "v": [[0, 0], [80, 0], [80, -80], [0, -80]], "i": [[0, 0], [0, 0], [0, 0], [0, 0]],
                    "o": [[0, 0], [0, 0], [0, 0], [0, 0]],
                ]),
            ]
        ],
    ]
    func glyph(_ character: String, _ shapes: [JSON]) -> JSON {
        ["ch": .string(character), "style": "Regular", "fFamily": "Test", "w": 100, "data": ["shapes": .list(shapes)]]
    }
    let layer: JSON = [
        "ty": 5, "ip": 0, "op": 100, "ks": ["p": fixed(point(0, 10))],
        "t": ["d": ["k": [["t": 0, "s": text]]], "a": [], "p": [:], "m": ["g": 1, "a": fixed([0, 0])]] + more,
    ]
    let fonts: JSON = ["list": [["fName": "Test-Regular", "fFamily": "Test", "fStyle": "Regular", "ascent": 75]]]
    return document(width, height, [layer]) + ["fonts": fonts, "chars": [glyph("a", [ink]), glyph(" ", [])]]
}

private func text(_ string: String, _ more: JSON = [:]) -> JSON {
    ["t": .string(string), "f": "Test-Regular", "s": 10, "fc": [1, 0, 0], "lh": 12, "j": 0, "tr": 0] + more
}

@Suite("Text whose letters have outlines in the file")
struct TextTests {
    private let row = 5

    @Test("Letters follow each other by their widths, from the left of the baseline")
    func line() throws {
        let frame = try Frame(page(text("aa a")))
        #expect(frame.rows[row] == "RRRRRRRR..RRRRRRRR............RRRRRRRR..")
        #expect(frame.rows[1].allSatisfy { $0 == "." })
        #expect(frame.rows[10].allSatisfy { $0 == "." })
    }

    @Test("Tracking adds space after each letter")
    func tracking() throws {
        #expect(try Frame(page(text("aa", ["tr": 500]))).rows[row].hasPrefix("RRRRRRRR.......RRRRRRRR.."))
    }

    @Test("A carriage return begins a line; the first one is a unit higher, as in the reference")
    func lines() throws {
        let frame = try Frame(page(text("a\\ra")))
        #expect(frame.rows[15].hasPrefix("RRRRRRRR.."))
        #expect(frame.rows[row].hasPrefix("RRRRRRRR.."))
    }

    @Test("Justified to the right a line ends at the origin, centred it lies about it")
    func justification() throws {
        let right = page(text("a", ["j": 1])) + [:]
        #expect(try Frame(right).area == 0)
        let moved: JSON = ["ps": [20, -7.5], "sz": [20, 20]]
        #expect(try Frame(page(text("a", moved))).rows[row].hasPrefix("....................RRRRRRRR.."))
        #expect(
            try Frame(page(text("a", ["j": 1] + moved))).rows[row].hasPrefix("..............................RRRRRRRR..")
        )
        #expect(try Frame(page(text("a", ["j": 2] + moved))).rows[row].hasPrefix(".........................RRRRRRRR.."))
    }

    @Test("Text in a box breaks at spaces, and a letter wider than the box stands alone")
    func box() throws {
        let frame = try Frame(page(text("aa a", ["ps": [0, -7.5], "sz": [25, 30]])))
        #expect(frame.rows[row].hasPrefix("RRRRRRRR..RRRRRRRR.."))
        #expect(frame.rows[18].hasPrefix("RRRRRRRR.."))
        let narrow = try Frame(page(text("aaa", ["ps": [0, -7.5], "sz": [3, 30]]), height: 60))
        #expect(narrow.rows[row].hasPrefix("RRRRRRRR.."))
        #expect(narrow.rows[row + 13].hasPrefix("RRRRRRRR.."))
    }

    @Test("An animator reaches the letters of its range")
    func animator() throws {
        let second: JSON = [
            "a": [
                [
                    "s": ["t": 0, "b": 1, "sh": 1, "r": 2, "s": fixed(1), "e": fixed(2), "a": fixed(100)],
                    "a": ["p": fixed(point(0, 10)), "fc": fixed([0, 0, 1])],
                ]
            ]
        ]
        let frame = try Frame(page(text("aaa"), more: second))
        #expect(frame.rows[row] == "RRRRRRRR............RRRRRRRR............")
        #expect(frame.rows[row + 10] == "..........BBBBBBBB......................")
    }

    @Test("Letters that the file has no outlines of leave no trace and take no room")
    func missing() throws {
        #expect(try Frame(page(text("aza"))).rows[row].hasPrefix("RRRRRRRR..RRRRRRRR.."))
    }
}
