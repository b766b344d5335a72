import HTTPClient
import StoreProtocol
import SystemIO

extension StoreSync {
    /// Updates the rows from the store's catalogue. For an unchanged catalogue this is one conditional request.
    func updateCatalogue(
        _ summary: inout SyncSummary, stop: StopSignal, report: (SyncEvent) -> Void
    ) throws(SyncError) {
        let last = try withStoreErrors { () throws(LocalStoreError) in
            try store.database.lastCatalogue(of: source.catalogueURL)
        }
        let request = CatalogueRequest(source: source, transfer: transfer)
        let (head, body) = try request.fetch(ifNot: last?.etag, stop: stop)
        if head.status == 304, let last {
            summary.revision = last.revision
            return
        }
        var rejected: [RejectedGift] = []
        let catalogue = try request.parse(head, body, rejected: &rejected)
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
}
