import ArgumentParser
import BuiltInGifts
import ExactNumbers
import HTMLReports
import Playback
import PlayerSettings
import PolicyExploration
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
            """)

    @Option(
        help: ArgumentHelp("The most gifts in a session (default: 3).", valueName: "n"),
        transform: WholeNumber.parser(min: 0))
    var gifts = 3

    @Option(
        help: ArgumentHelp("The most actions in a session; as many as gifts unless given.", valueName: "n"),
        transform: WholeNumber.parser(min: 0))
    var actions: Int?

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            "Which actions there are, of \(ExplorationPlan.Action.allCases.map(\.rawValue).joined(separator: ",")), or all",
            valueName: "action,…"))
    var chosenActions: String?

    @Option(
        name: .customLong("change"), parsing: .singleValue,
        help: ArgumentHelp(
            "A setting that an action may change during the session, such as replaceAt=0.8, and change back; may be "
                + "repeated; all for one change of every setting.", valueName: "key=value"))
    var changes: [String] = []

    @Option(
        name: .customLong("kind"), parsing: .singleValue,
        help: ArgumentHelp(
            "A kind of gift to send: one that is built in, or with its length and value, such as rocket=4s,500, or with "
                + "intro, loop and outro, such as rocket=1s+0.5s+1s,500; with settings of its own and a count, such as "
                + "rocket=4s,500,replaceAt=0.8,count=10; may be repeated.", valueName: "kind"))
    var kinds: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("What must never happen, such as 'dropped(early) & value >= 500'.", valueName: "expression"))
    var never: [String] = []

    @OptionGroup var promises: PropertyOptions

    @OptionGroup var set: SetOptions

    @Option(
        help: ArgumentHelp(
            "Write a counterexample to this file; with - only it goes to standard output.", valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The most states to keep before giving up (default: \(ExplorationPlan.defaultStateLimit)).",
            valueName: "n"),
        transform: WholeNumber.parser(min: 1))
    var states = ExplorationPlan.defaultStateLimit

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
                summary: report.verdictLines(isTimed: false), figures: report.json(output: nil, isTimed: false),
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

    /// Writes scripts that cover the policy.
    private func emit(_ plan: ExplorationPlan, into folder: String) throws {
        guard output == nil, page.path == nil, never.isEmpty, promises.texts.isEmpty, promises.files.isEmpty,
            picture.svg == nil
        else {
            throw CommandFailure(
                .usage, "--emit: cannot be combined with --never, --property, --properties, --output, --html or --svg")
        }
        guard plan.kinds.allSatisfy({ $0.kind.policy.settings.isEmpty }), !plan.allowedActions.contains(.duplicate)
        else {
            throw CommandFailure(
                .usage, "--emit: scripts have no gifts with settings of their own and none that come twice")
        }
        var coverage = Set(Coverage.allCases)
        if let cover = scripts.cover { coverage = try Set(Self.names(cover, option: "--cover", what: "goal")) }
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
        let actions = self.actions ?? gifts
        guard ExplorationPlan.isPermitted(gifts: gifts, actions: actions) else {
            throw CommandFailure(
                .usage, "--gifts \(gifts), --actions \(actions): expected (gifts + 1) × (actions + 1) to be at most 64")
        }
        var settings = Settings()
        for setting in try set.playback() { settings.apply(setting) }
        var plan = ExplorationPlan(settings: settings, maxGifts: gifts, maxActions: actions)
        plan.stateLimit = states
        if !kinds.isEmpty { plan.kinds = try namedKinds() }
        if let chosenActions {
            plan.allowedActions =
                chosenActions == "all"
                ? ExplorationPlan.Action.allCases : try Self.names(chosenActions, option: "--with", what: "action")
        }
        plan.changes = try changedSettings(from: settings)
        for text in never {
            do throws(ForbiddenExpression.SyntaxError) {
                plan.forbiddenConditions.append(try ForbiddenExpression(text, kinds: plan.kinds.map(\.name)))
            } catch {
                throw CommandFailure(.usage, "--never '\(text)': \(error)")
            }
        }
        plan.properties = try promises.read(kinds: plan.kinds.map(\.name))
        return plan
    }

    /// Reads a list of names of a type.
    private static func names<Name: RawRepresentable<String> & CaseIterable & Equatable>(
        _ text: String, option: String, what: String
    ) throws(CommandFailure) -> [Name] {
        var found: [Name] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let name = Name(rawValue: String(word)) else {
                let names = Name.allCases.map(\.rawValue)
                throw CommandFailure(
                    .usage, "\(option) \(text): \(Suggestion.unknown(what, String(word), among: names))")
            }
            if !found.contains(name) { found.append(name) }
        }
        return found
    }

    /// Returns the changes of settings that may come during a session.
    private func changedSettings(from settings: Settings) throws(CommandFailure) -> [Setting] {
        var found: [Setting] = []
        for text in changes {
            guard text != "all" else {
                found += ExplorationPlan.everyChange(from: settings).filter { !found.contains($0) }
                continue
            }
            let change = try Self.setting(text, of: "--change \(text)", keys: SettingKey.playback)
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

    /// Reads a setting with its value.
    private static func setting(
        _ text: String, of option: String, keys: [SettingKey]
    ) throws(CommandFailure) -> Setting {
        do throws(ConfigurationError) {
            if let setting = try Assignment.option(text, keys: keys).playbackSetting { return setting }
        } catch {
            throw CommandFailure(.usage, "\(option): \(error.problem)")
        }
        throw CommandFailure(.usage, "\(option): expected a setting of the policy")
    }

    private func namedKinds() throws(CommandFailure) -> [ExplorationPlan.NamedKind] {
        guard kinds.count <= ExplorationPlan.maxKinds else {
            throw CommandFailure(.usage, "--kind: expected at most \(ExplorationPlan.maxKinds) kinds")
        }
        var named: [ExplorationPlan.NamedKind] = []
        for text in kinds {
            let kind = try Self.namedKind(text)
            guard !named.contains(where: { $0.name == kind.name }) else {
                throw CommandFailure(.usage, "--kind \(text): there is a \"\(kind.name)\" already")
            }
            named.append(kind)
        }
        return named
    }

    /// Parses a gift kind: `rocket`, `rocket=4s`, `rocket=4s,500` or `rocket=4s,500,replaceAt=0.8,count=10`.
    private static func namedKind(_ text: String) throws(CommandFailure) -> ExplorationPlan.NamedKind {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard !parts[0].isEmpty else { throw CommandFailure(.usage, "--kind \(text): expected a name") }
        guard parts.count == 2 else {
            let gifts = try embeddedGifts().catalogue.gifts
            guard let kind = gifts.first(where: { $0.id == parts[0] }) else {
                let hint = Suggestion.hint(for: parts[0], among: gifts.map(\.id))
                throw CommandFailure(.usage, "--kind \(text): no such gift is built in\(hint)")
            }
            return ExplorationPlan.NamedKind(parts[0], duration: kind.duration, value: kind.value, loop: kind.loop)
        }
        let facts = parts[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let plain = facts.prefix { !$0.contains("=") }
        guard plain.count <= 2, let first = plain.first, let length = ScenarioGift(lengths: first),
            let value = plain.count == 1 ? 0 : Int64(plain[1]), value >= 0
        else {
            throw CommandFailure(
                .usage,
                "--kind \(text): expected a length and a value, such as \(parts[0])=4s,500 or "
                    + "\(parts[0])=1s+0.5s+1s,500 with intro, loop and outro")
        }
        var kind = ExplorationPlan.NamedKind(parts[0], duration: length.duration, value: value, loop: length.loop)
        var own: [Setting] = []
        for fact in facts.dropFirst(plain.count) {
            if fact.hasPrefix("count=") {
                guard let count = Int(fact.dropFirst(6)), count >= 1 else {
                    throw CommandFailure(.usage, "--kind \(text): expected a count from 1")
                }
                kind.count = count
            } else {
                own.append(try setting(fact, of: "--kind \(text)", keys: SettingKey.gift))
            }
        }
        kind.kind.policy = GiftPolicy(own)
        return kind
    }

    /// Returns the command that reproduces the result, for the header of the scenario.
    private func command(_ plan: ExplorationPlan) -> String {
        var words = ["giftty explore --gifts \(plan.maxGifts) --actions \(plan.maxActions)"]
        if let chosenActions { words.append("--with \(chosenActions.shellWord)") }
        words += changes.map { "--change \($0.shellWord)" }
        words += kinds.map { "--kind \($0.shellWord)" } + set.assignments.map { "--set \($0.shellWord)" }
        words += never.map { "--never \($0.shellWord)" } + promises.texts.map { "--property \($0.shellWord)" }
        words += promises.files.map { "--properties \($0.shellWord)" }
        return words.joined(separator: " ")
    }
}
