import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("giftty check --format junit")
struct JUnitTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            name: what <XML> & "CI" must quote
            gifts: {heart: 1s}
            events:
              - {at: 0, gift: heart, from: "<ann> & \\u0007 ]]> \\"bob\\""}
            expect:
              - {gift: 1, outcome: replaced}
              - {completed: 1}
              - {completed: 2, dropped: 1, order: [2]}
            """, to: "a.yaml")
        try folder.write("events: []\nexpect: [{completed: 0}]\n", to: "b.yaml")
        try folder.write("events: []\n", to: "c.yaml")
    }

    @Test("each scenario is a suite, and each expectation a case with its failure")
    func scenarioIsSuiteOfExpectations() throws {
        let result = try Program.run(["check", "a.yaml", "b.yaml", "c.yaml", "--format", "junit"], in: folder)
        #expect(result.status == 1 && result.errors == "")
        let document = try XMLDocument(xmlString: result.output)
        let root = try #require(document.rootElement())
        #expect(root.name == "testsuites")
        let suites = root.elements(forName: "testsuite")
        #expect(suites.map { $0["name"] } == ["a.yaml", "b.yaml", "c.yaml"])
        #expect(suites.map { $0["id"] } == ["0", "1", "2"])
        #expect(suites.map { $0["tests"] } == ["3", "1", "0"])
        #expect(suites.map { $0["failures"] } == ["2", "0", "0"])
        #expect(suites[0]["package"] == #"what <XML> & "CI" must quote"#)
        let cases = suites[0].elements(forName: "testcase")
        #expect(
            cases.map { $0["name"] } == ["gift 1: replaced", "completed 1", "completed 2, dropped 1, order [2]"])
        let failures = cases.map { $0.elements(forName: "failure") }
        #expect(failures.map(\.count) == [1, 0, 1])
        #expect(failures[0][0]["message"] == "gift 1: expected replaced, found completed at 1s")
        #expect(
            failures[2][0]["message"]
                == "completed: expected 2, found 1; dropped: expected 1, found 0; order: expected [2], found [1]")
        let text = try #require(failures[0][0].stringValue)
        #expect(text.hasPrefix("a.yaml:6:5: gift 1: expected replaced, found completed at 1s\n"))
        #expect(text.contains(#""from":"<ann> & \u0007 ]]> \"bob\"""#))
    }

    @Test("the report is valid for common CI servers", .enabled(if: JUnitTests.xmllint != nil))
    func reportIsValidForSchema() throws {
        try folder.write(Self.schema, to: "junit.xsd")
        let result = try Program.run(["check", "a.yaml", "b.yaml", "c.yaml", "--format", "junit"], in: folder)
        let file = try folder.write(result.output, to: "report.xml")
        let xmllint = try #require(Self.xmllint)
        let lint = try ChildProgram.run([xmllint, "--noout", "--schema", "junit.xsd", file], folder: folder.path)
        #expect(lint.status == 0, "\(lint.errors)")
    }

    static let xmllint = Programs.find("xmllint")

    /// The common part of the schemas in use: a document that is valid here is valid for each of them.
    private static let schema = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
          <xs:simpleType name="words">
            <xs:restriction base="xs:token"><xs:minLength value="1"/></xs:restriction>
          </xs:simpleType>
          <xs:simpleType name="moment">
            <xs:restriction base="xs:dateTime"><xs:pattern value="[^Z+.]{19}"/></xs:restriction>
          </xs:simpleType>
          <xs:simpleType name="seconds">
            <xs:restriction base="xs:decimal"><xs:pattern value="[0-9]+([.][0-9]+)?"/></xs:restriction>
          </xs:simpleType>
          <xs:element name="testsuites">
            <xs:complexType>
              <xs:sequence><xs:element name="testsuite" type="suite" maxOccurs="unbounded"/></xs:sequence>
            </xs:complexType>
          </xs:element>
          <xs:complexType name="suite">
            <xs:sequence>
              <xs:element name="properties"><xs:complexType/></xs:element>
              <xs:element name="testcase" type="case" minOccurs="0" maxOccurs="unbounded"/>
              <xs:element name="system-out" type="xs:string"/>
              <xs:element name="system-err" type="xs:string"/>
            </xs:sequence>
            <xs:attribute name="name" type="words" use="required"/>
            <xs:attribute name="package" type="xs:token" use="required"/>
            <xs:attribute name="id" type="xs:int" use="required"/>
            <xs:attribute name="timestamp" type="moment" use="required"/>
            <xs:attribute name="hostname" type="words" use="required"/>
            <xs:attribute name="tests" type="xs:int" use="required"/>
            <xs:attribute name="failures" type="xs:int" use="required"/>
            <xs:attribute name="errors" type="xs:int" use="required"/>
            <xs:attribute name="skipped" type="xs:int"/>
            <xs:attribute name="time" type="seconds" use="required"/>
          </xs:complexType>
          <xs:complexType name="case">
            <xs:choice minOccurs="0"><xs:element name="failure" type="failure"/></xs:choice>
            <xs:attribute name="name" type="words" use="required"/>
            <xs:attribute name="classname" type="words" use="required"/>
            <xs:attribute name="time" type="seconds" use="required"/>
          </xs:complexType>
          <xs:complexType name="failure">
            <xs:simpleContent>
              <xs:extension base="xs:string">
                <xs:attribute name="message" type="xs:string"/>
                <xs:attribute name="type" type="xs:string" use="required"/>
              </xs:extension>
            </xs:simpleContent>
          </xs:complexType>
        </xs:schema>
        """
}

extension XMLElement {
    fileprivate subscript(name: String) -> String? { attribute(forName: name)?.stringValue }
}
