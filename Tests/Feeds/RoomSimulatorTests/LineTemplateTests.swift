import Testing

@testable import RoomEvents
@testable import RoomSimulator

@Suite("Templates of chat lines")
struct LineTemplateTests {
    @Test(
        "a known placeholder is replaced, and other text stays",
        arguments: [
            ("welcome {name}!", "welcome ann!"), ("{count} × {gift}", "3 × Heart"), ("no places", "no places"),
            ("{unknown} {name", "{unknown} {name"), ("}{", "}{"), ("{name}{name}", "annann"), ("", ""),
        ])
    func knownPlaceholdersAreReplaced(template: String, expected: String) {
        #expect(LineTemplate(template).filled(["name": "ann", "count": "3", "gift": "Heart"]) == expected)
    }

    @Test("a placeholder in an inserted name stays")
    func placeholderInInsertedNameStays() {
        #expect(LineTemplate("{name}").filled(["name": "{gift}", "gift": "Heart"]) == "{gift}")
    }
}

@Suite("The random numbers of the simulated room")
struct SeededRandomTests {
    @Test("the generator is SplitMix64 with the published first numbers for seed 1234567")
    func matchesPublishedSplitMix64Numbers() {
        var random = SeededRandom(seed: 1_234_567)
        #expect(
            (0..<3).map { _ in random.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ])
    }

    @Test("exponential numbers have the mean 1, and the share above 1 is 1/e")
    func exponentialNumbersHaveMeanOne() {
        var random = SeededRandom(seed: 3)
        let numbers = (0..<200_000).map { _ in Double(random.nextExponential()) / 4_294_967_296 }
        let mean = numbers.reduce(0, +) / 200_000
        #expect(abs(mean - 1) < 0.01)
        #expect(abs(Double(numbers.count { $0 > 1 }) / 200_000 - 0.367_88) < 0.005)
    }
}
