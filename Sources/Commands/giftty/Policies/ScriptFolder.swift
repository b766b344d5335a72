import ExactNumbers
import JSON
import Playback
import PlayerSettings
import PolicyExploration
import Scenarios

/// A folder with scripts that cover a policy, each in the forms in which tests of an app can use it.
struct ScriptFolder {
    let path: String
    let plan: ExplorationPlan
    let coverage: Set<Coverage>
    let result: CoverageScripts

    /// The number of a script, with as many digits as the last one has.
    private func name(_ index: Int) -> String {
        let digits = String(index + 1)
        return String(repeating: "0", count: max(0, String(result.scripts.count).count - digits.count)) + digits
    }

    /// Writes all files.
    func write() throws(CommandFailure) {
        let kinds = plan.kinds.map { ($0.name, $0.kind) }
        for (index, script) in result.scripts.enumerated() {
            let file = "\(path)/\(name(index))"
            var scenario = script.scenario
            scenario.name = "script \(name(index))"
            let heading = script.goals.map { "\($0.coverage.rawValue): \($0.description)" }
            try write(scenario.fileText(kinds: kinds, heading: heading) ?? "", to: file + ".yaml")
            try write(feed(script), to: file + ".feed.ndjson")
            try write(script.trace.map { $0.json + "\n" }.joined(), to: file + ".trace.ndjson")
            try write(json(script, name: name(index)).text + "\n", to: file + ".json")
        }
        try write(Scenario.text(ofKinds: kinds).joined(separator: "\n") + "\n", to: "\(path)/kinds.yaml")
        try write(json.text + "\n", to: "\(path)/coverage.json")
    }

    private func write(_ text: String, to path: String) throws(CommandFailure) {
        try OutputFile.replace(path, with: Array(text.utf8))
    }

    // MARK: - Report

    /// The numbers of goals, and those without a script.
    var lines: [String] {
        var lines = Coverage.allCases.filter(coverage.contains).map { coverage in
            let (covered, all) = result.counts(of: coverage)
            return "\(coverage.rawValue): \(covered) of \(all) covered"
        }
        lines += result.uncovered.map { "  not covered: \($0.description)" }
        if result.isCut {
            let states = plan.stateLimit == 1 ? "1 state" : "\(plan.stateLimit) states"
            lines.append("stopped at the limit of \(states): there may be more to cover")
        }
        let count = result.scripts.count == 1 ? "1 script" : "\(result.scripts.count) scripts"
        return lines + ["\(count) written to \(path)"]
    }

    /// The numbers of goals, all goals without a script, and what each script covers.
    var json: JSONValue {
        let counts = Coverage.allCases.filter(coverage.contains).map { coverage -> (key: String, value: JSONValue) in
            let (covered, all) = result.counts(of: coverage)
            return (coverage.rawValue, .object([("covered", .integer(covered)), ("goals", .integer(all))]))
        }
        return .object([
            ("coverage", .object(counts)), ("complete", .bool(!result.isCut)), ("states", .integer(result.states)),
            ("uncovered", .array(result.uncovered.map(\.json))),
            (
                "scripts",
                .array(
                    result.scripts.enumerated().map { index, script in
                        .object([("name", .string(name(index))), ("covers", .array(script.goals.map(\.json)))])
                    })
            ),
        ])
    }

    // MARK: - Scripts

    /// Returns the gifts as a feed; what else happens has no form in one.
    private func feed(_ script: CoverageScript) -> String {
        script.scenario.events.compactMap { event in
            guard case .arrival(let arrival) = event.input else { return nil }
            let id = arrival.eventID.map { [(key: "id", value: JSONValue.string($0))] } ?? []
            return JSONValue.object(
                [("at", .seconds(event.at)), ("type", .string("gift"))] + id + [
                    ("gift", .string(arrival.kind)),
                    ("from", .object([("id", .string(arrival.sender)), ("name", .string(arrival.sender))])),
                    ("count", .integer(arrival.count)), ("value", .integer(Int(arrival.value))),
                    ("duration", .seconds(arrival.duration)),
                ]
            ).text + "\n"
        }.joined()
    }

