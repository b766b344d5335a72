import ExactNumbers
import JSON

/// The topics of a publication with numbers, beside the topic of its events.
///
/// The publisher numbers its events, and says each second how many there are. Players report what they have, and what they
/// lack, which the publisher then sends again. So nothing is lost as long as the publisher runs, whatever the broker
/// loses, and no event counts twice. It needs only quality of service 0, with which a broker keeps nothing.
struct PublicationTopics: Equatable, Sendable {
    /// The events, as they happen.
    let events: String
    /// The events that players lack.
    let repetitions: String
    /// The states of publications.
    let states: String
    /// The reports of players.
    let reports: String

    /// Creates the topics of a publication at this topic.
    init(_ topic: String) {
        events = topic
        repetitions = "\(topic)/again"
        states = "\(topic)/state"
        reports = "\(topic)/reports"
    }
}

/// The number of an event: the first members of its line.
struct EventNumber: Equatable, Sendable {
    /// The name of the run of the publisher.
    var run: String
    /// The number within the run, from 1.
    var number: Int

    /// Creates a number.
    init(run: String, number: Int) {
        self.run = run
        self.number = number
    }

    /// Reads the number of a line; nil if it has none.
    init?(line: UnsafeRawBufferPointer) {
        let text = line.assumingMemoryBound(to: UInt8.self)
        let members = try? JSONReader.read(text) { reader throws(JSONError) in
            var run: String?
            var number: Int?
            try reader.readObject("an event") { reader, name throws(JSONError) in
                switch name {
                case "run": run = try reader.readString()
                case "number": number = try reader.readCount()
                default: try reader.skipValue()
                }
            }
            return (run, number)
        }
        guard let members, let run = members.0, let number = members.1, number > 0 else { return nil }
        self.init(run: run, number: number)
    }

    /// Returns the line of an event, an object with at least one member, with its number.
    func numbered(_ line: [UInt8]) -> [UInt8] {
        var numbered: [UInt8] = []
        numbered.beginObject()
        numbered.add("run", run)
        numbered.add("number", number: number)
        numbered.append(UInt8(ascii: ","))
        return numbered + line.dropFirst()
    }
}

/// What a publisher says each second.
struct PublicationState: Equatable, Sendable {
    /// The name of the run.
    var run: String
    /// The milliseconds since the run began.
    var age: Int
    /// The first event that can be sent again; the one after the last if there is none.
    var first: Int
    /// The last event; 0 if there is none.
    var last: Int
    /// Whether the publication is finished.
    var isFinished = false

    /// The message.
    var json: [UInt8] {
        var json: [UInt8] = []
        json.appendObject { json in
            json.add("run", run)
            json.add("age", number: age)
            json.add("first", number: first)
            json.add("last", number: last)
            if isFinished { json.add("finished", flag: true) }
        }
        return json
    }

    /// Creates a state.
    init(run: String, age: Int, first: Int, last: Int, isFinished: Bool = false) {
        self.run = run
        self.age = age
        self.first = first
        self.last = last
        self.isFinished = isFinished
    }

    /// Reads a message; nil if it is none of this type.
    init?(json: UnsafeRawBufferPointer) {
        let state = try? JSONReader.read(json.assumingMemoryBound(to: UInt8.self)) { reader throws(JSONError) in
            var state = PublicationState(run: "", age: -1, first: -1, last: -1)
            try reader.readObject("a state") { reader, name throws(JSONError) in
                switch name {
                case "run": state.run = try reader.readString()
                case "age": state.age = try reader.readCount()
                case "first": state.first = try reader.readCount()
                case "last": state.last = try reader.readCount()
                case "finished": state.isFinished = try reader.readBool()
                default: try reader.skipValue()
                }
            }
            return state
        }
        guard let state, !state.run.isEmpty, state.age >= 0, state.first > 0, state.last >= state.first - 1 else {
            return nil
        }
        self = state
    }
}

/// What a player reports to a publisher.
struct ReceptionReport: Equatable, Sendable {
    /// The name of the run.
    var run: String
    /// The name of the player, which no other has.
    var player: String
    /// The last event up to which the player has all.
    var complete: Int
    /// The ranges of events that it lacks, of those that it knows of.
    var missing: [ClosedRange<Int>]

    /// The most ranges of a report; the next one has the others.
    static let maxRanges = 64

    /// The message.
    var json: [UInt8] {
        var json: [UInt8] = []
        json.appendObject { json in
            json.add("run", run)
            json.add("player", player)
            json.add("complete", number: complete)
            json.begin("missing")
            json.appendArray(missing.prefix(Self.maxRanges)) { json, range in
                json.appendArray([range.lowerBound, range.upperBound]) { $0.append(contentsOf: Array("\($1)".utf8)) }
            }
        }
        return json
    }

    /// Creates a report.
    init(run: String, player: String, complete: Int, missing: [ClosedRange<Int>]) {
        self.run = run
        self.player = player
        self.complete = complete
        self.missing = missing
    }

    /// Reads a message; nil if it is none of this type.
    init?(json: UnsafeRawBufferPointer) {
        let report = try? JSONReader.read(json.assumingMemoryBound(to: UInt8.self)) { reader throws(JSONError) in
            var report = ReceptionReport(run: "", player: "", complete: -1, missing: [])
            try reader.readObject("a report") { reader, name throws(JSONError) in
                switch name {
                case "run": report.run = try reader.readString()
                case "player": report.player = try reader.readString()
                case "complete": report.complete = try reader.readCount()
                case "missing":
                    try reader.readArray { reader throws(JSONError) in
                        var ends: [Int] = []
                        try reader.readArray { reader throws(JSONError) in ends.append(try reader.readCount()) }
                        guard ends.count == 2, ends[0] <= ends[1], report.missing.count < Self.maxRanges else { return }
                        report.missing.append(ends[0]...ends[1])
                    }
                default: try reader.skipValue()
                }
            }
            return report
        }
        guard let report, !report.run.isEmpty, !report.player.isEmpty, report.complete >= 0 else { return nil }
        self = report
    }
}

extension JSONReader {
    /// Reads a whole number from 0 to 2⁵³ - 1, the greatest that every JSON reader keeps exactly; adding 1 does not overflow.
    fileprivate mutating func readCount() throws(JSONError) -> Int {
        guard let number = try readExactNumber().integer, (0..<(1 << 53)).contains(number) else {
            throw error("expected a whole number from 0 to 9007199254740991")
        }
        return Int(number)
    }
}
