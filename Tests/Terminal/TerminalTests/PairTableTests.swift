import TerminalCells
import Testing

@testable import Terminal

struct PairTableTests {
    private let red = CellColor(0xFF0000)
    private let blue = CellColor(0x0000FF)

    @Test func defaultColorsArePairZero() {
        var table = PairTable(cells: 10)
        #expect(table.acquire(foreground: .terminalDefault, background: .terminalDefault) == 0)
    }

    @Test func onlyEqualPairsShareANumber() {
        var table = PairTable(cells: 10)
        let first = table.acquire(foreground: red, background: blue)
        #expect(table.acquire(foreground: red, background: blue) == first)
        let swapped = table.acquire(foreground: blue, background: red)
        #expect(swapped != first)
        #expect(table.acquire(foreground: .palette(1), background: blue) != first)
        #expect(table.pair(Int(first)).map { [$0.foreground, $0.background] } == [red, blue])
        #expect(table.pair(Int(swapped)).map { [$0.foreground, $0.background] } == [blue, red])
    }

    @Test func unassignedNumberHasNoPair() {
        let table = PairTable(cells: 10)
        #expect(table.pair(1) == nil)
        #expect(table.pair(-1) == nil)
    }

    @Test func visiblePairKeepsItsNumber() {
        let cells = 20_000
        var table = PairTable(cells: cells)
        let kept = table.acquire(foreground: red, background: blue)
        var color: UInt32 = 0
        for _ in 0..<12 {
            table.reclaim(forCells: cells)
            var shown: [Int32] = []
            for _ in 0..<cells - 1 {
                color += 1
                let number = table.acquire(foreground: CellColor(color), background: CellColor(0x80_0000))
                #expect(number != kept)
                shown.append(number)
            }
            #expect(Set(shown).count == shown.count)
            for number in shown { table.release(number) }
        }
        #expect(table.acquire(foreground: red, background: blue) == kept)
        #expect(table.firstUnassigned <= table.capacity)
    }

    @Test func releasedNumberIsNotReusedWithinTheFrame() {
        let cells = 65_536
        var table = PairTable(cells: cells)
        table.reclaim(forCells: cells)
        let old = (0..<cells).map { table.acquire(foreground: CellColor(UInt32($0)), background: red) }
        table.reclaim(forCells: cells)
        let new = (0..<cells).map { table.acquire(foreground: CellColor(UInt32($0)), background: blue) }
        #expect(Set(old).isDisjoint(with: new))
    }

    @Test func releasedPairsStayKnownUntilReclaimed() {
        var table = PairTable(cells: 10)
        let number = table.acquire(foreground: red, background: blue)
        table.release(number)
        table.reclaim(forCells: 10)
        #expect(table.acquire(foreground: red, background: blue) == number)
    }
}
