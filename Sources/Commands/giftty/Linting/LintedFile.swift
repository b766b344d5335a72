import AnimationLint
import CommandLineSupport
import DotLottie
import GiftPackages
import LottieDocument
import LottieInspection
import SystemIO

/// A file with its findings and the time that it took.
struct LintedFile {
    let file: LintReport.File
    /// Whether the file is not an animation.
    let isMalformed: Bool
    private let duration: Duration

    /// Reads and lints the animation that an argument names.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if there is no such file or gift kind, 69 if a server does not answer,
    ///   and 64 if it lacks something that an option names. A file that is not an animation has a finding instead.
    init(_ argument: String, options: AnimationOptions, _ lintOptions: LintOptions) throws(CommandFailure) {
        let clock = ContinuousClock()
        let start = clock.now
        let name = InputFile.name(of: argument)
        var found: AnimationSource?
        do throws(CommandFailure) {
            let source = try AnimationSource(argument: argument, home: options.home, store: options.store)
            found = source
            let opened = try OpenedAnimation(source, options: options)
            let playing = opened.playing ?? PlayingOptions()
            let subject = LintSubject(
                json: opened.document, fileSize: Self.size(of: argument) ?? opened.fileSize,
                composition: opened.composition, properties: opened.properties, isGift: opened.isGift,
                loopMarker: playing.loopMarker, choosesParts: playing.choosesParts,
                manifestAssets: opened.manifest?.assetIDs ?? [],
                ineffectiveEntries: (opened.manifest?.ineffectiveEntries ?? []).map(\.description),
                archive: opened.archive, machine: opened.machine.map { InspectedMachine($0) })
            let isMeasured = lintOptions.frameTime != nil || lintOptions.loadTime != nil
            file = LintReport.File(
                name: name, lint: Lint(of: subject, lintOptions, clock: isMeasured ? clock : nil))
            isMalformed = false
        } catch {
            guard error.code == ExitStatus.badData.rawValue else { throw error }
            file = LintReport.File(name: name, lint: Self.lint(malformed: found, named: name, error, lintOptions))
            isMalformed = true
        }
        duration = clock.now - start
    }

    private static func size(of argument: String) -> Int? {
        // Standard input is read from where it is.
        guard argument != InputFile.standardInput, let status = InputFile.status(of: argument), status.kind == .file
        else { return nil }
        return status.size
    }

    /// Returns the finding for a file that is not an animation, with the place in the document if it has one.
    ///
    /// - Parameter source: The file; `nil` if it could not be read.
    private static func lint(
        malformed source: AnimationSource?, named name: String, _ failure: CommandFailure, _ options: LintOptions
    ) -> Lint {
        // Of a package the message names the file in it.
        if let source, !source.isGift, case .document(let json)? = try? AnimationFile(source.bytes) {
            do throws(LottieError) {
                _ = try Composition(json: json)
            } catch {
                return Lint(malformed: error, isWholeFile: json == source.bytes, options)
            }
        }
        let message = failure.message ?? ""
        let prefix = "\(name): "
        return Lint(
            malformed: message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message, options)
    }

    /// Returns the findings as a suite with a case for each rule.
    ///
    /// - Parameters:
    ///   - rules: The rules that were checked.
    ///   - isStrict: Whether warnings fail a case.
    ///   - start: The time at which the report began.
    func suite(rules: Set<LintRule>, isStrict: Bool, start: String) -> JUnitXML.Suite {
        let least = isStrict ? Finding.Severity.warning : .error
        let failing = file.lint.findings.filter { $0.severity >= least }
        let cases = LintRule.allCases.filter { rules.contains($0) }.enumerated().map { index, rule in
            let own = failing.filter { $0.rule == rule }
            // All rules are checked in one go, so that its duration is assigned to the first one.
            return JUnitXML.Case(
                name: rule.rawValue, suite: file.name, duration: index == 0 ? duration : .zero,
                failure: own.first.map { first in (first.severity.rawValue, first.message, own.flatMap(\.lines)) },
                isSkipped: isMalformed && own.isEmpty)
        }
        return JUnitXML.Suite(
            name: file.name, package: "giftty lint", start: start, duration: duration, cases: cases,
            output: file.lint.findings.filter { $0.severity < least }.flatMap(\.lines))
    }
}