    /// Returns the neutral form: steps with their times, actions and expected outcomes.
    ///
    /// - SeeAlso: Demo/conformance/script.schema.json
    private func json(_ script: CoverageScript, name: String) -> JSONValue {
        var steps: [JSONValue] = []
        var lines = script.trace[...]
        func step(_ at: Nanoseconds, _ action: [(key: String, value: JSONValue)], _ count: Int) {
            let expected = lines.prefix(count)
            lines = lines.dropFirst(count)
            steps.append(
                .object([("at", .seconds(at))] + action + [("expect", .array(expected.compactMap(\.expectation)))]))
        }
        /// Adds a wait for each moment before `time` at which the policy decides something.
        func wait(until time: Nanoseconds?) {
            while let at = lines.first?.at, time.map({ at < $0 }) ?? true {
                step(at, [("do", .string("wait"))], lines.prefix { $0.at == at }.count)
            }
        }
        for (index, event) in script.scenario.events.enumerated() {
            wait(until: event.at)
            let next = script.scenario.events.dropFirst(index + 1).first
            // Of inputs at one moment, an arrival begins with its own line; the others end where the next begins.
            var count = lines.prefix { $0.at == event.at }.count
            if let next, next.at == event.at { count = event.count(in: lines.prefix(count), before: next.input) }
            step(event.at, event.input.action, count)
        }
        wait(until: nil)
        return .object([
            ("format", .string("giftty-script")), ("version", .integer(1)), ("name", .string(name)),
            ("covers", .array(script.goals.map(\.json))),
            ("settings", .object(plan.settings.stated.map { ($0.key.name, .string($0.value.description)) })),
            (
                "gifts",
                .object(
                    plan.kinds.map { named in (named.name, named.kind.json) })
            ),
            ("steps", .array(steps)),
        ])
    }
}

extension Scenario.Event {
    /// Returns how many of the lines of a moment belong to this event and not to the next one, `input`.
    fileprivate func count(in lines: ArraySlice<TraceEvent>, before input: Input) -> Int {
        var isOwn = true
        return lines.enumerated().first { index, line in
            defer { isOwn = false }
            guard !isOwn else { return false }
            switch (input, line.kind) {
            case (.arrival, .arrived), (.pause, .paused), (.resume, .resumed), (.set, .settings), (.speed, .speed),
                (.scrub, .scrubbed):
                return true
            default: return false
            }
        }?.offset ?? lines.count
    }
}

extension Input {
    /// What a test does, as members of a step.
    fileprivate var action: [(key: String, value: JSONValue)] {
        switch self {
        case .arrival(let arrival):
            [
                ("do", .string("gift")), ("gift", .string(arrival.kind)), ("from", .string(arrival.sender)),
                ("count", .integer(arrival.count)), ("asset", .string(arrival.asset.rawValue)),
            ] + (arrival.eventID.map { [("id", .string($0))] } ?? [])
        case .close: [("do", .string("close"))]
        case .clear: [("do", .string("clear"))]
        case .pause: [("do", .string("pause"))]
        case .resume: [("do", .string("resume"))]
        case .set(let settings):
            [
                ("do", .string("set")),
                ("settings", .object(settings.map { ($0.key.name, .string($0.value.description)) })),
            ]
        case .asset(let kind, let state, _, _):
            [("do", .string("asset")), ("gift", .string(kind)), ("asset", .string(state.rawValue))]
        case .speed(let speed): [("do", .string("speed")), ("speed", .number(Double(speed.count) / 1e6))]
        case .scrub(let elapsed): [("do", .string("seek")), ("to", .seconds(elapsed))]
        case .end: [("do", .string("wait"))]
        }
    }
}

extension TraceEvent {
    /// What a test expects to see: that a presentation starts, or how a gift ends.
    fileprivate var expectation: JSONValue? {
        switch kind {
        case .started(let gift): .object([("gift", .integer(gift)), ("is", .string("started"))])
        case .ended(let gift, let outcome):
            .object(
                [("gift", .integer(gift)), ("is", .string(outcome.name.rawValue))]
                    + (outcome.reason.map { [("reason", .string($0))] } ?? [])
                    + (outcome.progress.map { [("progress", .number(Double($0.count) / 1e6))] } ?? [])
                    + outcome.otherMembers)
        case .settings, .arrived, .paused, .resumed, .speed, .looped, .scrubbed: nil
        }
    }
}

extension Outcome {
    /// The gift that replaced this one, or into which it was merged.
    fileprivate var otherMembers: [(key: String, value: JSONValue)] {
        switch self {
        case .replaced(let by, _): [("by", .integer(by))]
        case .merged(let into): [("into", .integer(into))]
        case .completed, .dismissed, .dropped, .unplayed: []
        }
    }
}

extension ScenarioGift {
    /// The length, with the loop in it if there is one, the price, and the settings of its own.
    fileprivate var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("duration", .seconds(duration)), ("value", .integer(Int(value))),
        ]
        if let loop {
            let times: [(key: String, value: JSONValue)] = [("from", .seconds(loop.start)), ("to", .seconds(loop.end))]
            if let count = loop.plannedRounds {
                members.append(("rounds", .object(times + [("count", .integer(count))])))
            } else {
                members.append(("loop", .object(times)))
            }
        }
        if !policy.settings.isEmpty {
            let own = policy.settings.map { ($0.key.name, JSONValue.string($0.value.description)) }
            members.append(("settings", .object(own)))
        }
        return .object(members)
    }
}

extension CoverageGoal {
    fileprivate var json: JSONValue { .string("\(coverage.rawValue): \(description)") }
}
