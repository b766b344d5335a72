import CMosquitto
package import SystemIO

/// A client of a broker, based on libmosquitto.
///
/// While the client connects, another thread uses it, because resolving the host may take long. The caller does not use
/// the client until that call has finished, or gives it up for good. So one thread at a time uses it.
package final class MQTTConnection: @unchecked Sendable {
    /// An event from the broker.
    package enum Event: Equatable {
        /// The broker has answered the connection request; `refusal` is nil if it accepts.
        case connected(refusal: MQTTError?)
        /// The broker has granted all topics of a subscription, or refused one.
        case subscribed(isGranted: Bool)
        /// The broker has acknowledged this number of messages.
        case published(Int)
    }

    /// The time in seconds without a message after which the client sends a ping.
    private static let keepalive: Int32 = 15
    /// The longest time between two looks whether a ping is due, in nanoseconds.
    private static let keepAliveInterval: Int64 = 500_000_000
    /// The largest number of unacknowledged messages; most brokers accept no more.
    package static let maxInFlight: Int32 = 100

    /// The results of the library's callbacks, which all happen during calls of this type.
    private final class Receiver {
        var events: [Event] = []
        var publishedCount = 0
        var hasSession = false
        var onMessage: ((MQTTDelivery) -> Void)?
        /// When the library must look next whether a ping is due.
        var nextKeepAlive: Int64 = 0
    }

    private let client: OpaquePointer
    // The library has an unretained pointer to the receiver, which lives until `deinit` has destroyed the client.
    private let receiver = Receiver()
    private let address: MQTTAddress

    /// The broker's host.
    package var host: String { address.server.host }

    /// Whether the host is an IP address, so that nothing is looked up.
    var hasNumericHost: Bool {
        let host = address.server.host.utf8
        return host.contains(UInt8(ascii: ":"))
            || host.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
    }

    /// Creates a client that is not connected.
    ///
    /// - Parameters:
    ///   - address: The broker and the topic.
    ///   - id: The client id; empty for a random one.
    ///   - isClean: Whether the broker discards the session when the client disconnects.
    ///   - certificateFile: The file with trusted certificates, instead of the system's.
    package init(
        _ address: MQTTAddress, id: String, isClean: Bool, certificateFile: String?
    ) throws(MQTTError) {
        if let reason = giftty_mosquitto_load() {
            throw MQTTError("libmosquitto is missing: \(String(cString: reason))", isTemporary: false)
        }
        self.address = address
        let context = Unmanaged.passUnretained(receiver).toOpaque()
        guard let client = giftty_mosquitto_new(id, isClean, Self.callbacks, context) else {
            throw MQTTError("client: expected a shorter name", isTemporary: false)
        }
        self.client = client
        var code: Int32 = 0
        if let user = address.server.user {
            code = giftty_mosquitto_set_password(client, user, address.server.password)
        }
        if code == 0, address.isEncrypted { code = giftty_mosquitto_set_encryption(client, certificateFile) }
        if code == 0 { code = giftty_mosquitto_set_in_flight(client, Self.maxInFlight) }
        guard code == 0 else { throw MQTTError(library: code) }
    }

    deinit {
        giftty_mosquitto_destroy(client)
    }

    /// Starts to connect or reconnect. Resolving the host may take as long as the system permits.
    package func connect() throws(MQTTError) {
        try check(giftty_mosquitto_connect(client, address.server.host, Int32(address.server.port), Self.keepalive))
    }

    /// Subscribes to the address's topic.
    package func subscribe() throws(MQTTError) {
        try subscribe(to: [address.topic], qualityOfService: address.qualityOfService)
    }

    /// Subscribes to at most 16 topics with one packet; the broker then also sends their retained messages.
    ///
    /// It answers with one ``Event/subscribed(isGranted:)``.
    package func subscribe(to topics: [String], qualityOfService: Int) throws(MQTTError) {
        let text = topics.joined(separator: "\0")
        try check(giftty_mosquitto_subscribe(client, text, Int32(topics.count), Int32(qualityOfService)))
    }

    /// Passes a message for the address's topic to the library.
    ///
    /// If the connection is lost, the library keeps a message with quality of service 1 for the next connection; the
    /// next `step` reports the loss.
    package func publish(_ bytes: [UInt8]) throws(MQTTError) {
        try publish(bytes, to: address.topic, qualityOfService: address.qualityOfService)
    }

    /// Passes a message for a topic to the library, as `publish(_:)` does.
    ///
    /// - Parameter isRetained: Whether the broker keeps it for later subscribers; without bytes it forgets the last one.
    package func publish(
        _ bytes: [UInt8], to topic: String, qualityOfService: Int, isRetained: Bool = false
    ) throws(MQTTError) {
        let code = bytes.withUnsafeBytes {
            giftty_mosquitto_publish(
                client, nil, topic, $0.baseAddress, Int32(clamping: $0.count), Int32(qualityOfService), isRetained)
        }
        let isLost = [GIFTTY_MOSQUITTO_NO_CONNECTION, GIFTTY_MOSQUITTO_CONNECTION_LOST, GIFTTY_MOSQUITTO_SYSTEM]
            .contains {
                Int32($0) == code
            }
        if !isLost || qualityOfService == 0 { try check(code) }
    }

    /// Disconnects without waiting: if the broker does not accept the packet, the client sends none.
    package func disconnect() {
        if giftty_mosquitto_disconnect(client) == 0, wantsOutput {
            _ = giftty_mosquitto_work(client, false, true, false)
        }
    }

    /// Waits until the connection has work to do, one of `descriptors` is readable or the time is over, and does the work.
    ///
    /// The method passes messages to `onMessage` one by one; the client acknowledges each message after that call.
    package func step(
        descriptors: [Int32], milliseconds: Int32, onMessage: (MQTTDelivery) -> Void
    ) throws(MQTTError) -> [Event] {
        let awaited = try awaitedDescriptor
        // Waits for at most a second, because the library measures its own times in whole seconds.
        let readiness = Descriptor.wait(
            for: [awaited] + descriptors.map { AwaitedDescriptor($0) }, milliseconds: min(milliseconds, 1_000))[0]
        return try work(readiness, onMessage: onMessage)
    }

    /// The connection's descriptor, with what it waits for; for callers that wait for many connections.
    package var awaitedDescriptor: AwaitedDescriptor {
        get throws(MQTTError) {
            let socket = giftty_mosquitto_socket(client)
            guard socket >= 0 else { throw MQTTError("the connection was lost") }
            return AwaitedDescriptor(socket, for: wantsOutput ? [.input, .output] : .input)
        }
    }

    /// Whether bytes wait to be sent, as the request to connect does until the network connection exists.
    package var wantsOutput: Bool { giftty_mosquitto_wants_write(client) }

    /// Does the work for which the connection's descriptor is ready.
    package func work(
        _ readiness: AwaitedDescriptor.Readiness, onMessage: (MQTTDelivery) -> Void
    ) throws(MQTTError) -> [Event] {
        var code: Int32 = 0
        withoutActuallyEscaping(onMessage) { onMessage in
            receiver.onMessage = onMessage
            defer { receiver.onMessage = nil }
            SystemError.clear()
            code = giftty_mosquitto_work(
                client, !readiness.subtracting(.output).isEmpty, readiness.contains(.output), isKeepAliveDue())
        }
        var events = receiver.events
        receiver.events = []
        if receiver.publishedCount > 0 { events.append(.published(receiver.publishedCount)) }
        receiver.publishedCount = 0
        // An answer of the broker is more specific than the end of the connection that follows it.
        if code != 0, events.isEmpty { throw MQTTError(library: code) }
        return events
    }

    /// Whether the library must look whether a ping is due, twice a second, as it measures its own times in whole seconds.
    private func isKeepAliveDue() -> Bool {
        let now = SystemClock.monotonicNanoseconds
        guard now >= receiver.nextKeepAlive else { return false }
        receiver.nextKeepAlive = now + Self.keepAliveInterval
        return true
    }

    private func check(_ code: Int32) throws(MQTTError) {
        if code != 0 { throw MQTTError(library: code) }
    }

    /// The library's callback functions. They never change and are never freed, so threads may share them.
    nonisolated(unsafe) private static let callbacks: UnsafePointer<giftty_mosquitto_callbacks> = {
        let callbacks = UnsafeMutablePointer<giftty_mosquitto_callbacks>.allocate(capacity: 1)
        callbacks.initialize(
            to: giftty_mosquitto_callbacks(
                connected: { context, code, hasSession in
                    receiver(context)?.hasSession = hasSession
                    receiver(context)?.events.append(
                        .connected(refusal: code == 0 ? nil : MQTTError(returnCode: code)))
                },
                message: { context, message in
                    guard let receiver = receiver(context), let message = message?.pointee else { return }
                    receiver.onMessage?(MQTTDelivery(message, hasSession: receiver.hasSession))
                },
                published: { context, _ in receiver(context)?.publishedCount += 1 },
                subscribed: { context, granted in
                    receiver(context)?.events.append(.subscribed(isGranted: granted < 128))
                }))
        return UnsafePointer(callbacks)
    }()

    private static func receiver(_ context: UnsafeMutableRawPointer?) -> Receiver? {
        context.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension MQTTDelivery {
    fileprivate init(_ message: giftty_mosquitto_message, hasSession: Bool) {
        let payload = UnsafeRawBufferPointer(start: message.bytes, count: Int(message.count))
        // The library's memory is not bound to a Swift type yet.
        _ = payload.bindMemory(to: UInt8.self)
        self.init(
            payload: payload,
            topic: message.topic.map { String(cString: $0) } ?? "", packetID: UInt16(truncatingIfNeeded: message.id),
            qualityOfService: Int(message.quality),
            isMarkedDuplicate: message.is_repeat < 0 ? nil : message.is_repeat == 1,
            hasSession: hasSession, isRetained: message.is_retained)
    }
}
