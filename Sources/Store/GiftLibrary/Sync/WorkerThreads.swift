import Foundation

/// Threads for work that blocks on networks and disks, which would starve a thread pool.
enum WorkerThreads {
    /// The stack size in bytes. It equals that of the main thread, because the first frame of a gift is drawn on such a
    /// thread.
    private static let stackSize = 8 << 20

    /// Starts a thread.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread { body() }
        thread.name = name
        thread.stackSize = stackSize
        thread.start()
    }

    /// Runs `body` on `count` threads in parallel and returns when all have ended.
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
