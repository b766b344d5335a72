import AnimationLoading
import LottieDocument
import Synchronization
import Testing

@Suite("Animations in memory")
struct RememberedAnimationsTests {
    /// A provider whose animations are all the same, that counts its loads and waits while it is closed.
    private final class Counter: AnimationProvider {
        private struct State {
            var loads: [String] = []
            var cancelled = 0
            var isOpen = true
        }

        private let state = Mutex(State())
        var loads: [String] { state.withLock { $0.loads } }
        var cancelled: Int { state.withLock { $0.cancelled } }

        func set(isOpen: Bool) { state.withLock { $0.isOpen = isOpen } }

        func animation(_ id: String) async throws(AnimationLoadingError) -> LoadedAnimation {
            state.withLock { $0.loads.append(id) }
            while !state.withLock({ $0.isOpen }) {
                do { try await Task.sleep(for: .milliseconds(1)) } catch {
                    state.withLock { $0.cancelled += 1 }
                    throw .cancelled
                }
            }
            guard id != "gone", let composition = try? Composition(json: Array(WebAnimationsTests.square.utf8)) else {
                throw .notFound(location: id)
            }
            return LoadedAnimation(composition, byteCount: 100, location: id)
        }
    }

    @Test("what was used last stays, and the sum of the sizes and the number of animations are bounded")
    func memoryIsBounded() async throws {
        let source = Counter()
        let memory = RememberedAnimations(of: source, maxBytes: 300, maxCount: 9)
        for id in ["a", "b", "c", "a", "d", "a", "b"] { _ = try await memory.animation(id) }
        #expect(source.loads == ["a", "b", "c", "d", "b"])
        #expect(await memory.ids == ["d", "a", "b"])
        #expect(await memory.byteCount == 300)
        let few = RememberedAnimations(of: source, maxBytes: 1000, maxCount: 1)
        for id in ["a", "b"] { _ = try await few.animation(id) }
        #expect(await few.ids == ["b"])
        await few.removeAll()
        #expect(await few.byteCount == 0)
    }

    @Test("an animation that is larger than the memory is loaded each time, and a failure is tried again")
    func failuresAreNotRemembered() async throws {
        let source = Counter()
        let memory = RememberedAnimations(of: source, maxBytes: 50)
        for _ in 0..<2 { _ = try await memory.animation("a") }
        for _ in 0..<2 {
            await #expect(throws: AnimationLoadingError.notFound(location: "gone")) {
                try await memory.animation("gone")
            }
        }
        #expect(source.loads == ["a", "a", "gone", "gone"])
    }

    @Test("calls at the same time share one load, which ends when the last of them is cancelled")
    func callsShareOneLoad() async throws {
        let source = Counter()
        source.set(isOpen: false)
        let memory = RememberedAnimations(of: source)
        let calls = (0..<3).map { _ in Task { try await memory.animation("a") } }
        while source.loads.isEmpty { await Task.yield() }
        try await Task.sleep(for: .milliseconds(20))
        calls[0].cancel()
        await #expect(throws: AnimationLoadingError.cancelled) { try await calls[0].value }
        #expect(source.cancelled == 0)
        source.set(isOpen: true)
        for call in calls.dropFirst() { #expect(try await call.value.location == "a") }
        #expect(source.loads == ["a"])

        source.set(isOpen: false)
        let last = Task { try await memory.animation("b") }
        while source.loads.count < 2 { await Task.yield() }
        last.cancel()
        await #expect(throws: AnimationLoadingError.cancelled) { try await last.value }
        while source.cancelled == 0 { await Task.yield() }
        source.set(isOpen: true)
        #expect(try await memory.animation("b").location == "b")
    }
}
