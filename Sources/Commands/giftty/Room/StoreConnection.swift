import BuiltInGifts
import GiftLibrary
import GiftPackages
import HTTPClient
import LottieDocument
import RoomSession
import RoomUI
import StoreProtocol
import Synchronization
import SystemIO

/// A connection of a room to the library and to the store that it follows.
///
/// It works on a thread of its own, so that the room does not wait for a disk or a network, except for an animation
/// that was not read ahead.
final class StoreConnection: Sendable {
    private struct State {
        /// The library; `nil` until it is open, and if it cannot be opened.
        var store: LocalStore?
        /// The reason why the library cannot be opened; `nil` without one.
        var openingError: String?
        /// The follower of the store; `nil` without a store.
        var follower: StoreFollower?
        /// The animations that were read ahead, by gift kind.
        var preloadedAnimations: [String: (gift: StoreGift, composition: Composition)] = [:]
        /// The total size of the packages of these animations, in bytes.
        var preloadedBytes: Int { preloadedAnimations.values.reduce(0) { $0 + $1.gift.size } }
    }

    private let state = Mutex(State())
    private let options = PresentationOptionsCache()
    /// The updates that the room has not fetched yet.
    private let updates: UpdateQueue
    private let stopPipe: WakePipe

    /// The maximum size of the packages that are read ahead, in bytes: what a room plays within minutes, not a whole
    /// store.
    private static let maxPreloadedBytes = 16_000_000
    /// The interval between two polls of a store in a folder, in nanoseconds.
    private static let folderPollInterval: Int64 = 3_000_000_000

    /// Opens the library and follows `source`; without a source, opens the library if it exists.
    ///
    /// - Throws: `CommandFailure` if there is no folder for the library.
    static func open(
        _ home: StoreHomeOption, following source: StoreSource?, room: String, publisherKeys: [PublisherKey],
        environment: [String: String]
    ) throws(CommandFailure) -> StoreConnection? {
        let path = home.path(environment: environment)
        if let source {
            guard let path, !path.isEmpty else { throw StoreHomeOption.unknownHomeFailure }
            return try StoreConnection(home: path, source: source, room: room, publisherKeys: publisherKeys)
        }
        guard let path, LocalStore.exists(at: path) else {
            if let named = home.home, !InputFile.isFolder(at: named) {
                throw CommandFailure(.noInput, "\(named): no such folder")
            }
            return nil
        }
        return try StoreConnection(home: path, source: nil, room: room, publisherKeys: publisherKeys)
    }

    private init(
        home: String, source: StoreSource?, room: String, publisherKeys: [PublisherKey]
    ) throws(CommandFailure) {
        do throws(SystemError) {
            updates = try UpdateQueue()
            stopPipe = try WakePipe()
            _ = try SystemThread("store") { [self] in
                run(home: home, source: source, room: room, publisherKeys: publisherKeys)
            }
        } catch {
            throw CommandFailure(.software, "store: \(error)")
        }
    }

    /// Stops the work in the background.
    func end() {
        stopPipe.signal()
        state.withLock { $0.follower }?.stop()
    }

    private func deliver(_ update: StoreUpdate) {
        if case .ready(let gift) = update { preload(gift) }
        updates.add(update)
    }

    private func run(home: String, source: StoreSource?, room: String, publisherKeys: [PublisherKey]) {
        do throws(LocalStoreError) {
            let store = try LocalStore(
                home: home, publisherKeys: publisherKeys, builtInKinds: EmbeddedGifts.kindIDs,
                allowsReadOnly: source == nil)
            state.withLock { $0.store = store }
            if let notice = store.notice { deliver(.problem(notice)) }
            guard let source else { return try reportStoredGifts(store) }
            do throws(SystemError) {
                try follow(source, with: store, room: room)
            } catch {
                deliver(.problem("store: \(error)"))
            }
        } catch {
            state.withLock { $0.openingError = error.description }
            deliver(.problem("store: \(error)"))
        }
    }

    /// A folder does not report changes, but polling it is cheap.
    private static func rules(for source: StoreSource) -> FollowRules {
        var rules = FollowRules.standard
        if source.catalogueURL.hasPrefix("file:") { rules.pollInterval = folderPollInterval }
        return rules
    }

