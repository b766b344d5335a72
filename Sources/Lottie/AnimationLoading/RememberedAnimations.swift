/// The animations of another provider, of which those that were used last stay in memory.
///
/// Calls for the same id at the same time share one load. Failures are not remembered, so the next call tries again. A
/// cancelled call ends at once; the load goes on while another call waits for it.
public actor RememberedAnimations<Source: AnimationProvider>: AnimationProvider {
    private typealias Outcome = Result<LoadedAnimation, AnimationLoadingError>

    private struct Entry {
        let id: String
        let animation: LoadedAnimation
    }

    private struct Load {
        let task: Task<Outcome, Never>
        /// The calls that wait for the load.
        var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
    }

    private let source: Source
    private let maxBytes: Int
    private let maxCount: Int
    /// The animations in order of use; the last one was used most recently.
    private var entries: [Entry] = []
    private var loads: [String: Load] = [:]
    private var callCount = 0

    /// The size of the files whose animations are in memory, in bytes.
    public private(set) var byteCount = 0
    /// The ids of the animations in memory; the last one was used most recently.
    public var ids: [String] { entries.map(\.id) }

    /// Creates an empty memory.
    ///
    /// - Parameters:
    ///   - source: The provider that loads what is not in memory.
    ///   - maxBytes: The largest sum of the files' sizes. An animation in memory takes about ten times its file.
    ///   - maxCount: The most animations.
    public init(of source: Source, maxBytes: Int = 16_000_000, maxCount: Int = 64) {
        self.source = source
        self.maxBytes = maxBytes
        self.maxCount = maxCount
    }

    /// Returns the animation with an id from memory, or loads it, as ``AnimationProvider`` describes.
    public func animation(_ id: String) async throws(AnimationLoadingError) -> LoadedAnimation {
        if let index = entries.firstIndex(where: { $0.id == id }) {
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.animation
        }
        if Task.isCancelled { throw .cancelled }
        callCount += 1
        let call = callCount
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
                if Task.isCancelled { return continuation.resume(returning: .failure(.cancelled)) }
                join(call, to: id, continuation)
            }
        } onCancel: {
            Task { await self.leave(call, id) }
        }
        return try result.get()
    }

    /// Forgets all animations in memory.
    public func removeAll() {
        entries = []
        byteCount = 0
    }

    private func join(
        _ call: Int, to id: String,
        _ continuation: CheckedContinuation<Outcome, Never>
    ) {
        if loads[id] == nil {
            loads[id] = Load(
                task: Task {
                    do throws(AnimationLoadingError) {
                        return .success(try await source.animation(id))
                    } catch {
                        return .failure(error)
                    }
                })
            if let task = loads[id]?.task {
                Task { finish(id, task, await task.value) }
            }
        }
        loads[id]?.waiting[call] = continuation
    }

    private func leave(_ call: Int, _ id: String) {
        guard let continuation = loads[id]?.waiting.removeValue(forKey: call) else { return }
        continuation.resume(returning: .failure(.cancelled))
        if loads[id]?.waiting.isEmpty == true { loads.removeValue(forKey: id)?.task.cancel() }
    }

    private func finish(
        _ id: String, _ task: Task<Outcome, Never>,
        _ result: Outcome
    ) {
        // The load may have been given up, and a later one begun.
        guard let load = loads[id], load.task == task else { return }
        loads[id] = nil
        if case .success(let animation) = result { store(animation, as: id) }
        for continuation in load.waiting.values { continuation.resume(returning: result) }
    }

    private func store(_ animation: LoadedAnimation, as id: String) {
        guard animation.byteCount <= maxBytes, maxCount > 0 else { return }
        entries.append(Entry(id: id, animation: animation))
        byteCount += animation.byteCount
        while byteCount > maxBytes || entries.count > maxCount {
            byteCount -= entries.removeFirst().animation.byteCount
        }
    }
}
