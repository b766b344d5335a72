import BuiltInGifts
import CommandLineSupport
import ExactNumbers
import GiftLibrary
import JSON
import PlayerSettings
import StoreProtocol

/// A gift kind of any origin, for lists and reports.
struct KnownGift {
    /// The origin of a gift kind.
    enum Origin: String {
        case embedded, store
    }

    let id: String
    let name: String
    let value: Int64
    /// The duration of the animation.
    let duration: Nanoseconds
    let tags: [String]
    let origin: Origin
    /// The version of a store's gift kind; `nil` for a built-in one.
    let version: Int?
    /// The state in the library, such as `failed`; of a built-in gift kind `ready`, or `withdrawn` if the store withdrew it.
    let state: String
    /// The reason for the state, if there is one.
    let reason: String?
    private let symbols: (emoji: String, ascii: String)?
    private let stored: StoredGift?
    /// The name and the size in bytes of a built-in gift kind's file; `nil` for a store's.
    private let file: (name: String, size: Int)?

    private init(_ gift: CatalogueGift, size: Int, isWithdrawn: Bool) {
        id = gift.id
        name = gift.name
        value = gift.value
        duration = gift.duration
        tags = gift.tags
        origin = isWithdrawn ? .store : .embedded
        version = nil
        state = (isWithdrawn ? GiftState.withdrawn : .ready).rawValue
        reason = nil
        symbols = (gift.emoji, gift.asciiSymbol)
        stored = nil
        file = (gift.animation, size)
    }

    private init(_ stored: StoredGift) { self.init(offered: stored.gift, stored) }

    /// Creates a gift kind that a store offers; `stored` is the same version in the library, if it is there.
    private init(offered gift: StoreGift, _ stored: StoredGift?) {
        id = gift.id
        name = gift.name
        value = gift.value
        duration = gift.duration
        tags = gift.tags
        origin = .store
        version = gift.version
        state = (stored?.state ?? .wanted).rawValue
        reason = stored?.reason
        symbols = gift.symbol.map { ($0.emoji, $0.ascii) }
        self.stored = stored
        file = nil
    }

    /// Returns the gift kinds that a store lists; each has the state of its version in the library.
    static func offered(by reader: StoreGiftReader, _ home: StoreHomeOption) throws(CommandFailure) -> [KnownGift] {
        let known = try all(home).compactMap(\.stored)
        do throws(StoreGiftError) {
            return try reader.gifts().map { gift in
                // The library may have the version of another store, with the same number.
                let stored = known.first {
                    $0.gift.id == gift.id && $0.gift.version == gift.version && $0.gift.sha256 == gift.sha256
                }
                return KnownGift(offered: gift, stored)
            }
        } catch {
            throw CommandFailure(listing: error)
        }
    }

    /// Returns the built-in gift kinds, cheapest first, and then the store's.
    ///
    /// An installed or withdrawn kind of the store replaces the built-in kind of the same id.
    static func all(_ home: StoreHomeOption) throws(CommandFailure) -> [KnownGift] {
        let embedded = try embeddedGifts()
        var stored: [StoredGift] = []
        var withdrawn: Set<String> = []
        if let store = try home.openIfExists() {
            do throws(LocalStoreError) {
                try store.reconcileIfWritable()
                stored = try store.gifts()
                withdrawn = Set(try store.withdrawnBuiltInKinds())
            } catch {
                throw CommandFailure(error)
            }
        }
        let replaced = Set(stored.effectiveVersions.map(\.gift.id))
        let builtIn = embedded.catalogue.gifts.filter { !replaced.contains($0.id) }.map { gift in
            KnownGift(
                gift, size: embedded.animation(of: gift)?.count ?? 0, isWithdrawn: withdrawn.contains(gift.id))
        }
        return builtIn + stored.map { KnownGift($0) }
    }

    /// Returns the failure for an unknown id, with a suggestion.
    static func unknownFailure(_ id: String, among gifts: [KnownGift]) -> CommandFailure {
        let hint = Suggestion.hint(for: id, among: gifts.map(\.id))
        return CommandFailure(.noInput, "\(id): no such gift\(hint)")
    }

    /// Returns the sign of the gift kind, two columns wide; empty if it has none.
    func symbol(isASCII: Bool) -> String { symbols.map { isASCII ? $0.ascii : $0.emoji } ?? "" }

    /// The details of the gift kind, as names and values.
    var details: [(name: String, value: String)] {
        var facts = [("gift", id), ("name", name)]
        if let symbols {
            facts.append(("sign", TerminalFacts.isASCII ? symbols.ascii : "\(symbols.emoji)  \(symbols.ascii)"))
        }
        facts.append(("value", value == 1 ? "1 coin" : "\(value) coins"))
        facts.append(("length", duration.durationText))
        facts.append(("tags", tags.joined(separator: ", ")))
        if let file {
            facts.append(("file", "\(file.name), built in"))
            facts.append(("size", "\(file.size) bytes"))
            if origin == .store { facts.append(("state", state)) }
        }
        guard let stored else {
            if let version { facts += [("version", "\(version)"), ("state", state)] }
            return facts
        }
        facts.append(("version", "\(stored.gift.version)\(stored.isCurrent ? ", the one listed" : "")"))
        facts.append(("state", stored.reason.map { "\(state): \($0)" } ?? state))
        facts.append(("package", stored.url))
        facts.append(("size", "\(stored.gift.size) bytes packed"))
        facts.append(("sha256", stored.gift.sha256.hex))
        if let bytes = stored.diskBytes { facts.append(("on disk", "\(bytes) bytes")) }
        for assignment in stored.gift.settings { facts.append((assignment.key.name, assignment.value.description)) }
        facts.append(("listed", stored.listedAt))
        facts.append(("changed", stored.changedAt))
        if let installed = stored.installedAt { facts.append(("installed", installed)) }
        if let used = stored.lastPlayedAt { facts.append(("played", used)) }
        return facts
    }

    /// The details of the gift kind as a JSON object.
    var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("id", .string(id)), ("name", .string(name)), ("value", .integer(Int(clamping: value))),
            ("duration", .seconds(duration)), ("tags", .array(tags.map { .string($0) })),
            ("origin", .string(origin.rawValue)), ("state", .string(state)),
        ]
        if let symbols {
            members.append(("sign", .object([("emoji", .string(symbols.emoji)), ("ascii", .string(symbols.ascii))])))
        }
        if let file { members.append(("animation", .string(file.name))) }
        guard let stored else {
            if let version { members.append(("version", .integer(version))) }
            return .object(members)
        }
        func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        members += [
            ("version", .integer(stored.gift.version)), ("current", .bool(stored.isCurrent)),
            ("reason", optional(reason)), ("url", .string(stored.url)), ("bytes", .integer(stored.gift.size)),
            ("sha256", .string(stored.gift.sha256.hex)), ("diskBytes", stored.diskBytes.map { .integer($0) } ?? .null),
            ("listed", .string(stored.listedAt)), ("changed", .string(stored.changedAt)),
            ("installed", optional(stored.installedAt)), ("used", optional(stored.lastPlayedAt)),
        ]
        return .object(members)
    }
}
