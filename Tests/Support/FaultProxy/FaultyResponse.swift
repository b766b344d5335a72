/// A converter from the bytes that a server sends to the actions of the proxy.
struct FaultyResponse {
    /// A step of the proxy.
    enum Action: Equatable {
        case send([UInt8])
        case pause(Duration)
        /// Sends nothing more, and keeps the connection open.
        case hold
        case end(Fault.Ending)
    }

    private let fault: Fault
    private var passedBytes = 0
    /// The bytes of the head so far, whose end may be split between two pieces; `nil` after the end.
    private var head: [UInt8]? = []
    private var headLength: Int?
    private var hasDelayed = false

    init(_ fault: Fault) {
        self.fault = fault
    }

    /// Returns the actions for the server's next bytes.
    ///
    /// - Parameter bytes: At least one byte.
    mutating func process(_ bytes: [UInt8]) -> [Action] {
        findEndOfHead(bytes)
        let start = passedBytes
        passedBytes += bytes.count
        switch fault {
        case .none, .refuse, .replace: return [.send(bytes)]
        case .truncate(let place, let ending): return split(bytes, from: start, at: place) { _ in [.end(ending)] }
        case .stall(let place): return split(bytes, from: start, at: place) { _ in [.hold] }
        case .delay(let time):
            defer { hasDelayed = true }
            return (hasDelayed ? [] : [.pause(time)]) + [.send(bytes)]
        case .throttle(let speed):
            let piece = max(1, speed / 20)
            return stride(from: 0, to: bytes.count, by: piece).flatMap { offset -> [Action] in
                let part = Array(bytes[offset..<min(offset + piece, bytes.count)])
                return [.send(part), .pause(.seconds(1) * part.count / max(1, speed))]
            }
        case .corrupt(let place):
            guard let offset = position(of: place).map({ $0 - start }), bytes.indices.contains(offset) else {
                return [.send(bytes)]
            }
            var changed = bytes
            changed[offset] ^= 0x20
            return [.send(changed)]
        case .duplicate(let place, let count):
            guard let first = position(of: place) else { return [.send(bytes)] }
            let range = max(0, first - start)..<max(0, first + count - start)
            return [.send(bytes.enumerated().flatMap { range.contains($0) ? [$1, $1] : [$1] })]
        }
    }

    /// Splits bytes at a place: those before it are sent, and `rest` returns the actions for those after it.
    private func split(
        _ bytes: [UInt8], from start: Int, at place: Fault.Position, rest: (ArraySlice<UInt8>) -> [Action]
    ) -> [Action] {
        guard let position = position(of: place), position <= start + bytes.count else { return [.send(bytes)] }
        let offset = max(0, position - start)
        return (offset > 0 ? [.send(Array(bytes[..<offset]))] : []) + rest(bytes[offset...])
    }

    /// Returns the offset of a place from the first byte of the answer, or `nil` while it is unknown.
    private func position(of place: Fault.Position) -> Int? {
        switch place {
        case .answer(let offset): offset
        case .body(let offset): headLength.map { $0 + offset }
        }
    }

    private mutating func findEndOfHead(_ bytes: [UInt8]) {
        guard let before = head else { return }
        let all = before + bytes
        headLength = all.endOfHead
        head = headLength == nil ? all : nil
    }
}
