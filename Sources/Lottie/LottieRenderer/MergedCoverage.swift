import LottieDocument
import VectorGraphics

/// A merge that applies to a shape before a style paints it.
struct MergeStep {
    let mode: MergeMode
    /// The number of the merge among those of a layer.
    let merge: Int
    /// The number of the merged item that the shape belongs to; 0 is the lowest one, nearest to the merge.
    let item: Int
}

/// The combination of the coverage of merged shapes.
///
/// The boolean operations apply to areas, not outlines. They are exact inside and outside, and as exact as
/// anti-aliasing at the edges.
struct MergedCoverage {
    let clip: PixelRect
    let rule: FillRule
    /// The pen of a stroke, nil for a fill.
    let pen: VectorGraphics.StrokeStyle?
    let transform: AffineTransform
    let context: DrawingContext
    /// Appends a shape to a path, in the style's space.
    let append: (StyleMember, inout Path) -> Void

    /// The maximum number of items that are combined exactly along strokes, because each needs a mask of its own.
    private static let maxItems = 64

    /// Sets `mask` to the combined coverage of all `members`.
    func draw(_ members: [StyleMember], into mask: AlphaMask) {
        if let pen { stroke(members, level: 0, with: pen, into: mask) } else { fill(members, level: 0, into: mask) }
    }

    /// Returns the shapes without a merge at this level, and the items of each merge at this level.
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
        for items in merges where context.consumeItems(1) {
            let mode = items[0][0].merges[level].mode
            context.withMask(clip) { whole in
                fill(items[0], level: level + 1, into: whole)
                for item in items.dropFirst() {
                    context.withMask(clip) { single in
                        fill(item, level: level + 1, into: single)
                        whole.combine(single, mode.operation, opacity: 255)
                    }
                }
                mask.combine(whole, .add, opacity: 255)
            }
        }
    }

    /// Sets `mask` to the outline of merged items: of each item's outline, the part that the other items leave visible.
    private func stroke(
        _ members: [StyleMember], level: Int, with pen: VectorGraphics.StrokeStyle, into mask: AlphaMask
    ) {
        let (plain, merges) = split(members, level: level)
        mask.reset(clip, to: 0)
        if !plain.isEmpty { add(plain, with: pen, to: mask) }
        for items in merges where context.consumeItems(1) {
            let mode = items[0][0].merges[level].mode
            if items.count > Self.maxItems {
                add(items.flatMap { $0 }, with: pen, to: mask)
                continue
            }
            guard context.consume(steps: items.count * (items.count + 1) * DrawingCost.masking(clip.area)) else {
                return
            }
            let fills = items.map { item in
                let inside = AlphaMask()
                fill(item, level: level + 1, into: inside)
                return inside
            }
            for (index, item) in items.enumerated() {
                context.withMask(clip) { line in
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

    /// Adds the coverage of shapes to a mask, as one path.
    private func add(_ members: [StyleMember], with pen: VectorGraphics.StrokeStyle?, to mask: AlphaMask) {
        var path = Path()
        for member in members { append(member, &path) }
        guard context.consumeItems(path.points.count / 64) else { return }
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
    /// The operation that combines an item with the result of those below it.
    fileprivate var operation: MaskOperation {
        switch self {
        case .merge, .add: .add
        case .subtract: .subtract
        case .intersect: .intersect
        case .exclude: .difference
        }
    }

    /// Returns the operation that another item applies to the outline of an item; nil for none.
    fileprivate func edge(of item: Int, beside other: Int) -> MaskOperation? {
        switch self {
        case .merge, .exclude: nil
        case .add: .subtract
        case .intersect: .intersect
        // Of a subtracted item, only the edge inside the lowest item is visible.
        case .subtract: other == 0 ? .intersect : .subtract
        }
    }
}
