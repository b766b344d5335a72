import NIOPosix

/// Threads for what takes long or waits for the disk, so that answers don't wait for it.
struct WorkThreads: Sendable {
    private let pool: NIOThreadPool

    /// - Parameter count: how much is done at once; a package in work takes up to some hundred megabytes.
    init(_ count: Int) {
        pool = NIOThreadPool(numberOfThreads: count)
        pool.start()
    }

    /// Does `work` on one of the threads.
    func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await pool.runIfActive(work)
    }

    func end() async throws { try await pool.shutdownGracefully() }
}
