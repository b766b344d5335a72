import CPlatform
import CTerminalGuard
import Dispatch
import Synchronization
import SystemIO

/// A temporary folder that only this user can read. It is removed at the end of its use, and if a signal ends the program.
final class SpillFolder: Sendable {
    /// The path.
    let path: String
    private let signals: Mutex<(any DispatchSourceRead)?>

    /// Creates a folder in `TMPDIR`.
    ///
    /// - Throws: `CommandFailure` with exit status 73 if it cannot be made.
    init() throws(CommandFailure) {
        let parent = ProcessEnvironment.variable("TMPDIR") ?? "/tmp"
        var template = Array("\(parent)/giftty.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .unwritable(parent, SystemError.last) }
        let path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.path = path
        signals = Mutex(nil)
        let descriptor = stop_signals_watch()
        guard descriptor >= 0 else { return }
        signals.withLock { signals in
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
            source.setEventHandler {
                guard let signal = try? Descriptor.read(descriptor, upTo: 1).first else { return }
                try? SystemDisk().removeTree(path)
                ProcessEnvironment.exit(128 + Int32(signal))
            }
            source.resume()
            signals = source
        }
    }

    deinit {
        signals.withLock { source in
            guard let source else { return }
            source.cancel()
            stop_signals_unwatch()
        }
        try? SystemDisk().removeTree(path)
    }
}
