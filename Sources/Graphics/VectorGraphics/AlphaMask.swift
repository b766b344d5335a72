/// An 8-bit mask over a rectangle of pixels: 0 hides a pixel, 255 shows it completely.
///
/// Pixels outside the rectangle are hidden. A mask is a class because it is scratch memory that every frame reuses.
public final class AlphaMask {
    /// The rectangle of the canvas that the mask covers.
    ///
    /// It is only read and set as a whole, so exclusive access is not checked at run time.
    @exclusivity(unchecked)
    public private(set) var bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    /// An area in which every pixel is 255, so that what lies in it needs no mask; empty after `reset`.
    ///
    /// Whoever sets it must not change the mask in that area until the next `reset`. It is only read and set as a whole.
    @exclusivity(unchecked)
    public var shownArea = PixelRect.empty
    // Owned by this object alone. `reset` makes room for `bounds` and initialises each of its pixels.
    private var storage: UnsafeMutablePointer<UInt8>
    private var capacity = 0

    /// Creates an empty mask.
    public init() { storage = .allocate(capacity: 0) }

    deinit { storage.deallocate() }

    /// Sets the mask's bounds to `bounds` and every pixel to `value`.
    public func reset(_ bounds: PixelRect, to value: UInt8) {
        let count = bounds.width * bounds.height
        if count > capacity {
            storage.deallocate()
            storage = .allocate(capacity: count)
            capacity = count
        }
        self.bounds = bounds
        shownArea = .empty
        storage.initialize(repeating: value, count: count)
    }

    /// Returns the mask, or nil if it shows every pixel of `area`.
    func unlessShowing(_ area: PixelRect) -> AlphaMask? { shownArea.contains(area) ? nil : self }

    /// A view of the mask's bytes for loops over pixels.
    ///
    /// The view is valid until the next `reset` and while the mask exists. The caller extends the mask's lifetime until
    /// its loop ends.
    ///
    /// Loops use this copy because each access to the mask's own fields costs a check of exclusive access.
    @inline(__always)
    var bytes: MaskBytes { MaskBytes(bounds: bounds, storage: storage) }

    /// Adds the coverage of a shape: `v + c·o·(1 − v)`.
    public func add(_ coverage: borrowing Coverage, opacity: UInt8) {
        combine(coverage, opacity: opacity, full: 255) { value, cover in
            value &+ MaskBytes.product(cover, 255 &- value)
        }
    }

    /// Subtracts the coverage of a shape: `v · (1 − c·o)`.
    public func subtract(_ coverage: borrowing Coverage, opacity: UInt8) {
        combine(coverage, opacity: opacity, full: 0) { value, cover in MaskBytes.product(value, 255 &- cover) }
    }

    /// Multiplies every pixel by the pixel of another mask.
    public func multiply(by other: AlphaMask) {
        let mine = bytes
        let theirs = other.bytes
        defer { withExtendedLifetime((self, other)) {} }
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
            MaskBytes.multiply(row + common.left, by: factors + common.left, inverted: 0, count: common.width)
        }
    }

    /// Multiplies every pixel by the coverage of a shape, which hides everything outside.
    public func multiply(by coverage: borrowing Coverage) {
        let mask = bytes
        defer { withExtendedLifetime(self) {} }
        let width = mask.bounds.width
        // The spans are in the order of the bytes, so that what lies between two of them is outside the shape.
        var end = mask.storage
        coverage.spans.withUnsafeBufferPointer { spans in
            for span in spans {
                let y = Int(span.y)
                let first = max(Int(span.x), mask.bounds.left)
                let last = min(Int(span.x) &+ Int(span.length), mask.bounds.right)
                if y < mask.bounds.top || y >= mask.bounds.bottom || first >= last { continue }
                let values = mask.row(y) + first
                end.update(repeating: 0, count: values - end)
                end = values + (last &- first)
                if span.coverage == 255 { continue }
                for index in 0..<last &- first { values[index] = MaskBytes.product(values[index], span.coverage) }
            }
        }
        end.update(repeating: 0, count: mask.storage + width * mask.bounds.height - end)
    }

    /// Combines every pixel `v` with the pixel `c` of another mask, at the opacity `o`.
    ///
    /// - Precondition: Both masks have the same bounds.
    public func combine(_ other: AlphaMask, _ operation: MaskOperation, opacity: UInt8) {
        precondition(bounds == other.bounds, "masks that are combined cover the same pixels")
        let values = storage
        let covers = other.storage
        defer { withExtendedLifetime((self, other)) {} }
        let count = bounds.width * bounds.height
        switch operation {
        case .subtract where opacity == 255: MaskBytes.multiply(values, by: covers, inverted: .max, count: count)
        case .intersect where opacity == 255: MaskBytes.multiply(values, by: covers, inverted: 0, count: count)
        // The two most frequent modes have loops without branches, which the compiler can vectorise.
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

    /// Inverts the mask: `1 − v`.
    public func invert() {
        let values = storage
        defer { withExtendedLifetime(self) {} }
        for index in 0..<(bounds.width * bounds.height) { values[index] = 255 &- values[index] }
    }

    /// Applies `rule` to each pixel under the coverage.
    ///
    /// - Parameter full: The result for a fully covered pixel, whatever its value was.
    @inline(__always)
    private func combine(
        _ coverage: borrowing Coverage, opacity: UInt8, full: UInt8, _ rule: (UInt8, UInt8) -> UInt8
    ) {
        let mask = bytes
        defer { withExtendedLifetime(self) {} }
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
                    (values + first).update(repeating: full, count: last &- first)
                } else {
                    for x in first..<last { values[x] = rule(values[x], cover) }
                }
            }
        }
    }
}

