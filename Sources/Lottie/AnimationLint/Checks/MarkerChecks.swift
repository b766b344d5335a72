import LottieDocument
import LottieInspection

extension LintFacts {
    /// The markers that lie outside the animation, and those of a gift's parts that are missing.
    var markerFindings: [Finding] { outsideFindings + partFindings }

    private var outsideFindings: [Finding] {
        composition.markers.enumerated().compactMap { index, marker in
            let end = marker.time + max(0, marker.duration)
            // A moment at the very end marks the end, as authors do.
            guard marker.time < composition.inPoint || end > composition.outPoint else { return nil }
            let range = "\(words(composition.inPoint)) to \(words(composition.outPoint))"
            let place = marker.duration > 0 ? "\(words(marker.time)) to \(words(end))" : words(marker.time)
            return Finding(
                .markerOutside, at: "markers[\(index)]",
                "the marker \"\(marker.name)\" is at \(place), and the animation plays \(range); move it inside")
        }
    }

    /// The markers of the parts of a gift that a streak plays: once, again and again, and once at the end.
    private static let parts = ["intro", "loop", "outro"]

    private var partFindings: [Finding] {
        guard subject.isGift, !subject.choosesParts else { return [] }
        let names = Set(composition.markers.map(\.name))
        let missing = Self.parts.filter { !names.contains($0) }
        guard !missing.isEmpty else { return [] }
        let words = missing.map { "\"\($0)\"" }.joined(separator: ", ")
        return [
            Finding(
                .missingMarker, at: "markers",
                "the gift has no marker \(words); with \"intro\", \"loop\" and \"outro\" it can go on while its sender "
                    + "sends more")
        ]
    }
}
