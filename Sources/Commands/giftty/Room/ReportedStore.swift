import CommandLineSupport
import RoomUI
import StoreProtocol
import SystemIO

/// The store of a room without a screen, which says once on standard error that it cannot be reached.
final class ReportedStore: StoreUpdates {
    private let store: any StoreUpdates
    private let hasFallback: Bool
    private var isReported = false

    /// Creates a store that passes everything on from another one.
    ///
    /// - Parameters:
    ///   - store: The other store.
    ///   - hasFallback: Whether another animation plays until the store answers.
    init(_ store: any StoreUpdates, hasFallback: Bool) {
        self.store = store
        self.hasFallback = hasFallback
    }

    func consumeUpdates() -> [StoreUpdate] {
        let updates = store.consumeUpdates()
        for case .connection(let failure?) in updates where !isReported {
            isReported = true
            let hint = hasFallback ? "; built-in animations and the fallback play until it answers" : ""
            StandardError.write(line: "giftty: store: \(failure)\(hint)")
        }
        return updates
    }

    func fetch(_ kind: String) { store.fetch(kind) }

    var wakeUpDescriptor: Int32? { store.wakeUpDescriptor }
}
