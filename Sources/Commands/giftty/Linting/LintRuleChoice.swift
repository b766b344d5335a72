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

    /// The rules that are checked. That the file is an animation always is, as nothing else can be checked otherwise.
    ///
    /// - Parameter limits: The limits of the other options.
    /// - Throws: `CommandFailure` with exit status 64 for a rule that does not exist, if no rule is left, and for a rule that
    ///   compares with a limit of another option if that is not given.
    func rules(limits: LintOptions) throws(CommandFailure) -> Set<LintRule> {
        let wanted = try only.map { name throws(CommandFailure) in try Self.rule(name, option: "--only") }
        let unwanted = try ignore.map { name throws(CommandFailure) in try Self.rule(name, option: "--ignore") }
        guard !unwanted.contains(.malformed) else {
            throw CommandFailure(
                .usage, "--ignore malformed: expected another rule, as what is no animation is always reported")
        }
        for rule in wanted {
            if let option = rule.option(missingIn: limits) {
                throw CommandFailure(.usage, "--only \(rule.rawValue): expected \(option) with its limit")
            }
        }
        let rules = Set(wanted.isEmpty ? LintRule.allCases : wanted).subtracting(unwanted)
        guard !rules.isEmpty else {
            throw CommandFailure(.usage, "--ignore: expected to leave a rule to check, found that it leaves none")
        }
        return rules.union([.malformed])
    }

    private static func rule(_ name: String, option: String) throws(CommandFailure) -> LintRule {
        if let rule = LintRule(rawValue: name) { return rule }
        let known = LintRule.allCases.map(\.rawValue)
        throw CommandFailure(
            .usage, "\(option): \(Suggestion.unknown("rule", name, among: known, maxListed: known.count))")
    }
}

extension LintRule {
    /// Returns the option whose limit the rule compares with, if `limits` lack it.
    fileprivate func option(missingIn limits: LintOptions) -> String? {
        switch self {
        case .frameTime: limits.frameTime == nil ? "--budget" : nil
        case .loadTime: limits.loadTime == nil ? "--load" : nil
        case .fileSize: limits.fileSize == nil ? "--size" : nil
        default: nil
        }
    }
}
