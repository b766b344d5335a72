import Budgets
import LottieDocument
import LottieInspection
import LottieRenderer

/// What the checks look at: an animation, and what is known about it.
struct LintFacts {
    let subject: LintSubject
    let options: LintOptions
    let text: DocumentText
    /// All layers of the document.
    let layers: [PlacedLayer]
    let survey: FrameSurvey
    /// The measured times; nil if they were not measured.
    let timing: FrameTiming?
    let fonts: [FontUse]
    let images: [ImageReport]

    /// The animation with its layers hidden and shown as the subject's values say.
    let composition: Composition

    init(of subject: LintSubject, _ options: LintOptions, deadline: Budget.Deadline?, clock: (any Clock<Duration>)?) {
        self.subject = subject
        self.options = options
        text = DocumentText(subject.json)
        composition = subject.composition.withVisibility(of: subject.properties)
        layers = composition.placedLayers(assets: text.assetPositions)
        survey = FrameSurvey(of: subject, options, deadline: deadline)
        timing = clock.flatMap { [survey] in FrameTiming(of: subject, survey, options, clock: $0) }
        fonts = subject.composition.fontUses()
        var room = ImageReport.maxPixels
        let assets = subject.composition.assets.images
        images = assets.keys.sorted().compactMap { id in
            assets[id].map { ImageReport(id: id, asset: $0, remainingPixels: &room) }
        }
    }

    /// Returns the path of an asset in the document.
    func path(ofAsset id: String) -> String { text.assetPositions[id].map { "assets[\($0)]" } ?? "assets \"\(id)\"" }

    /// Returns the path of the property of an expression.
    func path(of expression: DocumentText.Expression) -> String {
        DocumentText.path(of: expression, in: subject.json)
    }

    /// Returns a number of a frame, or another one, for a message.
    func words(_ number: Double) -> String { Inspection.text(number) }

    /// Returns a share as a whole percentage.
    func percent(_ share: Double) -> String { "\(Inspection.text(share * 100, digits: 0)) %" }
}

extension Duration {
    /// The time for a message: in milliseconds with two decimals, or a shorter one in microseconds with three.
    var words: String {
        self < .microseconds(10)
            ? "\(Inspection.text(self / .microseconds(1), digits: 3)) µs"
            : "\(Inspection.text(self / .milliseconds(1), digits: 2)) ms"
    }
}
