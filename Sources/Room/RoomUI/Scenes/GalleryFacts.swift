import AnimationPlayback
import ExactNumbers
import LottieDocument
import Playback
import RoomSession
import TerminalCells

/// The facts about a gift kind that the gallery shows.
struct GalleryFacts {
    let gift: RoomGift
    let symbol: String
    /// The animation, or `nil` if it cannot play.
    let composition: Composition?
    /// The reason why it cannot play, if one is known.
    let failureReason: String?
    let markers: [GiftMarker]
    /// What is played of the animation; `nil` for the whole of it.
    let course: PlaybackCourse?

    /// The duration; at least one nanosecond, so that the gallery can show a kind of duration 0.
    var duration: Nanoseconds { max(1, gift.duration) }

    /// The frames over the duration.
    var frames: FrameTimes { FrameTimes(count: course?.frameCount ?? composition?.frameCount ?? 1, duration: duration) }

    /// Returns the facts, one per line, the most important first.
    func lines(_ signs: SymbolSet) -> [StyledText] {
        var name = StyledText("\(symbol) ", Theme.strongText)
        name.add(gift.name, Theme.strongText, isBold: true)
        name.add("  \(gift.value) \(gift.value == 1 ? "coin" : "coins")", Theme.accent)
        if gift.id != gift.name.lowercased() { name.add("  \(gift.id)", Theme.secondaryText) }
        var lines = [name]
        if let composition {
            var length = StyledText("\(ExactDecimal(gift.duration / 1_000_000, digits: 3)) s", Theme.text)
            length.add(
                "  \(frames.count) frames, \(decimal(composition.frameRate)) a second", Theme.secondaryText)
            lines.append(length)
        } else {
            lines.append(StyledText(failureReason ?? "its animation is not here yet", Theme.warning))
        }
        lines.append(origin)
        if !markers.isEmpty { lines.append(markerLine(signs)) }
        if let composition {
            var size = StyledText(
                "\(decimal(composition.width)) \(signs.times) \(decimal(composition.height))", Theme.text)
            let count = composition.layers.count
            size.add(count == 1 ? "  1 layer" : "  \(count) layers", Theme.secondaryText)
            if gift.coversStage { size.add("  covers the stage", Theme.secondaryText) }
            lines.append(size)
        }
        return lines
    }

    private var origin: StyledText {
        guard let published = gift.published else { return StyledText("built in", Theme.secondaryText) }
        var text = StyledText("from the store", Theme.text)
        text.add("  version \(published.version), \(published.size) bytes", Theme.secondaryText)
        return text
    }

    private func markerLine(_ signs: SymbolSet) -> StyledText {
        var text = StyledText()
        for (index, marker) in markers.enumerated() {
            text.add(index == 0 ? "" : "  ", Theme.secondaryText)
            text.add("\(signs.bar.marker)", Theme.accent)
            text.add("\(index + 1) \(TextDirection.isolating(marker.name)) ", Theme.text)
            text.add("\(ExactDecimal(marker.time / 10_000_000, digits: 2)) s", Theme.secondaryText)
        }
        return text
    }

    /// Returns a number with up to two decimal places.
    private func decimal(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e9 else { return "?" }
        return ExactDecimal(Int64((value * 100).rounded()), digits: 2).description
    }
}
