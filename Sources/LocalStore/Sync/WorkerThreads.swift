import Foundation

/// Threads for what waits on networks and disks, which would starve a pool of few threads.
enum WorkerThreads {
    /// Bytes of a thread's stack: that of the main thread, since a first frame is drawn on it.
    private static let stackSize = 8 << 20

    /// Starts a thread.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread { body() }
        thread.name = name
        thread.stackSize = stackSize
        thread.start()
    }

    /// Runs `body` on so many threads at once and returns when all are done.
    static func run(_ count: Int, _ name: String, _ body: @escaping @Sendable () -> Void) {
        let group = DispatchGroup()
        for _ in 0..<count {
            group.enter()
            start(name) {
                body()
                group.leave()
            }
        }
        group.wait()
    }
}
