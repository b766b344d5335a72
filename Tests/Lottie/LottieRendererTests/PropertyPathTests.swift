import Testing

@testable import LottieRenderer

@Suite("Property paths are parsed and matched")
struct PropertyPathTests {
    @Test(
        "dots separate names, quotes and backslashes escape dots, and wildcards stand for whole names",
        arguments: [
            ("Color", [.name("Color")]),
            ("Balloon.Fill 1.Color", [.name("Balloon"), .name("Fill 1"), .name("Color")]),
            ("Balloon.*.Color", [.name("Balloon"), .anyName, .name("Color")]),
            ("**.Color", [.anyNames, .name("Color")]),
            ("\"Dr. Who\".Text", [.name("Dr. Who"), .name("Text")]),
            (#"Dr\. Who.Text"#, [.name("Dr. Who"), .name("Text")]),
            (#""say \"hi\"".Text"#, [.name("say \"hi\""), .name("Text")]),
            ("\"**\".Color", [.name("**"), .name("Color")]), (#"\*.Color"#, [.name("*"), .name("Color")]),
            ("5*.***.Color", [.name("5*"), .name("***"), .name("Color")]),
            (" a b .Color", [.name(" a b "), .name("Color")]), ("a=b.Color", [.name("a=b"), .name("Color")]),
            ("心.🎈.Color", [.name("心"), .name("🎈"), .name("Color")]),
            (#"a\nb."c\t\u{202E}d".Color"#, [.name("a\nb"), .name("c\t\u{202E}d"), .name("Color")]),
        ] as [(String, [PropertyPath.Segment])])
    func pathsAreParsed(text: String, segments: [PropertyPath.Segment]) throws {
        let path = try PropertyPath(parsing: text)
        #expect(path.segments == segments)
        #expect(try PropertyPath(parsing: path.description) == path)
    }

    @Test(
        "the error for an invalid path has the column",
        arguments: [
            ("", 1, "expected a name, * or **"), (".Color", 1, "expected a name, * or **"),
            ("a..Color", 3, "expected a name, * or **"), ("a.", 3, "expected a name, * or **"),
            ("a.*", 3, "expected the name of a property"), ("a.**", 3, "expected the name of a property"),
            ("a.\"b", 3, "expected a closing quote"), ("\"a\"b.Color", 4, "expected a dot"),
            ("a.\"\".Color", 3, "expected a name"), ("a.b\\", 5, "expected a character after the backslash"),
            (#"a.\u41.b"#, 3, #"expected the number of a character such as \u{202e}"#),
            (#"a.b\u{110000}.c"#, 4, #"expected the number of a character such as \u{202e}"#),
            (#"a."\u{}".c"#, 4, #"expected the number of a character such as \u{202e}"#),
            (Array(repeating: "a", count: 64).joined(separator: "."), 127, "expected at most 63 names"),
        ])
    func errorsHaveColumns(text: String, column: Int, problem: String) {
        #expect(throws: PropertyPathError(column: column, problem: problem)) { try PropertyPath(parsing: text) }
    }

    @Test(
        "a name is written so that it can be read and typed, with escapes for what is not seen",
        arguments: [
            ("Text", "Text"), ("👩‍🚀", "👩‍🚀"), ("é", "é"), ("Dr. Who", #""Dr. Who""#), ("a\r\nb", #""a\r\nb""#),
            ("a\tb\u{1B}", #""a\tb\u{1b}""#), ("\u{202E}abc", #""\u{202e}abc""#), ("\u{200B}", #""\u{200b}""#),
            ("1=2\\", #""1=2\\""#),
        ])
    func namesAreWrittenWithEscapes(name: String, text: String) throws {
        let path = PropertyPath(names: [name, "Color"])
        #expect(path.description == "\(text).Color")
        #expect(try PropertyPath(parsing: path.description) == path)
    }

    @Test(
        "the path of an assignment ends at the first equals sign outside of quotes",
        arguments: [
            ("a.Color=#fff", "a.Color", "#fff"), ("a.Text=b=c", "a.Text", "b=c"), ("a.Text=", "a.Text", ""),
            ("\"a=b\".Text=c", "\"a=b\".Text", "c"), (#"a\=b.Text=c"#, "\"a=b\".Text", "c"),
            ("a.Color", "a.Color", nil),
        ])
    func assignmentPathEndsAtEqualsSign(text: String, path: String, value: String?) throws {
        let parsed = try PropertyPath.parse(assignment: text)
        #expect(parsed.path == (try PropertyPath(parsing: path)))
        #expect(parsed.value == value)
    }

    /// The names that lead to a property; those in parentheses can be omitted.
    private static let pathText = "Balloon.Group 1.(Transform).Position"

    @Test(
        "a path matches a property by its names, with * for one name and ** for any number of names",
        arguments: [
            ("Balloon.Group 1.Transform.Position", true), ("Balloon.Group 1.Position", true),
            ("Balloon.*.Position", true), ("Balloon.*.*.Position", true), ("Balloon.*.*.*.Position", false),
            ("**.Position", true), ("**.Group 1.**.Position", true), ("**.**.**.Position", true),
            ("*.Position", false), ("Balloon.**.Group 1.Position", true), ("Balloon.**.Group 2.**.Position", false),
            ("Position", false), ("**.Scale", false), ("balloon.**.Position", false),
            ("Balloon.Group 1.Transform.Place", true), ("Balloon.Group 1", false), ("**.Transform", false),
            ("**.Transform.Position", true), ("Balloon.Transform.**.Position", false),
        ])
    func pathMatchesByNamesAndWildcards(text: String, leads: Bool) throws {
        let parts = Self.pathText.split(separator: ".").map(String.init)
        let way = parts.dropLast().map { (name: $0.filter { !"()".contains($0) }, isOptional: $0.hasPrefix("(")) }
        let property = AnimationProperty(
            path: PropertyPath(names: way.map(\.name) + ["Position"]), kind: .vector, value: .vector(x: 0, y: 0),
            isAnimated: false, expressionPlaces: [], pathElements: way, names: ["Position", "Place"])
        #expect(property.matches(try PropertyPath(parsing: text)) == leads)
    }
}
