import FaultProxy
import FeedServers
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Feeds over encrypted connections", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct EncryptedFeedTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Starts a command line, in which `giftty` means the program, in a new terminal.
    private func start(environment: [String: String] = [:], _ line: String) throws -> TmuxSession {
        let terminal = try TmuxSession(columns: 110, rows: 30, environment: environment, folder: folder)
        try terminal.type("clear; " + line.replacing("giftty ", with: "\"$GIFTTY\" ") + "; echo left $?\n")
        return terminal
    }

    private func quit(_ terminal: TmuxSession) throws {
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
    }

    /// Records a feed without a trusted certificate until the connection is refused, and returns the error lines.
    private func refusal(of address: String) throws -> [String] {
        try folder.write("", to: "err")
        let terminal = try start("giftty feed record '\(address)' >rec 2>err")
        try terminal.wait(for: "a refusal") { try folder.read("err").contains("retrying") }
        try terminal.press("C-c")
        try terminal.wait(forText: "left 130")
        #expect(try folder.read("rec") == "")
        return try folder.read("err").split(separator: "\n").map(String.init)
    }

    @Test(
        "an encrypted chat is on the stage, and a server with an untrusted certificate is refused",
        .enabled(if: ChatServer.program != nil, "ngircd is not installed"))
    func encryptedChatNeedsTrustedCertificate() throws {
        let server = try ChatServer(isEncrypted: true)
        let address = server.address("#gifts", host: "localhost")
        let terminal = try start(
            environment: ["SSL_CERT_FILE": try #require(server.certificateFile)], "giftty demo --feed '\(address)'")
        let bob = try server.client("bob")
        try bob.join("#gifts", waitingForMember: "giftty")
        try bob.send("PRIVMSG #gifts :hello from a real server")
        try terminal.wait(forText: "bob hello from a real server")
        try quit(terminal)
        let refused = try refusal(of: address)
        #expect(refused.allSatisfy { $0.hasPrefix("giftty: \(address): certificate of localhost: ") }, "\(refused)")
    }

    @Test(
        "events of an encrypted broker are on the stage, and a broker with an untrusted certificate is refused",
        .enabled(if: MosquittoBroker.program != nil, "mosquitto is not installed"))
    func encryptedBrokerNeedsTrustedCertificate() throws {
        let broker = try MosquittoBroker(user: ("ann", "sesame"), isEncrypted: true)
        let trust = try ["SSL_CERT_FILE": #require(broker.certificateFile)]
        let login = ["GIFTTY_MQTT_USER": "ann", "GIFTTY_MQTT_PASSWORD": "sesame"]
        let address = broker.url("g?client=stage", host: "localhost")
        let terminal = try start(environment: trust.merging(login) { $1 }, "giftty demo --feed '\(address)'")
        try broker.waitForSubscriptions()
        try folder.write(
            #"{"at":0,"type":"gift","id":"g","gift":"castle","from":"bob"}"# + "\n", to: "evening.ndjson")
        let publish = ["feed", "publish", "evening.ndjson", "--to", broker.url("g", host: "localhost")]
        let sent = try Program.run(publish, environment: trust.merging(login) { $1 }, in: folder)
        #expect(sent.status == 0, "\(sent.errors)")
        try terminal.wait(forText: "Castle of lights bob")
        try quit(terminal)
        let unknown = try Program.run(publish, environment: login, in: folder)
        #expect(unknown.status == 69 && unknown.errorLine?.contains(": no encrypted connection") == true)
        let refused = try refusal(of: broker.url("g", host: "localhost"))
        #expect(refused.allSatisfy { $0.contains("/g: no encrypted connection") }, "\(refused)")
    }

    @Test(
        "EventSub works over TLS",
        .enabled(if: Programs.find("openssl") != nil, "openssl is not installed"))
    func eventSubWorksOverTLS() throws {
        let peer = try LoopbackPeer { talk in
            _ = talk.openWebSocket()
            talk.send(EventSubMessage.welcome("s1") + EventSubMessage.cheer("m1", bits: 5_000))
            talk.hold()
        }
        let api = try LoopbackServer { request in
            request.method == "GET" ? .text(#"{"data":[{"id":"7"}]}"#) : .complete(202)
        }
        let files = try TemporaryFolder()
        let certificate = try TestCertificate(in: files)
        let front = try TLSProxy(to: peer.port, certificate)
        let environment = [
            "GIFTTY_TWITCH_CLIENT_ID": "app", "GIFTTY_TWITCH_TOKEN": "t0k3n",
            "GIFTTY_EVENTSUB_URL": "wss://localhost:\(front.port)/ws",
            "GIFTTY_TWITCH_API_URL": "http://127.0.0.1:\(api.port)",
        ]
        let trust = ["SSL_CERT_FILE": certificate.certificate]
        let terminal = try start(environment: environment.merging(trust) { $1 }, "giftty demo --feed eventsub:ann")
        try terminal.wait(forText: "Castle of lights")
        try quit(terminal)
        try front.waitUntilListening()
        let careful = try start(environment: environment, "giftty demo --feed eventsub:ann")
        try careful.wait(forText: "lost: certificate of localhost: ")
        try quit(careful)
    }

    @Test(
        "Twitch is contacted at its own address, through a proxy if one is set",
        .enabled(if: Programs.find("openssl") != nil, "openssl is not installed"))
    func twitchIsContactedThroughProxy() throws {
        let heard = Mutex<[String]>([])
        let peer = try LoopbackPeer { talk in
            while let line = talk.readLine() {
                heard.withLock { $0.append(line) }
                if line.hasPrefix("NICK ") { talk.send(":tmi.twitch.tv 001 \(line.dropFirst(5)) :Welcome, GLHF!") }
                guard line == "JOIN #ann" else { continue }
                let nick = heard.withLock { $0.last { $0.hasPrefix("NICK ") } }?.dropFirst(5) ?? ""
                talk.send(
                    ":\(nick)!\(nick)@\(nick).tmi.twitch.tv JOIN #ann",
                    "@bits=5000;display-name=Bob;id=b;user-id=4 :bob!bob@bob.tmi.twitch.tv PRIVMSG #ann :Cheer5000 hi")
            }
        }
        let files = try TemporaryFolder()
        let certificate = try TestCertificate(in: files, names: ["irc.chat.twitch.tv"])
        let front = try TLSProxy(to: peer.port, certificate)
        let proxy = try TunnelProxy(to: front.port)
        let terminal = try start(
            environment: ["https_proxy": proxy.url, "SSL_CERT_FILE": certificate.certificate],
            "giftty demo --feed twitch:Ann")
        try terminal.wait(for: "the room, chat and a gift") { lines in
            ["twitch:ann", "Bob Cheer5000 hi", "Castle of lights Bob"].allSatisfy { text in
                lines.contains { $0.contains(text) }
            }
        }
        try quit(terminal)
        #expect(Set(proxy.targets) == ["irc.chat.twitch.tv:6697"])
        let words = heard.withLock { $0.prefix(4) }.map { $0.replacing(/justinfan[0-9]+/, with: "justinfan") }
        #expect(
            words == [
                "CAP REQ :twitch.tv/tags twitch.tv/commands twitch.tv/membership", "PASS none", "NICK justinfan",
                "JOIN #ann",
            ])
    }
}
