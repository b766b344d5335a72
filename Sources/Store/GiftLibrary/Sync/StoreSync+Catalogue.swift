import HTTPClient
import StoreProtocol
import SystemIO

extension StoreSync {
    /// Updates the rows from the store's catalogue. For an unchanged catalogue this is one conditional request.
    func updateCatalogue(
        _ summary: inout SyncSummary, stop: StopSignal, report: (SyncEvent) -> Void
    ) throws(SyncError) {
        let last = try withStoreErrors { () throws(LocalStoreError) in
            try store.database.lastCatalogue(of: source.catalogueList)
        }
        var rejected: [RejectedGift] = []
        let answer = try requestCatalogue(after: last, rejected: &rejected, stop: stop)
        guard case .changed(let catalogue, let head, let source) = answer else {
            summary.revision = last?.revision ?? 0
            return
        }
        summary.revision = catalogue.revision
        let urls = catalogue.gifts.map { source.packageURL($0.package, base: head.url) ?? "" }
        let comparison = try withStoreErrors { () throws(LocalStoreError) in
            try store.database.update(
                with: catalogue, urls: urls, rejected: rejected, from: self.source.catalogueList,
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

    private enum CatalogueAnswer {
        case unchanged
        /// Another catalogue, the head of its response, and the address that sent it.
        case changed(StoreCatalogue, HTTPHead, StoreSource)
    }

    /// Asks one address after the other until one has a newer catalogue than is known.
    ///
    /// Where the first one has nothing new, it may be a copy that nobody renews any more; so the other addresses without
    /// a recent fault are asked, too.
    ///
    /// - Throws: `SyncError` if none has; the error of the first address.
    private func requestCatalogue(
        after last: KnownCatalogue?, rejected: inout [RejectedGift], stop: StopSignal
    ) throws(SyncError) -> CatalogueAnswer {
        // A single store may have begun anew; a mirror or a cache of a platform with a lower revision is out of date.
        let isPlatform = addresses.count > 1 || last?.announce != nil || last?.hasMirrors == true
        let known = isPlatform ? last?.revision ?? 0 : 0
        let required = max(known, announcedRevision.load(ordering: .relaxed))
        var failure: SyncError?
        // What is known already, from the first address that has it.
        var knownAnswer: CatalogueAnswer?
        for address in addresses.ordered() where knownAnswer == nil || addresses.isHealthy(address) {
            do throws(SyncError) {
                let request = CatalogueRequest(source: address.source, transfer: address.transfer)
                let (head, body) = try request.fetch(ifNot: last?.etag, stop: stop)
                var bad: [RejectedGift] = []
                let catalogue = head.status == 304 ? nil : try request.parse(head, body, rejected: &bad)
                let revision = catalogue?.revision ?? last?.revision ?? 0
                guard revision >= required else {
                    addresses.record(.stale, of: address)
                    failure =
                        failure
                        ?? .unavailable("\(address.source): revision \(revision) is older than \(required)")
                    continue
                }
                addresses.recordSuccess(of: address)
                let isNew = last.map { revision > $0.revision } ?? true
                guard isNew || knownAnswer == nil else { continue }
                rejected = bad
                let answer = catalogue.map { CatalogueAnswer.changed($0, head, address.source) } ?? .unchanged
                if isNew { return answer }
                knownAnswer = answer
            } catch {
                if error == .stopped { throw error }
                addresses.record(.unavailable, of: address)
                failure = failure ?? error
            }
        }
        if let knownAnswer { return knownAnswer }
        throw failure ?? .unavailable("\(source): every address delivered wrong packages")
    }
}
