import HTTPClient
import StoreProtocol
import SystemIO

extension StoreSync {
    /// The longest time for downloading a catalogue: enough for a megabyte over a slow line. The next synchronisation
    /// follows soon.
    private static let catalogueTimeout = Duration.seconds(120)

    /// Updates the rows from the store's catalogue. For an unchanged catalogue this is one conditional request.
    func updateCatalogue(
        _ summary: inout SyncSummary, stop: StopSignal, report: (SyncEvent) -> Void
    ) throws(SyncError) {
        let last = try withStoreErrors { () throws(LocalStoreError) in
            try store.database.lastCatalogue(of: source.catalogueURL)
        }
        let (head, body) = try fetchCatalogue(ifNot: last?.etag, stop: stop)
        if head.status == 304, let last {
            summary.revision = last.revision
            return
        }
        var rejected: [RejectedGift] = []
        let catalogue = try parseCatalogue(head, body, rejected: &rejected)
        summary.revision = catalogue.revision
        let urls = catalogue.gifts.map { source.packageURL($0.package, base: head.url) ?? "" }
        let comparison = try withStoreErrors { () throws(LocalStoreError) in
            try store.database.update(
                with: catalogue, urls: urls, rejected: rejected, from: source.catalogueURL,
                // Without an ETag, the next synchronisation reads a catalogue with invalid entries again, and reports
                // them again.
                etag: rejected.isEmpty ? head["etag"] : nil, at: store.date)
        }
        summary.failed += rejected.count
        for gift in rejected { report(.rejected(gift)) }
        summary.withdrawn = comparison.withdrawn.count
        for id in comparison.withdrawn { report(.withdrawn(id: id)) }
        if comparison.changed.isEmpty { return }
        let changed = Set(comparison.changed)
        let pending = Set(try withStoreErrors { () throws(LocalStoreError) in try store.database.pendingReleases() })
        for gift in catalogue.gifts where changed.contains(Release(gift)) {
            report(pending.contains(Release(gift)) ? .listed(gift) : .restored(gift))
        }
    }

    private func fetchCatalogue(ifNot etag: String?, stop: StopSignal) throws(SyncError) -> (
        head: HTTPHead, body: [UInt8]
    ) {
        let request = HTTPRequest(
            source.catalogueURL, headers: etag.map { ["If-None-Match": $0] } ?? [:], acceptsGzip: true,
            limits: HTTPLimits(totalTimeout: Self.catalogueTimeout, maxBodyBytes: StoreLimits.maxCatalogueBytes))
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

    private func parseCatalogue(
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
