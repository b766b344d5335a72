import CommandLineSupport
import JSON
import LottieDocument
import LottieRenderer
import TerminalText

/// The paths of an animation's properties, in the order of its layers.
struct PropertyTable {
    /// A path and the properties to which it leads.
    private struct Row {
        var property: AnimationProperty
        var count = 1
        var isUniform = true
    }

    private var rows: [Row] = []

    init(_ opened: OpenedAnimation) {
        let composition = opened.composition
        let renderer = opened.renderer(width: 1, height: 1)
        var places: [PropertyPath: Int] = [:]
        for property in renderer.properties(at: composition.inPoint) {
            if let place = places[property.path] {
                rows[place].count += 1
                rows[place].isUniform = rows[place].isUniform && rows[place].property.value == property.value
            } else {
                places[property.path] = rows.count
                rows.append(Row(property: property))
            }
        }
    }

    func write(to output: inout Output, as format: ReportFormat) throws {
        switch format {
        // The signs of a path are those of the layers' names, and `--property` takes the path as it is.
        case .text: for line in lines { try output.writeLine(encoded: line.terminalSafe()) }
        case .json: try output.writeLine(json)
        }
    }

    /// The maximum length of a value in the table: texts can have pages, and gradients dozens of stops.
    private static let maxValueLength = 60

    private var lines: [String] {
        if rows.isEmpty { return ["no properties"] }
        // A path that is cut off cannot be copied into an option.
        var table = TextTable([.left, .left, .left], maxCellWidth: .max)
        for row in rows {
            let text = row.property.value.text
            var value = text.count > Self.maxValueLength ? text.prefix(Self.maxValueLength) + "…" : text
            if row.property.kind == .percent || row.property.kind == .scale { value += " %" }
            if row.property.kind == .degrees { value += "°" }
            if !row.isUniform { value += " and others" }
            if row.property.isAnimated { value += ", animated" }
            if row.count > 1 { value += ", \(row.count) times" }
            table.add([row.property.path.description, row.property.kind.rawValue, ASCIISigns.adapted(value)])
        }
        return table.lines
    }

    private var json: JSONValue {
        .array(
            rows.map { row in
                .object([
                    ("path", .string(row.property.path.description)), ("kind", .string(row.property.kind.rawValue)),
                    ("value", Self.json(row.property.value)), ("animated", .bool(row.property.isAnimated)),
                    ("count", .integer(row.count)), ("uniform", .bool(row.isUniform)),
                ])
            })
    }

    private static func json(_ value: PropertyValue) -> JSONValue {
        switch value {
        case .number(let number): .number(number)
        case .vector(let vector): .array((0..<3).map { .number(vector[$0]) })
        case .color, .gradient, .path, .text, .image, .asset: .string(value.text)
        }
    }
}
