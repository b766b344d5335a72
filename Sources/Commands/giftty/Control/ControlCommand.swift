import ArgumentParser
import ExactNumbers
import JSON
import Playback
import PlayerSettings
import RoomControl
import RoomEvents
import SystemIO

/// The command `giftty control`, which steers a running room from a shell.
struct ControlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract: "Steers a room that runs with --control, and prints its answer.",
        discussion: """
            Requests: close, skip, clear, pause, resume; set KEY=VALUE…; unset KEY…; send GIFT, with --from, --count and \
            --event; seek 1.5s or 30%; speed 2; state, gifts, frames; screenshot, which prints SVG; follow trace, state or \
            frames, which prints lines until Ctrl-C; or a request in JSON, such as a line of a feed or of a recording. Other \
            answers are lines of JSON. The exit status is 64 if the room refuses the request, and 69 if no room listens or \
            answers within 10 s.

            Examples, in a terminal beside that of giftty demo --control unix:/tmp/room:
              giftty control /tmp/room send rocket --from ann --count 2
              giftty control /tmp/room set mode=replace
              giftty control /tmp/room follow trace
            """)

    @Argument(
        help: "The address of the room's --control: unix:PATH, only the path, or ws://127.0.0.1:PORT.",
        completion: .file())
    var address: String

    @Argument(help: "The request, such as close or set mode=replace.", completion: .requests)
    var request: [String]

    @Option(help: ArgumentHelp("The sender of a gift (default: you).", valueName: "name"))
    var from: String?

    @Option(
        help: ArgumentHelp("The number of gifts sent at once (default: 1).", valueName: "number"),
        transform: WholeNumber.parser(min: 1))
    var count: Int?

    @Option(help: ArgumentHelp("The id of a gift's event; a second gift with it is a duplicate.", valueName: "id"))
    var event: String?

    @OptionGroup var token: ControlTokenOption

    func run() throws {
        let request = try controlRequest()
        // A path may have a colon, but no scheme.
        let isPath = !address.hasPrefix("unix:") && !address.hasPrefix("ws:") && !address.contains("://")
        let room = isPath ? ControlAddress.unix(address) : try ControlOptions.address(address)
        if case .webSocket = room, token.path == nil {
            throw CommandFailure(.usage, "--control-token-file: expected the file with the room's token, found none")
        }
        var connection = try ControlClient(room, token: try token.read())
        try connection.send(request)
        var output = Output.standard()
        let stop = try StopSignals()
        var isAnswered = false
        while let line = try connection.readLine(stop, isAnswer: !isAnswered) {
            guard let answer = Answer(line: line) else {
                throw CommandFailure(.unavailable, "\(room): expected the answer of a room, found another text")
            }
            if let refusal = answer.error {
                // The room refuses without an id what is not about the request: it has no place.
                guard answer.isAnswer else { throw CommandFailure(.unavailable, "\(room): \(refusal)") }
                throw CommandFailure(.usage, "control: \(refusal)")
            }
            if answer.isAnswer {
                isAnswered = true
                if case .subscribe = request.action { continue }
                try output.write(answer.document ?? line + [UInt8(ascii: "\n")])
                return try output.flush()
            }
            try output.write(line + [UInt8(ascii: "\n")])
            try output.flush()
        }
        if let signal = stop.signal { throw CommandFailure.stopped(bySignal: signal) }
        // Whoever follows a room sees its end; whoever waits for an answer does not get one.
        guard case .subscribe = request.action else {
            throw CommandFailure(.unavailable, "\(room): the room ended before it answered")
        }
    }

    // MARK: - Requests

    private func controlRequest() throws(CommandFailure) -> ControlRequest {
        guard request.count == 1, let json = request.first, json.hasPrefix("{") else {
            return ControlRequest(id: .number(1), try action())
        }
        guard from == nil, count == nil, event == nil else {
            throw CommandFailure(.usage, "control: expected no options for a request in JSON")
        }
        do throws(ControlRefusal) {
            var request = try ControlRequest(line: Array(json.utf8)[...])
            if request.id == nil { request.id = .number(1) }
            return request
        } catch {
            throw CommandFailure(.usage, "control: \(error)")
        }
    }

    private func action() throws(CommandFailure) -> ControlRequest.Action {
        let word = request.first ?? ""
        let values = Array(request.dropFirst())
        let action = try action(word, values)
        for (option, isGiven) in [("--from", from != nil), ("--count", count != nil), ("--event", event != nil)]
        where isGiven && word != "send" {
            throw CommandFailure(.usage, "\(option): expected together with send only")
        }
        return action
    }

    private func action(_ word: String, _ values: [String]) throws(CommandFailure) -> ControlRequest.Action {
        if let control = ControlRequest.Control(rawValue: word), values.isEmpty { return .control(control) }
        if let document = ControlRequest.Document(rawValue: word), values.isEmpty { return .get(document) }
        switch (word, values.count) {
        case ("set", 1...): return .set(try values.map(assignment))
        case ("unset", 1...):
            return .unset(
                try values.map { (name) throws(CommandFailure) in try SettingKey.named(name, for: "unset") })
        case ("send", 1): return .send(try gift(values[0]))
        case ("seek", 1): return .seek(try position(values[0]))
        case ("speed", 1):
            let range = PlaybackController.speedRange
            guard let speed = try? Quantity.fraction(values[0]), range.contains(speed) else {
                throw mismatch(
                    "speed", "a speed from \(ExactDecimal(range.lowerBound)) to \(ExactDecimal(range.upperBound))",
                    values[0])
            }
            return .speed(speed)
        case ("follow", 1):
            guard let topic = ControlTopic(rawValue: values[0]) else {
                let topics = ControlTopic.allCases.map(\.rawValue).joined(separator: ", ")
                throw mismatch("follow", "one of \(topics)", values[0])
            }
            return .subscribe(topic)
        default:
            throw CommandFailure(
                .usage, "control: \(Suggestion.unknown("request", request.joined(separator: " "), among: Self.words))")
        }
    }

    private static let words =
        ControlRequest.Control.allCases.map(\.rawValue)
        + ["set KEY=VALUE", "unset KEY", "send GIFT", "seek TIME", "speed NUMBER", "follow TOPIC"]
        + ControlRequest.Document.allCases.map(\.rawValue)

    private func assignment(_ text: String) throws(CommandFailure) -> Assignment {
        do throws(ConfigurationError) {
            return try Assignment.option(text)
        } catch {
            throw CommandFailure(.usage, "set \(text): \(error.problem)")
        }
    }

    private func gift(_ kind: String) throws(CommandFailure) -> ControlRequest.SentGift {
        let sender = from.map { Viewer(id: $0, name: $0) }
        return ControlRequest.SentGift(kind: kind, sender: sender, count: count ?? 1, event: event)
    }

    private func position(_ text: String) throws(CommandFailure) -> ControlRequest.Position {
        if let share = try? Quantity.fraction(percent: text) {
            guard share <= .one else { throw mismatch("seek", "a share of at most 100%", text) }
            return .progress(share)
        }
        if let time = Nanoseconds(durationText: text) { return .elapsed(time) }
        throw mismatch("seek", "a time such as 1.5s, or a share such as 30%", text)
    }

    private func mismatch(_ word: String, _ expected: String, _ found: String) -> CommandFailure {
        CommandFailure(.usage, "\(word): expected \(expected), found \"\(found)\"")
    }
}

/// What the command needs to know about a line from a room.
private struct Answer {
    /// Whether the line answers the request.
    let isAnswer: Bool
    /// The reason why the request was refused; `nil` if it was not.
    let error: String?
    /// The SVG document of a screenshot; `nil` for another answer.
    let document: [UInt8]?

    /// Creates the answer of a line; `nil` if it is not JSON.
    init?(line: [UInt8]) {
        let value = try? line.withUnsafeBufferPointer { text throws(JSONError) in
            var reader = JSONReader(text)
            return try JSONValue(from: &reader)
        }
        guard let value else { return nil }
        // A line of a feed has no id if its event has none.
        isAnswer = value.member("id") != nil || value.member("ok") != nil
        error = value.member("error")?.string
        document = value.member("screenshot")?.string.map { Array($0.utf8) }
    }
}
