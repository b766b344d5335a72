import SeededRandomness
import Testing

@testable import Playback

/// Tests that an array in chunks is an array, and that copies are independent.
@Suite struct ChunkedArrayTests {
    /// The second number of elements is shortly before a group of chunks is full.
    @Test(arguments: 1...UInt64(6), [0, ChunkedArray<Int>.groupSize + ChunkedArray<Int>.chunkSize - 500])
    func randomChangesAreThoseOfAnArray(seed: UInt64, count: Int) {
        var random = SeededGenerator(seed: seed)
        var array = Array(0..<count)
        var chunked = ChunkedArray<Int>(0..<count)
        var copies: [(array: [Int], chunked: ChunkedArray<Int>)] = []
        var greatestCount = 0
        // It grows to several chunks, and shrinks again to none.
        for step in 0..<4_000 {
            switch random.next(below: step < 2_000 ? 6 : 3) {
            case 0 where !array.isEmpty:
                array.removeLast()
                chunked.removeLast()
            case 1 where !array.isEmpty:
                let index = random.next(below: array.count)
                array[index] = step
                chunked[index] = step
            case 2 where !array.isEmpty:
                let (one, other) = (random.next(below: array.count), random.next(below: array.count))
                array.swapAt(one, other)
                chunked.swapAt(one, other)
            default:
                array.append(step)
                chunked.append(step)
            }
            greatestCount = max(greatestCount, array.count)
            if random.next(below: 200) == 0 { copies.append((array, chunked)) }
        }
        #expect(Array(chunked) == array && chunked.count == array.count, "seed \(seed)")
        #expect(greatestCount > count + 8 * ChunkedArray<Int>.chunkSize, "seed \(seed)")
        for (array, chunked) in copies { #expect(Array(chunked) == array, "seed \(seed)") }
    }
}
