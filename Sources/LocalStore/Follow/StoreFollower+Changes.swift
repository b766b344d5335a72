import HTTPTransfer
import Playback
import StoreDocuments

extension StoreFollower {
    /// Listens for changes until it is stopped.
    func listen() {
        var listening = Listening(connection: EventConnection(rules: rules))
        var chance = ChanceSource(random: random)
        var step = listening.connection.connect(at: store.clock.now)
        while !stopping.isStopped {
            switch step {
            case .connect(let asksBefore):
                if asksBefore { _ = askAgain(&listening) }
                hear(&listening)
                step = listening.connection.ended(wait: listening.wait, using: &chance)
            case .pause(let time):
                store.clock.wait(time, unless: stopping)
                step = listening.connection.connect(at: store.clock.now)
            }
        }
    }

    /// Listens for as long as the stream stands.
    private func hear(_ listening: inout Listening) {
        let clock = store.clock
        guard let url = source.events else {
            _ = listening.connection.answered(HTTPHead(status: 404, url: source.catalogue), at: clock.now)
            return
        }
        var headers = ["Accept": "text/event-stream", "Cache-Control": "no-cache"]
        if let id = listening.lastEventID { headers["Last-Event-ID"] = id }
        var parser = ServerSentEventParser(lastEventID: listening.lastEventID)
        let request = HTTPRequest(url, headers: headers, limits: .stream(idle: .seconds(rules.silence)))
        let stopping = stopping
        _ = try? transfer.perform(
            request,
            onHead: { head in
                guard listening.connection.answered(head, at: clock.now) else { throw Unheard() }
                guard askAgain(&listening) else { throw Unheard() }
            },
            onBody: { bytes in
                listening.connection.heard(at: clock.now)
                for event in parser.take(bytes) { try take(event, &listening) }
                listening.lastEventID = parser.lastEventID
            },
            isCancelled: { stopping.isStopped })
        if let retry = parser.retry { listening.wait = Nanoseconds(min(max(retry, 0), 1_000_000)) * 1_000_000 }
    }

    /// What was answered is no stream, or what it speaks of can't be had now: it is to be taken up again later.
    private struct Unheard: Error {}

    private func take(_ event: ServerSentEvent, _ listening: inout Listening) throws {
        // A message that can't be read says at least that something changed.
        switch (try? StoreChange(event))?.kind {
        case .catalogue: alarm.ring()
        case .settings: guard askForSettings(&listening) else { throw Unheard() }
        case nil: guard askAgain(&listening) else { throw Unheard() }
        }
    }

    /// Asks for everything that may have changed; whether there was an answer.
    private func askAgain(_ listening: inout Listening) -> Bool {
        // The first pass comes by itself.
        if listening.hasAsked { alarm.ring() }
        listening.hasAsked = true
        return askForSettings(&listening)
    }

    /// Asks for the room's settings, and tells them if they are others; whether there was an answer.
    private func askForSettings(_ listening: inout Listening) -> Bool {
        guard let url = source.settings(of: room) else { return true }
        let request = HTTPRequest(
            url, headers: listening.settingsTag.map { ["If-None-Match": $0] } ?? [:],
            limits: HTTPLimits(wholeTime: .seconds(10), bodyBytes: Self.mostSettings))
        let stopping = stopping
        guard let (head, body) = try? transfer.answer(to: request, isCancelled: { stopping.isStopped }) else {
            return false
        }
        if head.status == 304 || head.status == 404 { return true }
        guard head.status == 200, let settings = try? RoomSettings(json: body) else { return false }
        listening.settingsTag = head["etag"]
        guard settings != listening.settings else { return true }
        listening.settings = settings
        try? store.database.keep(settings, source: source.catalogue, room: room, at: store.date)
        news.add(.settings(settings))
        return true
    }

    /// The longest settings, in bytes: a few lines, with room for what later stores say.
    private static let mostSettings = 1 << 20
}

/// What is known while changes are listened for.
private struct Listening {
    var connection: EventConnection
    /// Of the last message.
    var lastEventID: String?
    /// How long the store wants to be left alone before it is connected to again.
    var wait: Nanoseconds = 0
    /// Of the last settings.
    var settingsTag: String?
    /// The settings told last.
    var settings: RoomSettings?
    /// Whether the documents were asked for.
    var hasAsked = false
}
