import LottieDocument
import LottieInspection

extension LintFacts {
    /// The features that look different elsewhere, and those that nothing draws.
    var featureFindings: [Finding] { portabilityFindings + undrawnFindings }

    private var portabilityFindings: [Finding] {
        var counter = FrequencyCounter()
        var firsts: [String: PlacedLayer] = [:]
        for placed in layers {
            var own = FrequencyCounter()
            own.addFeatures(of: placed.layer)
            if case .text = placed.layer.content {
                own.add((composition.glyphs?.isEmpty ?? true) ? "text" : "text with outlines in the file")
            }
            for (name, count) in own.byFrequency {
                for _ in 0..<count { counter.add(name) }
                if firsts[name] == nil { firsts[name] = placed }
            }
        }
        if composition.hasExpressions { for _ in text.expressions { counter.add("expression") } }
        return counter.byFrequency.compactMap { name, count in
            guard let (players, advice) = PlayerSupport.differences(of: name) else { return nil }
            let place = firsts[name]?.path ?? text.expressions.first.map { path(of: $0) } ?? ""
            let effect = RenderingDifference.featuresUnsupportedByBrowsers[name].map { " (\($0))" } ?? ""
            return Finding(
                .portability, as: players.contains(.lottieWeb) ? .warning : .note, at: place,
                layer: firsts[name]?.layer.name ?? "",
                "\(name), \(DisplayNames.counted(count, "time")): left out or different in "
                    + "\(players.map(\.rawValue).joined(separator: ", "))\(effect); \(advice)")
        }
    }

    private var undrawnFindings: [Finding] {
        composition.unsupportedFeatures.filter { !$0.name.hasPrefix("expression") }.map { feature in
            Finding(
                .undrawnFeature, at: feature.path,
                "\(feature.name), \(DisplayNames.counted(feature.count, "time")): "
                    + RenderingDifference(feature).reason)
        }
    }
}
