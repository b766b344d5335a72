import FeedNetworks
import MQTTClient
import PlatformAdapters
import Testing

@Suite
struct ChatAddressTests {
    @Test(arguments: ["twitch:Ann", "twitch:#ann", "TWITCH:ANN"])
    func twitchChannelIsEncrypted(text: String) throws {
        let address = try ChatAddress(text)
        #expect(address.server == ServerAddress(host: "irc.chat.twitch.tv", port: 6697))
        #expect(address.isEncrypted)
        #expect(address.channel == "ann")
        #expect(address.dialect == .twitch)
        #expect("\(address)" == "twitch:ann")
    }

    @Test func channelOfAnyServerHasAddress() throws {
        let plain = try ChatAddress("irc://localhost/#gifts")
        #expect(plain.server == ServerAddress(host: "localhost", port: 6667))
        #expect(!plain.isEncrypted && plain.dialect == .standard && plain.channel == "gifts")
        let encrypted = try ChatAddress("ircs://bob:secret@irc.example:99/%23Gifts")
        #expect(encrypted.server == ServerAddress(host: "irc.example", port: 99, user: "bob", password: "secret"))
        #expect("\(encrypted)" == "ircs://irc.example:99/#gifts")
        #expect(try ChatAddress("ircs://irc.chat.twitch.tv/ann").dialect == .twitch)
    }

    @Test(arguments: [
        "twitch:", "twitch:a b", "twitch:a,b", "irc://h", "irc://h/", "irc://h/#a?b=c", "irc:/h/#a", "x:y",
    ])
    func invalidAddressIsRefused(text: String) {
        #expect(throws: NetworkAddressError.self) { try ChatAddress(text) }
    }
}
