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

    /// The mask's bytes as they are now; good until the next `reset`.
    ///
    /// Loops over pixels work on this copy: reading the mask's own fields costs a check of exclusive access each time.
    @inline(__always)
    var bytes: MaskBytes { MaskBytes(bounds: bounds, storage: storage) }

    /// Adds a shape's coverage: `v + c·o·(1 − v)`.
    public func add(_ coverage: borrowing Coverage, opacity: UInt8) {
        combine(coverage, opacity: opacity, whole: 255) { value, cover in
            value &+ MaskBytes.product(cover, 255 &- value)
        }
    }

    /// Takes a shape's coverage away: `v · (1 − c·o)`.
    public func subtract(_ coverage: borrowing Coverage, opacity: UInt8) {
        combine(coverage, opacity: opacity, whole: 0) { value, cover in MaskBytes.product(value, 255 &- cover) }
    }

    /// Multiplies every pixel by another mask's.
    public func multiply(by other: AlphaMask) {
        let mine = bytes
        let theirs = other.bytes
        let common = mine.bounds.intersection(theirs.bounds)
        for y in mine.bounds.top..<mine.bounds.bottom {
            let row = mine.row(y)
            if common.isEmpty || y < common.top || y >= common.bottom {
                (row + mine.bounds.left).update(repeating: 0, count: mine.bounds.width)
                continue
            }
            (row + mine.bounds.left).update(repeating: 0, count: common.left - mine.bounds.left)
            (row + common.right).update(repeating: 0, count: mine.bounds.right - common.right)
            let factors = theirs.row(y)
            for x in common.left..<common.right { row[x] = MaskBytes.product(row[x], factors[x]) }
        }
    }

    /// Combines every pixel `v` with another mask's, `c`, at `opacity`, `o`.
    /// - Precondition: both have the same bounds.
    public func combine(_ other: AlphaMask, _ operation: MaskOperation, opacity: UInt8) {
        precondition(bounds == other.bounds, "masks that are combined cover the same pixels")
        let values = storage
        let covers = other.storage
        let count = bounds.width * bounds.height
        switch operation {
        // The two modes that files use most have loops without a choice in them, several pixels at a time.
        case .subtract:
            for index in 0..<count {
                values[index] = MaskBytes.product(values[index], 255 &- MaskBytes.product(covers[index], opacity))
            }
        case .intersect:
            for index in 0..<count {
                values[index] = MaskBytes.product(values[index], MaskBytes.product(covers[index], opacity))
            }
        default:
            for index in 0..<count {
                let cover = PixelArithmetic.product(UInt32(covers[index]), UInt32(opacity))
                values[index] = UInt8(truncatingIfNeeded: operation.result(UInt32(values[index]), cover))
            }
        }
    }

    /// Turns all round: `1 − v`.
    public func invert() {
        let values = storage
        for index in 0..<(bounds.width * bounds.height) { values[index] = 255 &- values[index] }
    }

    /// - Parameter whole: what becomes of a pixel that is wholly covered, whatever it was.
    @inline(__always)
    private func combine(
        _ coverage: borrowing Coverage, opacity: UInt8, whole: UInt8, _ rule: (UInt8, UInt8) -> UInt8
    ) {
        let mask = bytes
        coverage.spans.withUnsafeBufferPointer { spans in
            for span in spans {
                let y = Int(span.y)
                if y < mask.bounds.top || y >= mask.bounds.bottom { continue }
                let values = mask.row(y)
                let first = max(Int(span.x), mask.bounds.left)
                let last = min(Int(span.x) &+ Int(span.length), mask.bounds.right)
                if first >= last { continue }
                let cover = MaskBytes.product(span.coverage, opacity)
                if cover == 255 {
                    (values + first).update(repeating: whole, count: last &- first)
                } else {
                    for x in first..<last { values[x] = rule(values[x], cover) }
                }
            }
        }
    }
}

/// A mask's bounds and the address of its bytes.
struct MaskBytes {
    let bounds: PixelRect
    let storage: UnsafeMutablePointer<UInt8>

    /// The first byte of a row, moved so that the canvas's columns index it; for a row outside the mask any address, as
    /// none of its columns is used.
    @inline(__always)
    func row(_ y: Int) -> UnsafeMutablePointer<UInt8> {
        let inside = y >= bounds.top && y < bounds.bottom ? y : bounds.top
        return storage + (inside - bounds.top) * bounds.width - bounds.left
    }

    /// `a` × `b` ÷ 255, rounded to nearest, in 16 bits.
    @inline(__always)
    static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        let t = UInt16(a) &* UInt16(b) &+ 128
        return UInt8(truncatingIfNeeded: (t &+ (t >> 8)) >> 8)
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