    private func follow(_ source: StoreSource, with store: LocalStore, room: String) throws(SystemError) {
        let follower = try StoreFollower(
            store: store, source: source, room: room, transfer: CurlTransfer(), rules: Self.rules(for: source))
        state.withLock { $0.follower = follower }
        follower.start()
        while !Descriptor.wait(for: [stopPipe.descriptor, follower.wakeUpDescriptor], milliseconds: -1)[0] {
            for update in follower.consumeUpdates() { deliver(update) }
        }
    }

    /// Reports the installed gift kinds, which can play without a store, and the withdrawn ones.
    private func reportStoredGifts(_ store: LocalStore) throws(LocalStoreError) {
        var reported: Set<String> = []
        for stored in try store.gifts() where !stopPipe.isSignalled && !reported.contains(stored.gift.id) {
            if stored.state == .withdrawn {
                deliver(.withdrawn(id: stored.gift.id))
            } else if stored.isInstalled {
                deliver(.ready(stored.gift))
            } else {
                continue
            }
            reported.insert(stored.gift.id)
        }
        for id in try store.withdrawnBuiltInKinds() { deliver(.withdrawn(id: id)) }
    }

    private func preload(_ gift: StoreGift) {
        let mayRead = state.withLock { $0.preloadedBytes + gift.size <= Self.maxPreloadedBytes }
        guard mayRead, let composition = try? read(gift) else { return }
        state.withLock { $0.preloadedAnimations[gift.id] = (gift, composition) }
    }

    private func read(_ gift: StoreGift) throws(UnplayableGift) -> Composition {
        let (store, problem) = state.withLock { ($0.store, $0.openingError) }
        guard let store else { throw UnplayableGift(problem ?? "the gifts on disk are not open yet") }
        return try store.animation(of: gift, caching: options)
    }
}

extension StoreConnection: RoomStore {
    func consumeUpdates() -> [StoreUpdate] { updates.consumeAll() }

    func fetch(_ kind: String) { state.withLock { $0.follower }?.prioritize(kind) }

    var wakeUpDescriptor: Int32? { updates.wakeUpDescriptor }
}

extension StoreConnection: PublishedAnimations {
    func animation(of gift: StoreGift) throws(UnplayableGift) -> Composition {
        if let known = state.withLock({ $0.preloadedAnimations[gift.id] }), known.gift == gift {
            return known.composition
        }
        return try read(gift)
    }

    func options(of gift: StoreGift) -> PresentationOptions { options[gift] }
}

/// The animations of the gifts in a library, for a replay.
struct LibraryAnimations: PublishedAnimations {
    private let store: LocalStore
    private let cache = PresentationOptionsCache()

    init(_ store: LocalStore) { self.store = store }

    func animation(of gift: StoreGift) throws(UnplayableGift) -> Composition {
        try store.animation(of: gift, caching: cache)
    }

    func options(of gift: StoreGift) -> PresentationOptions { cache[gift] }
}

extension LocalStore {
    /// Reads the animation of an installed gift kind.
    fileprivate func animation(
        of gift: StoreGift, caching directions: PresentationOptionsCache
    ) throws(UnplayableGift) -> Composition {
        do throws(LocalStoreError) {
            if let playable = try loadPlayableGift(gift.id) {
                if playable.manifest != nil || playable.machine != nil {
                    let manifest = playable.manifest ?? GiftManifest()
                    directions.store(
                        PresentationOptions(
                            manifest, of: playable.composition, machine: playable.machine,
                            animations: playable.insertedAnimations), of: gift)
                }
                return playable.composition
            }
        } catch {
            throw UnplayableGift(error.description)
        }
        throw UnplayableGift("its files are not on disk")
    }

    /// Returns the installed versions of the gift kinds that are not built in, the last one first.
    ///
    /// If the library cannot be read, there are none.
    func installedGifts(except builtIn: [CatalogueGift]) -> [StoreGift] {
        let known = Set(builtIn.map(\.id))
        let stored = (try? gifts()) ?? []
        return stored.filter { $0.isInstalled && !known.contains($0.gift.id) }.reversed().map(\.gift)
    }
}
