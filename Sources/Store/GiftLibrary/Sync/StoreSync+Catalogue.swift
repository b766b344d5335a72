import HTTPClient
import StoreProtocol
import SystemIO

extension StoreSync {
    /// Updates the rows from the store's catalogue. For an unchanged catalogue this is one conditional request.
    func updateCatalogue(
        _ summary: inout SyncSummary, stop: StopSignal, report: (SyncEvent) -> Void
    ) throws(SyncError) {
        let last = try withStoreErrors { () throws(LocalStoreError) in
            try store.database.lastCatalogue(of: source)
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
                with: catalogue, urls: urls, rejected: rejected, builtIn: store.builtInKinds, from: self.source,
                // Without an ETag, the next synchronisation reads a catalogue with invalid entries again, and reports
                // them again.
                etag: rejected.isEmpty ? head["etag"] : nil, at: store.date)
        }
        summary.failed += rejected.count
        for gift in rejected { report(.rejected(gift)) }
        summary.withdrawn = comparison.withdrawn.count
        for id in comparison.withdrawn { report(.withdrawn(id: id)) }
        for id in comparison.returned { report(.returned(id: id)) }
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

    /// Asks all addresses without a recent fault, and the others until one answers; the newest catalogue counts.
    ///
    /// The first one may be a copy that nobody renews any more. One that accepts a connection and says nothing is waited
    /// for only if no other answers.
    ///
    /// - Throws: `SyncError` if none has as much as is known; the error of the first address.
    private func requestCatalogue(
        after last: KnownCatalogue?, rejected: inout [RejectedGift], stop: StopSignal
    ) throws(SyncError) -> CatalogueAnswer {
        // A single store may have begun anew; a mirror or a cache of a platform with a lower revision is out of date.
        // With keys, an older catalogue with a signature may be somebody's copy.
        let isPlatform =
            addresses.count > 1 || last?.announce != nil || last?.hasMirrors == true || !source.storeKeys.isEmpty
        let known = isPlatform ? last?.revision ?? 0 : 0
        var search = CatalogueSearch(required: max(known, announcedRevision.load(ordering: .relaxed)))
        let patience: CatalogueRequest.Patience = addresses.count > 1 ? .short : .long
        for address in addresses.ordered() where search.best == nil || addresses.isHealthy(address) {
            try search.ask(address, after: last, search.best == nil ? patience : .brief, of: addresses, stop: stop)
        }
        let slow = search.slow
        for address in slow where search.best == nil {
            let patience: CatalogueRequest.Patience = addresses.count > 1 ? .shared(by: slow.count) : .long
            try search.ask(address, after: last, patience, of: addresses, stop: stop)
        }
        guard let best = search.best else {
            throw search.failure ?? .unavailable("\(source): every address delivered wrong packages or documents")
        }
        rejected = best.rejected
        guard let catalogue = best.catalogue else { return .unchanged }
        return .changed(catalogue, best.head, best.source)
    }
}

/// What the addresses of a store have answered so far.
private struct CatalogueSearch {
    /// The answer of an address.
    struct Answer {
        let revision: Int
        /// The catalogue; `nil` for that which is known.
        let catalogue: StoreCatalogue?
        let rejected: [RejectedGift]
        let head: HTTPHead
        let source: StoreSource
    }

    /// The lowest revision that counts.
    let required: Int
    /// The answer with the highest revision; of several, the first.
    private(set) var best: Answer?
    /// The error of the first address that has none.
    private(set) var failure: SyncError?
    /// The addresses that might have answered after a longer time.
    private(set) var slow: [StoreAddresses.Address] = []

    init(required: Int) { self.required = required }

    /// Asks an address.
    ///
    /// - Throws: `SyncError.stopped` only.
    mutating func ask(
        _ address: StoreAddresses.Address, after last: KnownCatalogue?, _ patience: CatalogueRequest.Patience,
        of addresses: StoreAddresses, stop: StopSignal
    ) throws(SyncError) {
        do throws(CatalogueRequest.Failure) {
            let answer = try Self.answer(of: address, after: last, patience, stop: stop)
            guard answer.revision >= max(required, best?.revision ?? 0) else {
                addresses.record(.stale, of: address)
                failure =
                    failure
                    ?? .unavailable("\(address.source): revision \(answer.revision) is older than \(required)")
                return
            }
            addresses.recordSuccess(of: address)
            if best.map({ answer.revision > $0.revision }) ?? true { best = answer }
        } catch {
            if error.error == .stopped { throw .stopped }
            addresses.record(error.isLie ? .lie : .unavailable, of: address)
            if error.isSlow { slow.append(address) }
            failure = failure ?? error.error
        }
    }

    private static func answer(
        of address: StoreAddresses.Address, after last: KnownCatalogue?, _ patience: CatalogueRequest.Patience,
        stop: StopSignal
    ) throws(CatalogueRequest.Failure) -> Answer {
        let request = CatalogueRequest(source: address.source, transfer: address.transfer)
        let (head, body) = try request.fetch(ifNot: last?.etag, patience: patience, stop: stop)
        try request.checkSignature(head, body)
        var rejected: [RejectedGift] = []
        do throws(SyncError) {
            // An answer that nobody asked for would take the place of a catalogue.
            let isUnchanged = head.status == 304 && last?.etag != nil
            let catalogue = isUnchanged ? nil : try request.parse(head, body, rejected: &rejected)
            return Answer(
                revision: catalogue?.revision ?? last?.revision ?? 0, catalogue: catalogue, rejected: rejected,
                head: head, source: address.source)
        } catch {
            throw CatalogueRequest.Failure(error: error)
        }
    }
}
