import FaultProxy
import HTTPTransfer
import Testing

@Suite struct AnswerTests {
    @Test func aBodyComesWholeAfterItsHead() throws {
        let file = pattern(1 << 20)
        let server = try LoopbackServer(files: ["/file": file])
        var order: [String] = []
        var body: [UInt8] = []
        let head = try transfer().perform(
            HTTPRequest(server.url("/file")), onHead: { order.append("head \($0.status)") },
            onBody: {
                if body.isEmpty { order.append("body") }
                body += $0
            }, isCancelled: { false })
        #expect(order == ["head 200", "body"])
        #expect(body == file)
        #expect(head.status == 200)
        #expect(head.url == server.url("/file"))
    }

    @Test func anyStatusIsAnAnswer() throws {
        let server = try LoopbackServer(files: [:])
        let (head, body) = try transfer().answer(to: HTTPRequest(server.url("/none")))
        #expect(head.status == 404)
        #expect(String(decoding: body, as: UTF8.self) == "no such file\n")
    }
}
