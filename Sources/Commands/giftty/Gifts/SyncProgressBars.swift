import GiftLibrary
import TerminalCells
import TerminalText

/// The progress of a synchronisation as lines: one for each gift kind that is being fetched, and one for the total.
struct SyncProgressBars {
    private struct Download {
        let name: String
        let size: Int
        var received: Int
        /// The reason why the download pauses before the next attempt; `nil` while it runs.
        var pause: String?
    }

    /// The current downloads, in the order of their start.
    private var downloads: [(id: String, fetch: Download)] = []
    private var giftCount = 0
    private var totalBytes = 0
    private var readyCount = 0
    private var failedCount = 0
    /// The total size of the packages that are fetched or failed, in bytes.
    private var finishedBytes = 0

    /// The width of a progress bar, in columns.
    private static let barWidth = 24

    /// Updates the progress.
    mutating func handle(_ event: SyncEvent) {
        switch event {
        case .compared(let gifts, let bytes): (self.giftCount, self.totalBytes) = (gifts, bytes)
        case .receiving(let gift, let bytes):
            updateDownload(gift.id, name: gift.name, size: gift.size) {
                $0.received = bytes
                $0.pause = nil
            }
        case .pausing(let gift, _, let reason):
            updateDownload(gift.id, name: gift.name, size: gift.size) { $0.pause = reason }
        case .ready(let gift):
            readyCount += 1
            finish(gift.id, size: gift.size)
        case .failed(let gift, _):
            failedCount += 1
            finish(gift.id, size: gift.size)
        case .listed, .restored, .withdrawn, .returned, .rejected: break
        }
    }

    private mutating func updateDownload(_ id: String, name: String, size: Int, _ body: (inout Download) -> Void) {
        if let index = downloads.firstIndex(where: { $0.id == id }) { return body(&downloads[index].fetch) }
        var fetch = Download(name: name, size: size, received: 0)
        body(&fetch)
        downloads.append((id, fetch))
    }

    private mutating func finish(_ id: String, size: Int) {
        downloads.removeAll { $0.id == id }
        finishedBytes += size
    }

    /// Returns the current lines, none wider than `columns`; empty until the number of gift kinds to fetch is known.
    func lines(columns: Int, isASCII: Bool) -> [String] {
        guard giftCount > 0 else { return [] }
        let received = finishedBytes + downloads.reduce(0) { $0 + $1.fetch.received }
        var lines = downloads.map { entry in
            line(
                entry.fetch.name, received: entry.fetch.received, size: entry.fetch.size,
                note: entry.fetch.pause ?? ByteCountFormat.string(entry.fetch.size), isASCII: isASCII)
        }
        var note = "\(readyCount) of \(giftCount) gifts"
        if failedCount > 0 { note += ", \(failedCount) failed" }
        note += ", \(ByteCountFormat.string(received)) of \(ByteCountFormat.string(totalBytes))"
        lines.append(line("all", received: received, size: totalBytes, note: note, isASCII: isASCII))
        return lines.map { DisplayWidth.fitted($0.terminalSafe(), toColumns: columns, ellipsis: "") }
    }

    private func line(_ name: String, received: Int, size: Int, note: String, isASCII: Bool) -> String {
        let share = size > 0 ? min(1, Double(received) / Double(size)) : 1
        let full = Int(share * Double(Self.barWidth))
        let (filled, empty) = isASCII ? ("#", ".") : ("█", "░")
        let bar = String(repeating: filled, count: full) + String(repeating: empty, count: Self.barWidth - full)
        let shown = DisplayWidth.fitted(name.terminalSafe(), toColumns: 16, ellipsis: isASCII ? "~" : "…")
        let padding = String(repeating: " ", count: max(0, 16 - DisplayWidth.columns(of: shown)))
        let percent = String(Int(share * 100))
        return "\(shown)\(padding) \(bar) \(String(repeating: " ", count: 3 - percent.count))\(percent) %  \(note)"
    }
}
