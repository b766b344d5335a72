import HalfBlocks
import LocalStore
import Playback
import TerminalText

/// The progress of a synchronisation as lines: one for each gift kind that is being fetched, and one for the total.
struct SyncProgress {
    private struct Fetch {
        let name: String
        let size: Int
        var received: Int
        /// The reason why the download pauses before the next attempt; `nil` while it runs.
        var pause: String?
    }

    /// The current downloads, in the order of their start.
    private var fetches: [(id: String, fetch: Fetch)] = []
    private var gifts = 0
    private var bytes = 0
    private var ready = 0
    private var failed = 0
    /// The total size of the packages that are fetched or failed, in bytes.
    private var done = 0

    /// The width of a progress bar, in columns.
    private static let barWidth = 24

    /// Updates the progress.
    mutating func take(_ event: SyncEvent) {
        switch event {
        case .compared(let gifts, let bytes): (self.gifts, self.bytes) = (gifts, bytes)
        case .receiving(let gift, let bytes):
            change(gift.id, name: gift.name, size: gift.size) {
                $0.received = bytes
                $0.pause = nil
            }
        case .pausing(let gift, _, let reason): change(gift.id, name: gift.name, size: gift.size) { $0.pause = reason }
        case .ready(let gift):
            ready += 1
            finish(gift.id, size: gift.size)
        case .failed(let gift, _):
            failed += 1
            finish(gift.id, size: gift.size)
        case .listed, .restored, .withdrawn, .rejected: break
        }
    }

    private mutating func change(_ id: String, name: String, size: Int, _ body: (inout Fetch) -> Void) {
        if let index = fetches.firstIndex(where: { $0.id == id }) { return body(&fetches[index].fetch) }
        var fetch = Fetch(name: name, size: size, received: 0)
        body(&fetch)
        fetches.append((id, fetch))
    }

    private mutating func finish(_ id: String, size: Int) {
        fetches.removeAll { $0.id == id }
        done += size
    }

    /// Returns the current lines, none wider than `columns`; empty until the number of gift kinds to fetch is known.
    func lines(columns: Int, isASCII: Bool) -> [String] {
        guard gifts > 0 else { return [] }
        let received = done + fetches.reduce(0) { $0 + $1.fetch.received }
        var lines = fetches.map { entry in
            line(
                entry.fetch.name, received: entry.fetch.received, size: entry.fetch.size,
                note: entry.fetch.pause ?? ByteWords.text(entry.fetch.size), isASCII: isASCII)
        }
        var note = "\(ready) of \(gifts) gifts"
        if failed > 0 { note += ", \(failed) failed" }
        note += ", \(ByteWords.text(received)) of \(ByteWords.text(bytes))"
        lines.append(line("all", received: received, size: bytes, note: note, isASCII: isASCII))
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
