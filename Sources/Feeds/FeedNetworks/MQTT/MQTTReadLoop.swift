import FeedSources
import MQTTClient
import RoomEvents
import SystemIO

/// The work of the reading thread with one connection after the other.
struct MQTTReadLoop {
    let port: FeedPort
    let name: String
    var converter: MQTTMessageConverter
    let options: MQTTTransport.Options

    /// Subscribes and puts events into the port until the port is stopped.
    ///
    /// - Parameters:
    ///   - connection: An open network connection to the broker.
    ///   - opened: Called when the broker has granted the subscription.
    /// - Throws: `MQTTError` if the connection ends or the broker refuses it.
    mutating func run(with connection: MQTTConnection, opened: () -> Void) throws(MQTTError) {
        let deadline = port.now + MQTTConnection.timeout
        var isOpen = false
        var isWanted = true
        converter.beginConnection()
        while isWanted, !port.isStopped {
            isWanted = port.put(converter.advance(to: port.now))
            if !isOpen, port.now >= deadline { throw MQTTError("the broker does not answer") }
            let due = [isOpen ? nil : deadline, converter.nextDue].compactMap { $0 }.min()
            let wait = due.map { ($0 - port.now).pollMilliseconds } ?? 1_000
            let events = try connection.step(descriptors: [port.stopDescriptor], milliseconds: wait) { message in
                if !putEvents(of: message) { isWanted = false }
            }
            for event in events {
                switch event {
                case .connected(nil): try connection.subscribe()
                case .connected(let refusal?): throw refusal
                case .subscribed(isGranted: false): throw MQTTError("the subscription is refused", isTemporary: false)
                case .subscribed(isGranted: true):
                    isOpen = true
                    opened()
                case .published: break
                }
            }
        }
    }

    /// Puts the events of a message into the port and returns whether the port still accepts events.
    private mutating func putEvents(of message: MQTTDelivery) -> Bool {
        converter.maxAge = options.maxAge()
        let taken = converter.receive(message, at: port.now, date: options.date())
        for fault in taken.faults { port.put(FeedFault(source: name, line: fault.message, error: fault.error)) }
        if taken.expired.events > 0 {
            port.recordDropped(.expired, count: taken.expired.events, gifts: taken.expired.gifts)
        }
        if taken.duplicates.events > 0 {
            port.recordDropped(.duplicate, count: taken.duplicates.events, gifts: taken.duplicates.gifts)
        }
        return taken.events.isEmpty || port.put(taken.events)
    }
}
