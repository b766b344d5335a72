import LottieInspection

extension LintFacts {
    /// The pictures that are not there, and those that are larger than they are drawn.
    var imageFindings: [Finding] {
        let scales = imageScales
        return images.compactMap { image in
            if image.isSound {
                return Finding(
                    .silentSound, at: path(ofAsset: image.id),
                    "the sound \"\(image.id)\" is not played; remove it, or play it beside the animation")
            }
            if let problem = image.problem {
                return Finding(
                    .missingImage, at: path(ofAsset: image.id),
                    "the picture \"\(image.id)\" is not drawn: \(problem); embed it as PNG, JPEG or WebP")
            }
            return scales[image.id].flatMap { oversized(image, scale: $0) }
        }
    }

    /// The largest scale at which a picture is drawn, by its id.
    private var imageScales: [String: Double] {
        var scales: [String: Double] = [:]
        for layer in layers {
            guard case .image(let id) = layer.layer.content, let scale = survey.scales[layer.place] else { continue }
            scales[id] = max(scales[id] ?? 0, scale)
        }
        return scales
    }

    /// How many times as wide and high as drawn a picture may be, because screens have up to two pixels for one.
    private static let maxFactor = 2.0

    /// Returns the finding for a picture whose pixels are never all needed; nil if they are, as they are.
    private func oversized(_ image: ImageReport, scale: Double) -> Finding? {
        guard scale.isFinite, let size = image.size, let asset = composition.assets.images[image.id] else { return nil }
        let (width, height) = (
            (asset.width > 0 ? asset.width : Double(size.width)) * scale,
            (asset.height > 0 ? asset.height : Double(size.height)) * scale
        )
        guard width >= 1, height >= 1, Double(size.width) > width * Self.maxFactor,
            Double(size.height) > height * Self.maxFactor
        else { return nil }
        let bytes = image.bytes.map { " and \(Inspection.bytes($0))" } ?? ""
        return Finding(
            .oversizedImage, at: path(ofAsset: image.id),
            "the picture \"\(image.id)\" has \(size.width) × \(size.height) pixels\(bytes), but is drawn at most "
                + "\(words(width.rounded(.up))) × \(words(height.rounded(.up))) units large; reduce it")
    }
}
