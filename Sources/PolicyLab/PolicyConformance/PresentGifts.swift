import ExactNumbers
import Playback
import RoomEvents

/// A gift that has arrived and has not ended, and when it can have arrived.
struct PresentGift: Sendable {
    /// The index of the line of its arrival.
    let line: Int
    /// The controller's time of its arrival.
    let arrivedAt: Nanoseconds
    /// When it arrived.
    let arrivedIn: TimeSpan
    /// When the latest gift arrived that was merged into it, or it arrived itself.
    var latestIn: TimeSpan
    /// The controller's time of that arrival.
    var latest: Nanoseconds
    /// The number of that arrival.
    var latestNumber: Int
}

/// The gifts of a state that have not ended, by their number in the controller.
///
/// Thousands can wait in thousands of states, so states share what they have in common, and are compared by digests.
struct PresentGifts: Sendable {
    private var gifts = ChunkedArray<PresentGift?>()
    /// The numbers of the gifts by the line of their arrival; 0 for those that are not present.
    private var numbers: ChunkedArray<Int>
    /// The numbers of the gifts of one kind and sender, by the family of the log, the latest arrival last; empty if
    /// nothing is ever merged.
    private var families: ChunkedArray<[Int]>
    /// What tells the gifts and their arrivals apart.
    private(set) var digest = Digest()
    /// What tells the gifts and the times of their arrivals apart.
    private(set) var timedDigest = Digest()

    /// Creates the gifts of a session that begins.
    ///
    /// - Parameters:
    ///   - index: The log.
    ///   - mayMerge: Whether gifts may be merged at any time of the session.
    init(_ index: LogIndex, mayMerge: Bool) {
        numbers = ChunkedArray(repeatElement(0, count: index.lines.count))
        families = ChunkedArray(repeatElement([], count: mayMerge ? index.familyCount : 0))
    }

    subscript(number: Int) -> PresentGift? {
        number > 0 && number <= gifts.count ? gifts[number - 1] : nil
    }

    /// Returns the number of the gift that arrived on a line; `nil` if it has not arrived or has ended.
    func number(arrivedOn line: Int) -> Int? { numbers[line] > 0 ? numbers[line] : nil }

    /// Returns the gift of a family with the latest arrival.
    func latest(ofFamily family: Int) -> PresentGift? {
        family < families.count ? families[family].last.flatMap { self[$0] } : nil
    }

    /// Returns whether there is a gift that satisfies `isIncluded`.
    ///
    /// - Complexity: O(*n*) for *n* arrivals.
    func contains(where isIncluded: (Int, PresentGift) -> Bool) -> Bool {
        gifts.indices.contains { index in gifts[index].map { isIncluded(index + 1, $0) } ?? false }
    }

    /// Adds a gift that arrives; its number is the next one.
    mutating func add(_ gift: PresentGift, number: Int, family: Int) {
        while gifts.count < number { gifts.append(nil) }
        gifts[number - 1] = gift
        numbers[gift.line] = number
        if family < families.count { families[family].append(number) }
        digest.add(number, gift.line)
        timedDigest.add(number, Int(gift.arrivedAt))
    }

    /// Removes a gift that ends, and returns it.
    mutating func remove(_ number: Int, in index: LogIndex) -> PresentGift? {
        guard let gift = self[number] else { return nil }
        gifts[number - 1] = nil
        numbers[gift.line] = 0
        remove(number, fromFamily: index.families[gift.line] ?? 0)
        digest.remove(number, gift.line)
        timedDigest.remove(number, Int(gift.arrivedAt))
        return gift
    }

    /// Notes that the arrival with the number `latestNumber` was merged into a gift.
    mutating func renew(_ number: Int, in span: TimeSpan, at time: Nanoseconds, by latestNumber: Int, family: Int) {
        guard var gift = self[number] else { return }
        gift.latestIn = span
        gift.latest = time
        gift.latestNumber = latestNumber
        gifts[number - 1] = gift
        remove(number, fromFamily: family)
        if family < families.count { families[family].append(number) }
    }

    private mutating func remove(_ number: Int, fromFamily family: Int) {
        guard family < families.count, let index = families[family].firstIndex(of: number) else { return }
        families[family].remove(at: index)
    }

    /// Returns ``timedDigest`` without some gifts.
    func timedDigest(without numbers: [Int]) -> Digest {
        var digest = timedDigest
        for number in numbers {
            if let gift = self[number] { digest.remove(number, Int(gift.arrivedAt)) }
        }
        return digest
    }
}

/// A sum of two hashes of each element of a set of pairs. Two sets with the same sums differ with a probability of less
/// than 10⁻²⁰, also among a million of them.
struct Digest: Hashable, Sendable {
    private var high: UInt64 = 0
    private var low: UInt64 = 0

    mutating func add(_ first: Int, _ second: Int) {
        high &+= Self.hash(first, second, 0x9E37_79B9_7F4A_7C15)
        low &+= Self.hash(first, second, 0xD1B5_4A32_D192_ED03)
    }

    mutating func remove(_ first: Int, _ second: Int) {
        high &-= Self.hash(first, second, 0x9E37_79B9_7F4A_7C15)
        low &-= Self.hash(first, second, 0xD1B5_4A32_D192_ED03)
    }

    private static func hash(_ first: Int, _ second: Int, _ salt: UInt64) -> UInt64 {
        let mixed = SeededRandom.mixed(UInt64(truncatingIfNeeded: first) &+ salt)
        return SeededRandom.mixed(mixed ^ UInt64(truncatingIfNeeded: second) &* salt)
    }
}
