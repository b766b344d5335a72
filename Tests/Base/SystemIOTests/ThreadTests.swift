import Synchronization
import SystemIO
import Testing

@Suite("Threads and their signals") struct ThreadTests {
    @Test("a thread does its work before it is joined")
    func join() throws {
        let done = StopSignal()
        let thread = try SystemThread("work") { done.stop() }
        thread.join()
        thread.join()
        #expect(done.isStopped)
    }

    @Test("work runs on several threads in parallel")
    func parallel() {
        let stop = StopSignal()
        SystemThread.runInParallel(3, "work") {
            let isLast = Self.counter.withLock {
                $0 += 1
                return $0 == 3
            }
            if isLast { stop.stop() }
            stop.wait(timeout: .seconds(60))
        }
        #expect(stop.isStopped)
    }

    /// The number of threads that have started.
    private static let counter = Mutex(0)

    @Test("a stop signal wakes all that wait, for good")
    func stop() throws {
        let stop = StopSignal()
        stop.wait(timeout: .milliseconds(1))
        #expect(!stop.isStopped)
        let threads = try (0..<3).map { _ in try SystemThread("waiting") { stop.wait(timeout: .seconds(600)) } }
        stop.stop()
        stop.stop()
        for thread in threads { thread.join() }
        stop.wait(timeout: .seconds(600))
        #expect(stop.isStopped)
    }

    @Test("a flag ends one wait, now or later")
    func flag() throws {
        let flag = ConditionFlag()
        flag.set()
        flag.set()
        flag.wait(timeout: nil)
        flag.wait(timeout: .milliseconds(1))
        let thread = try SystemThread("waiting") { flag.wait(timeout: nil) }
        flag.set()
        thread.join()
    }

    @Test("a longest wait is rounded up to milliseconds and at most a minute")
    func milliseconds() {
        #expect(Duration.nanoseconds(1).pollMilliseconds == 1)
        #expect(Duration.milliseconds(-5).pollMilliseconds == 0)
        #expect(Duration.seconds(1e12).pollMilliseconds == 60_000)
        #expect(Duration.seconds(-1).clampedNanoseconds == 0 && Duration.seconds(1e12).clampedNanoseconds == .max)
    }
}
