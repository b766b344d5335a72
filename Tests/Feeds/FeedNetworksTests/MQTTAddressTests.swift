import FeedNetworks
import MQTTClient
import Testing

@Suite
struct MQTTAddressTests {
    private func problem(_ text: String, _ environment: [String: String] = [:]) -> String {
        do throws(NetworkAddressError) {
            return "address \(try MQTTAddress(text, environment: environment))"
        } catch {
            return error.description
        }
    }

    @Test func addressHasServerAndTopic() throws {
        let address = try MQTTAddress("mqtt://broker.example/rooms/lobby/gifts")
        #expect(address.server == ServerAddress(host: "broker.example", port: 1883))
        #expect(!address.isEncrypted)
        #expect(address.topic == "rooms/lobby/gifts")
        #expect(address.client == nil)
        #expect(address.qualityOfService == 1)
        #expect(try MQTTAddress("mqtts://broker.example/g").server.port == 8883)
        #expect(try MQTTAddress("MQTT://[::1]:99/g").server == ServerAddress(host: "::1", port: 99))
    }

    @Test func wildcardsAndSharedTopicsStayUnchanged() throws {
        #expect(try MQTTAddress("mqtt://h/rooms/+/gifts/#").topic == "rooms/+/gifts/#")
        #expect(try MQTTAddress("mqtt://h/$share/wall/gifts").topic == "$share/wall/gifts")
        #expect(try MQTTAddress("mqtt://h//a%3Fb%20c").topic == "/a?b c")
        #expect(try MQTTAddress("mqtt://h/gifts").hasNoWildcards)
        #expect(try !MQTTAddress("mqtt://h/gifts/+").hasNoWildcards)
    }

    @Test func optionsFollowQuestionMark() throws {
        let address = try MQTTAddress("mqtt://h/gifts?client=stage%201&qos=0")
        #expect(address.client == "stage 1")
        #expect(address.qualityOfService == 0)
    }

    @Test func userComesFromAddressOrEnvironment() throws {
        let variables = ["GIFTTY_MQTT_USER": "env", "GIFTTY_MQTT_PASSWORD": "hidden"]
        let said = try MQTTAddress("mqtt://ann:s%3Acr%40t@h/g", environment: variables).server
        #expect(said.user == "ann" && said.password == "s:cr@t")
        let unsaid = try MQTTAddress("mqtt://h/g", environment: variables).server
        #expect(unsaid.user == "env" && unsaid.password == "hidden")
    }

    @Test func descriptionContainsNoSecrets() throws {
        let address = try MQTTAddress("mqtts://ann:secret@h:1/gifts?client=x")
        #expect("\(address)" == "mqtts://h:1/gifts")
    }

    @Test(arguments: [
        ("mqtt:", "expected mqtt://host/topic or mqtts://host/topic"),
        ("http://h/g", "expected mqtt://host/topic or mqtts://host/topic"),
        ("mqtt:///g", "expected a host"),
        ("mqtt://h", "expected a topic after the host"),
        ("mqtt://h/", "expected a topic after the host"),
        ("mqtt://a b/g", "expected a host"),
        ("mqtt://h:0/g", "expected a port from 1 to 65535"),
        ("mqtt://h:99999999999999999999/g", "expected a port from 1 to 65535"),
        ("mqtt://ann:s3cr", "expected a port from 1 to 65535"),
        ("mqtt://ann:s3cr/et@h/g", "expected no @ after the host: write / in a password as %2F, ? as %3F"),
        ("mqtt://ann:12/34@h/g", "expected no @ after the host: write / in a password as %2F, ? as %3F"),
        ("mqtt://ann:12?qos=3@h/g", "expected no @ after the host: write / in a password as %2F, ? as %3F"),
        ("mqtt://h/a#", "expected a topic in which + stands for a whole level, # for the last ones"),
        ("mqtt://h/#/a", "expected a topic in which + stands for a whole level, # for the last ones"),
        ("mqtt://h/a+/b", "expected a topic in which + stands for a whole level, # for the last ones"),
        ("mqtt://h/g?qos=2", "qos: expected 0 or 1, found \"2\""),
        ("mqtt://h/g?client=", "client: expected a name by which the broker recognizes this player"),
        ("mqtt://h/g?client", "client: expected a name by which the broker recognizes this player"),
        ("mqtt://h/g?qos=0&client=&qos=1", "client: expected a name by which the broker recognizes this player"),
        ("mqtt://h/g?colour=red", "expected client= or qos=, found \"colour=\""),
        ("mqtt://h/%0", "expected two digits after %"),
        ("mqtt://h/a%00b", "expected a text in UTF-8"),
        ("mqtt://:secret@h/g", "expected a user along with the password"),
    ])
    func invalidAddressIsReported(text: String, words: String) {
        #expect(problem(text) == words)
    }
}
