import ArgumentParser
import BuiltInGifts
import ExactNumbers
import HTMLReports
import Playback
import PlayerSettings
import PolicyExploration
import PolicyProperties
import Scenarios

/// The command `giftty explore`, which searches all sessions on a grid of instants for one that breaks a rule.
struct ExploreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract:
            "Goes through every order and timing of a few gifts and actions, and looks for what must never happen.",
        discussion: """
            Times are those at which something could make a difference: a nanosecond before, at and a nanosecond after \
            each threshold, end, gap and expiry. After every step the rules of playback must hold, and nothing that \
            --never names may have happened; the shortest session in which it does is written as a scenario. Only the \
            defaults and --set count, not the configuration file nor the environment.

            With --emit, no search is made: scripts are written that cover the policy, each as a scenario, a feed, a \
            trace and steps for a UI test, with what must be seen.

            \(ForbiddenExpression.guide)

            Examples:
              giftty explore --gifts 3 --set mode=replace
              giftty explore --never 'dropped(early) & value >= 500' --set mode=replace
              giftty explore --gifts 2 --emit scripts
            """)

    @OptionGroup var exploration: ExplorationOptions

    @Option(
        name: .customLong("change"), parsing: .singleValue,
        help: ArgumentHelp(
            "A setting that an action may change during the session, such as replaceAt=0.8, and change back; may be "
                + "repeated; all for one change of every setting.", valueName: "key=value"))
    var changes: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("What must never happen, such as 'dropped(early) & value >= 500'.", valueName: "expression"))
    var never: [String] = []

    @OptionGroup var promises: PropertyOptions

    @OptionGroup var set: SetOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write a counterexample to this file; with - only it goes to standard output.", valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp("The number of threads; does not change the result.", valueName: "n"),
        transform: WholeNumber.parser(min: 1))
    var jobs: Int?

    @OptionGroup var scripts: ScriptOptions

    @Option(help: "text or json.")
    var format = ReportFormat.text

    @OptionGroup var picture: TextPictureOption

    @OptionGroup var page: HTMLOption

    func run() async throws {
        try picture.check(isText: format == .text, unless: output == "-" ? "--output -" : nil)
        if let output, output != "-" {
            try FileExtension.check(output, of: "--output", among: ["yaml", "yml"])
            try OutputFile.checkIsWritable(output)
        }
        try page.check()
        try OutputFile.check([output, page.path, picture.svg], differFrom: promises.files)
        let plan = try self.plan()
        if let folder = scripts.emit { return try emit(plan, into: folder) }
        guard scripts.cover == nil else { throw CommandFailure(.usage, "--cover: expected --emit with it") }
        let clock = ContinuousClock()
        let start = clock.now
        var progress = ProgressLine(clock: clock)
        let result = await plan.explore(jobs: jobs ?? TerminalFacts.processorCount) { progress.show($0) }
        progress.clear()
        let report = ExplorationReport(
            plan: plan, result: result, elapsed: start.duration(to: clock.now), command: command(plan))
        try page.write { limit in
            try HTMLReport(
                result, facts: report.headerLines,
                claims: plan.forbiddenConditions.map { .forbidden($0.text) }
                    + plan.properties.map { .promise($0.text) },
                properties: try claims(plan), summary: report.verdictLines(isTimed: false),
                figures: report.json(output: nil, isTimed: false),
                limit: limit)
        }
        if output == "-" {
            var output = Output.standard()
            if let scenario = report.scenarioText { try output.write(Array(scenario.utf8)) }
            try output.flush()
        } else {
            try write(report)
        }
        if case .holds = result.verdict { return }
        throw CommandFailure.silent(.checkFailed)
    }

    /// Returns all claims as promises; what must never happen is one, too.
    private func claims(_ plan: ExplorationPlan) throws -> [Property] {
        let kinds = plan.kinds.map(\.name)
        return try plan.forbiddenConditions.map { try Property(never: $0.text, kinds: kinds) } + plan.properties
    }

    /// Writes scripts that cover the policy.
    private func emit(_ plan: ExplorationPlan, into folder: String) throws {
        guard output == nil, page.path == nil, never.isEmpty, promises.texts.isEmpty, promises.files.isEmpty,
            picture.svg == nil
        else {
            throw CommandFailure(
                .usage, "--emit: cannot be combined with --never, --property, --properties, --output, --html or --svg")
        }
        var coverage = Set(Coverage.allCases)
        if let cover = scripts.cover {
            coverage = try Set(ExplorationOptions.names(cover, option: "--cover", what: "goal"))
        }
        let scripts = ScriptFolder(
            path: folder, plan: plan, coverage: coverage, result: plan.scripts(covering: coverage))
        try scripts.write()
        var standard = Output.standard()
        if format == .json {
            try standard.writeLine(scripts.json)
        } else {
            for line in scripts.lines { try standard.writeLine(line) }
        }
        try standard.flush()
    }

    private func write(_ report: ExplorationReport) throws(CommandFailure) {
        if let path = output, let scenario = report.scenarioText {
            try OutputFile.replace(path, with: Array(scenario.utf8))
        }
        guard format == .json else { return try picture.write(report.lines(output: output)) }
        var standard = Output.standard()
        try standard.writeLine(report.json(output: output))
        try standard.flush()
    }

    // MARK: - Plan

    private func plan() throws(CommandFailure) -> ExplorationPlan {
        var settings = Settings()
        for setting in try set.playback() { settings.apply(setting) }
        var plan = try exploration.plan(settings)
        plan.changes = try changedSettings(from: settings)
        for text in never {
            do throws(ForbiddenExpression.SyntaxError) {
                plan.forbiddenConditions.append(try ForbiddenExpression(text, kinds: plan.kinds.map(\.name)))
            } catch {
                throw CommandFailure(.usage, "--never '\(text)': \(error)")
            }
        }
        plan.properties = try promises.read(kinds: plan.kinds.map(\.name))
        try Self.checkClaims(of: plan)
        return plan
    }

    /// Throws `CommandFailure` with exit status 64 for a claim with a comparison that is constant in the plan's sessions.
    private static func checkClaims(of plan: ExplorationPlan) throws(CommandFailure) {
        let claims =
            plan.forbiddenConditions.map { ("--never '\($0.text)'", [$0.condition]) }
            + plan.properties.map { ("--property '\($0.label)'", $0.conditions) }
        for (claim, conditions) in claims {
            guard let constant = plan.constantComparison(in: conditions) else { continue }
            throw CommandFailure(.usage, "\(claim): \(constant) in these sessions: see --kind, --gifts and --set")
        }
    }

    /// Returns the changes of settings that may come during a session.
    private func changedSettings(from settings: Settings) throws(CommandFailure) -> [Setting] {
        var found: [Setting] = []
        for text in changes {
            guard text != "all" else {
                found += ExplorationPlan.everyChange(from: settings).filter { !found.contains($0) }
                continue
            }
            let change = try ExplorationOptions.setting(text, of: "--change \(text)", keys: SettingKey.playback)
            guard settings[change.key] != change else {
                throw CommandFailure(.usage, "--change \(text): \(change.key.name) is \(change.value) from the start")
            }
            if !found.contains(change) { found.append(change) }
        }
        guard found.count <= ExplorationPlan.maxChanges else {
            throw CommandFailure(.usage, "--change: expected at most \(ExplorationPlan.maxChanges) changes")
        }
        return found
    }

    /// Returns the command that reproduces the result, for the header of the scenario.
    private func command(_ plan: ExplorationPlan) -> String {
        var words = ["giftty explore \(exploration.words(plan))"] + changes.map { "--change \($0.shellWord)" }
        words += set.assignments.map { "--set \($0.shellWord)" }
        words += never.map { "--never \($0.shellWord)" } + promises.texts.map { "--property \($0.shellWord)" }
        words += promises.files.map { "--properties \($0.shellWord)" }
        return words.joined(separator: " ")
    }
}
