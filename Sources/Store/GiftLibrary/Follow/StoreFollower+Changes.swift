import ExactNumbers
import HTTPClient
import StoreProtocol

extension StoreFollower {
    /// Listens for changes until the follower is stopped.
    func listenForChanges() {
        var listening = ListeningState(connection: EventConnection(rules: rules))
        var chance = ClosureRandomNumberGenerator(random: random)
        var step = listening.connection.connect(at: store.clock.now)
        while !stopSignal.isStopped {
            switch step {
            case .connect(let asksBefore):
                if asksBefore { _ = requestDocuments(&listening) }
                readEventStream(&listening)
                step = listening.connection.handleEnd(minDelay: listening.reconnectDelay, using: &chance)
            case .pause(let time):
                store.clock.wait(time, unless: stopSignal)
                step = listening.connection.connect(at: store.clock.now)
            }
        }
    }

    /// Requests the event stream and reads it to its end.
    private func readEventStream(_ listening: inout ListeningState) {
        let clock = store.clock
        guard let url = source.eventsURL else {
            _ = listening.connection.receiveHead(HTTPHead(status: 404, url: source.catalogueURL), at: clock.now)
            return
        }
        var headers = ["Accept": "text/event-stream", "Cache-Control": "no-cache"]
        if let id = listening.lastEventID { headers["Last-Event-ID"] = id }
        var parser = ServerSentEventParser(lastEventID: listening.lastEventID)
        let request = HTTPRequest(url, headers: headers, limits: .stream(idleTimeout: .seconds(rules.idleTimeout)))
        let stopping = stopSignal
        var hasAnswered = false
        do {
            _ = try transfer.perform(
                request,
                onHead: { head in
                    hasAnswered = true
                    updates.setConnection(failure: nil)
                    guard listening.connection.receiveHead(head, at: clock.now) else { throw StreamEnded() }
                    guard requestDocuments(&listening) else { throw StreamEnded() }
                },
                onBody: { bytes in
                    listening.connection.receiveData(at: clock.now)
                    for event in parser.parse(bytes) { try handle(event, &listening) }
                    listening.lastEventID = parser.lastEventID
                },
                isCancelled: { stopping.isStopped })
        } catch {
            // A stream that ends is opened again at once; only a store that does not answer then is lost.
            if !hasAnswered, !stopping.isStopped { updates.setConnection(failure: "\(error)") }
        }
        if let retry = parser.retryMilliseconds {
            listening.reconnectDelay = Nanoseconds(min(max(retry, 0), 1_000_000)) * 1_000_000
        }
    }

    /// The error that ends the stream: the response is not a stream, or a changed document is not available now. A
    /// later connection tries again.
    private struct StreamEnded: Error {}

    private func handle(_ event: ServerSentEvent, _ listening: inout ListeningState) throws {
        // An unreadable event still means that something changed.
        switch (try? StoreChange(event))?.kind {
        case .catalogue: syncFlag.set()
        case .settings: guard requestSettings(&listening) else { throw StreamEnded() }
        case nil: guard requestDocuments(&listening) else { throw StreamEnded() }
        }
    }

    /// Requests everything that may have changed.
    ///
    /// - Returns: Whether the store responded.
    private func requestDocuments(_ listening: inout ListeningState) -> Bool {
        // The first synchronisation starts by itself.
        if listening.hasRequestedDocuments { syncFlag.set() }
        listening.hasRequestedDocuments = true
        return requestSettings(&listening)
    }

    /// Requests the room's settings and reports them if they changed.
    ///
    /// - Returns: Whether the store responded with usable settings or has none.
    private func requestSettings(_ listening: inout ListeningState) -> Bool {
        guard let url = source.settingsURL(of: room) else { return true }
        let request = HTTPRequest(
            url, headers: listening.settingsTag.map { ["If-None-Match": $0] } ?? [:],
            limits: HTTPLimits(totalTimeout: .seconds(10), maxBodyBytes: StoreLimits.maxRoomSettingsBytes))
        let stopping = stopSignal
        guard let (head, body) = try? transfer.fetch(request, isCancelled: { stopping.isStopped }) else {
            return false
        }
        if head.status == 304 || head.status == 404 { return true }
        guard head.status == 200, let settings = try? RoomSettings(json: body) else { return false }
        listening.settingsTag = head["etag"]
        guard settings != listening.settings else { return true }
        listening.settings = settings
        try? store.database.setSettings(settings, source: source.catalogueURL, room: room, at: store.date)
        updates.add(.settings(settings))
        return true
    }
}

/// The state of listening for changes.
private struct ListeningState {
    var connection: EventConnection
    /// The id of the last event.
    var lastEventID: String?
    /// The reconnection time that the store asked for.
    var reconnectDelay: Nanoseconds = 0
    /// The ETag of the last settings.
    var settingsTag: String?
    /// The settings reported last.
    var settings: RoomSettings?
    /// Whether the documents have been requested before.
    var hasRequestedDocuments = false
}
