import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A system thread. Reading blocks, which the shared threads of Swift tasks must not do.
final class FeedThread: Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// The thread; nil after it was joined.
    private let thread: Mutex<pthread_t?>

    init(_ body: @escaping @Sendable () -> Void) throws(FeedSourceError) {
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        // The thread takes ownership of the work; if it does not start, the work is released below.
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

    /// Waits for the thread to end. Later calls return immediately.
    func join() {
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        if let thread { pthread_join(thread, nil) }
    }
}
