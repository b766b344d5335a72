import CommandLineSupport
import RoomUI
import StoreProtocol
import SystemIO

/// The store of a room without a screen, which says on standard error, once, that it cannot be reached or has no valid
/// catalogue, why the library cannot be used, and why a gift's animation does not come.
final class ReportedStore: StoreUpdates {
    private let store: any StoreUpdates
    private let hasFallback: Bool
    private var isReported = false
    /// Whether the store does not answer, which is the reason why no animation comes.
    private var isUnreachable = false
    /// Whether the store has no valid catalogue, which is also such a reason.
    private var lacksCatalogue = false
    /// The kinds whose failures have been reported.
    private var reportedKinds: Set<String> = []

    /// The problems of the player that have been reported.
    private var reportedProblems: Set<String> = []

    /// The most kinds whose failures are reported: a feed may name any number of them. There are no more problems either.
    private static let maxReportedKinds = 100

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
        for update in updates {
            switch update {
            case .connection(let failure):
                isUnreachable = failure != nil
                report(failure)
            case .catalogue(let problem):
                lacksCatalogue = problem != nil
                report(problem)
            case .failed(let id, let reason): report(id, reason)
            case .problem(let line): report(problem: line)
            default: break
            }
        }
        return updates
    }

    private func report(_ failure: String?) {
        guard let failure, !isReported else { return }
        isReported = true
        let hint = hasFallback ? "; built-in animations and the fallback play until it answers" : ""
        StandardError.write(line: "giftty: store: \(failure)\(hint)")
    }

    private func report(problem: String) {
        guard reportedProblems.count < Self.maxReportedKinds, reportedProblems.insert(problem).inserted else { return }
        StandardError.write(line: "giftty: \(problem)")
    }

    private func report(_ kind: String, _ reason: String) {
        guard !isUnreachable, !lacksCatalogue, reportedKinds.count < Self.maxReportedKinds,
            reportedKinds.insert(kind).inserted
        else { return }
        StandardError.write(line: "giftty: store: \(kind): \(reason)")
    }

    func fetch(_ kind: String) { store.fetch(kind) }

    var wakeUpDescriptor: Int32? { store.wakeUpDescriptor }
}
