/// Metrics in the text format of Prometheus, version 0.0.4.
struct MetricsText {
    /// The media type of the format.
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// The kind of a metric.
    enum Kind: String {
        case counter, gauge, histogram
    }

    /// Adds a metric; `samples` adds its samples.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: (inout Samples) -> Void) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        var lines = Samples(name: name)
        samples(&lines)
        text += lines.text
    }

    /// Adds a metric with one sample.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, value: Int) {
        add(name, kind, help) { $0.add(value: "\(value)") }
    }

    /// The samples of a metric.
    struct Samples {
        fileprivate let name: String
        fileprivate var text = ""

        /// Adds a sample.
        ///
        /// - Parameters:
        ///   - suffix: What follows the name of the metric.
        ///   - labels: The names and values of the labels.
        ///   - value: The value.
        mutating func add(_ suffix: String = "", _ labels: KeyValuePairs<String, String> = [:], value: String) {
            let list = labels.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            text += "\(name)\(suffix)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
        }

        private static func escaped(_ text: String) -> String {
            text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        }
    }
}

extension MetricsText {
    /// Adds what the server counted.
    mutating func add(_ counts: ServerMetrics.Counts) {
        add("gift_store_http_requests_total", .counter, "Requests by method, route and status.") { samples in
            for (key, count) in counts.requests.sorted(by: { $0.key < $1.key }) {
                samples.add(
                    "", ["method": key.method, "route": key.route, "status": "\(key.status)"], value: "\(count)")
            }
        }
        let durations = counts.durations
        add(
            "gift_store_http_response_start_seconds", .histogram, "Time from a request's head to that of its response."
        ) { samples in
            var sum = 0
            for (bound, count) in zip(ServerMetrics.Durations.bounds, durations.counts) {
                sum += count
                samples.add("_bucket", ["le": "\(Double(bound) / 1_000)"], value: "\(sum)")
            }
            sum += durations.counts.last ?? 0
            samples.add("_bucket", ["le": "+Inf"], value: "\(sum)")
            samples.add("_sum", value: "\(durations.sum / .seconds(1))")
            samples.add("_count", value: "\(sum)")
        }
        add("gift_store_rate_limited_requests_total", .counter, "Requests refused by a rate limit.") { samples in
            for limit in ServerMetrics.Limit.allCases {
                samples.add("", ["limit": limit.rawValue], value: "\(counts.refusals[limit] ?? 0)")
            }
        }
        add(
            "gift_store_wrong_tokens_total", .counter, "Requests with a wrong or expired token.",
            value: counts.wrongTokens)
    }
}
