import CommandLineSupport
import DotLottie
import ExactNumbers
import LottieDocument
import LottieRenderer

extension Inspection {
    /// The inspection as lines of text for people.
    package var lines: [String] {
        var lines = ["animation     \(name)"] + archiveLines
        if !composition.name.isEmpty { lines.append("name          \(composition.name)") }
        let frames = "\(Self.text(composition.inPoint)) to \(Self.text(composition.outPoint))"
        lines += [
            "format        \(composition.version?.description ?? "no version"), \(Self.bytes(fileSize))",
            "size          \(Self.text(composition.width)) × \(Self.text(composition.height))",
            "frames        \(frames), \(Self.text(composition.frameRate)) a second",
            "duration      \(Self.text(composition.duration)) s",
        ]
        if let duration = presentation.duration { lines.append("plays         \(text(of: duration))") }
        lines += [
            "layers        " + list(layers),
            "assets        \(DisplayNames.counted(composition.assets.precompositions.count, "composition")), "
                + DisplayNames.counted(images.count { !$0.isSound }, "picture"),
        ]
        for marker in composition.markers {
            let length = marker.duration > 0 ? ", \(Self.text(marker.duration)) frames" : ""
            lines.append("marker        \(marker.name) at \(Self.text(marker.time))\(length)")
        }
        for slot in composition.slots { lines.append("slot          \(slot.id): \(summary(of: slot))") }
        for insertion in presentation.insertions { lines.append("inserted      \(insertion.line)") }
        for entry in presentation.ineffectiveEntries { lines.append("no effect     \(entry)") }
        for font in fonts {
            lines.append(
                "font          \(font.title), \(DisplayNames.counted(font.textCount, "text")): \(font.glyphSourceDescription)"
            )
        }
        for picture in images where !picture.isSound {
            lines.append("picture       \(picture.id): \(picture.summary)")
        }
        for sound in images where sound.isSound { lines.append("sound         \(sound.id): not played") }
        if !features.isEmpty { lines.append("uses          " + list(features)) }
        if composition.hasExpressions { lines.append("expressions   are run in every frame") }
        lines += differenceLines + (rules?.lines ?? []) + costLines + stateMachines.flatMap(\.lines)
        return lines + ["", "layers, the first on top:"] + treeLines
    }

    /// Returns the duration and, of an animation with a loop, the lengths of its parts.
    private func text(of duration: Nanoseconds) -> String {
        let whole = duration.durationText
        guard let loop = presentation.loop else {
            guard presentation.machineDuration == nil else { return "\(whole) with its state machine" }
            return (["\(whole) of it"] + presentation.manners).joined(separator: ", ")
        }
        let parts = [
            ("intro", loop.lowerBound), ("loop", loop.upperBound - loop.lowerBound),
            ("outro", duration - loop.upperBound),
        ]
        return "\(whole): " + parts.map { "\($0.0) \($0.1.durationText)" }.joined(separator: ", ")
    }

    private func list(_ counted: [(name: String, count: Int)]) -> String {
        counted.isEmpty ? "none" : counted.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    }

    private var archiveLines: [String] {
        guard let archive else { return [] }
        let generator = archive.generator.isEmpty ? "" : " by \(archive.generator)"
        var lines = ["archive       dotLottie \(archive.version)\(generator)"]
        for animation in archive.animations {
            var notes: [String] = []
            if animation.id == archive.initialAnimation.id { notes.append("initial") }
            if let theme = animation.initialTheme { notes.append("theme \(theme)") }
            if !animation.name.isEmpty { notes.append("\"\(animation.name)\"") }
            let text = notes.isEmpty ? "" : ": " + notes.joined(separator: ", ")
            lines.append("contains      animation \(animation.id)\(text)")
        }
        lines += themes.map { "contains      theme \($0.summary)" }
        return lines + stateMachines.map { "contains      state machine \($0.summary)" }
    }

    private func summary(of slot: Slot) -> String {
        guard let kind = slot.kind else { return "unused" }
        let uses = slot.uses == 1 ? "1 property" : "\(slot.uses) properties"
        return "\(kind.rawValue), \(uses)\(slot.isDefined ? "" : ", without a value of its own")"
    }

    private var differenceLines: [String] {
        var lines: [String] = []
        let undrawn = differences.filter { !$0.isDrawn }
        if undrawn.isEmpty { lines.append("not drawn     nothing: all of it is drawn") }
        for deviation in undrawn {
            let place = deviation.location.map { ", first at \($0)" } ?? ""
            lines.append("not drawn     \(deviation.feature), \(deviation.count) ×\(place): \(deviation.reason)")
        }
        for deviation in differences where deviation.isDrawn {
            lines.append("browsers      \(deviation.feature), \(deviation.count) ×: \(deviation.reason)")
        }
        return lines
    }

    /// The maximum number of layers whose costs are listed, starting with the most expensive.
    private static let maxListedCosts = 8

    private var costLines: [String] {
        guard let cost else { return [] }
        let whole = Self.text(cost.evaluation + cost.drawing)
        var lines = [
            "cost          \(whole) ms a frame at \(cost.size.width) × \(cost.size.height): "
                + "\(Self.text(cost.evaluation)) to evaluate, \(Self.text(cost.drawing)) to draw"
        ]
        var table = TextTable([.left, .right, .right, .left])
        for (index, layer, share) in cost.layersByCost.prefix(Self.maxListedCosts) {
            let percent = "\(Self.text(share * 100, digits: 0)) %"
            let time = "\(Self.text(cost.milliseconds(layer.total))) ms"
            table.add(["            ", percent, time, "layers[\(index)] \(composition.layers[index].title)"])
        }
        lines += table.lines
        return lines
    }

    private var treeLines: [String] {
        var lines: [String] = []
        func add(_ nodes: [LayerTree.Node], _ indent: String) {
            for node in nodes {
                let name = node.layer.name.isEmpty ? "" : "\"\(node.layer.name)\": "
                lines.append("\(indent)\(node.index)  \(name)\(node.summary)")
                add(node.children, indent + "    ")
            }
        }
        add(layerTree.nodes, "  ")
        if layerTree.omittedCount > 0 {
            lines.append("  and \(DisplayNames.counted(layerTree.omittedCount, "layer")) more")
        }
        return lines
    }
}
