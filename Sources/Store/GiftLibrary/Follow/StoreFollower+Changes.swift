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
            if broker.announces.load(ordering: .acquiring) {
                store.clock.wait(.second / 4, unless: stopSignal)
                continue
            }
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

    /// Requests the event stream of one address after the other until one has it, and reads that to its end.
    private func readEventStream(_ listening: inout ListeningState) {
        let withoutEvents = listening.addressesWithoutEvents
        let candidates = sync.addresses.ordered().filter {
            !withoutEvents.contains($0.index) && $0.source.eventsURL != nil
        }
        guard !candidates.isEmpty else {
            let head = HTTPHead(status: 404, url: source.catalogueURL)
            _ = listening.connection.receiveHead(head, at: store.clock.now)
            return
        }
        for address in candidates where !isStreamUnwanted {
            guard !readEventStream(of: address, isLast: address.index == candidates.last?.index, &listening) else {
                return
            }
        }
    }

    /// Whether the follower has been stopped, or the broker brings all news.
    private var isStreamUnwanted: Bool { stopSignal.isStopped || broker.announces.load(ordering: .acquiring) }

    /// Requests the event stream of an address, and reads it to its end.
    ///
    /// - Parameter isLast: Whether no other address can be asked if this one does not answer.
    /// - Returns: Whether the address has answered with a stream.
    private func readEventStream(
        of address: StoreAddresses.Address, isLast: Bool, _ listening: inout ListeningState
    ) -> Bool {
        guard let url = address.source.eventsURL else { return false }
        let clock = store.clock
        let begin = clock.now
        let wasHealthy = sync.addresses.isHealthy(address)
        var headers = ["Accept": "text/event-stream", "Cache-Control": "no-cache"]
        if let id = listening.lastEventID { headers["Last-Event-ID"] = id }
        var parser = ServerSentEventParser(lastEventID: listening.lastEventID)
        let request = HTTPRequest(url, headers: headers, limits: .stream(idleTimeout: .seconds(rules.idleTimeout)))
        var (hasAnswered, isStream) = (false, false)
        do {
            _ = try address.transfer.perform(
                request,
                onHead: { head in
                    hasAnswered = true
                    updates.setConnection(failure: nil)
                    // Another address may have a stream.
                    if sync.addresses.count > 1, head.status == 404 {
                        listening.addressesWithoutEvents.insert(address.index)
                        throw StreamEnded()
                    }
                    isStream = listening.connection.receiveHead(head, at: clock.now)
                    guard isStream else { throw StreamEnded() }
                    // A store that began anew announces its revisions again.
                    knownSettings.withLock { $0.beginStream() }
                    sync.beginStream()
                    guard requestDocuments(&listening) else { throw StreamEnded() }
                },
                onBody: { bytes in
                    listening.connection.receiveData(at: clock.now)
                    for event in parser.parse(bytes) { try handle(event, &listening) }
                    listening.lastEventID = parser.lastEventID
                },
                isCancelled: {
                    guard !isStreamUnwanted else { return true }
                    guard !hasAnswered, !isLast else { return false }
                    // The thread that downloads gifts may have found out first.
                    return wasHealthy && !sync.addresses.isHealthy(address)
                        || clock.now - begin > StoreAddresses.answerTimeout
                })
        } catch {
            // A stream that ends is opened again at once; only a store that does not answer then is lost.
            if !hasAnswered, !isStreamUnwanted {
                if !wasHealthy || sync.addresses.isHealthy(address) {
                    sync.addresses.record(.unavailable, of: address)
                }
                if isLast { updates.setConnection(failure: "\(error)") }
            }
        }
        if let retry = parser.retryMilliseconds {
            listening.reconnectDelay = Nanoseconds(min(max(retry, 0), 1_000_000)) * 1_000_000
        }
        return isStream
    }

    /// The error that ends the stream: the response is not a stream, or a changed document is not available now. A
    /// later connection tries again.
    private struct StreamEnded: Error {}

    /// Whether the revision in an event may rule out older ones. With keys of the store it is only a reason to look: an
    /// event is not signed, and its revision may be invented.
    private var mayRequire: Bool { source.storeKeys.isEmpty }

    private func handle(_ event: ServerSentEvent, _ listening: inout ListeningState) throws {
        let change = (try? StoreChange(event)).flatMap { $0 }
        switch change?.kind {
        case .catalogue:
            if mayRequire { sync.requireRevision(change?.revision ?? 0) }
            syncFlag.set()
        case .settings:
            let revision = change?.revision ?? 0
            if mayRequire { knownSettings.withLock { $0.announce(revision) } }
            guard requestSettings(&listening) else { throw StreamEnded() }
        // An unreadable event still means that something changed.
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

    /// Requests the room's settings from one address after the other, and reports them if they changed.
    ///
    /// Where the first one has nothing new, the others without a recent fault are asked, too, as for the catalogue.
    ///
    /// - Returns: Whether an address responded with usable settings, or all say that there are none.
    private func requestSettings(_ listening: inout ListeningState) -> Bool {
        var (hasNone, isKnown) = (true, false)
        for address in sync.addresses.ordered() where !isKnown || sync.addresses.isHealthy(address) {
            guard address.source.settingsURL(of: room) != nil else { continue }
            switch requestSettings(from: address, &listening) {
            case .changed: return true
            case .same: isKnown = true
            case .none: break
            case .fault(let fault):
                hasNone = false
                sync.addresses.record(fault, of: address)
            }
        }
        return isKnown || hasNone
    }

    private enum SettingsAnswer {
        case changed, same, none
        case fault(MirrorHealth.Fault)
    }

    private func requestSettings(
        from address: StoreAddresses.Address, _ listening: inout ListeningState
    ) -> SettingsAnswer {
        guard let url = address.source.settingsURL(of: room) else { return .none }
        let tag = listening.settingsTags[address.index]
        let isWhole = address.source.hasWholeSettings
        let maxBytes = isWhole ? StoreLimits.maxSettingsBytes : StoreLimits.maxRoomSettingsBytes
        var limits = HTTPLimits(totalTimeout: .seconds(10), maxBodyBytes: maxBytes)
        if sync.addresses.count > 1 { limits.limitSilence(to: .nanoseconds(StoreAddresses.answerTimeout)) }
        let request = HTTPRequest(url, headers: tag.map { ["If-None-Match": $0] } ?? [:], limits: limits)
        let stopping = stopSignal
        guard let (head, body) = try? address.transfer.fetch(request, isCancelled: { stopping.isStopped }) else {
            return .fault(.unavailable)
        }
        switch head.status {
        case 304:
            let isCurrent = knownSettings.withLock { $0.isCurrent }
            return isCurrent ? .same : .fault(.stale)
        case 404: return .none
        case 200: break
        default: return .fault(.unavailable)
        }
        do throws(DocumentSignatureError) {
            let kind = isWhole ? DocumentSignature.Kind.settings : .roomSettings(room: room)
            try DocumentSignature.check(body, as: kind, trusted: source.storeKeys)
        } catch {
            updates.setStatusLine("store: \(address.source): settings: \(error)")
            return .fault(.lie)
        }
        let read = isWhole ? (try? PublishedSettings(json: body))?.resolved(for: room) : try? RoomSettings(json: body)
        guard let settings = read else { return .fault(.unavailable) }
        let outcome = offer(settings)
        guard outcome != .stale else { return .fault(.stale) }
        // What other addresses have may be older than these.
        if outcome == .changed { listening.settingsTags = [:] }
        listening.settingsTags[address.index] = head["etag"]
        return outcome == .changed ? .changed : .same
    }

    /// Reports settings if they are new, and returns how they compare with what was known.
    @discardableResult
    func offer(_ settings: RoomSettings) -> KnownSettings.Outcome {
        let outcome = knownSettings.withLock { known in
            let outcome = known.offer(settings)
            // Within the lock, so that two threads report in the order of revisions.
            if outcome == .changed { updates.add(.settings(settings)) }
            return outcome
        }
        if outcome == .changed {
            try? store.database.setSettings(settings, of: source, room: room, at: store.date)
        }
        return outcome
    }
}

/// The state of listening for changes.
private struct ListeningState {
    var connection: EventConnection
    /// The id of the last event.
    var lastEventID: String?
    /// The reconnection time that the store asked for.
    var reconnectDelay: Nanoseconds = 0
    /// The ETags of the known settings, by the places of the addresses that have them.
    var settingsTags: [Int: String] = [:]
    /// The addresses that have no event stream.
    var addressesWithoutEvents: Set<Int> = []
    /// Whether the documents have been requested before.
    var hasRequestedDocuments = false
}
