import HTTPClient
import StoreProtocol
import SystemIO

/// A request for the catalogue of a store.
struct CatalogueRequest {
    let source: StoreSource
    /// The client that reads the store; see ``StoreSource/transfer(_:disk:)``.
    let transfer: any HTTPTransferring

    /// The longest time for downloading a catalogue: enough for a megabyte over a slow line. The next synchronisation
    /// follows soon.
    private static let timeout = Duration.seconds(120)

    /// Downloads the catalogue, unless it still has this ETag.
    func fetch(ifNot etag: String?, stop: StopSignal) throws(SyncError) -> (
        head: HTTPHead, body: [UInt8]
    ) {
        let request = HTTPRequest(
            source.catalogueURL, headers: etag.map { ["If-None-Match": $0] } ?? [:], acceptsGzip: true,
            limits: HTTPLimits(totalTimeout: Self.timeout, maxBodyBytes: StoreLimits.maxCatalogueBytes))
        do throws(HTTPTransferError) {
            return try transfer.fetch(request, isCancelled: { stop.isStopped })
        } catch {
            switch error {
            case .cancelled: throw .stopped
            case .bodyTooLong: throw .badCatalogue("\(source): \(error)")
            default: throw .unavailable("\(source): \(error)")
            }
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
