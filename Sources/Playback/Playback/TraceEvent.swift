public import ExactNumbers
import JSON

/// One line of the trace: a decision or an input of the controller, with its time.
public struct TraceEvent: Hashable, Sendable {
    /// The content of a trace line.
    public enum Kind: Hashable, Sendable {
        /// The settings at the start, or those that changed, in table order.
        case settings([Setting])
        /// A gift arrived.
        case arrived(gift: Int, kind: String, sender: String, count: Int)
        /// A gift's presentation started.
        case started(gift: Int)
        /// A gift ended.
        case ended(gift: Int, Outcome)
        /// Stage time stopped.
        case paused
        /// Stage time resumed.
        case resumed
        /// The speed of stage time changed.
        case speed(Millionths)
        /// A further round of the running gift's loop began; rounds count from 1.
        case looped(gift: Int, round: Int)
        /// The running presentation moved to this progress.
        case scrubbed(gift: Int, progress: Millionths)
    }

    /// The session time.
    public let at: Nanoseconds
    /// The content of the line.
    public let kind: Kind

    /// Creates a trace line.
    public init(at: Nanoseconds, _ kind: Kind) {
        self.at = at
        self.kind = kind
    }

    /// The line as a JSON object, without a line break.
    public var json: String {
        var line: [UInt8] = []
        appendJSON(to: &line)
        return String(decoding: line, as: UTF8.self)
    }

    /// Appends the line as a JSON object in UTF-8, without a line break.
    public func appendJSON(to output: inout [UInt8]) {
        output.beginObject()
        output.add("at", decimal: ExactDecimal(seconds: at))
        switch kind {
        case .settings(let settings):
            output.add("event", "settings")
            for setting in settings { output.add(setting) }
        case .arrived(let gift, let kind, let sender, let count):
            output.add("event", "arrived")
            output.add("gift", number: gift)
            output.add("name", kind)
            output.add("from", sender)
            output.add("count", number: count)
        case .started(let gift):
            output.add("event", "started")
            output.add("gift", number: gift)
        case .ended(let gift, let outcome):
            output.add("event", "ended")
            output.add("gift", number: gift)
            output.add(outcome)
        case .paused: output.add("event", "paused")
        case .resumed: output.add("event", "resumed")
        case .speed(let speed):
            output.add("event", "speed")
            output.add("speed", decimal: ExactDecimal(speed))
        case .looped(let gift, let round):
            output.add("event", "looped")
            output.add("gift", number: gift)
            output.add("round", number: round)
        case .scrubbed(let gift, let progress):
            output.add("event", "scrubbed")
            output.add("gift", number: gift)
            output.add("progress", decimal: ExactDecimal(progress))
        }
        output.endObject()
    }
}
