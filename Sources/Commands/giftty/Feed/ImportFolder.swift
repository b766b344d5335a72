import LogImport
import SystemIO

/// A folder into which the sessions of logs are written, each as a feed of its own.
///
/// The feeds grow in a hidden folder within it and get their names when all logs are read, so that nobody reads half a
/// session. Few lines are kept in memory, and no file stays open, whatever the number of sessions.
struct ImportFolder {
    private let path: String
    private let hidden: String
    private var pending: [[UInt8]] = []
    private var pendingCount = 0
    /// The numbers of bytes of each session that are written.
    private var sizes: [Int] = []
    private var names: [String] = []

    private static let maxPending = 8 << 20

    /// Creates the folder if it is missing.
    ///
    /// - Throws: `CommandFailure` with exit status 73 if it cannot be written to.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        hidden = "\(path)/.import-\(ProcessEnvironment.processID)"
        do throws(DiskError) {
            try FileSystem.makeFolders(hidden)
        } catch {
            throw .unwritable(path, error.reason)
        }
    }

    /// Returns the path of the feed of a session.
    func path(of session: Int) -> String { "\(path)/\(names[session])" }

    /// Adds lines to the sessions with the given keys.
    mutating func write(_ lines: [LogImport.Line], _ keys: [String]) throws(CommandFailure) {
        while names.count < keys.count {
            names.append(Self.fileName(keys[names.count]))
            pending.append([])
            sizes.append(0)
        }
        for line in lines {
            pending[line.session] += line.bytes
            pendingCount += line.bytes.count
        }
        if pendingCount > Self.maxPending { try flush() }
    }

    /// Gives the feeds their names.
    ///
    /// - Parameter inputs: The files that were read.
    /// - Throws: `CommandFailure` with exit status 64 if a feed would replace one of them, and 73 if it cannot be written.
    mutating func finish(reading inputs: [String] = []) throws(CommandFailure) {
        try flush()
        let written = zip(names, sizes).filter { $0.1 > 0 }.map { "\(path)/\($0.0)" }
        try OutputFile.check(written, differFrom: inputs)
        do throws(DiskError) {
            for (name, size) in zip(names, sizes) where size > 0 {
                try SystemDisk().rename("\(hidden)/\(name)", to: "\(path)/\(name)")
            }
        } catch {
            throw .unwritable(path, error.reason)
        }
        discard()
    }

    /// Removes what has no name yet.
    func discard() { try? SystemDisk().removeTree(hidden) }

    private mutating func flush() throws(CommandFailure) {
        for session in pending.indices where !pending[session].isEmpty {
            let file = "\(hidden)/\(names[session])"
            do throws(SystemError) {
                let open = try OpenFile(file, [.writing, .creating])
                try open.seek(to: sizes[session])
                try open.write(pending[session])
                try open.close()
            } catch {
                throw .unwritable(file, error)
            }
            sizes[session] += pending[session].count
            pending[session] = []
        }
        pendingCount = 0
    }

    /// Returns the name of the file of a session: letters, digits, `-`, `_`, `+` and inner points stay, other bytes become
    /// `%` and two digits, so that no two sessions have the same name.
    static func fileName(_ key: String) -> String {
        var name = ""
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in key.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"):
                name.append(Character(Unicode.Scalar(byte)))
            case UInt8(ascii: ".") where !name.isEmpty: name.append(".")
            default: name += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        // File systems have names of at most 255 bytes.
        guard name.utf8.count > 200 else { return "\(name).ndjson" }
        return "\(name.prefix(180))%\(String(hash, radix: 16)).ndjson"
    }
}
