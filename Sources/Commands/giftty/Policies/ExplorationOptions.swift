import ArgumentParser
import BuiltInGifts
import Playback
import PlayerSettings
import PolicyExploration
import Scenarios

/// The options that say which sessions an exploration goes through.
struct ExplorationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The most gifts in an explored session (default: 3).", valueName: "n"),
        transform: WholeNumber.parser(min: 0))
    var gifts = 3

    @Option(
        help: ArgumentHelp(
            "The most actions in an explored session; as many as gifts unless given.", valueName: "n"),
        transform: WholeNumber.parser(min: 0))
    var actions: Int?

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            "Which actions there are: all, or with commas between them some of "
                + "\(ExplorationPlan.Action.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "action,…"))
    var chosenActions: String?

    @Option(
        name: .customLong("kind"), parsing: .singleValue,
        help: ArgumentHelp(
            "A kind of gift to send: one that is built in, or with its length and value, such as rocket=4s,500, or with "
                + "intro, loop and outro, such as rocket=1s+0.5s+1s,500; with settings of its own and a count, such as "
                + "rocket=4s,500,replaceAt=0.8,count=10; may be repeated.", valueName: "kind"))
    var kinds: [String] = []

    @Option(
        help: ArgumentHelp(
            "The most states to keep before giving up (default: \(ExplorationPlan.defaultStateLimit)).",
            valueName: "n"),
        transform: WholeNumber.parser(min: 1))
    var states = ExplorationPlan.defaultStateLimit

    /// Returns the plan of an exploration that begins with these settings.
    func plan(_ settings: Settings) throws(CommandFailure) -> ExplorationPlan {
        let actions = self.actions ?? gifts
        guard ExplorationPlan.isPermitted(gifts: gifts, actions: actions) else {
            throw CommandFailure(
                .usage, "--gifts \(gifts), --actions \(actions): expected (gifts + 1) × (actions + 1) to be at most 64")
        }
        var plan = ExplorationPlan(settings: settings, maxGifts: gifts, maxActions: actions)
        plan.stateLimit = states
        if !kinds.isEmpty { plan.kinds = try namedKinds() }
        if let chosenActions {
            plan.allowedActions =
                chosenActions == "all"
                ? ExplorationPlan.Action.allCases : try Self.names(chosenActions, option: "--with", what: "action")
        }
        return plan
    }

    /// Returns the options as words of a command line.
    ///
    /// - Parameter listsKinds: Whether the kinds are those of the plan, with the settings of their own that they got there.
    func words(_ plan: ExplorationPlan, listsKinds: Bool = false) -> String {
        var words = ["--gifts \(plan.maxGifts) --actions \(plan.maxActions)"]
        if let chosenActions { words.append("--with \(chosenActions.shellWord)") }
        let kinds = listsKinds ? plan.kinds.map(Self.text) : kinds
        return (words + kinds.map { "--kind \($0.shellWord)" }).joined(separator: " ")
    }

    /// Returns a kind in the form in which ``namedKind(_:)`` reads it.
    private static func text(_ named: ExplorationPlan.NamedKind) -> String {
        let own = named.kind.policy.settings.map { "\($0.key.name)=\($0.value)" }
        let facts = ["\(named.kind.lengthText)", "\(named.kind.value)"] + own
        return "\(named.name)=" + (facts + (named.count > 1 ? ["count=\(named.count)"] : [])).joined(separator: ",")
    }

    /// Reads a list of names of a type.
    static func names<Name: RawRepresentable<String> & CaseIterable & Equatable>(
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

    /// Reads a setting with its value.
    static func setting(
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
}
