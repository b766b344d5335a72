import Foundation
import Presence
import TerminalCells
import TestSupport
import Testing
import VectorGraphics

@Suite("The example of TerminalCells")
struct TerminalCellsExampleTests {
    @Test("two pixels are one cell, and the caption is below, cut off at the edge")
    func pictureHasCaption() {
        var picture = Pixmap(width: 2, height: 2)
        for (index, color) in [0xFF00_00FF, 0xFF00_00FF, 0xFFFF_0000, 0xFF00_00FF].enumerated() {
            picture.pixels[index] = UInt32(color)
        }
        #expect(
            text(of: picture, caption: "red", depth: .trueColor)
                == "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀\u{1B}[48;2;255;0;0m \u{1B}[0m\n"
                + "\u{1B}[1;38;2;255;255;255mre\u{1B}[0m\n")
        #expect(text(of: picture, caption: "", depth: .none).split(separator: "\n").count == 2)
    }
}

@Suite("The example of Presence")
struct PresenceExampleTests {
    @Test("each head rests at the last message that its viewer has read")
    func headsRest() {
        #expect(
            restingHeads(of: ["Ann Lee": 3, "Bob Ray": 1, "Cy Poe": 9], messages: 4, rows: 4) == ["AL@2", "BR@0"])
        #expect(restingHeads(of: ["Ann Lee": 1, "Bob Ray": 4], messages: 4, rows: 2) == ["BR@1"])
    }
}

@Suite("The description of the package for documentation servers")
struct DocumentationTargetsTests {
    @Test("it names the products that are libraries, in their order")
    func productsAreNamed() throws {
        func text(_ path: String) throws -> String { try String(contentsOf: ProjectFolder.file(path), encoding: .utf8) }
        let products = try text("Package.swift").matches(of: #/\.library\(\s*name: "(\w+)"/#).map { String($0.1) }
        let list = try #require(try text(".spi.yml").firstMatch(of: #/documentation_targets: \[([\w, ]+)\]/#)?.1)
        #expect(list.split(separator: ", ").map(String.init) == products)
    }
}
