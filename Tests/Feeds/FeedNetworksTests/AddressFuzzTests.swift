import FeedNetworks
import MQTTClient
import SeededRandomness
import Testing

/// Tests with random addresses; users type addresses, and some contain secrets.
@Suite
struct AddressFuzzTests {
    private static let fragments = [
        "mqtt://", "mqtts://", "irc://", "ircs://", "twitch:", "eventsub:", "ann", ":", "@", "/", "#", "+", "?", "=",
        "&",
        "client", "qos", "%", "%2", "%00", "%2F", "[", "]", "::1", "host", "1883", "99999", "$share", " ", "\u{0}", "é",
        "👍",
        "\r\n", "",
    ]

    private func text(_ chance: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...9, using: &chance)).map { _ in Self.fragments.randomElement(using: &chance) ?? "" }
            .joined()
    }

    @Test(arguments: 0..<20)
    func randomAddressesAreHandled(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let variables = ["GIFTTY_TWITCH_CLIENT_ID": "app", "GIFTTY_TWITCH_TOKEN": "S3CR3T"]
        for _ in 0..<2_000 {
            let text = text(&chance)
            _ = try? MQTTAddress(text)
            _ = try? ChatAddress(text)
            let told = variables.merging(["GIFTTY_EVENTSUB_URL": text, "GIFTTY_TWITCH_API_URL": text]) { $1 }
            _ = try? EventSubAddress("eventsub:ann", environment: told) { _ in nil }
        }
    }

    @Test(arguments: 0..<20)
    func passwordsAreNeverPrinted(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            let scheme = ["mqtt://", "mqtts://", "irc://", "ircs://"].randomElement(using: &chance) ?? ""
            let secret = text(&chance) + "S3CR3T" + text(&chance)
            let text = scheme + "ann:" + secret + "@h" + text(&chance)
            let told = [{ "\(try MQTTAddress(text))" }, { "\(try ChatAddress(text))" }].map { make in
                do { return try make() } catch { return "\(error)" }
            }
            for words in told { #expect(!words.contains("S3CR3T"), "\(text)") }
        }
    }
}
