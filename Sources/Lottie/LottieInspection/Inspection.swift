package import DotLottie
import JSON
package import LottieDocument
package import LottieRenderer

/// A report on the contents of an animation.
package struct Inspection {
    let name: String
    let fileSize: Int
    let archive: DotLottieFile?
    let themes: [ThemeReport]
    let stateMachines: [StateMachineReport]
    let composition: Composition
    /// What a gift or the options make of the animation.
    let presentation: InspectedPresentation
    /// The numbers of layers by kind, the most frequent first.
    let layers: [(name: String, count: Int)]
    let layerTree: LayerTree
    /// The numbers of uses of each feature, the most frequent first.
    let features: [(name: String, count: Int)]
    let fonts: [FontUse]
    let images: [ImageReport]
    let differences: [RenderingDifference]
    /// The measured cost of the frames; nil if it was not measured.
    let cost: FrameCost?
    /// The comparison of the rules of After Effects with those of browsers; nil if nothing was drawn.
    let rules: RulesComparison?

    /// Inspects an animation, which can take some tenths of a second if the animation has expressions.
    ///
    /// - Parameters:
    ///   - name: The name to show in the report.
    ///   - fileSize: The size of the file, in bytes.
    ///   - archive: The archive that contains the animation, if any.
    ///   - composition: The animation.
    ///   - presentation: What a gift or the options make of the animation.
    ///   - machine: The state machine of a gift that is in no archive; nil if it plays as it is.
    ///   - properties: Values that replace those of the animation.
    ///   - cost: The measured cost of the frames; nil if it was not measured.
    ///   - rules: The comparison of the rules where players differ; nil if nothing was drawn.
    package init(
        name: String, fileSize: Int, archive: DotLottieFile?, composition: Composition,
        presentation: InspectedPresentation = InspectedPresentation(), machine: InspectedMachine? = nil,
        properties: DynamicProperties = DynamicProperties(), cost: FrameCost?,
        rules: RulesComparison? = nil
    ) {
        // The layers are listed as they are drawn.
        let composition = composition.withVisibility(of: properties)
        self.name = name
        self.fileSize = fileSize
        self.archive = archive
        themes = archive.map { ThemeReport.reports(on: $0) } ?? []
        stateMachines =
            archive.map { StateMachineReport.reports(on: $0) }
            ?? machine.map { [StateMachineReport($0, of: composition)] } ?? []
        self.composition = composition
        self.presentation = presentation
        self.cost = cost
        self.rules = rules
        var kinds = FrequencyCounter()
        var features = FrequencyCounter()
        for list in [composition.layers] + composition.assets.precompositions.values {
            for layer in list {
                kinds.add(layer.kindName)
                features.addFeatures(of: layer)
            }
        }
        layers = kinds.byFrequency
        self.features = features.byFrequency
        layerTree = LayerTree(composition)
        fonts = composition.fontUses()
        var room = ImageReport.maxPixels
        images = composition.assets.images.keys.sorted().compactMap { id in
            composition.assets.images[id].map { ImageReport(id: id, asset: $0, remainingPixels: &room) }
        }
        let broken = images.compactMap(\.unsupportedFeature) + fonts.compactMap(\.unsupportedFeature)
        let failures = cost?.failures ?? FrameCost.failures(in: composition, properties)
        differences =
            (composition.unsupportedFeatures + broken).map(RenderingDifference.init)
            + RenderingDifference.references(composition.brokenReferences)
            + RenderingDifference.failures(failures)
            + [cost?.shortage].compactMap { $0 }.map(RenderingDifference.init)
            + RenderingDifference.unsupportedByBrowsers(features.byFrequency)
    }

    /// Returns a number rounded to `digits` decimal places, without trailing zeros.
    package static func text(_ number: Double, digits: Int = 3) -> String {
        var factor = 1.0
        for _ in 0..<digits { factor *= 10 }
        let rounded = (number * factor).rounded() / factor
        return JSONValue.number(rounded.isFinite ? rounded : number).text
    }

    /// Returns a size in bytes, kB or MB, for people.
    package static func bytes(_ count: Int) -> String {
        if count < 1_000 { return "\(count) bytes" }
        if count < 1_000_000 { return "\(text(Double(count) / 1_000, digits: 1)) kB" }
        return "\(text(Double(count) / 1_000_000, digits: 1)) MB"
    }
}

/// The numbers of occurrences of names.
package struct FrequencyCounter {
    private var counts: [String: Int] = [:]

    /// Creates a counter in which nothing is counted.
    package init() {}

    /// Counts one occurrence of a name.
    package mutating func add(_ name: String) { counts[name, default: 0] += 1 }

    /// The names with their counts, the most frequent first, and names of equal frequency in alphabetical order.
    package var byFrequency: [(name: String, count: Int)] {
        counts.map { (name: $0.key, count: $0.value) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}
