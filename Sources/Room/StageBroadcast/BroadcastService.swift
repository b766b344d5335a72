import LocalHTTP
import StagePage
import SystemIO
import TerminalCells

/// The connections of a broadcast, used by its thread only.
struct BroadcastService: SocketService, Sendable {
    private let mailbox: BroadcastMailbox
    private var connections: [Int: BroadcastConnection] = [:]
    /// The picture of which the watchers have got everything.
    private var picture: CellGrid? {
        didSet { wholeEvent = nil }
    }
    /// The event that shows the whole picture, once a watcher has asked for it.
    private var wholeEvent: [UInt8]?
    /// The length of the last event.
    private var eventLength = 0
    /// The control sequences for terminals; `nil` while none watches.
    private var terminal: ScreenStream?

    init(mailbox: BroadcastMailbox) { self.mailbox = mailbox }

    var signal: WakePipe? { mailbox.signal }

    mutating func open(_ connection: Int, _ descriptor: Int32, acceptedBy listener: Int) {
        connections[connection] = BroadcastConnection()
    }

    mutating func refuse(_ connection: Int, acceptedBy listener: Int) {
        // The page is sent all the same: it waits for a place.
        connections[connection] = BroadcastConnection(isRefused: true)
    }

    mutating func close(_ connection: Int) {
        connections[connection] = nil
        awaitNext()
    }

    func status(of connection: Int) -> SocketStatus { connections[connection]?.status ?? .closed }

    mutating func write(to connection: Int, _ descriptor: Int32) -> Bool {
        let isGood = connections[connection]?.output.send(to: descriptor) ?? true
        // A watcher that was too slow gets a whole picture as soon as it has read what came before.
        if let picture, let form = connections[connection]?.catchUp() {
            let bytes = whole(picture, as: form)
            connections[connection]?.output.append(bytes)
        }
        return isGood
    }

    /// Returns the bytes that show a whole picture.
    private mutating func whole(_ picture: CellGrid, as form: BroadcastConnection.Form) -> [UInt8] {
        switch form {
        case .events:
            let event = wholeEvent ?? StageEvents.event(showing: picture, after: nil)
            wholeEvent = event
            return event
        case .terminal:
            // The colors and the place with which its picture ends are not those of the others.
            if terminal == nil {
                terminal = ScreenStream(columns: picture.columns, rows: picture.rows)
                _ = terminal?.bytes(showing: picture)
            }
            terminal?.forgetPen()
            var stream = ScreenStream(columns: picture.columns, rows: picture.rows)
            return stream.bytes(showing: picture)
        }
    }

    // MARK: - Pictures

    mutating func update() {
        guard let next = mailbox.picture(awaitsNext: hasWatchers), next != picture else { return }
        guard let before = picture, (before.columns, before.rows) == (next.columns, next.rows) else {
            return restart(at: next)
        }
        picture = next
        let forms = Set(connections.values.compactMap(\.form))
        let bytes =
            forms.contains(.events)
            ? StageEvents.event(showing: next, after: before, expectedLength: eventLength + eventLength / 4) : []
        eventLength = bytes.count
        if !forms.contains(.terminal) { terminal = nil }
        let sequences = terminal?.bytes(showing: next) ?? []
        for number in connections.keys {
            switch connections[number]?.form {
            case .events: connections[number]?.add(bytes)
            case .terminal: connections[number]?.add(sequences)
            case nil: break
            }
        }
    }

    private var hasWatchers: Bool { connections.values.contains { $0.form != nil } }

    /// Asks for the next picture while anybody watches, and keeps the last one otherwise, so that a new watcher sees it.
    private func awaitNext() { _ = mailbox.picture(awaitsNext: hasWatchers) }

    // MARK: - Requests

    mutating func receive(_ bytes: [UInt8], from connection: Int) {
        guard let result = connections[connection]?.receive(bytes) else { return }
        switch result {
        case .incomplete: break
        case .malformed: connections[connection]?.answer(Response.bytes(.badRequest, "expected an HTTP request"))
        case .complete(let request, _): answer(request, of: connection)
        }
    }

    private mutating func answer(_ request: RequestHead, of connection: Int) {
        guard Self.isLocal(request.fields["host"] ?? "") else {
            // Else a page of another site could read the stage, after its name was pointed at this machine.
            connections[connection]?.answer(
                Response.bytes(.forbidden, "expected an address of this machine in the field Host"))
            return
        }
        guard request.method == "GET" else {
            connections[connection]?.answer(
                Response.bytes(.methodNotAllowed, "expected GET", fields: [("Allow", "GET")]))
            return
        }
        switch request.path {
        case "/events": begin(.events, of: connection)
        case "/terminal": begin(.terminal, of: connection)
        case let path:
            guard let file = StageFile.named(path == "/" ? "index.html" : String(path.dropFirst())) else {
                connections[connection]?.answer(
                    Response.bytes(.notFound, "no such page: expected /, /events or /terminal"))
                return
            }
            connections[connection]?.answer(
                Response.bytes(.ok, file.mediaType, body: file.bytes, fields: StageFile.securityFields))
        }
    }

    private mutating func begin(_ form: BroadcastConnection.Form, of connection: Int) {
        guard connections[connection]?.isRefused == false else {
            connections[connection]?.answer(
                Response.bytes(
                    .serviceUnavailable,
                    "expected at most \(StageBroadcast.maxWatchers) watchers at once, and all places are taken",
                    fields: [("Retry-After", "5")]))
            return
        }
        let hadWatchers = hasWatchers
        connections[connection]?.begin(form)
        let latest = mailbox.picture(awaitsNext: true)
        if hadWatchers {
            // The others get what is new with the next update.
            mailbox.signal.signal()
        } else if let latest {
            restart(at: latest)
        }
    }

    /// Makes a picture the one from which all watchers go on.
    private mutating func restart(at whole: CellGrid) {
        picture = whole
        terminal = nil
        for number in connections.keys { connections[number]?.skip() }
    }

    private static func isLocal(_ host: String) -> Bool {
        LoopbackAddress(host.contains(":") && !host.hasSuffix("]") ? host : "\(host):80") != nil
    }
}
