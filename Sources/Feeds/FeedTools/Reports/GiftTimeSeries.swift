import ExactNumbers

/// The gifts of a feed and their values over time, in slots of equal width that grow with the length of the feed.
public struct GiftTimeSeries: Sendable, Equatable {
    /// The gifts of one slot.
    public struct Slot: Sendable, Equatable {
        /// The number of gifts.
        public var gifts = 0
        /// The value of the gifts, in coins.
        public var value = 0
    }

    /// A period in which gifts arrived much faster than on average.
    public struct Burst: Sendable, Equatable {
        /// The start of the burst, in feed time.
        public var start: Duration
        /// The length of the burst, in whole slots.
        public var duration: Duration
        /// The number of gifts.
        public var gifts: Int
        /// The value of the gifts, in coins.
        public var value: Int
    }

    /// The most slots. When more are needed, pairs of slots are merged and the width doubles.
    private static let maxSlots = 1 << 16
    /// The number of adjacent slots that are examined together for bursts.
    private static let burstWindow = 5
    /// The factor above the mean from which a window counts as a burst; the next constant is the smallest number of
    /// gifts in it.
    private static let burstFactor = 3
    private static let minBurstGifts = 8

    /// The width of a slot, in whole seconds.
    public private(set) var slotSeconds = 1
    /// The slots, beginning at the start of the feed.
    public private(set) var slots: [Slot] = []

    mutating func add(gifts: Int, value: Int, at time: Duration) {
        let second = Int(clamping: max(0, time.components.seconds))
        while second / slotSeconds >= Self.maxSlots { doubleSlotWidth() }
        let index = second / slotSeconds
        while slots.count <= index { slots.append(Slot()) }
        slots[index].gifts = slots[index].gifts.addingSaturating(gifts)
        slots[index].value = slots[index].value.addingSaturating(value)
    }

    private mutating func doubleSlotWidth() {
        slotSeconds *= 2
        slots = stride(from: 0, to: slots.count, by: 2).map { index in
            Self.sum(slots[index..<min(index + 2, slots.count)])
        }
    }

    /// The start and the gifts of the slot with the most gifts; `nil` without gifts.
    public var peak: (start: Duration, gifts: Int)? {
        slots.indices.max { (slots[$0].gifts, $1) < (slots[$1].gifts, $0) }.flatMap { index in
            slots[index].gifts > 0 ? (start(of: index), slots[index].gifts) : nil
        }
    }

    /// The periods in which gifts arrived much faster than on average, in the order of time.
    public var bursts: [Burst] {
        let total = slots.reduce(0) { $0.addingSaturating($1.gifts) }
        guard total > 0 else { return [] }
        let mean = Double(total) / Double(slots.count) * Double(min(Self.burstWindow, slots.count))
        let threshold = max(Self.minBurstGifts, Int(min(mean * Double(Self.burstFactor), 1e15).rounded(.up)))
        var bursts: [Range<Int>] = []
        for index in slots.indices {
            let window = index..<min(index + Self.burstWindow, slots.count)
            guard Self.sum(slots[window]).gifts >= threshold else { continue }
            if let last = bursts.last, window.lowerBound <= last.upperBound {
                bursts[bursts.count - 1] = last.lowerBound..<window.upperBound
            } else {
                bursts.append(window)
            }
        }
        let usual = Double(total) / Double(slots.count)
        return bursts.map { burst(trimmed($0, over: usual)) }
    }

    /// Removes the quiet slots at both ends of `range`, which belong to a window only because of their neighbours.
    private func trimmed(_ range: Range<Int>, over usual: Double) -> Range<Int> {
        let busy = range.filter { Double(slots[$0].gifts) > usual }
        return (busy.first ?? range.lowerBound)..<((busy.last ?? range.upperBound - 1) + 1)
    }

    private func burst(_ range: Range<Int>) -> Burst {
        let sum = Self.sum(slots[range])
        return Burst(
            start: start(of: range.lowerBound), duration: .seconds(range.count * slotSeconds), gifts: sum.gifts,
            value: sum.value)
    }

    /// Returns the slots merged into at most `count` slots of equal width.
    public func merged(into count: Int) -> [Slot] {
        let width = max(1, (slots.count + count - 1) / max(1, count))
        return stride(from: 0, to: slots.count, by: width).map { Self.sum(slots[$0..<min($0 + width, slots.count)]) }
    }

    private func start(of index: Int) -> Duration { .seconds(index * slotSeconds) }

    private static func sum(_ slots: ArraySlice<Slot>) -> Slot {
        slots.reduce(into: Slot()) { sum, slot in
            sum.gifts = sum.gifts.addingSaturating(slot.gifts)
            sum.value = sum.value.addingSaturating(slot.value)
        }
    }
}
