import Testing

@testable import HTTPClient

@Suite struct ErrorTextTests {
    @Test(arguments: [
        (
            HTTPTransferError.stalled(.init(bytesPerSecond: 1000, over: .seconds(20))),
            "stalled: under 1000 bytes a second for 20s"
        ),
        (.stalled(.init(bytesPerSecond: 0, over: .milliseconds(45_500))), "stalled: nothing for 45.5s"),
        (.timedOut(after: .milliseconds(250)), "not finished within 0.25s"),
        (.connectTimedOut("a:1", after: .milliseconds(1001)), "no connection to a:1 within 1.001s"),
        (.truncated(received: 512, announced: 1000), "cut short: 512 of 1000 bytes came"),
        (
            .certificate(host: "a.test", reason: "self-signed certificate"),
            "certificate of a.test: self-signed certificate"
        ),
        (.libraryMissing(reason: "libcurl.so.4: not found"), "libcurl is missing: libcurl.so.4: not found"),
    ])
    func errorIsOneReadableLine(_ error: HTTPTransferError, words: String) {
        #expect("\(error)" == words)
    }

    @Test func serverTextIsTerminalSafe() {
        let words =
            "\(HTTPTransferError.redirectRejected("x:\u{1B}[2J\n\u{202E}" + String(repeating: "y", count: 500)))"
        #expect(words.hasPrefix("redirected out of http and https, to \"x:?[2J??yyy"))
        #expect(words.count < 260)
    }

    @Test(arguments: [
        ([:], "localhost,127.0.0.1,::1"),
        (["no_proxy": "*"], "*"),
        (["no_proxy": "a.test", "NO_PROXY": "b.test"], "a.test,localhost,127.0.0.1,::1"),
        (["no_proxy": "", "NO_PROXY": "b.test"], "b.test,localhost,127.0.0.1,::1"),
    ])
    func localHostsBypassProxy(_ variables: [String: String], hosts: String) {
        #expect(ProxyBypassHosts.noProxyList { variables[$0] } == hosts)
    }
}
