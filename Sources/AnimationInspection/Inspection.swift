package import DotLottie
package import Lottie
package import LottieRenderer
import ReportText

/// What is in an animation.
package struct Inspection {
    let name: String
    let fileSize: Int
    let archive: DotLottieFile?
    let composition: Composition
    /// Layers by kind, the most frequent first.
    let layers: [(name: String, count: Int)]
    let tree: LayerTree
    /// What the layers make use of, the most frequent first.
    let features: [(name: String, count: Int)]
    let fonts: [FontUse]
    let pictures: [PictureFacts]
    let deviations: [Deviation]
    /// What its frames cost, where that was measured.
    let cost: FrameCost?

    /// Looks into an animation, which may take some tenths of a second where it has expressions.
    /// - Parameters:
    ///   - name: what it is called.
    ///   - fileSize: bytes of the file it is from.
    ///   - archive: the archive it is from, if it is from one.
    ///   - properties: values in place of its own.
    ///   - cost: what its frames cost, where that was measured.
    package init(
        name: String, fileSize: Int, archive: DotLottieFile?, composition: Composition,
        properties: DynamicProperties = DynamicProperties(), cost: FrameCost?
    ) {
        self.name = name
        self.fileSize = fileSize
        self.archive = archive
        self.composition = composition
        self.cost = cost
        var kinds = Tally()
        var features = Tally()
        for list in [composition.layers] + composition.precompositions.values {
            for layer in list {
                kinds.add(layer.kindName)
                features.addFeatures(of: layer)
            }
        }
        layers = kinds.byFrequency
        self.features = features.byFrequency
        tree = LayerTree(composition)
        fonts = composition.fontUses()
        var room = PictureFacts.mostPixels
        pictures = composition.images.keys.sorted().compactMap { id in
            composition.images[id].map { PictureFacts(id: id, asset: $0, room: &room) }
        }
        let broken = pictures.compactMap(\.undrawn) + fonts.compactMap(\.undrawn)
        let failures = cost?.failures ?? FrameCost.failures(in: composition, properties)
        deviations =
            (composition.undrawn + broken).map(Deviation.init) + failures.map(Deviation.init)
            + Deviation.drawnOnlyHere(features.byFrequency)
    }

    /// A number without a fraction that says nothing, rounded to `digits` behind the point.
    static func text(_ number: Double, digits: Int = 3) -> String {
        var factor = 1.0
        for _ in 0..<digits { factor *= 10 }
        let rounded = (number * factor).rounded() / factor
        return JSONValue.number(rounded.isFinite ? rounded : number).text
    }

    /// A length in bytes for people.
    static func bytes(_ count: Int) -> String {
        if count < 1_000 { return "\(count) bytes" }
        if count < 1_000_000 { return "\(text(Double(count) / 1_000, digits: 1)) kB" }
        return "\(text(Double(count) / 1_000_000, digits: 1)) MB"
    }
}

/// How often each of some things is met.
struct Tally {
    private var counts: [String: Int] = [:]

    /// Counts a thing.
    mutating func add(_ name: String) { counts[name, default: 0] += 1 }

    /// The most frequent first, and by name those that are as frequent.
    var byFrequency: [(name: String, count: Int)] {
        counts.map { (name: $0.key, count: $0.value) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}
