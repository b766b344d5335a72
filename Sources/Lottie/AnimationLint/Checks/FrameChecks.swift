extension LintFacts {
    /// The frames in which nothing is seen, the jump from the last frame to the first, and the colors that vanish.
    var frameFindings: [Finding] { emptyFindings + loopFindings + contrastFindings }

    private var emptyFindings: [Finding] {
        if survey.isEmpty { return [nothingDrawnFinding] }
        var findings: [Finding] = []
        if survey.isFirstEmpty, let first = survey.frames.first {
            findings.append(
                Finding(
                    .emptyFirstFrame,
                    "the first frame, \(words(first.number)), shows nothing, and neither do places that show a still "
                        + "picture of it\(firstVisible); begin with a frame that shows something"))
        }
        if survey.isLastEmpty, let last = survey.frames.last {
            findings.append(
                Finding(
                    .emptyLastFrame,
                    "the last frame, \(words(last.number)), shows nothing; a player that stops there shows nothing"))
        }
        return findings
    }

    private var firstVisible: String {
        // The first change is from the empty frame to one that shows something.
        guard let index = survey.frames.firstIndex(where: { ($0.change ?? 0) > 0 }) else { return "" }
        let number = survey.frames[index].number
        // Between the frames that were drawn there may be an earlier one.
        let isNext = index > 0 && number - survey.frames[index - 1].number <= 1
        return "; \(isNext ? "frame " : "of the frames that were drawn, ")\(words(number)) is the first that does"
    }

    /// The difference, from 0 to 1, from which a jump is seen, and how many times as large as between other frames it is.
    private static let minJump = 0.1
    private static let minJumpFactor = 3.0

    private var loopFindings: [Finding] {
        var findings: [Finding] = []
        if let marker = subject.loopMarker, let jump = survey.markedLoopDifference, isJump(jump) {
            findings.append(
                Finding(
                    .jumpingLoop, at: "markers",
                    "the last frame of the marker \"\(marker)\" differs from its first by \(percent(jump)), other frames by "
                        + "\(percent(survey.meanChange)) from the one before; let it end as it begins"))
        }
        // What begins or ends empty is no loop.
        let isLoop = survey.markedLoopDifference == nil && !survey.isFirstEmpty && !survey.isLastEmpty
        if let jump = survey.loopDifference, isJump(jump), isLoop {
            findings.append(
                Finding(
                    .jumpingLoop, as: .note,
                    "the last frame differs from the first by \(percent(jump)), other frames by "
                        + "\(percent(survey.meanChange)) from the one before; if it plays in a loop, it jumps"))
        }
        return findings
    }

    private func isJump(_ difference: Double) -> Bool {
        difference >= Self.minJump && difference > survey.meanChange * Self.minJumpFactor
    }

    /// The share of what is drawn that vanishes, from 0 to 1, from which a background is unsuitable.
    private static let maxVanished = 0.5

    private var contrastFindings: [Finding] {
        PictureContrast.Background.allCases.compactMap { background in
            let share = survey.contrast.vanishedShare(on: background)
            guard share >= Self.maxVanished else { return nil }
            let color = survey.contrast.mainColor(on: background).map { ", most of it near \($0)" } ?? ""
            return Finding(
                .vanishingColor,
                "\(percent(share)) of what is drawn has a contrast below \(words(PictureContrast.minRatio)) on "
                    + "\(background.name)\(color); add an outline or a background")
        }
    }
}
