import CMosquitto

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A client of a broker, over libmosquitto.
///
/// It goes to another thread only while it connects, which finds the host and may take long; whoever began that lets it
/// alone until it is done or for good, so one thread at a time uses it.
final class MQTTConnection: @unchecked Sendable {
    /// What came of the broker.
    enum Happening: Equatable {
        /// It has answered: nil for well, and else why not.
        case connected(refusal: MQTTError?)
        /// It has granted a subscription, or not.
        case subscribed(isGranted: Bool)
        /// So many of our messages are in its hands.
        case published(Int)
    }

    /// After so many seconds without a message the broker is asked for a sign of life.
    private static let keepalive: Int32 = 15
    /// Messages of ours that may be on their way before the broker has taken them over, as much as most brokers take.
    static let mostInFlight: Int32 = 100

    /// What the library's callbacks, all within calls of this type, leave here.
    private final class Receiver {
        var happenings: [Happening] = []
        var published = 0
        var hasSession = false
        var onMessage: ((MQTTDelivery) -> Void)?
    }

    private let client: OpaquePointer
    private let receiver = Receiver()
    private let address: MQTTAddress

    /// Where the broker is.
    var host: String { address.server.host }

    /// A client that is not connected.
    /// - Parameters:
    ///   - id: its name; empty for one by chance.
    ///   - isClean: whether the broker forgets it when it goes.
    ///   - certificateFile: those whose word counts, instead of the system's.
    init(
        _ address: MQTTAddress, id: String, isClean: Bool, certificateFile: String?
    ) throws(MQTTError) {
        if let reason = giftty_mosquitto_load() {
            throw MQTTError("libmosquitto is missing: \(String(cString: reason))", isPassing: false)
        }
        self.address = address
        let context = Unmanaged.passUnretained(receiver).toOpaque()
        guard let client = giftty_mosquitto_new(id, isClean, Self.callbacks, context) else {
            throw MQTTError("client: expected a shorter name", isPassing: false)
        }
        self.client = client
        var code: Int32 = 0
        if let user = address.server.user {
            code = giftty_mosquitto_set_password(client, user, address.server.password)
        }
        if code == 0, address.isEncrypted { code = giftty_mosquitto_set_encryption(client, certificateFile) }
        if code == 0 { code = giftty_mosquitto_set_in_flight(client, Self.mostInFlight) }
        guard code == 0 else { throw MQTTError(library: code) }
    }

    deinit {
        giftty_mosquitto_destroy(client)
    }

    /// Begins to connect, also anew. Finding the host may take as long as the system likes.
    func connect() throws(MQTTError) {
        try check(giftty_mosquitto_connect(client, address.server.host, Int32(address.server.port), Self.keepalive))
    }

    /// Asks for the messages of the address's topic.
    func subscribe() throws(MQTTError) {
        try check(giftty_mosquitto_subscribe(client, address.topic, Int32(address.quality)))
    }

    /// Hands a message over to be sent to the address's topic. One that is to come at least once is kept for the next
    /// connection where this one is lost by now, as the next step finds.
    func publish(_ bytes: [UInt8]) throws(MQTTError) {
        let code = bytes.withUnsafeBytes {
            giftty_mosquitto_publish(
                client, nil, address.topic, $0.baseAddress, Int32(clamping: $0.count), Int32(address.quality))
        }
        let isLost = [GIFTTY_MOSQUITTO_NO_CONNECTION, GIFTTY_MOSQUITTO_CONNECTION_LOST, GIFTTY_MOSQUITTO_SYSTEM]
            .contains {
                Int32($0) == code
            }
        if !isLost || address.quality == 0 { try check(code) }
    }

    /// Says goodbye, as well as can be done without waiting: a broker that doesn't listen is left without it.
    func disconnect() {
        if giftty_mosquitto_disconnect(client) == 0, giftty_mosquitto_wants_write(client) {
            _ = giftty_mosquitto_write(client)
        }
    }

    /// Waits until something came, can be sent or is due, one of `others` is readable, or the time is over, and does what
    /// there is to do. Messages are given to `onMessage` one by one; the broker knows each as received after that.
    func step(
        others: [Int32], milliseconds: Int32, onMessage: (MQTTDelivery) -> Void
    ) throws(MQTTError) -> [Happening] {
        let socket = giftty_mosquitto_socket(client)
        guard socket >= 0 else { throw MQTTError("the connection was lost") }
        let wants = Int16(POLLIN) | (giftty_mosquitto_wants_write(client) ? Int16(POLLOUT) : 0)
        var entries = [pollfd(fd: socket, events: wants, revents: 0)]
        entries += others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // At least once a second, as the library's own times are whole seconds.
        _ = poll(&entries, nfds_t(entries.count), min(milliseconds, 1_000))
        let events = entries[0].revents
        var code: Int32 = 0
        withoutActuallyEscaping(onMessage) { onMessage in
            receiver.onMessage = onMessage
            defer { receiver.onMessage = nil }
            errno = 0
            if events & ~Int16(POLLOUT) != 0 { code = giftty_mosquitto_read(client) }
            if code == 0, events & Int16(POLLOUT) != 0 { code = giftty_mosquitto_write(client) }
            if code == 0 { code = giftty_mosquitto_keep_alive(client) }
        }
        var happenings = receiver.happenings
        receiver.happenings = []
        if receiver.published > 0 { happenings.append(.published(receiver.published)) }
        receiver.published = 0
        // An answer says more than the end of the connection that follows it.
        if code != 0, happenings.isEmpty { throw MQTTError(library: code) }
        return happenings
    }

    private func check(_ code: Int32) throws(MQTTError) {
        if code != 0 { throw MQTTError(library: code) }
    }

    /// The functions that the library calls. They never change and are never freed, so threads may share them.
    nonisolated(unsafe) private static let callbacks: UnsafePointer<giftty_mosquitto_callbacks> = {
        let callbacks = UnsafeMutablePointer<giftty_mosquitto_callbacks>.allocate(capacity: 1)
        callbacks.initialize(
            to: giftty_mosquitto_callbacks(
                connected: { context, code, hasSession in
                    receiver(context)?.hasSession = hasSession
                    receiver(context)?.happenings.append(
                        .connected(refusal: code == 0 ? nil : MQTTError(answer: code)))
                },
                message: { context, message in
                    guard let receiver = receiver(context), let message = message?.pointee else { return }
                    receiver.onMessage?(MQTTDelivery(message, hasSession: receiver.hasSession))
                },
                published: { context, _ in receiver(context)?.published += 1 },
                subscribed: { context, granted in
                    receiver(context)?.happenings.append(.subscribed(isGranted: granted < 128))
                }))
        return UnsafePointer(callbacks)
    }()

    private static func receiver(_ context: UnsafeMutableRawPointer?) -> Receiver? {
        context.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension MQTTDelivery {
    fileprivate init(_ message: giftty_mosquitto_message, hasSession: Bool) {
        self.init(
            payload: UnsafeRawBufferPointer(start: message.bytes, count: Int(message.count)),
            topic: message.topic.map { String(cString: $0) } ?? "", number: UInt16(truncatingIfNeeded: message.id),
            quality: Int(message.quality), isRepeat: message.is_repeat < 0 ? nil : message.is_repeat == 1,
            hasSession: hasSession)
    }
}
