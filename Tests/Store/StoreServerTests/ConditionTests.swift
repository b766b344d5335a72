import HTTPTypes
import Testing

@testable import StoreServer

@Suite("Conditions of requests")
struct ConditionTests {
    @Test(
        "a header lists entity tags",
        arguments: [
            ("\"a\"", [EntityTag("a")]), ("W/\"a\"", [EntityTag("a", isWeak: true)]),
            (" \"a\" ,\"b,c\", W/\"d\"", [EntityTag("a"), EntityTag("b,c"), EntityTag("d", isWeak: true)]),
            ("", []), ("a", []), ("\"a", []), ("\"\"", [EntityTag("")]),
        ])
    func headerListsTags(header: String, tags: [EntityTag]) {
        #expect(EntityTagCondition(header: header) == .these(tags))
    }

    @Test("a star stands for any state", arguments: ["*", " * "])
    func starMeansAnyState(header: String) {
        let condition = EntityTagCondition(header: header)
        #expect(condition == .any)
        #expect(condition.includes(identical: EntityTag("a")))
        #expect(condition.includes(equivalent: EntityTag("a")))
    }

    @Test("tags compare weakly for copies and strongly for changes")
    func tagsCompareWeaklyOrStrongly() {
        let weak = EntityTagCondition(header: "W/\"a\"")
        #expect(weak.includes(equivalent: EntityTag("a")))
        #expect(!weak.includes(identical: EntityTag("a")))
        #expect(!weak.includes(equivalent: EntityTag("b")))
        #expect(EntityTagCondition(header: "\"a\"").includes(identical: EntityTag("a")))
    }

    @Test("a change compares `If-Match` strongly and `If-None-Match` weakly")
    func ifMatchIsStrongIfNoneMatchWeak() {
        let tag = EntityTag("a")
        for header in ["\"a\"", "W/\"a\"", "\"a-gzip\"", "W/\"a-gzip\"", "*"] {
            #expect(!ChangePrecondition([.ifNoneMatch: header]).isSatisfied(by: tag), "\(header)")
            #expect(ChangePrecondition([.ifMatch: header]).isSatisfied(by: tag) == !header.hasPrefix("W/"), "\(header)")
        }
        #expect(ChangePrecondition([.ifNoneMatch: "W/\"b\""]).isSatisfied(by: tag))
    }

    @Test("the tag of a packed form identifies the document too")
    func compressedTagIdentifiesDocument() {
        let tag = EntityTag("a")
        #expect(tag.compressed != tag)
        #expect(EntityTagCondition(header: tag.compressed.header).includes(content: tag))
        #expect(EntityTagCondition(header: tag.header).includes(content: tag))
        #expect(!EntityTagCondition(header: "\"b\"").includes(content: tag))
    }
}

@Suite("Packed answers")
struct ContentCodingTests {
    @Test(
        "a client gets packed answers if it accepts gzip",
        arguments: [
            ("gzip", true), ("deflate, gzip;q=1.0, *;q=0.5", true), ("GZIP", true), ("x-gzip", true), ("*", true),
            ("gzip;q=0", false), ("gzip; q=0.0", false), ("identity", false), ("", false), ("*;q=0", false),
            ("gzip;q=0, *", false), ("br", false), ("gzip;q=0.001", true),
        ])
    func gzipIsUsedIfAccepted(header: String, isAccepted: Bool) {
        #expect(ContentCoding.acceptsGzip(header) == isAccepted)
    }

    @Test("an answer is sent plain if packing makes it longer")
    func incompressibleContentIsSentPlain() {
        #expect(ContentCoding.gzipped([]) == nil)
        #expect(ContentCoding.gzipped([1, 2, 3]) == nil)
        #expect(ContentCoding.gzipped([UInt8](repeating: 7, count: 1_000)).map { $0.count < 100 } == true)
    }
}
