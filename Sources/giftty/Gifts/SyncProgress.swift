import HalfBlocks
import LocalStore
import Playback

/// How far a pass is, as lines: one for each gift that is being fetched, and one for all.
struct SyncProgress {
    private struct Fetch {
        let name: String
        let size: Int
        var received: Int
        /// Why nothing moves, while it waits for its next try.
        var pause: String?
    }

    /// Those being fetched, in the order in which they began.
    private var fetches: [(id: String, fetch: Fetch)] = []
    private var gifts = 0
    private var bytes = 0
    private var ready = 0
    private var failed = 0
    /// Bytes of the packages that are done with.
    private var done = 0

    /// Columns of a bar.
    private static let barWidth = 24

    /// Takes what happens.
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
        case .listed, .restored, .withdrawn: break
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

    /// The lines for now, none wider than `columns`; none before it is known what is to be fetched.
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
        return lines.map { DisplayWidth.clipped($0.printable, toColumns: columns) }
    }

    private func line(_ name: String, received: Int, size: Int, note: String, isASCII: Bool) -> String {
        let share = size > 0 ? min(1, Double(received) / Double(size)) : 1
        let full = Int(share * Double(Self.barWidth))
        let (filled, empty) = isASCII ? ("#", ".") : ("█", "░")
        let bar = String(repeating: filled, count: full) + String(repeating: empty, count: Self.barWidth - full)
        let shown = DisplayWidth.clipped(name, toColumns: 16)
        let padding = String(repeating: " ", count: max(0, 16 - DisplayWidth.columns(of: shown)))
        let percent = String(Int(share * 100))
        return "\(shown)\(padding) \(bar) \(String(repeating: " ", count: 3 - percent.count))\(percent) %  \(note)"
    }
}

extension String {
    /// The text without what would disturb a terminal: names and reasons may be a stranger's words.
    var printable: String {
        let isPlain = unicodeScalars.allSatisfy { !Self.isControl($0) }
        return isPlain ? self : String(unicodeScalars.map { Self.isControl($0) ? "?" : Character($0) })
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
            // Joins emoji and the letters of some scripts.
            && scalar != "\u{200D}"
    }
}

extension DisplayWidth {
    /// The beginning of a text that is at most so many columns wide.
    static func clipped(_ text: String, toColumns columns: Int) -> String {
        guard self.columns(of: text) > columns else { return text }
        var result = ""
        var width = 0
        for character in text {
            width += self.columns(of: String(character))
            guard width <= columns else { break }
            result.append(character)
        }
        return result
    }
}
