import FeedNetworks
import MQTTClient
import Testing

@Suite
struct EventSubAddressTests {
    private let variables = ["GIFTTY_TWITCH_CLIENT_ID": "app", "GIFTTY_TWITCH_TOKEN": "oauth:tok"]

    private func problem(_ text: String, _ environment: [String: String]) -> String {
        do throws(NetworkAddressError) {
            return "address \(try EventSubAddress(text, environment: environment) { _ in nil })"
        } catch {
            return error.description
        }
    }

    @Test func credentialsComeFromEnvironment() throws {
        let address = try EventSubAddress("eventsub:Ann", environment: variables) { _ in nil }
        #expect(address.channel == "ann" && address.clientID == "app" && address.token == "tok")
        #expect(address.socketURL == "wss://eventsub.wss.twitch.tv/ws")
        #expect(address.apiURL == "https://api.twitch.tv/helix")
        #expect("\(address)" == "eventsub:ann")
    }

    @Test func tokenCanBeReadFromFile() throws {
        let variables = ["GIFTTY_TWITCH_CLIENT_ID": "app", "GIFTTY_TWITCH_TOKEN_FILE": "/t"]
        let address = try EventSubAddress("eventsub:ann", environment: variables) {
            $0 == "/t" ? Array(" tok\n".utf8) : nil
        }
        #expect(address.token == "tok")
        #expect(problem("eventsub:ann", variables) == "GIFTTY_TWITCH_TOKEN_FILE: /t cannot be read")
    }

    @Test func missingCredentialIsReported() {
        #expect(problem("eventsub:", variables) == "expected the name of a channel, or its number")
        #expect(problem("eventsub:ann", [:]) == "expected the application's number in GIFTTY_TWITCH_CLIENT_ID")
        #expect(
            problem("eventsub:ann", ["GIFTTY_TWITCH_CLIENT_ID": "app"])
                == "expected a token in GIFTTY_TWITCH_TOKEN or the file of GIFTTY_TWITCH_TOKEN_FILE")
    }

    @Test func tokenIsNotSentUnencrypted() {
        for (url, isWell) in [
            ("http://127.0.0.1:8080/helix", true), ("http://localhost/", true), ("https://api.example", true),
            ("http://api.example", false), ("http://localhost@api.example", false), ("ftp://localhost", false),
        ] {
            let words = problem("eventsub:ann", variables.merging(["GIFTTY_TWITCH_API_URL": url]) { $1 })
            #expect(words.hasPrefix("address") == isWell, "\(url): \(words)")
        }
    }

    @Test func errorsDoNotContainToken() {
        let broken = ["GIFTTY_TWITCH_CLIENT_ID": "app", "GIFTTY_TWITCH_TOKEN": "sec ret"]
        #expect(problem("eventsub:ann", broken) == "token: expected letters and digits")
    }
}
