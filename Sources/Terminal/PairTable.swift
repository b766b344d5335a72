import HalfBlocks

/// Which number stands for which pair of colours on the screen.
///
/// ncurses knows a cell's colours only as a pair's number and compares cells by it. Redefining a pair that is in use
/// makes ncurses search the whole screen, so here a number keeps its colours as long as a cell shows them, and numbers
/// nobody shows any more are given out anew only once all are used up. Number 0 is the terminal's own colours.
struct PairTable {
    /// Numbers run from 0 to one less than this.
    let capacity: Int
    /// The numbers given out at least once, 0 included; those are the ones ncurses has been told of.
    private(set) var highWater = 1

    private var colors: [UInt64]
    private var uses: [Int32]
    private var free: [Int32] = []
    /// Open addressing by colours; a number of 0 marks an empty slot.
    private var slots: [Int32]

    /// A table for a screen of this many cells.
    ///
    /// Between two frames at most every cell changes its pair, so twice the cells can be in use at once; twice that
    /// leaves half of the numbers for pairs that come back.
    init(cells: Int) {
        capacity = max(65_536, cells * 4)
        colors = [Self.key(.terminalDefault, .terminalDefault)]
        uses = [0]
        slots = [Int32](repeating: 0, count: (capacity * 2).nextPowerOfTwo)
    }

    /// The number of a pair, which then counts one use more.
    ///
    /// At most `cells` calls may come between two calls of ``reclaim(forCells:)``.
    mutating func acquire(foreground: CellColor, background: CellColor) -> Int32 {
        let key = Self.key(foreground, background)
        if key == colors[0] { return 0 }
        let mask = slots.count - 1
        var slot = Self.hash(key) & mask
        while slots[slot] != 0 {
            let number = slots[slot]
            if colors[Int(number)] == key {
                uses[Int(number)] += 1
                return number
            }
            slot = (slot + 1) & mask
        }
        let number = nextNumber(for: key)
        slots[slot] = number
        return number
    }

    private mutating func nextNumber(for key: UInt64) -> Int32 {
        if let number = free.popLast() {
            colors[Int(number)] = key
            uses[Int(number)] = 1
            return number
        }
        precondition(highWater < capacity, "more pairs than a frame of this screen can need")
        colors.append(key)
        uses.append(1)
        highWater += 1
        return Int32(highWater - 1)
    }

    /// A cell that showed this pair no longer does.
    mutating func release(_ number: Int32) {
        if number != 0 { uses[Int(number)] -= 1 }
    }

    /// The two colours of a number that was given out.
    func pair(_ number: Int) -> (foreground: CellColor, background: CellColor)? {
        guard colors.indices.contains(number) else { return nil }
        let key = colors[number]
        return (
            CellColor(encoded: UInt32(truncatingIfNeeded: key >> 32)),
            CellColor(encoded: UInt32(truncatingIfNeeded: key))
        )
    }

    /// Makes sure that as many new pairs as a frame can need have numbers, by taking back those no cell shows.
    ///
    /// To be called between frames only: within one, a number taken back could be given to the very cell that showed
    /// it, and ncurses would see no change.
    mutating func reclaim(forCells cells: Int) {
        guard free.count + capacity - highWater < cells else { return }
        free.removeAll(keepingCapacity: true)
        for index in slots.indices { slots[index] = 0 }
        let mask = slots.count - 1
        for number in (1..<highWater).reversed() {
            if uses[number] == 0 {
                free.append(Int32(number))
                continue
            }
            var slot = Self.hash(colors[number]) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = Int32(number)
        }
    }

    private static func key(_ foreground: CellColor, _ background: CellColor) -> UInt64 {
        UInt64(foreground.encoded) << 32 | UInt64(background.encoded)
    }

    private static func hash(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 33)
    }
}

extension Int {
    fileprivate var nextPowerOfTwo: Int {
        self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
    }
}
