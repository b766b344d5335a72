import AnimationLint
import ArgumentParser
import CommandLineSupport
import LottieInspection
import TerminalText

/// The command `giftty lint`, which tells designers what to change in an animation.
struct LintCommand: ParsableCommand {
    /// The format of the findings.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, junit, sarif
    }

    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Lists what designers may want to change in animations; exits 1 if one has an error.",
        discussion: """
            The animations are drawn, in up to ninety frames each, and every finding names its rule, its place and its \
            figure. Without --budget and --load nothing is measured, and the findings are the same on all machines, \
            except for those about installed fonts. A step of work takes about ten nanoseconds.

            For a folder that is not a package, all animations in it and its subfolders are linted in order of name. A \
            file that is no animation has that as its finding, the others are linted, and the exit code is 65. The others \
            are also linted if one does not exist (66), if a server does not answer (69), or if one lacks what an option \
            names (64).
            """)

    @Argument(
        help: ArgumentHelp(
            "Lottie files, gifts' packages as a zip or a folder, folders of these, http or https URLs of files, ids of "
                + "gifts, or - for standard input.",
            valueName: "file|url|gift"), completion: .animations)
    var files: [String] = []

    @OptionGroup var limits: LintLimits

    @OptionGroup var chosen: LintRuleChoice

    @OptionGroup var options: AnimationOptions

    @Flag(help: "Exit with 1 for warnings too.")
    var strict = false

    @Option(help: "text, json for an object a file, junit for one XML report, or sarif for one SARIF 2.1.0 log.")
    var format = Format.text

    @Flag(help: "List the rules instead, with their severities.")
    var list = false

    mutating func run() throws {
        if list { return try listRules() }
        guard !files.isEmpty else { throw CommandFailure(.usage, "expected files, gifts or folders, found none") }
        var lintOptions = try limits.options(options.rules)
        lintOptions.rules = try chosen.rules(limits: lintOptions)
        let start = WallClock.now
        var output = Output.standard()
        let (linted, firstFault) = try lint(lintOptions, to: &output)
        try close(linted, rules: lintOptions.rules, start: start, to: &output)
        // The error message has been printed already.
        if let firstFault { throw CommandFailure.silent(ExitStatus(rawValue: firstFault.code) ?? .noInput) }
        if linted.contains(where: \.isMalformed) { throw CommandFailure.silent(.badData) }
        guard linted.allSatisfy({ $0.file.lint.passes(isStrict: strict) }) else {
            throw CommandFailure.silent(.checkFailed)
        }
    }

    /// Lints all files and tells which cannot be; returns what was linted, and the first reason why a file was not.
    private func lint(
        _ lintOptions: LintOptions, to output: inout Output
    ) throws(CommandFailure) -> (linted: [LintedFile], firstFault: CommandFailure?) {
        var linted: [LintedFile] = []
        var firstFault: CommandFailure?
        for argument in files {
            for result in names(of: argument) {
                switch result.flatMap({ lint($0, lintOptions) }) {
                case .success(let file):
                    // A long list of large files would otherwise be silent for minutes.
                    try write(file, to: &output)
                    linted.append(file)
                case .failure(let fault):
                    if let line = fault.line(of: "giftty") { StandardError.write(line: line) }
                    if firstFault == nil { firstFault = fault }
                }
            }
        }
        return (linted, firstFault)
    }

    /// Returns the animations that an argument names, or the reason why there is none.
    private func names(of argument: String) -> [Result<String, CommandFailure>] {
        do throws(CommandFailure) {
            return (try AnimationFolder.paths(in: argument) ?? [argument]).map { .success($0) }
        } catch {
            return [.failure(error)]
        }
    }

    private func lint(_ name: String, _ lintOptions: LintOptions) -> Result<LintedFile, CommandFailure> {
        do throws(CommandFailure) {
            return .success(try LintedFile(name, options: options, lintOptions))
        } catch {
            // What an option names is missing in this one of several files.
            let shown = InputFile.name(of: name)
            guard error.code == ExitStatus.usage.rawValue, let message = error.message, !message.contains(shown) else {
                return .failure(error)
            }
            return .failure(CommandFailure(.usage, "\(shown): \(message)"))
        }
    }

    private func listRules() throws {
        var output = Output.standard()
        var table = TextTable([.left, .left, .left])
        for rule in LintRule.allCases { table.add([rule.rawValue, rule.severity.rawValue, rule.summary]) }
        for line in table.lines { try output.writeLine(line) }
        try output.flush()
    }

    /// Writes what is known of a file before the others are read.
    private func write(_ linted: LintedFile, to output: inout Output) throws(CommandFailure) {
        switch format {
        case .text:
            for line in linted.file.lines { try output.writeLine(line) }
        case .json: try output.writeLine(linted.file.json)
        case .junit, .sarif: return
        }
        try output.flush()
    }

    /// Writes what is about all files.
    private func close(
        _ linted: [LintedFile], rules: Set<LintRule>, start: String, to output: inout Output
    ) throws(CommandFailure) {
        let report = LintReport(linted.map(\.file))
        switch format {
        case .text: for line in report.closingLines { try output.writeLine(line) }
        case .json: break
        case .junit:
            let suites = linted.map { $0.suite(rules: rules, isStrict: strict, start: start) }
            for line in JUnitXML.lines(suites) { try output.writeLine(encoded: line) }
        case .sarif: try output.writeLine(report.sarif(rules: rules, version: Giftty.versionNumber))
        }
        try output.flush()
    }
}
