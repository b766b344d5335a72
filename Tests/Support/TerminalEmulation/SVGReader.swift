package import Foundation
package import TerminalCells

#if canImport(FoundationXML)
    package import FoundationXML
#endif

/// A reader of animated SVGs, which draws the groups that are visible at a moment on top of each other.
package final class SVGReader: NSObject, XMLParserDelegate {
    /// The visible screen: a color for each half of a cell, and letters by column and row.
    package struct Screen: Equatable {
        package struct Letter: Equatable {
            package let text: String
            package let color: UInt32?
            package let isBold: Bool
        }

        package struct Position: Hashable {
            package let column: Int
            package let row: Int
        }

        package var pixels: [[UInt32?]]
        package var letters: [Position: Letter] = [:]

        /// Returns descriptions of the first few differences from another screen.
        package func differences(from other: Screen) -> [String] {
            var lines: [String] = []
            for (row, pair) in zip(pixels, other.pixels).enumerated() {
                for (column, colors) in zip(pair.0, pair.1).enumerated() where colors.0 != colors.1 {
                    lines.append("(\(column), \(row)): \(colors.0 ?? 0) instead of \(colors.1 ?? 0)")
                }
            }
            for place in Set(letters.keys).union(other.letters.keys) where letters[place] != other.letters[place] {
                lines.append(
                    "\(place): \(String(describing: letters[place])), not \(String(describing: other.letters[place]))")
            }
            return Array(lines.prefix(4))
        }
    }

    private struct Group {
        var start = 0.0
        var end = Double.infinity
        /// The color, column, half row and length of each run.
        var runs: [(color: UInt32?, column: Int, row: Int, length: Int)] = []
        var letters: [(place: Screen.Position, letter: Screen.Letter)] = []
    }

    private var classes: [String: UInt32] = [:]
    private var visible: [String: Double] = [:]
    package private(set) var milliseconds = 0.0
    package private(set) var columns = 0
    package private(set) var rows = 0
    private var groups: [Group] = []
    private var depth = 0
    private var text = ""
    private var attributes: [String: String] = [:]

    package init?(_ document: String) {
        super.init()
        let parser = XMLParser(data: Data(document.utf8))
        parser.delegate = self
        guard parser.parse() else { return nil }
    }

    /// Returns the visible screen at a time in milliseconds.
    package func screen(at time: Double) -> Screen {
        var screen = Screen(pixels: Array(repeating: Array(repeating: nil, count: columns), count: rows * 2))
        for group in groups where group.start <= time && time < group.end {
            for run in group.runs {
                for column in run.column..<run.column + run.length {
                    screen.pixels[run.row][column] = run.color
                    screen.letters[Screen.Position(column: column, row: run.row / 2)] = nil
                    let before = Screen.Position(column: column - 1, row: run.row / 2)
                    if let wide = screen.letters[before],
                        wide.text.unicodeScalars.contains(where: { $0.value > 0x2E80 })
                    {
                        screen.letters[before] = nil
                    }
                }
            }
            for (place, letter) in group.letters { screen.letters[place] = letter }
        }
        return screen
    }

    package func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        text = ""
        self.attributes = attributes
        switch name {
        case "svg":
            (columns, rows) = (requiredNumber(attributes["width"]) / 8, requiredNumber(attributes["height"]) / 16)
        case "g":
            depth += 1
            if depth == 2 { groups.append(group(attributes)) }
        case "path": groups[groups.count - 1].runs += runs(attributes)
        default: break
        }
    }

    package func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    package func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?)
    {
        switch name {
        case "style": read(style: text)
        case "g": depth -= 1
        case "text":
            let (x, y) = (requiredNumber(attributes["x"]) / 8, (requiredNumber(attributes["y"]) - 12) / 16)
            let length = attributes["textLength"].flatMap { Int($0) } ?? 8
            let step = length / 8 / text.count
            for (index, letter) in text.enumerated() {
                groups[groups.count - 1].letters.append(
                    (
                        Screen.Position(column: x + index * step, row: y),
                        Screen.Letter(
                            text: String(letter), color: attributes["class"].flatMap { classes[$0] },
                            isBold: attributes["font-weight"] == "700")
                    ))
            }
        default: break
        }
    }

    /// Returns a required number, or a far-off position if it is missing, so that the fault is visible.
    private func requiredNumber(_ text: (some StringProtocol)?) -> Int { text.flatMap { Int($0) } ?? .min / 2 }

    private func group(_ attributes: [String: String]) -> Group {
        guard let names = attributes["class"]?.split(separator: " ").map(String.init) else { return Group() }
        let delay = attributes["style"].flatMap { Double($0.dropFirst("animation-delay:".count).dropLast(2)) } ?? 0
        let start = delay == 0 ? 0 : milliseconds + delay
        return Group(start: start, end: start + (visible[names[0]] ?? -1) * milliseconds / 100 - 0.001)
    }

    private func read(style: String) {
        for match in style.matches(of: /\.(c[0-9a-f]+){color:#([0-9a-f]{6})}/) {
            classes[String(match.1)] = UInt32(match.2, radix: 16)
        }
        if let match = style.firstMatch(of: /animation:([0-9]+)ms step-end infinite/) {
            milliseconds = Double(match.1) ?? 0
        }
        for match in style.matches(of: /@keyframes (l[0-9]+){0%{visibility:visible}([0-9.]+)%{visibility:hidden}}/) {
            visible[String(match.1)] = Double(match.2) ?? 0
        }
    }

    private func runs(_ attributes: [String: String]) -> [(UInt32?, Int, Int, Int)] {
        let color = attributes["class"].flatMap { classes[$0] }
        var runs: [(UInt32?, Int, Int, Int)] = []
        var (x, y) = (0, 0)
        for match in (attributes["d"] ?? "").matches(of: /([Mm])(-?[0-9]+) ?(-?[0-9]+)h([0-9]+)/) {
            let (first, second, length) = (requiredNumber(match.2), requiredNumber(match.3), requiredNumber(match.4))
            (x, y) = match.1 == "M" ? (first, second) : (x + first, y + second)
            runs.append((color, x, y, length))
            x += length
        }
        return runs
    }
}

