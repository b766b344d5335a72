import FaultProxy
import Foundation
import HTTPClient
import Testing

@Suite(.enabled(if: TLSServer.openssl != nil), .timeLimit(.minutes(2)))
struct CertificateTests {
    @Test func selfSignedCertificateIsRejected() throws {
        let server = try TLSServer(.files, files: ["gift": pattern(50_000)])
        let request = HTTPRequest("https://localhost:\(server.port)/gift")
        let words = failure(of: request)
        #expect(words.hasPrefix("certificate of localhost: self"))
        #expect(try transfer(certificateFile: server.certificateFile).fetch(request).body == pattern(50_000))
    }

    @Test func certificateOfOtherHostIsRejected() throws {
        let server = try TLSServer(.files, name: "DNS:other.test", files: ["gift": [1]])
        let words = failure(
            of: HTTPRequest("https://localhost:\(server.port)/gift"),
            over: transfer(certificateFile: server.certificateFile))
        #expect(words.hasPrefix("certificate of localhost: ") && words.contains("name"))
    }

    @Test func invalidCertificateFileIsReported() throws {
        let server = try TLSServer(.files)
        let words = failure(
            of: HTTPRequest("https://localhost:\(server.port)/gift"), over: transfer(certificateFile: "/nowhere.pem"))
        #expect(words.hasPrefix("certificate of localhost: ") && words.contains("/nowhere.pem"))
    }

    @Test func unencryptedServerIsRejected() throws {
        let server = try LoopbackServer { _ in .text("plain") }
        let proxy = try FaultProxy(to: server.port, [.replace(status: 200, headers: [:], body: "plain")])
        let words = failure(of: HTTPRequest("https://127.0.0.1:\(proxy.port)/"))
        #expect(words.hasPrefix("no encrypted connection to 127.0.0.1: "))
    }

    @Test func corruptedEncryptionIsError() throws {
        let server = try TLSServer(.files, files: ["gift": pattern(50_000)])
        let proxy = try FaultProxy(to: server.port, [.corrupt(at: .answer(20_000)), .none])
        let trusting = transfer(certificateFile: server.certificateFile)
        let request = HTTPRequest("https://127.0.0.1:\(proxy.port)/gift")
        #expect(failure(of: request, over: trusting).hasPrefix("the connection broke: "))
        #expect(failure(of: request, over: trusting) == "status 200, 50000 bytes")
    }
}
