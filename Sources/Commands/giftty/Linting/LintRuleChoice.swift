import AnimationLint
import ArgumentParser
import CommandLineSupport
import PlayerSettings

/// The options that switch the rules of a lint.
struct LintRuleChoice: ParsableArguments {
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Check this rule only; may be repeated.", valueName: "rule"))
    var only: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Leave out this rule; may be repeated.", valueName: "rule"))
    var ignore: [String] = []

    /// The rules that are checked.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for a rule that does not exist, and if no rule is left.
    func rules() throws(CommandFailure) -> Set<LintRule> {
        let wanted = try only.map { name throws(CommandFailure) in try Self.rule(name, option: "--only") }
        let unwanted = try ignore.map { name throws(CommandFailure) in try Self.rule(name, option: "--ignore") }
        let rules = Set(wanted.isEmpty ? LintRule.allCases : wanted).subtracting(unwanted)
        guard !rules.isEmpty else {
            throw CommandFailure(.usage, "--ignore: expected to leave a rule to check, found that it leaves none")
        }
        return rules
    }

    private static func rule(_ name: String, option: String) throws(CommandFailure) -> LintRule {
        if let rule = LintRule(rawValue: name) { return rule }
        let known = LintRule.allCases.map(\.rawValue)
        throw CommandFailure(
            .usage, "\(option): \(Suggestion.unknown("rule", name, among: known, maxListed: known.count))")
    }
}
