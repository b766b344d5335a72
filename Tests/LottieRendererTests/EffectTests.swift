import Testing
import VectorGraphics

/// An effect with its parameters in their places.
private func effect(_ type: Double, _ values: [JSON], isOn: Bool = true) -> JSON {
    ["ty": .number(type), "en": .number(isOn ? 1 : 0), "ef": .list(values.map { ["ty": 0, "v": fixed($0)] })]
}

@Suite("Effects change a layer's picture")
struct EffectTests {
    /// A square of a third of the picture, in its middle.
    private func frame(_ effects: [JSON], _ color: String = "#ff0000", size: Int = 9) throws -> Frame {
        let third = Double(size / 3)
        let layer = solid(color, x: third, y: third, third, third, ["ef": .list(effects)])
        return try Frame(document(size, size, [layer]))
    }

    @Test("Fill paints all that is opaque in one colour, at its own opacity")
    func fill() throws {
        let blue = effect(21, [0, 0, [0, 0, 1, 1], 0, 0, 0, 0.5])
        let frame = try frame([blue])
        #expect(frame[4, 4] == 0x8080_0000)
        #expect(frame[1, 1] == 0)
    }

    @Test("An effect that is switched off does nothing, and effects follow each other")
    func order() throws {
        let blue = effect(21, [0, 0, [0, 0, 1], 0, 0, 0, 1])
        let green = effect(21, [0, 0, [0, 1, 0], 0, 0, 0, 1])
        #expect(try frame([blue, green])[4, 4] == 0xFF00_FF00)
        #expect(try frame([blue, effect(21, [0, 0, [0, 1, 0], 0, 0, 0, 1], isOn: false)])[4, 4] == 0xFFFF_0000)
    }

    @Test("Tint maps greys between two colours")
    func tint() throws {
        let toGreen = effect(20, [[0, 0, 0], [0, 1, 0], 100])
        #expect(try frame([toGreen], "#ffffff")[4, 4] == 0xFF00_FF00)
        #expect(try frame([toGreen], "#000000")[4, 4] == 0xFF00_0000)
        #expect(try frame([effect(20, [[0, 0, 0], [0, 1, 0], 0])])[4, 4] == 0xFF00_00FF)
    }

    @Test("Tritone maps black, middle and white")
    func tritone() throws {
        let three = effect(23, [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
        #expect(try frame([three], "#ffffff")[4, 4] == 0xFF00_00FF)
        #expect(try frame([three], "#000000")[4, 4] == 0xFFFF_0000)
    }

    @Test("Levels invert where white and black are exchanged")
    func levels() throws {
        var values = [JSON](repeating: 0, count: 38)
        for first in [3, 10, 17, 24, 31] {
            values[first + 1] = 1
            values[first + 2] = 1
            values[first + 4] = 1
        }
        #expect(try frame([effect(24, values)])[4, 4] == 0xFF00_00FF)
        values[3 + 3] = 1
        values[3 + 4] = 0
        #expect(try frame([effect(24, values)])[4, 4] == 0xFFFF_FF00)
    }

    @Test("A blur keeps the sum of what is there, and spreads it evenly", arguments: [1.0, 4, 12])
    func blur(blurriness: Double) throws {
        let frame = try frame([effect(29, [.number(blurriness), 1, 0])], size: 45)
        let sharp = 15.0 * 15
        #expect(abs(frame.area - sharp) < 0.01 * sharp, "\(frame.area)")
        #expect(frame[15, 22] >> 24 < 255)
        #expect(frame[14, 22] >> 24 > 0)
        #expect(frame[15, 22] == frame[22, 15] && frame[15, 22] == frame[29, 22])
    }

    @Test("A blur of one dimension leaves the other sharp")
    func blurOneWay() throws {
        let frame = try frame([effect(29, [6, 2, 0])])
        #expect(frame.alphas(row: 2).allSatisfy { $0 == 0 })
        #expect(frame.alphas(row: 4)[1] > 0)
    }

    @Test("A shadow lies below the layer, moved by its distance and direction")
    func shadow() throws {
        let toTheRight = effect(25, [[0, 0, 1], 255, 90, 2, 0, 0])
        let frame = try frame([toTheRight])
        #expect(frame.rows[4] == "...RRRBB.")
        let alone = try self.frame([effect(25, [[0, 0, 1], 255, 180, 2, 0, 1])])
        #expect(alone.rows[4] == ".........")
        #expect(alone.rows[5] == "...BBB...")
    }
}
