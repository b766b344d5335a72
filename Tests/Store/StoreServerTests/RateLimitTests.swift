import Hummingbird
import TestClocks
import Testing

@testable import StoreServer

@Suite("Limits for how often clients may ask")
struct RateLimitTests {
    @Test("a bucket allows its burst at once, and then its rate")
    func bucketAllowsBurstThenRate() {
        var buckets = RateBuckets(RateLimit(perSecond: 2, burst: 3))
        for _ in 0..<3 { #expect(buckets.consume("a", at: .seconds(10)) == nil) }
        #expect(buckets.consume("a", at: .seconds(10)) == .milliseconds(500))
        #expect(buckets.consume("b", at: .seconds(10)) == nil)
        #expect(buckets.consume("a", at: .milliseconds(10_400)) == .milliseconds(100))
        #expect(buckets.consume("a", at: .milliseconds(10_500)) == nil)
        #expect(buckets.consume("a", at: .milliseconds(10_500)) == .milliseconds(500))
        // It is never fuller than full.
        for _ in 0..<3 { #expect(buckets.consume("a", at: .seconds(100)) == nil) }
        #expect(buckets.consume("a", at: .seconds(100)) != nil)
    }

    @Test("a flood of keys needs bounded memory, and a key in use keeps its bucket")
    func floodOfKeysIsBounded() {
        var buckets = RateBuckets(RateLimit(perSecond: 0.001, burst: 1), capacity: 100)
        #expect(buckets.consume("guest", at: .zero) == nil)
        for number in 0..<40 { #expect(buckets.consume("\(number)", at: .zero) == nil) }
        #expect(buckets.wait(of: "guest", at: .zero) != nil)
        for number in 0..<10_000 {
            _ = buckets.consume("flood \(number)", at: .zero)
            #expect(buckets.count <= 100)
        }
    }

    @Test("too many changes with one token are refused until a bucket has one again")
    func changesAreLimitedByToken() async throws {
        let clock = ManualClock()
        try await TestServer.run(
            [],
            {
                $0.trust.rates.changes = RateLimit(perSecond: 0.1, burst: 2)
                $0.clock = clock
            }
        ) { server in
            for _ in 0..<2 {
                let answer = try await server.client.request("POST", "/page/access", server.authorization)
                #expect(answer.status == 204)
            }
            let refused = try await server.client.request("POST", "/page/access", server.authorization)
            #expect(refused.status == 429 && refused.headers["retry-after"] == "10")
            // Reading is not limited.
            let read = try await server.client.get("/gifts")
            #expect(read.status == 200)
            clock.advance(by: .seconds(10))
            let answer = try await server.client.request("POST", "/page/access", server.authorization)
            #expect(answer.status == 204)
        }
    }

    @Test("a guesser is stopped, also at the right token")
    func guesserIsStopped() async throws {
        let clock = ManualClock()
        try await TestServer.run(
            [],
            {
                $0.trust.rates.wrongTokens = RateLimit(perSecond: 1, burst: 3)
                $0.clock = clock
            }
        ) { server in
            for number in 0..<3 {
                let answer = try await server.client.request(
                    "POST", "/page/access", ["Authorization": "Bearer guess-\(number)"])
                #expect(answer.status == 401)
            }
            let right = try await server.client.request("POST", "/page/access", server.authorization)
            #expect(right.status == 429 && right.headers["retry-after"] == "1")
            clock.advance(by: .seconds(1))
            let later = try await server.client.request("POST", "/page/access", server.authorization)
            #expect(later.status == 204)
        }
    }

    @Test("requests are limited by the address that a trusted proxy names")
    func requestsAreLimitedByAddress() async throws {
        try await TestServer.run(
            [],
            {
                $0.trust.rates.requests = RateLimit(perSecond: 0.1, burst: 1)
                $0.trust.proxies = ["127.0.0.1"]
            }
        ) { server in
            for (forwarded, expected) in [
                ("203.0.113.1", 200), ("203.0.113.1", 429),
                // Only what the proxy itself appended counts.
                ("203.0.113.9, 203.0.113.1", 429), ("203.0.113.1, 203.0.113.2", 200),
                // A network of 64 bits is one client.
                ("2001:db8:0:7::1", 200), ("2001:db8::7:ffff:0:0:2", 429),
                // Some proxies add the port; what is no address counts as the proxy itself.
                ("203.0.113.2:4711", 429), ("[2001:db8:0:7::3]:4711", 429), ("::ffff:203.0.113.2", 429),
                ("bad", 200), ("1.2.3", 429), ("fe80::1%eth0", 429),
            ] {
                let answer = try await server.client.get("/gifts", ["X-Forwarded-For": forwarded])
                #expect(answer.status == expected, "\(forwarded)")
            }
            #expect(server.log().contains { $0.hasPrefix("203.0.113.2 ") })
        }
    }

    @Test("monitors are answered, however often they ask", arguments: ["/health", "/ready", "/metrics"])
    func monitorsAreNotLimited(path: String) async throws {
        try await TestServer.run([], { $0.trust.rates.requests = RateLimit(perSecond: 0.1, burst: 1) }) { server in
            _ = try await server.client.get("/gifts")
            for _ in 0..<3 {
                let answer = try await server.client.get(path)
                #expect(answer.status == 200)
            }
            let refused = try await server.client.get("/gifts")
            #expect(refused.status == 429)
        }
    }

    @Test(
        "an address has one form, and other texts are none",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("2001:DB8:0:0::1", "2001:db8::1"),
            ("::ffff:10.0.0.1", "10.0.0.1"), ("localhost", nil), ("10.0.0.0/8", nil), ("1.2.3.4:99", nil),
            ("not-an-address", nil), ("", nil),
        ] as [(String, String?)])
    func addressHasOneForm(text: String, form: String?) {
        #expect(NetworkAddress(text)?.text == form)
    }

    @Test("the header of a client is not believed without a proxy")
    func headerOfClientIsNotBelieved() async throws {
        try await TestServer.run([], { $0.trust.rates.requests = RateLimit(perSecond: 0.1, burst: 1) }) { server in
            let first = try await server.client.get("/gifts", ["X-Forwarded-For": "203.0.113.1"])
            let second = try await server.client.get("/gifts", ["X-Forwarded-For": "203.0.113.2"])
            #expect((first.status, second.status) == (200, 429))
        }
    }
}