/// The bounds of a mask and the address of its bytes.
struct MaskBytes {
    let bounds: PixelRect
    let storage: UnsafeMutablePointer<UInt8>

    /// Returns the address of a row, offset so that the canvas's columns index it.
    ///
    /// The result for a row outside the mask is a valid address that the caller must not use, as no column of the mask
    /// lies in that row.
    @inline(__always)
    func row(_ y: Int) -> UnsafeMutablePointer<UInt8> {
        let inside = y >= bounds.top && y < bounds.bottom ? y : bounds.top
        return storage + (inside - bounds.top) * bounds.width - bounds.left
    }

    /// Multiplies bytes by factors from 0 to 255.
    ///
    /// Most of a mask is hidden or shown completely, so eight factors are read at a time.
    ///
    /// - Parameters:
    ///   - values: The bytes.
    ///   - factors: As many factors.
    ///   - flip: The bits that are inverted in eight factors: none, or all for `255 − factor`.
    ///   - count: The number of bytes.
    @inline(__always)
    static func multiply(
        _ values: UnsafeMutablePointer<UInt8>, by factors: UnsafePointer<UInt8>, inverted flip: UInt64, count: Int
    ) {
        var index = 0
        while index &+ 8 <= count {
            let word = UnsafeRawPointer(factors + index).loadUnaligned(as: UInt64.self) ^ flip
            let place = UnsafeMutableRawPointer(values + index)
            if word == 0 {
                place.storeBytes(of: 0, as: UInt64.self)
            } else if word != .max {
                // Eight bytes are eight lanes, whose order does not matter.
                let lanes = unsafeBitCast(word, to: SIMD8<UInt8>.self)
                let sums =
                    SIMD8<UInt16>(truncatingIfNeeded: place.loadUnaligned(as: SIMD8<UInt8>.self))
                    &* SIMD8<UInt16>(truncatingIfNeeded: lanes) &+ 128
                let products = (sums &+ (sums &>> 8)) &>> 8
                place.storeBytes(of: SIMD8<UInt8>(truncatingIfNeeded: products), as: SIMD8<UInt8>.self)
            }
            index &+= 8
        }
        let rest = UInt8(truncatingIfNeeded: flip)
        while index < count {
            values[index] = product(values[index], factors[index] ^ rest)
            index &+= 1
        }
    }

    /// Returns `a` × `b` ÷ 255, rounded to nearest, with 16-bit arithmetic.
    @inline(__always)
    static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        let t = UInt16(a) &* UInt16(b) &+ 128
        return UInt8(truncatingIfNeeded: (t &+ (t >> 8)) >> 8)
    }
}

/// An operation that combines a mask with the result of the masks before it.
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

    /// Returns the combination of a mask value and a coverage `c·o`, all from 0 to 255.
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
