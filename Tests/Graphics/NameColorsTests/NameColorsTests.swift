import NameColors
import Testing

@Suite("The colors of names")
struct NameColorsTests {
    /// The indices, computed by another program from the definition of FNV-1a.
    static let indices: [(name: String, index: Int)] = [
        ("", 5), ("a", 4), ("b", 5), ("c", 2), ("d", 3), ("ann", 0), ("bob", 4), ("cy", 1), ("dee", 5), ("Ann Lee", 2),
        ("é", 1), ("李", 6), ("שלום", 6), ("👩‍👩‍👧", 4),
    ]

    @Test("a name always has the same color", arguments: indices)
    func index(name: String, index: Int) {
        #expect(NameColors.index(of: name) == index)
    }

    @Test("there are as many dark colors as bright ones, and all differ")
    func bothListsHaveDistinctColors() {
        #expect(NameColors.onDark.count == 8 && NameColors.onLight.count == 8)
        #expect(Set(NameColors.onDark + NameColors.onLight).count == 16)
        #expect((NameColors.onDark + NameColors.onLight).allSatisfy { $0 <= 0xFFFFFF })
    }

    @Test("every color is used by about as many names as the others")
    func colorsAreEvenlyUsed() {
        let counts = (0..<800).reduce(into: [Int](repeating: 0, count: 8)) {
            $0[NameColors.index(of: "viewer-\($1)")] += 1
        }
        #expect(counts.allSatisfy { $0 > 50 }, "\(counts)")
    }
}
