import CZlib
import CZstd
public import PlayerSettings

/// A file that may be compressed, piece by piece, in memory that does not grow with it.
///
/// The first bytes of the file tell whether it is gzip, Zstandard or neither, whatever its name.
///
///     var file = ExpandedBytes(path: "log.csv.gz")
///     try file.expand(piece) { bytes in … }
///     try file.finish { bytes in … }
public struct ExpandedBytes: ~Copyable {
    /// The name of the file in errors.
    private let path: String
    /// The bytes before the compression is known.
    private var head: [UInt8] = []
    private var expander: (any Expander)?
    private var isPlain = false

    /// Creates a file of which no byte has been read.
    public init(path: String) { self.path = path }

    /// Takes the next bytes of the file and hands over what they contain.
    ///
    /// - Throws: `ConfigurationError` if the bytes are damaged, or if a library is missing.
    public mutating func expand(
        _ bytes: [UInt8], _ receive: (UnsafeRawBufferPointer) -> Void
    ) throws(ConfigurationError) {
        if isPlain { return bytes.withUnsafeBytes(receive) }
        if let expander { return try checked(expander.expand(bytes, receive)) }
        head += bytes
        guard head.count >= Self.magicLength else { return }
        try begin(receive)
    }

    /// Ends the file.
    ///
    /// - Throws: `ConfigurationError` if a compressed file ends too early.
    public mutating func finish(_ receive: (UnsafeRawBufferPointer) -> Void) throws(ConfigurationError) {
        if !isPlain, expander == nil { try begin(receive) }
        if let expander, !expander.isAtEnd {
            throw ConfigurationError(
                .wholeFile(path: path), "expected the rest of \(expander.name) data, found the end of the file")
        }
    }

    private static let magicLength = 4

    private mutating func begin(_ receive: (UnsafeRawBufferPointer) -> Void) throws(ConfigurationError) {
        let start = head
        head = []
        if start.starts(with: [0x1F, 0x8B]) {
            expander = GzipExpander()
        } else if start.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
            var reason = ""
            expander = ZstdExpander(reason: &reason)
            guard expander != nil else {
                throw ConfigurationError(
                    .wholeFile(path: path),
                    "is compressed with Zstandard, for which the library libzstd is needed: \(reason)")
            }
        } else {
            isPlain = true
        }
        try expand(start, receive)
    }

    private func checked(_ isSound: Bool) throws(ConfigurationError) {
        guard isSound else {
            throw ConfigurationError(
                .wholeFile(path: path), "expected \(expander?.name ?? "") data, found damaged bytes")
        }
    }
}

/// A decompressor of a stream.
private protocol Expander: AnyObject {
    /// The name of the format.
    var name: String { get }
    /// Whether the stream may end here.
    var isAtEnd: Bool { get }

    /// Takes the next bytes and hands over what they contain; returns whether they are sound.
    func expand(_ bytes: [UInt8], _ receive: (UnsafeRawBufferPointer) -> Void) -> Bool
}

/// The number of bytes that are decompressed at once.
private let expansionSize = 1 << 17

/// A gzip file with any number of members, as rotated logs have them.
private final class GzipExpander: Expander {
    let name = "gzip"
    private(set) var isAtEnd = false
    /// zlib keeps the address of its stream, so it must not move.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let isReady: Bool
    private let target = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: expansionSize)

    init() {
        stream.initialize(to: z_stream())
        // Adding 16 to the window size makes zlib expect gzip's header and checksum.
        isReady = inflateInit2_(stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    }

    deinit {
        if isReady { inflateEnd(stream) }
        stream.deallocate()
        target.deallocate()
    }

    func expand(_ bytes: [UInt8], _ receive: (UnsafeRawBufferPointer) -> Void) -> Bool {
        guard isReady else { return false }
        return bytes.withUnsafeBufferPointer { source in
            // zlib only reads the input, although its type is a mutable pointer.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
            stream.pointee.avail_in = UInt32(source.count)
            while true {
                if isAtEnd {
                    guard stream.pointee.avail_in > 0 else { return true }
                    guard inflateReset(stream) == Z_OK else { return false }
                    isAtEnd = false
                }
                stream.pointee.next_out = target.baseAddress
                stream.pointee.avail_out = UInt32(target.count)
                let status = inflate(stream, Z_NO_FLUSH)
                let written = target.count - Int(stream.pointee.avail_out)
                if written > 0 { receive(UnsafeRawBufferPointer(start: target.baseAddress, count: written)) }
                switch status {
                case Z_STREAM_END: isAtEnd = true
                case Z_OK: break
                // No progress is possible without more input.
                case Z_BUF_ERROR: return true
                default: return false
                }
            }
        }
    }
}

/// A Zstandard file with any number of frames.
private final class ZstdExpander: Expander {
    let name = "Zstandard"
    private(set) var isAtEnd = false
    private let stream: OpaquePointer
    private let target = UnsafeMutableRawBufferPointer.allocate(byteCount: expansionSize, alignment: 16)

    /// Opens a stream; `nil` if the library is missing, with the reason in `reason`.
    init?(reason: inout String) {
        var words = [CChar](repeating: 0, count: 256)
        guard let stream = giftty_zstd_open(&words, words.count) else {
            reason = String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            target.deallocate()
            return nil
        }
        self.stream = stream
    }

    deinit {
        giftty_zstd_close(stream)
        target.deallocate()
    }

    func expand(_ bytes: [UInt8], _ receive: (UnsafeRawBufferPointer) -> Void) -> Bool {
        bytes.withUnsafeBytes { source in
            var rest = source[...]
            while true {
                var (used, written) = (0, 0)
                let piece = UnsafeRawBufferPointer(rebasing: rest)
                let status = giftty_zstd_decompress(
                    stream, piece.baseAddress, piece.count, &used, target.baseAddress, target.count, &written)
                guard status >= 0 else { return false }
                if written > 0 { receive(UnsafeRawBufferPointer(rebasing: target[..<written])) }
                rest = rest.dropFirst(used)
                isAtEnd = status == 0
                // A full target may leave more to write, even without input.
                if rest.isEmpty, isAtEnd || written < target.count { return true }
            }
        }
    }
}
