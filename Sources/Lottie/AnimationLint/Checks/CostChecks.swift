import LottieInspection

extension LintFacts {
    /// What the animation costs to read and to draw.
    var costFindings: [Finding] {
        var findings: [Finding] = []
        if let timing, let limit = options.frameTime, timing.worst > limit {
            findings.append(
                Finding(
                    .frameTime,
                    "frame \(words(timing.worstFrame)) takes \(timing.worst.words) at \(pixels), the mean frame "
                        + "\(timing.mean.words); expected at most \(limit.words). "
                        + costAdvice))
        }
        if let timing, let limit = options.loadTime, timing.load > limit {
            findings.append(
                Finding(
                    .loadTime,
                    "reading the file and drawing its first frame takes \(timing.load.words); expected at most "
                        + "\(limit.words). Remove what is not needed: paths with many points and embedded pictures"
                ))
        }
        if let refusal = survey.refusal {
            let place = refusal.shortage.location.isEmpty ? "" : refusal.shortage.location
            findings.append(
                Finding(
                    .refusedFrame, at: place,
                    "frame \(words(refusal.number)) is not shown: \(refusal.shortage.problem)"))
        }
        findings += stepFindings
        if let stop = survey.stop {
            let what = survey.frames.isEmpty ? "no frame" : DisplayNames.counted(survey.frames.count, "frame")
            findings.append(
                Finding(.incomplete, "\(what) drawn, then the lint stopped: \(stop.problem)"))
        }
        return findings
    }

    private var stepFindings: [Finding] {
        let limit = options.frameSteps ?? LintOptions.usualSteps
        guard let worst = survey.costliest, worst.steps > limit else { return [] }
        return [
            Finding(
                .frameCost, as: options.frameSteps == nil ? .warning : .error,
                "frame \(words(worst.number)) takes \(worst.steps) steps of work at \(pixels), the mean frame "
                    + "\(survey.mean(\.steps)); expected at most \(limit). \(costAdvice)")
        ]
    }

    private var costAdvice: String { "giftty inspect lists the layers by their cost" }

    private var pixels: String { "\(survey.size.width) × \(survey.size.height) pixels" }
}
