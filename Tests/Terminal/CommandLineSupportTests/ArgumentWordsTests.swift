import CommandLineSupport
import Testing

@Suite("Words of a command line")
struct ArgumentWordsTests {
    @Test(
        "a negative number is a value: of the option before it, or by itself",
        arguments: [
            (["demo", "--seed", "-1"], ["demo", "--seed=-1"]),
            (["play", "a", "--hold", "-1.5s", "--loop", "2"], ["play", "a", "--hold=-1.5s", "--loop", "2"]),
            (["--x", "-.5"], ["--x=-.5"]),
            (["control", "c", "seek", "-1", "--from", "a"], ["control", "c", "seek", "--from", "a", "--", "-1"]),
            (["set", "--a=1", "-2", "--", "--b", "-3"], ["set", "--a=1", "--", "-2", "--b", "-3"]),
        ])
    func negativeNumberIsValue(words: [String], expected: [String]) {
        #expect(ArgumentWords.takingNegativeNumbersAsValues(words) == expected)
    }

    @Test(
        "all other words stay as they are",
        arguments: [
            [], ["-"], ["-o", "-"], ["--seed", "--rate"], ["-h"], ["a", "--", "-1"], ["--"],
            ["---completion", "demo", "--", "--seed", "-1"],
        ])
    func othersStay(words: [String]) {
        #expect(ArgumentWords.takingNegativeNumbersAsValues(words) == words)
    }
}
