import HTTPTransfer
import Playback
import StoreDocuments

extension StoreFollower {
    /// Listens for changes until the follower is stopped.
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

    /// Requests the event stream and reads it to its end.
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

    /// The error that ends the stream: the response is not a stream, or a changed document is not available now. A
    /// later connection tries again.
    private struct Unheard: Error {}

    private func take(_ event: ServerSentEvent, _ listening: inout Listening) throws {
        // An unreadable event still means that something changed.
        switch (try? StoreChange(event))?.kind {
        case .catalogue: alarm.ring()
        case .settings: guard askForSettings(&listening) else { throw Unheard() }
        case nil: guard askAgain(&listening) else { throw Unheard() }
        }
    }

    /// Requests everything that may have changed.
    ///
    /// - Returns: Whether the store responded.
    private func askAgain(_ listening: inout Listening) -> Bool {
        // The first synchronisation starts by itself.
        if listening.hasAsked { alarm.ring() }
        listening.hasAsked = true
        return askForSettings(&listening)
    }

    /// Requests the room's settings and reports them if they changed.
    ///
    /// - Returns: Whether the store responded with usable settings or has none.
    private func askForSettings(_ listening: inout Listening) -> Bool {
        guard let url = source.settings(of: room) else { return true }
        let request = HTTPRequest(
            url, headers: listening.settingsTag.map { ["If-None-Match": $0] } ?? [:],
            limits: HTTPLimits(wholeTime: .seconds(10), bodyBytes: StoreLimits.roomSettingsBytes))
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
}

/// The state of listening for changes.
private struct Listening {
    var connection: EventConnection
    /// The id of the last event.
    var lastEventID: String?
    /// The reconnection time that the store asked for.
    var wait: Nanoseconds = 0
    /// The ETag of the last settings.
    var settingsTag: String?
    /// The settings reported last.
    var settings: RoomSettings?
    /// Whether the documents have been requested before.
    var hasAsked = false
}
