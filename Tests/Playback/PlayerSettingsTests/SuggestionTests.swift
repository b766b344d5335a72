import PlayerSettings
import Testing

/// Tests of the error for unknown names.
@Suite struct SuggestionTests {
    @Test(arguments: [
        ("vlaue", ["name", "value"], #"unknown field "vlaue", did you mean "value"?"#),
        ("x", ["name", "value"], #"unknown field "x", expected one of name, value"#),
        ("x", ["name"], #"unknown field "x", expected name"#),
        ("x", [], #"unknown field "x""#),
        ("x", ["one", "two", "three", "four"], #"unknown field "x", expected one of one, two, three and 1 more"#),
    ])
    func unknownNameHasSuggestionOrKnownNames(name: String, known: [String], message: String) {
        #expect(Suggestion.unknown("field", name, among: known, maxListed: 3) == message)
    }
}