extension SVGReader.Screen {
    /// Creates the visible screen of a grid of cells.
    package init(_ grid: CellGrid) {
        self.init(pixels: Array(repeating: Array(repeating: nil, count: grid.columns), count: grid.rows * 2))
        for row in 0..<grid.rows {
            for column in 0..<grid.columns {
                let cell = grid[column, row]
                if let (top, bottom) = cell.pixels {
                    pixels[2 * row][column] = top.rgb
                    pixels[2 * row + 1][column] = bottom.rgb
                    continue
                }
                let isReverse = cell.attributes.contains(.reverse)
                let (ink, paper) =
                    isReverse ? (cell.background, cell.foreground) : (cell.foreground, cell.background)
                pixels[2 * row][column] = paper.rgb
                pixels[2 * row + 1][column] = paper.rgb
                guard cell.glyph != .continuation, cell.glyph != .space || cell.attributes.contains(.underline) else {
                    continue
                }
                letters[.init(column: column, row: row)] = .init(
                    text: cell.glyph.description, color: ink.rgb, isBold: cell.attributes.contains(.bold))
            }
        }
    }

    /// Returns the mean difference of the color channels of all pixels from those of another screen, from 0 to 255.
    package func colorDistance(to other: SVGReader.Screen) -> Double {
        let pairs = Array(zip(pixels.joined(), other.pixels.joined()))
        let sum = pairs.reduce(0) { sum, pair in
            let (one, two) = (Int(pair.0 ?? 0), Int(pair.1 ?? 0))
            return sum + [16, 8, 0].map { abs((one >> $0 & 255) - (two >> $0 & 255)) }.reduce(0, +)
        }
        return Double(sum) / Double(3 * max(1, pairs.count))
    }
}
