import HTTPTransfer
import StoreDocuments

extension StoreSync {
    /// The longest catalogue, in bytes: that of 100 000 gifts has half of it.
    private static let mostCatalogueBytes = 64 << 20
    /// How long a catalogue may take: a megabyte of it over a slow line. The next pass comes soon.
    private static let longestWait = Duration.seconds(120)

    /// Has the rows say what the catalogue says. One that didn't change since the last time costs a question.
    func takeCatalogue(
        _ summary: inout SyncSummary, stop: StopSignal, report: (SyncEvent) -> Void
    ) throws(SyncError) {
        let last = try inStore { () throws(LocalStoreError) in
            try store.database.lastCatalogue(of: source.catalogue)
        }
        let (head, body) = try answer(ifNot: last?.etag, stop: stop)
        if head.status == 304, let last {
            summary.revision = last.revision
            return
        }
        let catalogue = try catalogue(head, body)
        summary.revision = catalogue.revision
        let urls = catalogue.gifts.map { source.packageURL($0.package, base: head.url) ?? "" }
        let comparison = try inStore { () throws(LocalStoreError) in
            try store.database.take(
                catalogue, urls: urls, from: source.catalogue, etag: head["etag"], at: store.date)
        }
        summary.withdrawn = comparison.withdrawn.count
        for id in comparison.withdrawn { report(.withdrawn(id: id)) }
        if comparison.changed.isEmpty { return }
        let changed = Set(comparison.changed)
        let pending = Set(try inStore { () throws(LocalStoreError) in try store.database.pending() })
        for gift in catalogue.gifts where changed.contains(Release(gift)) {
            report(pending.contains(Release(gift)) ? .listed(gift) : .restored(gift))
        }
    }

    private func answer(ifNot etag: String?, stop: StopSignal) throws(SyncError) -> (head: HTTPHead, body: [UInt8]) {
        let request = HTTPRequest(
            source.catalogue, headers: etag.map { ["If-None-Match": $0] } ?? [:], acceptsGzip: true,
            limits: HTTPLimits(wholeTime: Self.longestWait, bodyBytes: Self.mostCatalogueBytes))
        do throws(HTTPTransferError) {
            return try transfer.answer(to: request, isCancelled: { stop.isStopped })
        } catch {
            switch error {
            case .cancelled: throw .stopped
            case .bodyTooLong: throw .badCatalogue("\(source): \(error)")
            default: throw .unavailable("\(source): \(error)")
            }
        }
    }

    private func catalogue(_ head: HTTPHead, _ body: [UInt8]) throws(SyncError) -> StoreCatalogue {
        switch head.status {
        case 200: break
        case 404 where source.folder != nil: throw .missing("\(source): no such file")
        default: throw .unavailable("\(source): answered \(head.status)")
        }
        if head["content-type"]?.lowercased().hasPrefix("text/html") == true {
            throw .badCatalogue("\(source): answered with text/html: is there a captive portal?")
        }
        do throws(StoreDocumentError) {
            return try StoreCatalogue(json: body)
        } catch {
            throw .badCatalogue("\(source): \(error)")
        }
    }
}
