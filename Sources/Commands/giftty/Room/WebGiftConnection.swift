import AnimationLoading
import BuiltInGifts
import ExactNumbers
import GiftLibrary
import LottieDocument
import RoomSession
import StoreProtocol
import Synchronization
import SystemIO

/// The gifts of a room that come from a plain web server by their ids.
///
/// The built-in kinds are asked for at the beginning, other kinds when the room needs them. Threads wait for the
/// server, so that the room does not.
final class WebGiftConnection: Sendable {
    private struct State {
        /// The ids to load, in order.
        var queue: [String] = []
        /// The number of threads that load.
        var threadCount = 0
        var recentRequests = RecentRequests(minInterval: retryInterval)
        var gifts: [String: WebGift] = [:]
        /// The size of the files of these gifts, in bytes.
        var byteCount = 0
        /// Whether the server did not answer the last time.
        var isUnreachable = false
    }

    private let state = Mutex(State())
    private let animations: WebAnimations
    private let catalogue: GiftCatalogue
    private let updates: UpdateQueue
    private let stop = StopSignal()
    private let now: @Sendable () -> Nanoseconds

    /// The most animations that load at the same time: as many as a browser asks of one server.
    private static let maxThreads = 6
    /// The time after which an animation that could not be loaded is asked for again.
    private static let retryInterval: Nanoseconds = 5 * .second
    /// The most animations, and the largest sum of their files' sizes, in bytes: a feed may name any number of kinds.
    private static let maxAnimations = 500
    private static let maxBytes = 64_000_000

    /// Connects a room to a web server and asks for the built-in kinds.
    ///
    /// - Parameters:
    ///   - animations: The animations of the server.
    ///   - catalogue: The built-in kinds.
    ///   - now: Returns the time of a monotonic clock.
    init(
        _ animations: WebAnimations, builtIn catalogue: GiftCatalogue,
        now: @escaping @Sendable () -> Nanoseconds = { SystemClock.monotonicNanoseconds }
    ) throws(CommandFailure) {
        self.now = now
        self.animations = animations
        self.catalogue = catalogue
        do throws(SystemError) {
            updates = try UpdateQueue()
        } catch {
            throw CommandFailure(.software, "store: \(error)")
        }
        for gift in catalogue.gifts { fetch(gift.id) }
    }

    /// Loads what is in the queue, until it is empty.
    private func work() {
        while !stop.isStopped {
            let id = state.withLock { state -> String? in
                guard !state.queue.isEmpty else {
                    state.threadCount -= 1
                    return nil
                }
                return state.queue.removeFirst()
            }
            guard let id else { return }
            load(id)
        }
    }

    private func load(_ id: String) {
        do throws(AnimationLoadingError) {
            let file = try animations.file(of: id) { stop.isStopped }
            report(isUnreachable: nil)
            let loaded = try WebGift(file.bytes, location: file.location, id: id, builtIn: catalogue[id])
            guard keep(loaded) else {
                updates.add(.failed(id: id, reason: "the memory for animations from the web is full"))
                return
            }
            if let problem = loaded.machineProblem {
                updates.add(.problem("store: \(id) plays without its state machine: \(problem)"))
            }
            updates.add(.ready(loaded.gift))
        } catch {
            switch error {
            case .cancelled: return
            case .unavailable:
                report(isUnreachable: error.description)
                if catalogue[id] != nil { return retryLater(id) }
            case .notFound:
                report(isUnreachable: nil)
                // The built-in kind plays.
                if catalogue[id] != nil { return }
            default: report(isUnreachable: nil)
            }
            updates.add(.failed(id: id, reason: error.description))
        }
    }

    /// Asks for a built-in kind again: as it can play, the room never will.
    private func retryLater(_ id: String) {
        stop.wait(timeout: .nanoseconds(Self.retryInterval))
        state.withLock { $0.queue.append(id) }
    }

    /// Reports that the server stopped answering, for this reason, or that it answers again.
    private func report(isUnreachable reason: String?) {
        let hasChanged = state.withLock { state in
            defer { state.isUnreachable = reason != nil }
            return state.isUnreachable != (reason != nil)
        }
        if hasChanged { updates.add(.connection(failure: reason)) }
    }

    private func keep(_ loaded: WebGift) -> Bool {
        state.withLock { state in
            guard state.gifts.count < Self.maxAnimations, state.byteCount + loaded.gift.size <= Self.maxBytes
            else { return false }
            state.gifts[loaded.gift.id] = loaded
            state.byteCount += loaded.gift.size
            return true
        }
    }
}

extension WebGiftConnection: RoomStore {
    func consumeUpdates() -> [StoreUpdate] { updates.consumeAll() }

    func fetch(_ kind: String) {
        let startsThread = state.withLock { state in
            guard state.gifts[kind] == nil, !state.queue.contains(kind),
                state.recentRequests.recordRequest(kind, at: now())
            else { return false }
            state.queue.append(kind)
            guard state.threadCount < Self.maxThreads else { return false }
            state.threadCount += 1
            return true
        }
        guard startsThread else { return }
        do throws(SystemError) {
            _ = try SystemThread("web gifts") { [self] in work() }
        } catch {
            state.withLock { $0.threadCount -= 1 }
            updates.add(.problem("store: no thread can be started: \(error)"))
        }
    }

    var wakeUpDescriptor: Int32? { updates.wakeUpDescriptor }

    func end() { stop.stop() }

    func animation(of gift: StoreGift) throws(UnplayableGift) -> Composition {
        guard let loaded = state.withLock({ $0.gifts[gift.id] }) else {
            throw UnplayableGift("its animation has not come")
        }
        return loaded.composition
    }

    func options(of gift: StoreGift) -> PresentationOptions {
        state.withLock { $0.gifts[gift.id] }?.options ?? PresentationOptions()
    }
}
