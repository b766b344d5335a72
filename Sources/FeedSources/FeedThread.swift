import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A thread of the system. Reading blocks, and the threads that tasks share must not.
final class FeedThread: Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// The thread while it has not been joined.
    private let thread: Mutex<pthread_t?>

    init(_ body: @escaping @Sendable () -> Void) throws(FeedSourceError) {
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let work = Unmanaged.passRetained(Work(body))
        let status = pthread_create(
            &thread, nil,
            { argument in
                #if canImport(Darwin)
                    let pointer: UnsafeMutableRawPointer? = argument
                #else
                    let pointer = argument
                #endif
                if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        guard status == 0 else {
            work.release()
            throw FeedSourceError("thread", "cannot be started")
        }
        self.thread = Mutex(thread)
    }

    /// Waits until it has ended; the second time at once.
    func join() {
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        if let thread { pthread_join(thread, nil) }
    }
}
