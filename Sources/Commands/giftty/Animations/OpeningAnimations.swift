import CommandLineSupport
import Synchronization
import SystemIO

/// Animations that a thread of its own opens, so that something else can be shown meanwhile.
final class OpeningAnimations: Sendable {
    /// The animations, with a line for the user about each one that the fallback replaces.
    struct Opened: Sendable {
        let animations: Result<[OpenedAnimation], CommandFailure>
        let notes: [String]
    }

    private let result = Mutex<Opened?>(nil)
    private let ready: WakePipe

    /// Begins to open animations; meanwhile nothing is written to the terminal.
    ///
    /// - Throws: `CommandFailure` with exit status 70 if the system has no threads or descriptors left.
    init(_ arguments: [String], with options: ShownAnimationOptions) throws(CommandFailure) {
        do throws(SystemError) {
            ready = try WakePipe()
            _ = try SystemThread("animations") { [self] in open(arguments, options) }
        } catch {
            throw CommandFailure(.software, "threads: \(error)")
        }
    }

    private func open(_ arguments: [String], _ options: ShownAnimationOptions) {
        var notes: [String] = []
        let animations = WaitingTransfer.$isSilent.withValue(true) {
            Result { () throws(CommandFailure) in try options.open(arguments) { notes.append($0) } }
        }
        let opened = Opened(animations: animations, notes: notes)
        result.withLock { $0 = opened }
        ready.signal()
    }

    /// A descriptor that is readable as soon as the animations are opened.
    var descriptor: Int32 { ready.descriptor }

    /// The animations; `nil` while they are being opened.
    var opened: Opened? { result.withLock { $0 } }

    /// Waits until the animations are opened, but not longer than `time`, and returns them.
    func wait(atMost time: Duration) -> Opened? {
        _ = ready.waitForSignal(timeout: time)
        return opened
    }
}
