import Lottie
import VectorGraphics

/// A mask of a layer.
struct MaskNode {
    private let mask: Mask
    private let isPathAnimated: Bool
    private(set) var path = Path()
    private(set) var opacity: UInt8 = 255
    private(set) var expansion: Double = 0
    private var isEvaluated = false

    var mode: Mask.Mode { mask.mode }
    var isInverted: Bool { mask.isInverted }

    init(_ mask: Mask) {
        self.mask = mask
        isPathAnimated = mask.path.isAnimated
    }

    mutating func evaluate(at time: Double) {
        opacity = mask.opacity.opacityByte(at: time)
        expansion = mask.expansion.value(at: time)
        if isEvaluated && !isPathAnimated { return }
        isEvaluated = true
        path.removeAll()
        let shape = mask.path.value(at: time)
        // An open path masks nothing (lottie-web, `mask.js`).
        if shape.isClosed { path.append(shape) }
    }
}

extension AlphaMask {
    /// Makes this the mask that `masks` give together, over the pixels of `area`.
    ///
    /// It begins with nothing, or with all where the first one takes away from it (lottie-web, `mask.js`).
    func combine(_ masks: [MaskNode], over clip: PixelRect, transform: AffineTransform, context: DrawingContext) {
        let first = masks.first?.mode
        let beginsFull = first == .subtract || first == .intersect || first == .darken
        let area = beginsFull ? clip : clip.intersection(Self.reach(of: masks, transform: transform) ?? clip)
        reset(area, to: beginsFull ? 255 : 0)
        if area.isEmpty { return }
        var coverage = Coverage()
        for mask in masks {
            context.rasterizer.begin(clip: area)
            context.rasterizer.fill(mask.path, transform: transform)
            context.rasterizer.finish(.nonZero, into: &coverage)
            if mask.mode == .add && !mask.isInverted && mask.expansion == 0 {
                add(coverage, opacity: mask.opacity)
                continue
            }
            context.withMask { single in
                single.reset(area, to: 0)
                single.add(coverage, opacity: 255)
                single.expand(mask, transform: transform, context: context)
                if mask.isInverted { single.invert() }
                combine(single, mask.mode.operation, opacity: mask.opacity)
            }
        }
    }

    /// The pixels that masks which begin with nothing can show; nil where one of them is inverted or grown.
    private static func reach(of masks: [MaskNode], transform: AffineTransform) -> PixelRect? {
        var reach = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
        for mask in masks {
            if mask.isInverted || mask.expansion > 0 { return nil }
            guard let (low, high) = mask.path.bounds(transform: transform) else { continue }
            reach = reach.union(PixelRect(holding: low, high))
        }
        return reach
    }

    /// Adds, or takes away, a stroke as wide as twice the mask's expansion.
    private func expand(_ mask: MaskNode, transform: AffineTransform, context: DrawingContext) {
        guard mask.expansion != 0, mask.expansion.isFinite else { return }
        var coverage = Coverage()
        let pen = VectorGraphics.StrokeStyle(width: Float(abs(mask.expansion) * 2), join: .miter)
        context.rasterizer.begin(clip: bounds)
        context.stroker.stroke(mask.path, style: pen, transform: transform, into: context.rasterizer)
        context.rasterizer.finish(.nonZero, into: &coverage)
        if mask.expansion > 0 { add(coverage, opacity: 255) } else { subtract(coverage, opacity: 255) }
    }
}

extension Mask.Mode {
    fileprivate var operation: MaskOperation {
        switch self {
        case .none, .add: .add
        case .subtract: .subtract
        case .intersect: .intersect
        case .lighten: .lighten
        case .darken: .darken
        case .difference: .difference
        }
    }
}
