package import Budgets
package import JSON
package import LottieDocument
package import LottieInspection

/// The findings about an animation, with the figures that they stand on.
///
///     let lint = Lint(of: LintSubject(json: bytes, fileSize: bytes.count, composition: composition), LintOptions())
///     for finding in lint.findings { print(finding.path, finding.message) }
package struct Lint: Sendable {
    /// The findings, those that matter most first.
    package let findings: [Finding]
    /// The figures; nil for a file that is not an animation.
    package let figures: LintFigures?

    /// Lints an animation, which takes as long as drawing up to ninety frames.
    ///
    /// - Parameters:
    ///   - subject: The animation.
    ///   - options: The rules and limits.
    ///   - deadline: The end of the available time, for a server; nil for none.
    ///   - clock: The clock that measures frames; nil if they are not measured. Without it the findings do not depend
    ///     on the machine, except for its fonts.
    package init(
        of subject: LintSubject, _ options: LintOptions, deadline: Budget.Deadline? = nil,
        clock: (any Clock<Duration>)? = nil
    ) {
        let facts = LintFacts(of: subject, options, deadline: deadline, clock: clock)
        let all =
            facts.costFindings + facts.sizeFindings + facts.imageFindings + facts.fontFindings + facts.layerFindings
            + facts.referenceFindings + facts.featureFindings + facts.frameFindings + facts.expressionFindings
            + facts.markerFindings
            + facts.themeFindings + facts.machineFindings + facts.endlessMachineFindings + facts.ineffectiveFindings
        self.init(all, figures: LintFigures(facts), options)
    }

    /// Makes a finding of the error with which a file is no animation.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - isWholeFile: Whether the file consists of the document alone, so that the error's line is one of the file.
    ///   - options: The rules.
    package init(malformed error: LottieError, isWholeFile: Bool, _ options: LintOptions) {
        let position = isWholeFile ? error.position : nil
        self.init(
            [Finding(.malformed, at: error.path, error.problem, position: position)], figures: nil, options)
    }

    /// Makes a finding of a problem with which a file is no animation.
    package init(malformed problem: String, at path: String = "", _ options: LintOptions) {
        self.init([Finding(.malformed, at: path, problem)], figures: nil, options)
    }

    private init(_ all: [Finding], figures: LintFigures?, _ options: LintOptions) {
        self.figures = figures
        var kept: [Finding] = []
        let limit = options.maxFindingsOfARule
        for rule in LintRule.allCases where options.rules.contains(rule) {
            let own = all.filter { $0.rule == rule }
            guard own.count > limit else {
                kept += own
                continue
            }
            kept += own.prefix(limit - 1)
            // It matters as much as what it stands for.
            let others = own.dropFirst(limit - 1)
            let severity = others.map(\.severity).max()
            kept.append(Finding(rule, as: severity, "and \(others.count) more of this kind"))
        }
        // The sorting is stable, so findings of one severity keep the order of the rules.
        findings = Finding.Severity.allCases.reversed().flatMap { severity in kept.filter { $0.severity == severity } }
    }

    /// Returns the number of findings of a severity.
    package func count(_ severity: Finding.Severity) -> Int { findings.count { $0.severity == severity } }

    /// Returns whether the animation passes: it has no error, and with `isStrict` no warning either.
    package func passes(isStrict: Bool) -> Bool { !findings.contains { $0.severity >= (isStrict ? .warning : .error) } }
}

/// The figures of an animation, to compare it with others.
package struct LintFigures: Sendable {
    /// The size of the file, in bytes.
    package let fileSize: Int
    /// The size of the pictures that were drawn.
    package let size: PictureSize
    /// The number of frames that were drawn.
    package let frames: Int
    /// The mean number of steps of a frame.
    package let meanSteps: Int
    /// The steps of the frame that takes the most.
    package let worstSteps: Int
    /// The frame that takes the most steps.
    package let worstFrame: Double
    /// The measured times; nil if they were not measured.
    package let timing: FrameTiming?

    init(_ facts: LintFacts) {
        fileSize = facts.subject.fileSize
        size = facts.survey.size
        frames = facts.survey.frames.count
        meanSteps = facts.survey.mean(\.steps)
        worstSteps = facts.survey.costliest?.steps ?? 0
        worstFrame = facts.survey.costliest?.number ?? facts.composition.inPoint
        timing = facts.timing
    }

    /// The figures as a JSON object.
    package var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("bytes", .integer(fileSize)), ("pixels", .string("\(size.width)x\(size.height)")),
            ("frames", .integer(frames)), ("steps", .integer(meanSteps)), ("worst_steps", .integer(worstSteps)),
            ("worst_steps_frame", .number(worstFrame)),
        ]
        if let timing {
            members += [
                ("load_ms", .number(timing.load / .milliseconds(1))),
                ("frame_ms", .number(timing.mean / .milliseconds(1))),
                ("worst_ms", .number(timing.worst / .milliseconds(1))), ("worst_frame", .number(timing.worstFrame)),
            ]
        }
        return .object(members)
    }
}
