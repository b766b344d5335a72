import JSON
package import Playback

/// The lines that a room sends to another program: answers to its requests, and what it subscribed to.
///
/// All functions return a line of JSON without its line break.
package enum ControlAnswer {
    /// Returns the answer to a request that was carried out.
    ///
    /// - Parameters:
    ///   - id: The id of the request.
    ///   - trace: The lines of the trace that the request caused.
    package static func done(_ id: ControlID?, trace: [TraceEvent]) -> [UInt8] {
        answer(id) { line in
            line.add("ok", flag: true)
            line.begin("trace")
            line.appendArray(trace) { $1.appendJSON(to: &$0) }
        }
    }

    /// Returns the answer with a document.
    ///
    /// - Parameters:
    ///   - id: The id of the request.
    ///   - document: The document.
    ///   - value: The JSON of the document.
    package static func document(
        _ id: ControlID?, _ document: ControlRequest.Document, _ value: [UInt8]
    ) -> [UInt8] {
        answer(id) { line in
            line.add("ok", flag: true)
            line.begin(member: document.rawValue)
            line += value
        }
    }

    /// Returns the answer to a request that was refused.
    package static func refused(_ refusal: ControlRefusal, id: ControlID?) -> [UInt8] {
        answer(refusal.id ?? id) { $0.add("error", refusal.description) }
    }

    /// Returns a line for the subscribers of a topic.
    ///
    /// - Parameters:
    ///   - topic: The topic, which is also the name of the member.
    ///   - value: The JSON of the value.
    package static func event(_ topic: ControlTopic, _ value: [UInt8]) -> [UInt8] {
        var line: [UInt8] = []
        line.appendObject {
            $0.begin(member: topic.rawValue)
            $0 += value
        }
        return line
    }

    private static func answer(_ id: ControlID?, _ fill: (inout [UInt8]) -> Void) -> [UInt8] {
        var line: [UInt8] = []
        // Most answers are as short, and grow only once.
        line.reserveCapacity(200)
        line.appendObject { line in
            switch id {
            case .text(let text): line.add("id", text)
            case .number(let number): line.add("id", number: Int(number))
            case nil: break
            }
            fill(&line)
        }
        return line
    }
}
