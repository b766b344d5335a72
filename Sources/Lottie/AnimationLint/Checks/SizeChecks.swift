import LottieInspection

extension LintFacts {
    /// What the bytes of the file are spent on.
    var sizeFindings: [Finding] { fileSizeFindings + precisionFindings + unusedFindings }

    /// The number of parts that a message names.
    private static let maxParts = 3

    private var fileSizeFindings: [Finding] {
        guard let limit = options.fileSize, subject.fileSize > limit else { return [] }
        let largest = text.parts.sorted { ($1.bytes, $0.path) < ($0.bytes, $1.path) }.prefix(Self.maxParts)
        let parts = largest.map { part in
            let name = part.name.isEmpty ? "" : " \"\(part.name)\""
            return "\(part.path)\(name) with \(Inspection.bytes(part.bytes))"
        }
        var spent = "The largest parts of the document: \(parts.joined(separator: ", "))"
        if text.excessDecimalBytes > 0 {
            spent += "; decimals beyond the third: \(Inspection.bytes(text.excessDecimalBytes))"
        }
        return [
            Finding(
                .fileSize, at: largest.first?.path ?? "",
                "\(Inspection.bytes(subject.fileSize)); expected at most \(Inspection.bytes(limit)). \(spent)")
        ]
    }

    /// The smallest saving that is worth a finding: its share of the document, and its bytes.
    private static let minSavedShare = 0.1
    private static let minSavedBytes = 2_000

    private var precisionFindings: [Finding] {
        let (saved, whole) = (text.excessDecimalBytes, subject.json.count)
        guard saved >= Self.minSavedBytes, Double(saved) >= Double(whole) * Self.minSavedShare else { return [] }
        return [
            Finding(
                .numberPrecision,
                "\(text.preciseNumberCount) numbers have more than \(DocumentText.maxDecimals) decimals, which take "
                    + "\(Inspection.bytes(saved)), \(percent(Double(saved) / Double(whole))) of the document; "
                    + "round them when the file is exported")
        ]
    }

    private var unusedFindings: [Finding] {
        let used = usedAssets.union(subject.manifestAssets)
        let bytes = Dictionary(text.parts.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
        let assets = composition.assets
        // Layers of sounds have no content to draw, so that their assets are in no layer.
        let sounds = Set(images.filter(\.isSound).map(\.id))
        let unused = (Array(assets.images.keys) + Array(assets.precompositions.keys)).filter {
            !used.contains($0) && !sounds.contains($0)
        }
        let inOrder = unused.sorted { (text.assetPositions[$0] ?? .max, $0) < (text.assetPositions[$1] ?? .max, $1) }
        let texts = Set(fonts.map(\.font.name))
        return inOrder.map { id in
            let kind = assets.images[id] == nil ? "composition" : "picture"
            let size = bytes[path(ofAsset: id)].map { " and takes \(Inspection.bytes($0))" } ?? ""
            return Finding(
                .unusedAsset, at: path(ofAsset: id), "the \(kind) \"\(id)\" is in no layer\(size); remove it")
        }
            + composition.fonts.enumerated().filter { !texts.contains($0.element.name) }.map { index, font in
                Finding(
                    .unusedFont, at: "fonts.list[\(index)]",
                    "no text uses the font \"\(font.name)\"\(font.file.map { ", which takes \(Inspection.bytes($0.count))" } ?? "")"
                        + "; remove it")
            }
    }

    /// The ids of the assets that a layer of the animation shows, directly or through precompositions.
    private var usedAssets: Set<String> {
        var used: Set<String> = []
        var open = composition.layers
        while let layer = open.popLast() {
            switch layer.content {
            case .image(let id): used.insert(id)
            case .precomposition(let id, _, _):
                guard used.insert(id).inserted else { continue }
                open += composition.assets.precompositions[id] ?? []
            default: continue
            }
        }
        return used
    }
}
