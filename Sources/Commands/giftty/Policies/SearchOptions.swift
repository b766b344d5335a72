import ArgumentParser
import ExactNumbers
import Playback
import PlayerSettings
import PolicyTuning

/// The options that say what settings are searched for, and among which.
struct SearchOptions: ParsableArguments {
    @Option(
        name: [.customLong("maximise"), .customLong("maximize")], parsing: .singleValue,
        help: ArgumentHelp("A figure that should be as great as possible; may be repeated.", valueName: "figure"))
    var maximised: [String] = []

    @Option(
        name: [.customLong("minimise"), .customLong("minimize")], parsing: .singleValue,
        help: ArgumentHelp("A figure that should be as small as possible; may be repeated.", valueName: "figure"))
    var minimised: [String] = []

    @Option(
        name: .customLong("subject-to"), parsing: .singleValue,
        help: ArgumentHelp("A limit such as 'p95(waiting) < 20s'; may be repeated.", valueName: "limit"))
    var limits: [String] = []

    @Option(
        name: .customLong("search"), parsing: .singleValue,
        help: ArgumentHelp(
            "A setting and the values to try, such as replaceAt=0:1:0.05, 'early=drop,hold if mode=replace', or for the "
                + "gifts of a price tier or a kind 'replaceAt@1000+=room,0.9'; may be repeated.",
            valueName: "key=value,…"))
    var axes: [String] = []

    @Option(
        help: ArgumentHelp(
            "The most settings to try (default: 1000). A space of no more is tried whole.", valueName: "n"),
        transform: WholeNumber.parser(min: 1))
    var tries = 1_000

    @Option(
        help: ArgumentHelp(
            "The most points of the front that are judged and explored (default: 8).", valueName: "n"),
        transform: WholeNumber.parser(min: 1))
    var points = 8

    @Option(
        help: ArgumentHelp(
            "The share of the sessions that are held out to judge the settings.", valueName: "share"))
    var holdOut = "30%"

    /// Returns the goal.
    func goal() throws(CommandFailure) -> TuningGoal {
        var objectives: [TuningObjective] = []
        for (option, texts, isMaximised) in [("--maximise", maximised, true), ("--minimise", minimised, false)] {
            for text in texts {
                let figure = try Self.read("\(option) \(text)") { () throws(TuningSyntaxError) in
                    try TuningFigure(text)
                }
                objectives.append(TuningObjective(figure, isMaximised: isMaximised))
            }
        }
        var constraints: [TuningConstraint] = []
        for text in limits {
            constraints.append(
                try Self.read("--subject-to '\(text)'") { () throws(TuningSyntaxError) in try TuningConstraint(text) })
        }
        do {
            return try TuningGoal(objectives: objectives, constraints: constraints)
        } catch {
            throw CommandFailure(.usage, error.description)
        }
    }

    /// Returns the space: the usual one without `--search`.
    ///
    /// - Parameter fixed: The settings of `--set`.
    func space(fixed: [Setting]) throws(CommandFailure) -> SearchSpace {
        guard !axes.isEmpty else { return .usual(fixed: fixed) }
        var found: [TuningAxis] = []
        for text in axes {
            found.append(
                try Self.read("--search '\(text)'") { () throws(TuningSyntaxError) in try TuningAxis(text) })
        }
        return try Self.read("--search") { () throws(TuningSyntaxError) in try SearchSpace(found, fixed: fixed) }
    }

    /// Returns the share of the sessions to hold out.
    func heldOutShare() throws(CommandFailure) -> Double {
        guard let share = try? Quantity.fraction(holdOut), share > .zero, share < .one else {
            throw CommandFailure(
                .usage, "--hold-out: expected \(Quantity.fractionForms), above 0 and below 1, found \"\(holdOut)\"")
        }
        return Double(share.count) / 1e6
    }

    private static func read<Value>(
        _ option: String, _ make: () throws(TuningSyntaxError) -> Value
    ) throws(CommandFailure) -> Value {
        do {
            return try make()
        } catch {
            throw CommandFailure(.usage, "\(option): \(error)")
        }
    }
}
