import Testing

@testable import StoreServer

@Suite("Conditions of requests")
struct ConditionTests {
    @Test(
        "name states",
        arguments: [
            ("\"a\"", [EntityTag("a")]), ("W/\"a\"", [EntityTag("a", isWeak: true)]),
            (" \"a\" ,\"b,c\", W/\"d\"", [EntityTag("a"), EntityTag("b,c"), EntityTag("d", isWeak: true)]),
            ("", []), ("a", []), ("\"a", []), ("\"\"", [EntityTag("")]),
        ])
    func tags(header: String, tags: [EntityTag]) {
        #expect(EntityTagCondition(header: header) == .these(tags))
    }

    @Test("take any state by a star", arguments: ["*", " * "])
    func any(header: String) {
        let condition = EntityTagCondition(header: header)
        #expect(condition == .any)
        #expect(condition.includes(identical: EntityTag("a")))
        #expect(condition.includes(equivalent: EntityTag("a")))
    }

    @Test("compare copies weakly and changes strongly")
    func comparison() {
        let weak = EntityTagCondition(header: "W/\"a\"")
        #expect(weak.includes(equivalent: EntityTag("a")))
        #expect(!weak.includes(identical: EntityTag("a")))
        #expect(!weak.includes(equivalent: EntityTag("b")))
        #expect(EntityTagCondition(header: "\"a\"").includes(identical: EntityTag("a")))
    }

    @Test("know a document by the tag of its packed form too")
    func packed() {
        let tag = EntityTag("a")
        #expect(tag.packed != tag)
        #expect(EntityTagCondition(header: tag.packed.header).includes(content: tag))
        #expect(EntityTagCondition(header: tag.header).includes(content: tag))
        #expect(!EntityTagCondition(header: "\"b\"").includes(content: tag))
    }
}

@Suite("Packed answers")
struct ContentCodingTests {
    @Test(
        "go to who takes them",
        arguments: [
            ("gzip", true), ("deflate, gzip;q=1.0, *;q=0.5", true), ("GZIP", true), ("x-gzip", true), ("*", true),
            ("gzip;q=0", false), ("gzip; q=0.0", false), ("identity", false), ("", false), ("*;q=0", false),
            ("gzip;q=0, *", false), ("br", false), ("gzip;q=0.001", true),
        ])
    func acceptance(header: String, isTaken: Bool) {
        #expect(ContentCoding.acceptsGzip(header) == isTaken)
    }

    @Test("are sent plain where packing makes them longer")
    func incompressible() {
        #expect(ContentCoding.gzipped([]) == nil)
        #expect(ContentCoding.gzipped([1, 2, 3]) == nil)
        #expect(ContentCoding.gzipped([UInt8](repeating: 7, count: 1_000)).map { $0.count < 100 } == true)
    }
}
