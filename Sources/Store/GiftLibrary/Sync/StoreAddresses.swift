import ExactNumbers
import HTTPClient
import StoreProtocol
import Synchronization
import SystemIO

/// The addresses of a store, with their clients and their state: the store itself and its mirrors.
final class StoreAddresses: Sendable {
    /// One of the addresses.
    struct Address: Sendable {
        /// The place in the list.
        let index: Int
        let source: StoreSource
        /// The client that reads this address.
        let transfer: any HTTPTransferring
    }

    /// How long an address is waited for that says nothing, while there are others.
    static let answerTimeout: Nanoseconds = 3 * .second
    /// How long all addresses together are waited for once more if none has answered; each gets an equal part, which is
    /// no shorter than before.
    static let sharedTimeout: Nanoseconds = 20 * .second

    /// The keys of which one must have signed each package; none if unsigned packages are accepted.
    let publisherKeys: [PublisherKey]
    private let all: [Address]
    private let health: Mutex<MirrorHealth>
    private let clock: any StoreClock

    /// Creates the addresses of a source.
    init(_ source: StoreSource, transfer: any HTTPTransferring, store: LocalStore) {
        publisherKeys = source.publisherKeys
        all = ([source] + source.mirrors).enumerated().map { index, source in
            Address(index: index, source: source, transfer: source.transfer(transfer, disk: store.disk))
        }
        health = Mutex(MirrorHealth(count: all.count))
        clock = store.clock
    }

    /// The number of addresses.
    var count: Int { all.count }

    /// Returns the addresses to ask, in order.
    func ordered() -> [Address] { health.withLock { $0.order(at: clock.now) }.map { all[$0] } }

    /// Whether an address has no recent fault.
    func isHealthy(_ address: Address) -> Bool { health.withLock { $0.isHealthy(address.index, at: clock.now) } }

    /// Records that an address answered as it should.
    func recordSuccess(of address: Address) { health.withLock { $0.recordSuccess(of: address.index) } }

    /// Records a fault of an address.
    func record(_ fault: MirrorHealth.Fault, of address: Address) {
        health.withLock { $0.record(fault, of: address.index, at: clock.now) }
    }
}

extension HTTPLimits {
    /// Ends a transfer that brings nothing for this time, and a connection that takes longer.
    mutating func limitSilence(to time: Duration) {
        connectTimeout = time
        minSpeed = MinSpeed(bytesPerSecond: 0, over: time)
    }
}
