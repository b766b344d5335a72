import Lottie
import VectorGraphics

/// A merge of paths that a shape goes through on its way to a style.
struct MergeStep {
    let mode: MergeMode
    /// Which merge it is, among those of a layer.
    let merge: Int
    /// Which of the items that are merged the shape belongs to; the one nearest to the merge, the lowest, is 0.
    let item: Int
}

/// Combines the coverage of merged shapes: boolean operations on areas rather than on outlines, which are exact inside
/// and outside, and at edges as exact as anti-aliasing is.
struct MergedCoverage {
    let clip: PixelRect
    let rule: FillRule
    /// The pen of a stroke, nil for a fill.
    let pen: VectorGraphics.StrokeStyle?
    let transform: AffineTransform
    let context: DrawingContext
    /// Adds a shape, as seen from the style's space, to a path.
    let append: (StyleMember, inout Path) -> Void

    /// More items than this are not told apart along strokes: each needs a mask of its own for that.
    private static let mostItems = 64

    /// Makes `mask` what all of `members` cover together.
    func draw(_ members: [StyleMember], into mask: AlphaMask) {
        if let pen { stroke(members, level: 0, with: pen, into: mask) } else { fill(members, level: 0, into: mask) }
    }

    /// Shapes that go through no further merge, and those of each merge at this level.
    private func split(_ members: [StyleMember], level: Int) -> (plain: [StyleMember], merges: [[[StyleMember]]]) {
        var plain: [StyleMember] = []
        var merges: [[[StyleMember]]] = []
        var last: MergeStep?
        for member in members {
            guard member.merges.count > level else {
                plain.append(member)
                continue
            }
            let step = member.merges[level]
            if let last, last.merge == step.merge {
                if last.item == step.item {
                    merges[merges.count - 1][merges[merges.count - 1].count - 1].append(member)
                } else {
                    merges[merges.count - 1].append([member])
                }
            } else {
                merges.append([[member]])
            }
            last = step
        }
        return (plain, merges)
    }

    private func fill(_ members: [StyleMember], level: Int, into mask: AlphaMask) {
        let (plain, merges) = split(members, level: level)
        mask.reset(clip, to: 0)
        if !plain.isEmpty { add(plain, with: nil, to: mask) }
        for items in merges where context.takes(1 + items.count * clip.width * clip.height / 256) {
            let mode = items[0][0].merges[level].mode
            context.withMask { whole in
                fill(items[0], level: level + 1, into: whole)
                for item in items.dropFirst() {
                    context.withMask { single in
                        fill(item, level: level + 1, into: single)
                        whole.combine(single, mode.operation, opacity: 255)
                    }
                }
                mask.combine(whole, .add, opacity: 255)
            }
        }
    }

    /// The outline of what is merged: of each item's own outline the part that the others leave an edge.
    private func stroke(
        _ members: [StyleMember], level: Int, with pen: VectorGraphics.StrokeStyle, into mask: AlphaMask
    ) {
        let (plain, merges) = split(members, level: level)
        mask.reset(clip, to: 0)
        if !plain.isEmpty { add(plain, with: pen, to: mask) }
        for items in merges where context.takes(1 + 2 * items.count * clip.width * clip.height / 256) {
            let mode = items[0][0].merges[level].mode
            if items.count > Self.mostItems {
                add(items.flatMap { $0 }, with: pen, to: mask)
                continue
            }
            let fills = items.map { item in
                let inside = AlphaMask()
                fill(item, level: level + 1, into: inside)
                return inside
            }
            for (index, item) in items.enumerated() {
                context.withMask { line in
                    stroke(item, level: level + 1, with: pen, into: line)
                    for (other, inside) in fills.enumerated() where other != index {
                        if let operation = mode.edge(of: index, beside: other) {
                            line.combine(inside, operation, opacity: 255)
                        }
                    }
                    mask.combine(line, .add, opacity: 255)
                }
            }
        }
    }

    /// Adds shapes, as one path.
    private func add(_ members: [StyleMember], with pen: VectorGraphics.StrokeStyle?, to mask: AlphaMask) {
        var path = Path()
        for member in members { append(member, &path) }
        guard context.takes(path.points.count / 64) else { return }
        var coverage = Coverage()
        context.rasterizer.begin(clip: clip)
        if let pen {
            context.stroker.stroke(path, style: pen, transform: transform, into: context.rasterizer)
        } else {
            context.rasterizer.fill(path, transform: transform)
        }
        context.rasterizer.finish(pen == nil ? rule : .nonZero, into: &coverage)
        mask.add(coverage, opacity: 255)
    }
}

extension MergeMode {
    /// How an item is combined with what those below it left.
    fileprivate var operation: MaskOperation {
        switch self {
        case .merge, .add: .add
        case .subtract: .subtract
        case .intersect: .intersect
        case .exclude: .difference
        }
    }

    /// What another item does to the outline of an item; nil where it does nothing.
    fileprivate func edge(of item: Int, beside other: Int) -> MaskOperation? {
        switch self {
        case .merge, .exclude: nil
        case .add: .subtract
        case .intersect: .intersect
        // Of what is taken away only the edge inside the lowest item is seen.
        case .subtract: other == 0 ? .intersect : .subtract
        }
    }
}
