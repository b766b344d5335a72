import AnimationPlayback
import LottieDocument
import LottieInspection

extension LintFacts {
    /// The markers that lie outside the animation, the parts that overlap, leave frames out, occur twice or are in the
    /// wrong order, and those of a gift that are missing.
    var markerFindings: [Finding] { outsideFindings + orderFindings + repetitionFindings + partFindings }

    private var outsideFindings: [Finding] {
        composition.markers.enumerated().compactMap { index, marker in
            let end = marker.time + max(0, marker.duration)
            // A moment at the very end marks the end, as authors do, but a part that is played has frames.
            let isEmptyPart = isPart(marker) && marker.time >= composition.outPoint
            guard marker.time < composition.inPoint || end > composition.outPoint || isEmptyPart else { return nil }
            if isEmptyPart, marker.time == composition.outPoint {
                return Finding(
                    .markerOutside, at: "markers[\(index)]",
                    "the part \"\(marker.name)\" has no frame: its marker is at the end, \(words(marker.time)); "
                        + "move it inside")
            }
            let range = "\(words(composition.inPoint)) to \(words(composition.outPoint))"
            let place = marker.duration > 0 ? "\(words(marker.time)) to \(words(end))" : words(marker.time)
            return Finding(
                .markerOutside, at: "markers[\(index)]",
                "the marker \"\(marker.name)\" is at \(place), and the animation plays \(range); move it inside")
        }
    }

    /// The markers of the parts of a gift that a streak plays: once, again and again, and once at the end.
    private static let parts = ["intro", "loop", "outro"]

    /// Whether a marker has the name of a part that is played.
    private func isPart(_ marker: Marker) -> Bool {
        marker.name == subject.loopMarker || !subject.choosesParts && Self.parts.contains(marker.name)
    }

    private var orderFindings: [Finding] {
        let found = Self.parts.compactMap { name in
            (try? PlaybackSegment(marker: name, in: composition)).map { (name: name, segment: $0) }
        }
        // Without a loop the markers are not played as parts.
        guard !subject.choosesParts, found.contains(where: { $0.name == "loop" }) else { return [] }
        return zip(found, found.dropFirst()).compactMap { first, second in
            guard first.segment.end > second.segment.start else {
                // Some programs write the last frame of a part as its end.
                guard second.segment.start - first.segment.end > 1 else { return nil }
                return Finding(
                    .markerOrder, as: .note, at: "markers",
                    "the frames from \(words(first.segment.end)) to \(words(second.segment.start)), between the parts "
                        + "\"\(first.name)\" and \"\(second.name)\", are not played; let a part reach to the next one")
            }
            let places = [first, second].map { part in
                "\"\(part.name)\" at \(words(part.segment.start)) to \(words(part.segment.end))"
            }
            let isTurned = second.segment.end <= first.segment.start
            return Finding(
                .markerOrder, at: "markers",
                isTurned
                    ? "the part \(places[0]) is played before \(places[1]), but follows it in the animation; "
                        + "other players show the frames in their order"
                    : "the parts \(places.joined(separator: " and ")) overlap, so that the frames in both are played "
                        + "twice")
        }
    }

    /// The markers of parts whose names earlier markers have.
    private var repetitionFindings: [Finding] {
        var known: Set<String> = []
        return composition.markers.enumerated().compactMap { index, marker in
            guard isPart(marker), !known.insert(marker.name).inserted else { return nil }
            return Finding(
                .markerOrder, at: "markers[\(index)]",
                "a marker before it is called \"\(marker.name)\" too, and only that one is played; rename this one")
        }
    }

    private var partFindings: [Finding] {
        guard subject.isGift, !subject.choosesParts else { return [] }
        let names = Set(composition.markers.map(\.name))
        let missing = Self.parts.filter { !names.contains($0) }
        guard !missing.isEmpty else { return [] }
        let words = Self.quoted(missing)
        // A name that differs only in capital letters is probably a mistake.
        let similar = composition.markers.map(\.name).filter { missing.contains($0.lowercased()) }
        let hint = similar.isEmpty ? "" : ", but \(Self.quoted(similar)), and capitals count"
        return [
            Finding(
                .missingMarker, at: "markers",
                "the gift has no marker \(words)\(hint); with \"intro\", \"loop\" and \"outro\" it can go on while its "
                    + "sender sends more")
        ]
    }

    private static func quoted(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
}
