import Expressions

/// What holds for a whole document while it is read.
final class DocumentNotes {
    /// Version of the exporter, nil where the file has none: then it counts as new.
    var version: FormatVersion? {
        didSet { hasFlagsBesidePaths = isOlder(than: "4.4.18") }
    }
    /// Whether it stands beside a path, not in it, that it is closed.
    private(set) var hasFlagsBesidePaths = false
    /// Whether the colours of the shapes being read are 0 to 255, as before version 4.1.9.
    var hasByteColors = false
    /// Whether a path that doesn't say so is closed: before version 4.4.18 the item that holds the path says it.
    var closesPaths = false
    /// The name of the shape item or effect being read.
    var itemName = ""
    /// Memory for the points of the path being read.
    var pointLists = PointLists()
    /// What slots stand for.
    var slots = SlotTable()
    /// Expressions met so far, and what is wrong with those that can't be run.
    var scripts: [String: (script: Script?, problem: String?)] = [:]
    /// Whether there are expressions that have to be run.
    var hasExpressions = false
    /// Whether expressions look for things by name.
    var needsLabels = false
    /// Whether names and values that only expressions look at are kept.
    var keepsLabels = false
    /// What is not drawn: its name, where it was met first, and how often.
    var undrawn: [(name: String, offset: Int, count: Int)] = []

    func isOlder(than version: String) -> Bool {
        self.version.map { $0 < FormatVersion(version) } ?? false
    }
}

extension JSONReader {
    /// Most kinds of things that are listed; only a hostile file has more.
    private static let mostUndrawnKinds = 64

    /// Remembers that something at this place is not drawn.
    mutating func noteUndrawn(_ name: String) {
        if let index = document.undrawn.firstIndex(where: { $0.name == name }) {
            document.undrawn[index].count += 1
        } else if document.undrawn.count < Self.mostUndrawnKinds {
            document.undrawn.append((name, offset, 1))
        }
    }
}

/// The points of a path as the format has them: vertices, and tangents relative to them.
struct PointLists {
    var vertices: [SIMD2<Float>] = []
    var tangentsIn: [SIMD2<Float>] = []
    var tangentsOut: [SIMD2<Float>] = []

    /// Forgets the points and keeps their memory.
    mutating func removeAll() {
        vertices.removeAll(keepingCapacity: true)
        tangentsIn.removeAll(keepingCapacity: true)
        tangentsOut.removeAll(keepingCapacity: true)
    }
}
