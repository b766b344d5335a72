import ExactNumbers
import JSON
import Playback
import PlayerSettings
import PolicyEvaluation
import PolicyExploration
import PolicyReports
import PolicyTuning
import StoreProtocol

/// The result of `giftty tune` as JSON and as files.
struct TuningResult {
    let tuning: Tuning
    let options: ExplorationOptions

    /// The settings of each point as files.
    var documents: [TunedDocuments] {
        tuning.points.map { point in
            let assignments = point.policy.settings.map { Assignment($0.key, $0.value, origin: .policyDefault) }
            var published = PublishedSettings(revision: 0)
            // Of a setting that occurs several times, the last one applies.
            for assignment in assignments {
                published.default.removeAll { $0.key == assignment.key }
                published.default.append(assignment)
            }
            let lines = published.default.map { "\($0.key.name): \($0.value)\n" }
            return TunedDocuments(
                configuration: lines.isEmpty ? "{}\n" : lines.joined(),
                store: String(decoding: published.json, as: UTF8.self))
        }
    }

    /// Returns the report of an exploration, for its scenario.
    private func report(_ answer: TuningCertificate.Answer, _ certificate: TuningCertificate) -> ExplorationReport {
        var plan = certificate.plan
        plan.properties = answer.promise.map { [$0] } ?? []
        var words = ["giftty explore \(options.words(plan, listsKinds: true))"]
        words += plan.settings.stated.map { "--set \("\($0.key.name)=\($0.value)".shellWord)" }
        if let promise = answer.promise { words.append("--property \(promise.text.shellWord)") }
        return ExplorationReport(
            plan: plan, result: answer.result, elapsed: .zero, command: words.joined(separator: " "))
    }

    // MARK: - JSON

    /// The result as a JSON object.
    var json: JSONValue {
        let plan = tuning.plan
        return .object([
            (
                "sessions",
                .object([
                    ("tuned", .integer(tuning.sessions.tuned)), ("heldOut", .integer(tuning.sessions.heldOut)),
                    ("broken", .integer(tuning.broken.count)),
                ])
            ),
            ("seed", .string(String(plan.seed))),
            (
                "objectives",
                .array(
                    plan.goal.objectives.map {
                        .object([
                            ("figure", .string($0.figure.description)),
                            ("direction", .string($0.isMaximised ? "maximise" : "minimise")),
                        ])
                    })
            ),
            ("limits", .array(plan.goal.constraints.map { .string($0.description) })),
            (
                "space",
                .object([
                    ("axes", .array(plan.space.axes.map { .string($0.description) })),
                    ("settings", .integer(tuning.spaceCount)), ("tried", .integer(tuning.tried)),
                    ("method", .string(tuning.method.rawValue)),
                ])
            ),
            ("keepsLimits", .bool(tuning.isFeasible)), ("front", .integer(tuning.frontCount)),
            ("own", .array(tuning.own.map { Self.json($0) })),
            ("points", .array(tuning.points.indices.map(json(ofPoint:)))),
            ("proven", .array(tuning.proven.map { .integer($0 + 1) })),
        ])
    }

    private func json(ofPoint index: Int) -> JSONValue {
        let point = tuning.points[index]
        let goal = tuning.plan.goal
        return .object([
            ("settings", .object(point.policy.settings.map { ($0.key.name, .string($0.value.description)) })),
            (
                "rules",
                .array(
                    point.policy.rules.map { rule in
                        .object([
                            ("gifts", .string(rule.scope.description)),
                            ("settings", .object([(rule.setting.key.name, .string(rule.setting.value.description))])),
                        ])
                    })
            ),
            (
                "tuned",
                .object(zip(goal.figures, point.tuned).map { ($0.description, Self.number($1?.value, $0)) })
            ),
            ("heldOut", .array(point.heldOut.map { Self.json($0) })),
            (
                "limits",
                .array(
                    goal.constraints.map { constraint in
                        let figure = point.heldOut.first { $0.figure == constraint.figure }
                        return .object([
                            ("limit", .string(constraint.description)),
                            ("answer", .string((figure?.answer(to: constraint) ?? .broken).rawValue)),
                        ])
                    })
            ),
            (
                "promises",
                .array(
                    point.certificate.answers.map { answer in
                        .object([
                            ("name", .string(answer.promise?.label ?? "")),
                            ("exploration", report(answer, point.certificate).json(output: nil, isTimed: false)),
                        ])
                    })
            ),
            ("configuration", .string(documents[index].configuration)),
            ("store", .string(documents[index].store)),
        ])
    }

    private static func json(_ figure: HeldOutFigure) -> JSONValue {
        func number(_ value: Double?) -> JSONValue { Self.number(value, figure.figure) }
        return .object([
            ("figure", .string(figure.figure.description)), ("amount", number(figure.amount?.value)),
            ("low", number(figure.interval?.low)), ("high", number(figure.interval?.high)),
            ("difference", number(figure.difference)), ("differenceLow", number(figure.differenceInterval?.low)),
            ("differenceHigh", number(figure.differenceInterval?.high)),
        ])
    }

    private static func number(_ value: Double?, _ figure: TuningFigure) -> JSONValue {
        value.map { .number($0 / figure.unit.scale) } ?? .null
    }

    // MARK: - Files

    /// Writes the settings and the counterexamples of each point into a folder.
    ///
    /// - Throws: `CommandFailure` with exit status 73 if a file cannot be written.
    func write(to folder: String) throws(CommandFailure) {
        for (index, point) in tuning.points.enumerated() {
            let name = "\(folder)/point-\(index + 1)"
            // A file of settings has none for some gifts only: those are in the files of the gifts.
            let rules = point.policy.rules.map { "# \(TuningSummary.giftFileLine($0))\n" }.joined()
            try write(documents[index].configuration + rules, to: "\(name).yaml")
            try write(documents[index].store + "\n", to: "\(name).settings.json")
            for (number, answer) in point.certificate.answers.enumerated() {
                guard let scenario = report(answer, point.certificate).scenarioText else { continue }
                try write(scenario, to: "\(name).promise-\(number + 1).yaml")
            }
        }
    }

    private func write(_ text: String, to path: String) throws(CommandFailure) {
        try OutputFile.replace(path, with: Array(text.utf8))
    }
}
