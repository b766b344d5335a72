import HTTPClient
import StoreProtocol
import SystemIO

/// A request for the catalogue of a store.
struct CatalogueRequest {
    let source: StoreSource
    /// The client that reads the store; see ``StoreSource/transfer(_:disk:)``.
    let transfer: any HTTPTransferring

    /// How long an address is waited for.
    enum Patience: Sendable {
        /// As long as a megabyte over a slow line takes. The next synchronisation follows soon.
        case long
        /// As long, but silence of this address and others is waited for no longer than this in all.
        case shared(by: Int)
        /// A few seconds, after which another address is asked.
        case short
        /// A second, for an address that may only be newer than the one that has answered.
        case brief

        fileprivate var limits: HTTPLimits {
            let size = StoreLimits.maxCatalogueBytes
            var limits = HTTPLimits(totalTimeout: .seconds(120), maxBodyBytes: size)
            switch self {
            case .long: break
            case .shared(let count):
                let silence = StoreAddresses.sharedTimeout / Int64(max(count, 1))
                limits.limitSilence(to: .nanoseconds(max(silence, StoreAddresses.answerTimeout)))
            case .short: limits.limitSilence(to: .nanoseconds(StoreAddresses.answerTimeout))
            case .brief: (limits.connectTimeout, limits.totalTimeout) = (.seconds(1), .seconds(1))
            }
            return limits
        }
    }

    /// The reason why an address gave no catalogue.
    struct Failure: Error {
        let error: SyncError
        /// Whether it might have answered after a longer time.
        var isSlow = false
        /// Whether the answer is a catalogue that no key of the store has signed.
        var isLie = false
    }

    /// Downloads the catalogue, unless it still has this ETag.
    func fetch(ifNot etag: String?, patience: Patience = .long, stop: StopSignal) throws(Failure) -> (
        head: HTTPHead, body: [UInt8]
    ) {
        let request = HTTPRequest(
            source.catalogueURL, headers: etag.map { ["If-None-Match": $0] } ?? [:], acceptsGzip: true,
            limits: patience.limits)
        do throws(HTTPTransferError) {
            return try transfer.fetch(request, isCancelled: { stop.isStopped })
        } catch {
            switch error {
            case .cancelled: throw Failure(error: .stopped)
            case .bodyTooLong: throw Failure(error: .badCatalogue("\(source): \(error)"))
            case .connectTimedOut, .stalled, .timedOut:
                throw Failure(error: .unavailable("\(source): \(error)"), isSlow: true)
            default: throw Failure(error: .unavailable("\(source): \(error)"))
            }
        }
    }

    /// Checks that a key of the store has signed the catalogue, if there are keys.
    func checkSignature(_ head: HTTPHead, _ body: [UInt8]) throws(Failure) {
        guard head.status == 200 else { return }
        do throws(DocumentSignatureError) {
            try DocumentSignature.check(body, as: .catalogue, trusted: source.storeKeys)
        } catch {
            throw Failure(error: .badCatalogue("\(source): \(error)"), isLie: true)
        }
    }

    /// Parses the response.
    ///
    /// - Parameter rejected: Receives the invalid entries.
    func parse(
        _ head: HTTPHead, _ body: [UInt8], rejected: inout [RejectedGift]
    ) throws(SyncError) -> StoreCatalogue {
        switch head.status {
        case 200: break
        case 404 where source.folder != nil: throw .missing("\(source): no such file")
        default: throw .unavailable("\(source): answered \(head.status)")
        }
        if head["content-type"]?.lowercased().hasPrefix("text/html") == true {
            throw .badCatalogue("\(source): answered with text/html: is there a captive portal?")
        }
        do throws(StoreDocumentError) {
            return try StoreCatalogue(json: body, rejected: &rejected)
        } catch {
            throw .badCatalogue("\(source): \(error)")
        }
    }
}
