import CZlib

/// A writer of ZIP archives whose fields a test can falsify.
package struct ZIPWriter {
    /// A file of the archive.
    package struct File {
        package var name: [UInt8]
        package var contents: [UInt8]
        package var isDeflated = false
        package var flags: UInt16 = 0x0800
        package var mode: UInt32 = 0o100644
        package var extra: [UInt8] = []
        /// The false values of the fields; `nil` stands for the true value.
        package var method: UInt16?
        package var size: UInt32?
        package var packedSize: UInt32?
        package var checksum: UInt32?
        package var offset: UInt32?
        package var localName: [UInt8]?

        package init(_ name: String, _ contents: [UInt8] = [], isDeflated: Bool = false) {
            self.name = Array(name.utf8)
            self.contents = contents
            self.isDeflated = isDeflated
        }

        package init(_ name: String, _ contents: String, isDeflated: Bool = false) {
            self.init(name, Array(contents.utf8), isDeflated: isDeflated)
        }

        /// Returns the file with a changed field.
        package func with<Value>(_ field: WritableKeyPath<File, Value>, _ value: Value) -> File {
            var file = self
            file[keyPath: field] = value
            return file
        }
    }

    package var files: [File]
    package var comment: [UInt8] = []
    package var count: UInt16?
    package var volume: UInt16 = 0
    package var directoryOffset: UInt32?

    package init(_ files: File...) { self.files = files }
    package init(files: [File]) { self.files = files }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for file in files {
            let packed = file.isDeflated ? Self.deflated(file.contents) : file.contents
            let offset = file.offset ?? UInt32(bytes.count)
            let name = file.localName ?? file.name
            let fields: [UInt8] =
                Self.word(20) + Self.word(file.flags) + Self.word(file.method ?? (file.isDeflated ? 8 : 0))
                + Self.double(0) + Self.double(file.checksum ?? Self.checksum(file.contents))
                + Self.double(file.packedSize ?? UInt32(packed.count))
                + Self.double(file.size ?? UInt32(file.contents.count))
            bytes += Self.double(0x0403_4B50) + fields + Self.word(UInt16(name.count))
            bytes += Self.word(UInt16(file.extra.count)) + name + file.extra + packed
            directory += Self.double(0x0201_4B50) + Self.word(0x0314) + fields + Self.word(UInt16(file.name.count))
            directory += Self.word(0) + Self.word(0) + Self.word(0) + Self.word(0) + Self.double(file.mode << 16)
            directory += Self.double(offset) + file.name
        }
        let start = directoryOffset ?? UInt32(bytes.count)
        let count = count ?? UInt16(truncatingIfNeeded: files.count)
        bytes += directory + Self.double(0x0605_4B50) + Self.word(volume) + Self.word(volume)
        bytes += Self.word(count) + Self.word(count) + Self.double(UInt32(directory.count)) + Self.double(start)
        return bytes + Self.word(UInt16(comment.count)) + comment
    }

    package static func checksum(_ bytes: [UInt8]) -> UInt32 { UInt32(crc32_z(0, bytes, bytes.count)) }

    /// Returns the bytes as a gzip file.
    package static func gzipped(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes, window: MAX_WBITS + 16) }

    private static func deflated(_ bytes: [UInt8], window: Int32 = -MAX_WBITS) -> [UInt8] {
        var stream = z_stream()
        deflateInit2_(
            &stream, 9, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        let room = Int(deflateBound(&stream, UInt(bytes.count))) + 32
        return bytes.withUnsafeBufferPointer { source in
            [UInt8](unsafeUninitializedCapacity: room) { target, count in
                stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(room)
                deflate(&stream, Z_FINISH)
                count = room - Int(stream.avail_out)
            }
        }
    }

    private static func word(_ value: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }

    private static func double(_ value: UInt32) -> [UInt8] {
        word(UInt16(truncatingIfNeeded: value)) + word(UInt16(value >> 16))
    }
}
