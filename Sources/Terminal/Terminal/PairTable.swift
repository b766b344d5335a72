import TerminalCells

/// A table of the color pairs on the screen and their numbers.
///
/// ncurses identifies a cell's colors by the number of a pair and compares cells by it. Redefining a used pair makes
/// ncurses search the whole screen. Therefore a number keeps its colors as long as a cell shows them, and unused
/// numbers are assigned again only when all numbers are used up. Number 0 is the pair of the terminal's default colors.
struct PairTable {
    /// The number of pair numbers, which start at 0.
    let capacity: Int
    /// The first number that was never assigned; ncurses knows all numbers below it, including 0.
    private(set) var firstUnassigned = 1

    private var colors: [UInt64]
    private var useCounts: [Int32]
    private var free: [Int32] = []
    /// An open-addressing hash table from colors to numbers; 0 marks an empty slot.
    private var slots: [Int32]

    /// Creates a table for a screen with this number of cells.
    ///
    /// Between two frames every cell may change its pair, so that up to twice as many pairs as cells are in use. The
    /// capacity is twice that number, which leaves half of the numbers for pairs that are used again.
    init(cells: Int) {
        capacity = max(65_536, cells * 4)
        colors = [Self.key(.terminalDefault, .terminalDefault)]
        useCounts = [0]
        slots = [Int32](repeating: 0, count: (capacity * 2).nextPowerOfTwo)
    }

    /// Returns the number of a pair and adds one use to it.
    ///
    /// At most `cells` calls are permitted between two calls of ``reclaim(forCells:)``.
    mutating func acquire(foreground: CellColor, background: CellColor) -> Int32 {
        let key = Self.key(foreground, background)
        if key == colors[0] { return 0 }
        let mask = slots.count - 1
        var slot = Self.hash(key) & mask
        while slots[slot] != 0 {
            let number = slots[slot]
            if colors[Int(number)] == key {
                useCounts[Int(number)] += 1
                return number
            }
            slot = (slot + 1) & mask
        }
        let number = nextNumber(for: key)
        slots[slot] = number
        return number
    }

    /// Assigns a free number to a pair.
    private mutating func nextNumber(for key: UInt64) -> Int32 {
        if let number = free.popLast() {
            colors[Int(number)] = key
            useCounts[Int(number)] = 1
            return number
        }
        precondition(firstUnassigned < capacity, "more pairs than a frame of this screen can need")
        colors.append(key)
        useCounts.append(1)
        firstUnassigned += 1
        return Int32(firstUnassigned - 1)
    }

    /// Removes one use of a pair, because a cell no longer shows it.
    mutating func release(_ number: Int32) {
        if number != 0 { useCounts[Int(number)] -= 1 }
    }

    /// Returns the two colors of an assigned number, or nil for an unknown number.
    func pair(_ number: Int) -> (foreground: CellColor, background: CellColor)? {
        guard colors.indices.contains(number) else { return nil }
        let key = colors[number]
        return (
            CellColor(encoded: UInt32(truncatingIfNeeded: key >> 32)),
            CellColor(encoded: UInt32(truncatingIfNeeded: key))
        )
    }

    /// Reclaims unused numbers if fewer are free than a frame can need.
    ///
    /// It must only be called between frames. Within a frame, a reclaimed number could be assigned to the cell that
    /// showed it before, and ncurses would not see a change.
    mutating func reclaim(forCells cells: Int) {
        guard free.count + capacity - firstUnassigned < cells else { return }
        free.removeAll(keepingCapacity: true)
        for index in slots.indices { slots[index] = 0 }
        let mask = slots.count - 1
        for number in (1..<firstUnassigned).reversed() {
            if useCounts[number] == 0 {
                free.append(Int32(number))
                continue
            }
            var slot = Self.hash(colors[number]) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = Int32(number)
        }
    }

    /// Returns both colors as one key.
    private static func key(_ foreground: CellColor, _ background: CellColor) -> UInt64 {
        UInt64(foreground.encoded) << 32 | UInt64(background.encoded)
    }

    private static func hash(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 33)
    }
}

extension Int {
    /// The smallest power of two that is not below the number.
    fileprivate var nextPowerOfTwo: Int {
        self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
    }
}
