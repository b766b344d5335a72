/// How much of each pixel of a rectangle may be drawn: 0 nothing, 255 all of it. Outside the rectangle nothing is.
///
/// It is a class because masks are scratch memory, filled again for every frame.
public final class AlphaMask {
    /// The pixels of the canvas that the mask speaks of.
    public private(set) var bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    private var storage: UnsafeMutablePointer<UInt8>
    private var capacity = 0

    /// A mask of nothing.
    public init() { storage = .allocate(capacity: 0) }

    deinit { storage.deallocate() }

    /// Begins again with every pixel of `bounds` at `value`.
    public func reset(_ bounds: PixelRect, to value: UInt8) {
        let count = bounds.width * bounds.height
        if count > capacity {
            storage.deallocate()
            storage = .allocate(capacity: count)
            capacity = count
        }
        self.bounds = bounds
        storage.initialize(repeating: value, count: count)
    }

    /// The first byte of a row, moved so that the canvas's columns index it.
    /// - Precondition: the row lies inside `bounds`.
    @inline(__always)
    func row(_ y: Int) -> UnsafeMutablePointer<UInt8> {
        storage + (y - bounds.top) * bounds.width - bounds.left
    }

    /// Adds a shape's coverage: `v + c·o·(1 − v)`.
    public func add(_ coverage: borrowing Coverage, opacity: UInt8) {
        combine(coverage) { value, cover in
            let c = PixelArithmetic.product(cover, UInt32(opacity))
            return value + PixelArithmetic.product(c, 255 - value)
        }
    }

    /// Takes a shape's coverage away: `v · (1 − c·o)`.
    public func subtract(_ coverage: borrowing Coverage, opacity: UInt8) {
        combine(coverage) { value, cover in
            PixelArithmetic.product(value, 255 - PixelArithmetic.product(cover, UInt32(opacity)))
        }
    }

    /// Multiplies every pixel by another mask's.
    public func multiply(by other: AlphaMask) {
        for y in bounds.top..<bounds.bottom {
            let mine = row(y)
            if y < other.bounds.top || y >= other.bounds.bottom {
                (mine + bounds.left).update(repeating: 0, count: bounds.width)
                continue
            }
            let theirs = other.row(y)
            for x in bounds.left..<bounds.right {
                let factor = x >= other.bounds.left && x < other.bounds.right ? UInt32(theirs[x]) : 0
                mine[x] = UInt8(truncatingIfNeeded: PixelArithmetic.product(UInt32(mine[x]), factor))
            }
        }
    }

    /// Combines every pixel `v` with another mask's, `c`, at `opacity`, `o`.
    /// - Precondition: both have the same bounds.
    public func combine(_ other: AlphaMask, _ operation: MaskOperation, opacity: UInt8) {
        precondition(bounds == other.bounds, "masks that are combined cover the same pixels")
        for index in 0..<(bounds.width * bounds.height) {
            let value = UInt32(storage[index])
            let cover = PixelArithmetic.product(UInt32(other.storage[index]), UInt32(opacity))
            storage[index] = UInt8(truncatingIfNeeded: operation.result(value, cover))
        }
    }

    /// Turns all round: `1 − v`.
    public func invert() {
        for index in 0..<(bounds.width * bounds.height) { storage[index] = 255 - storage[index] }
    }

    @inline(__always)
    private func combine(_ coverage: borrowing Coverage, _ rule: (UInt32, UInt32) -> UInt32) {
        for span in coverage.spans {
            let y = Int(span.y)
            if y < bounds.top || y >= bounds.bottom { continue }
            let values = row(y)
            let first = max(Int(span.x), bounds.left)
            let last = min(Int(span.x) + Int(span.length), bounds.right)
            if first >= last { continue }
            for x in first..<last {
                values[x] = UInt8(truncatingIfNeeded: rule(UInt32(values[x]), UInt32(span.coverage)))
            }
        }
    }
}

/// How a mask is combined with what those before it left.
public enum MaskOperation: Sendable {
    /// `v + c·o·(1 − v)`.
    case add
    /// `v · (1 − c·o)`.
    case subtract
    /// `v · c·o`.
    case intersect
    /// `max(v, c·o)`.
    case lighten
    /// `min(v, c·o)`.
    case darken
    /// `|v − c·o|`.
    case difference

    @inline(__always)
    func result(_ value: UInt32, _ cover: UInt32) -> UInt32 {
        switch self {
        case .add: value + PixelArithmetic.product(cover, 255 - value)
        case .subtract: PixelArithmetic.product(value, 255 - cover)
        case .intersect: PixelArithmetic.product(value, cover)
        case .lighten: max(value, cover)
        case .darken: min(value, cover)
        case .difference: value > cover ? value - cover : cover - value
        }
    }
}
