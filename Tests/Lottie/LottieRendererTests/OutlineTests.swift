import Testing

@Suite("Thin strokes that lie on each other are drawn finer")
struct OutlineTests {
    private func frame(_ strokes: [JSON]) throws -> Frame {
        try Frame(document(24, 24, [shapeLayer([ellipse(12, 12, 16, 16)] + strokes)]))
    }

    @Test("a stroke that covers another one of the same width lets little of it through")
    func upperStrokeHidesLowerOne() throws {
        // The first style is the uppermost.
        let stacked = try frame([stroke(0.6, green), stroke(0.6, red)])
        let single = try frame([stroke(0.6, green)])
        func sum(_ frame: Frame, _ shift: UInt32) -> Int {
            frame.pixmap.pixels.reduce(0) { $0 + Int($1 >> shift & 0xFF) }
        }
        #expect(sum(single, 0) == 0)
        #expect(Double(sum(stacked, 0)) < 0.25 * Double(sum(stacked, 8)))
        #expect(abs(stacked.area / single.area - 1) < 0.25)
    }

    @Test("strokes that only cross, and single strokes, are drawn as they are")
    func otherStrokesAreUnchanged() throws {
        let both = try Frame(
            document(24, 24, [shapeLayer([polygon([(2, 12), (22, 12.5)], isClosed: false), stroke(1)])]))
        #expect(both.area > 19 && both.area < 21)
    }
}
