import Foundation
import TestClocks
import TestSupport
import Testing

@testable import StoreServer

@Suite("What monitors see")
struct MonitoringTests {
    /// A sample of a metric.
    private struct Sample: Hashable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    /// Parses the text format of Prometheus, and checks its rules.
    private func samples(_ text: String) throws -> [Sample] {
        var types: [String: String] = [:]
        var samples: [Sample] = []
        #expect(text.hasSuffix("\n"))
        for line in text.split(separator: "\n") {
            if let match = line.wholeMatch(of: /# TYPE ([a-z_:]+) (counter|gauge|histogram)/) {
                #expect(types.updateValue(String(match.2), forKey: String(match.1)) == nil)
                // By convention, counters end with _total, and times are in seconds.
                #expect(match.1.hasPrefix("gift_store_"))
                #expect((match.2 == "counter") == match.1.hasSuffix("_total"), "\(match.1)")
            } else if line.wholeMatch(of: /# HELP [a-z_:]+ [^\\]+/) == nil {
                let match = try #require(line.wholeMatch(of: /([a-z_:]+)(?:\{(.*)\})? ([0-9.e+-]+)/), "\(line)")
                var labels: [String: String] = [:]
                for label in (match.2 ?? "").matches(of: /([a-z]+)="((?:[^"\\]|\\.)*)"/) {
                    labels[String(label.1)] = String(label.2)
                }
                let base = String(match.1).replacing(/_(bucket|sum|count)$/, with: "")
                #expect(types[String(match.1)] != nil || types[String(base)] == "histogram", "\(line)")
                samples.append(
                    Sample(name: String(match.1), labels: labels, value: try #require(Double(String(match.3)))))
            }
        }
        #expect(Set(samples.map { "\($0.name)\($0.labels.sorted { $0.key < $1.key })" }).count == samples.count)
        return samples
    }

    @Test("the metrics follow the format and the conventions of Prometheus, and count what happens")
    func metricsFollowFormat() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            for path in ["/gifts", "/gifts", "/gifts/heart", "/gifts/none", "/nothing/here", "/settings?room=bar"] {
                _ = try await server.client.get(path)
            }
            _ = try await server.client.request("DELETE", "/gifts/heart", ["Authorization": "Bearer wrong"])
            let answer = try await server.client.get("/metrics")
            #expect(answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let samples = try samples(answer.text)
            func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
                samples.first { $0.name == name && $0.labels == labels }?.value
            }
            let requests = "gift_store_http_requests_total"
            #expect(value(requests, ["method": "GET", "route": "/gifts", "status": "200"]) == 2)
            #expect(value(requests, ["method": "GET", "route": "/gifts/{id}", "status": "200"]) == 1)
            #expect(value(requests, ["method": "GET", "route": "/gifts/{id}", "status": "404"]) == 1)
            #expect(value(requests, ["method": "GET", "route": "", "status": "404"]) == 1)
            #expect(value("gift_store_wrong_tokens_total") == 1)
            #expect(value("gift_store_known_rooms") == 1)
            #expect(value("gift_store_gifts") == 1)
            let buckets = samples.filter { $0.name == "gift_store_http_response_start_seconds_bucket" }
            #expect(buckets.map(\.value) == buckets.map(\.value).sorted())
            #expect(buckets.last?.labels["le"] == "+Inf" && buckets.last?.value == 7)
            #expect(value("gift_store_http_response_start_seconds_count") == 7)
        }
    }

    @Test("the number of samples does not grow with what clients send")
    func samplesAreBounded() async throws {
        try await TestServer.run { server in
            for number in 0..<50 {
                _ = try await server.client.get("/gifts/kind-\(number)")
                _ = try await server.client.get("/no-\(number)")
            }
            let samples = try samples(try await server.client.get("/metrics").text)
            #expect(samples.filter { $0.name == "gift_store_http_requests_total" }.count == 2)
        }
    }

    @Test("with the form json, each line of the log is an object with the facts of its request")
    func logHasFormOfJSON() async throws {
        try await TestServer.run([], { $0.logFormat = .json }) { server in
            _ = try await server.client.get("/gifts/none?room=\"b&token=giftstore_1&name=x&giftstore_2")
            let line = try #require(server.log().first)
            let entry = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(entry["event"] as? String == "request")
            #expect(entry["client"] as? String == "127.0.0.1")
            #expect(entry["method"] as? String == "GET")
            #expect(entry["path"] as? String == "/gifts/none?room=%22b&*&name=x&*")
            #expect(entry["route"] as? String == "/gifts/{id}")
            #expect(entry["status"] as? Int == 404)
            #expect(entry["time"] as? String == Gifts.time())
            #expect(entry["milliseconds"] is Double)
        }
        #expect(
            LogFormat.json.line("a \"word\"", at: "now") == #"{"time":"now","event":"message","message":"a \"word\""}"#)
        #expect(LogFormat.text.line("words", at: "now") == "words")
    }

    @Test("the server is ready while its folder can be read")
    func readyNeedsFolder() async throws {
        let folder = try TemporaryFolder()
        let repository = try StoreRepository(root: "\(folder.path)/store", now: Gifts.time)
        try await TestServer.run(repository) { server in
            let ready = try await server.client.get("/ready")
            #expect((ready.status, ready.text) == (200, #"{"status":"ready"}"#))
            try FileManager.default.moveItem(atPath: "\(folder.path)/store", toPath: "\(folder.path)/gone")
            let gone = try await server.client.get("/ready")
            #expect(gone.status == 503)
            let health = try await server.client.get("/health")
            #expect(health.status == 200)
        }
    }

    @Test("every response tells browsers to guess, frame and load nothing")
    func everyResponseHasSecurityHeaders() async throws {
        try await TestServer.run { server in
            for path in ["/", "/gifts", "/nothing", "/page/page.js", "/metrics", "/gifts/a/0.zip", "/openapi.json"] {
                let answer = try await server.client.get(path)
                #expect(answer.headers["x-content-type-options"] == "nosniff", "\(path)")
                #expect(answer.headers["x-frame-options"] == "DENY", "\(path)")
                #expect(answer.headers["referrer-policy"] == "no-referrer", "\(path)")
                #expect(answer.headers["cross-origin-opener-policy"] == "same-origin", "\(path)")
                let policy = try #require(answer.headers["content-security-policy"])
                #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "\(path)")
                #expect(policy.hasPrefix("default-src '\(path == "/" ? "self" : "none")'"), "\(path)")
            }
        }
    }
}
