import CPlatform
import Synchronization

/// A thread of the system, for work that blocks, which the shared threads of Swift tasks must not do.
public final class SystemThread: Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// The size of the stack in bytes: that of the main thread, because animations are parsed and drawn on threads.
    private static let stackSize = 8 << 20

    /// The thread; nil after it was joined.
    private let thread: Mutex<giftty_thread?>

    /// Starts a thread.
    ///
    /// - Parameters:
    ///   - name: The name in debuggers; only the first 15 bytes count.
    ///   - body: The work.
    /// - Throws: `SystemError` if the system has no threads left.
    public init(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        var thread = giftty_thread()
        // The thread takes ownership of the work; if it does not start, the work is released below.
        let work = Unmanaged.passRetained(Work(body))
        let status = giftty_start_thread(
            &thread, name, Self.stackSize,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
            }, work.toOpaque())
        guard status == 0 else {
            work.release()
            throw SystemError(code: status)
        }
        self.thread = Mutex(thread)
    }

    /// Runs `body` on `count` threads in parallel and returns when all have ended.
    ///
    /// If the system has no threads left, it runs on fewer, at the least on this one.
    public static func runInParallel(_ count: Int, _ name: String, _ body: @escaping @Sendable () -> Void) {
        let threads = (0..<count).compactMap { _ in try? SystemThread(name, body) }
        if threads.isEmpty, count > 0 { body() }
        for thread in threads { thread.join() }
    }

    deinit {
        if let thread = thread.withLock({ $0 }) { giftty_detach_thread(thread) }
    }

    /// Waits for the thread to end. Later calls return immediately.
    public func join() {
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        if let thread { giftty_join_thread(thread) }
    }
}
