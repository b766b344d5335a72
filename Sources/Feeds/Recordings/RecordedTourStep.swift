public import ExactNumbers
import JSON

/// A step of a guided tour as its panel shows it.
///
/// What happens in the step is in the lines of a recording, so the panel's text is all that they do not have.
public struct RecordedTourStep: Hashable, Sendable {
    /// The name of the situation.
    public var title: String
    /// What will happen.
    public var say: String
    /// Why it happened.
    public var why: String
    /// The time from the first moment until the explanation.
    public var length: Nanoseconds

    /// Creates a step.
    public init(title: String, say: String, why: String, length: Nanoseconds) {
        self.title = title
        self.say = say
        self.why = why
        self.length = length
    }

    func append(to line: inout [UInt8]) {
        line.appendObject { line in
            line.add("title", title)
            line.add("say", say)
            line.add("why", why)
            line.add("length", decimal: ExactDecimal(seconds: length))
        }
    }
}

extension JSONReader {
    /// Reads the steps of a tour.
    mutating func readTour(_ path: String) throws(JSONError) -> [RecordedTourStep] {
        var steps: [RecordedTourStep] = []
        try readArray { reader throws(JSONError) in
            var step = RecordedTourStep(title: "", say: "", why: "", length: 0)
            try reader.readMembers { reader, key throws(JSONError) in
                switch key {
                case "title": step.title = try reader.readText("\(path).title")
                case "say": step.say = try reader.readText("\(path).say")
                case "why": step.why = try reader.readText("\(path).why")
                case "length": step.length = try reader.readTime("\(path).length")
                default: try reader.skipValue()
                }
            }
            steps.append(step)
        }
        return steps
    }
}
