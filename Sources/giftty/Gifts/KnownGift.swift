import Configuration
import GiftStore
import LocalStore
import Playback
import ReportText

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
    /// The state in the library, such as `failed`; `ready` for a built-in gift kind.
    let state: String
    /// The reason for the state, if there is one.
    let reason: String?
    private let signs: (emoji: String, ascii: String)?
    private let stored: StoredGift?
    /// The name and the size in bytes of a built-in gift kind's file; `nil` for a store's.
    private let file: (name: String, size: Int)?

    private init(_ gift: CatalogueGift, size: Int) {
        id = gift.id
        name = gift.name
        value = gift.value
        duration = gift.duration
        tags = gift.tags
        origin = .embedded
        version = nil
        state = GiftState.ready.rawValue
        reason = nil
        signs = (gift.sign, gift.asciiSign)
        stored = nil
        file = (gift.animation, size)
    }

    private init(_ stored: StoredGift) {
        let gift = stored.gift
        id = gift.id
        name = gift.name
        value = gift.value
        duration = gift.duration
        tags = gift.tags
        origin = .store
        version = gift.version
        state = stored.state.rawValue
        reason = stored.reason
        signs = gift.sign.map { ($0.emoji, $0.ascii) }
        self.stored = stored
        file = nil
    }

    /// Returns the built-in gift kinds, cheapest first, and then the store's.
    ///
    /// An installed or withdrawn kind of the store replaces the built-in kind of the same id.
    static func all(_ home: StoreHomeOption) throws(CommandFailure) -> [KnownGift] {
        let embedded = try embeddedGifts()
        var stored: [StoredGift] = []
        if let store = try home.openExisting() {
            do throws(LocalStoreError) {
                try store.reconcileIfWritable()
                stored = try store.gifts()
            } catch {
                throw CommandFailure(error)
            }
        }
        let replaced = Set(stored.deciding.map(\.gift.id))
        let builtIn = embedded.catalogue.gifts.filter { !replaced.contains($0.id) }.map { gift in
            KnownGift(gift, size: embedded.animation(of: gift)?.count ?? 0)
        }
        return builtIn + stored.map { KnownGift($0) }
    }

    /// Returns the failure for an unknown id, with a suggestion.
    static func unknown(_ id: String, among gifts: [KnownGift]) -> CommandFailure {
        let hint = Suggestion.nearest(to: id, among: gifts.map(\.id)).map { ", did you mean \"\($0)\"?" } ?? ""
        return CommandFailure(.noInput, "\(id): no such gift\(hint)")
    }

    /// Returns the sign of the gift kind, two columns wide; empty if it has none.
    func sign(isASCII: Bool) -> String { signs.map { isASCII ? $0.ascii : $0.emoji } ?? "" }

    /// The duration as text, such as `1.5s`.
    var length: String { "\(ExactDecimal(seconds: duration))s" }

    /// The details of the gift kind, as names and values.
    var facts: [(name: String, value: String)] {
        var facts = [("gift", id), ("name", name)]
        if let signs { facts.append(("sign", TerminalFacts.isASCII ? signs.ascii : "\(signs.emoji)  \(signs.ascii)")) }
        facts.append(("value", value == 1 ? "1 coin" : "\(value) coins"))
        facts.append(("length", length))
        facts.append(("tags", tags.joined(separator: ", ")))
        if let file {
            facts.append(("file", "\(file.name), built in"))
            facts.append(("size", "\(file.size) bytes"))
        }
        guard let stored else { return facts }
        facts.append(("version", "\(stored.gift.version)\(stored.isCurrent ? ", the one listed" : "")"))
        facts.append(("state", stored.reason.map { "\(state): \($0)" } ?? state))
        facts.append(("package", stored.url))
        facts.append(("size", "\(stored.gift.size) bytes packed"))
        facts.append(("sha256", stored.gift.sha256.hex))
        if let bytes = stored.diskBytes { facts.append(("on disk", "\(bytes) bytes")) }
        for assignment in stored.gift.settings { facts.append((assignment.key.name, assignment.value.description)) }
        facts.append(("listed", stored.listed))
        facts.append(("changed", stored.changed))
        if let installed = stored.installed { facts.append(("installed", installed)) }
        if let used = stored.used { facts.append(("played", used)) }
        return facts
    }

    /// The details of the gift kind as a JSON object.
    var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("id", .text(id)), ("name", .text(name)), ("value", .integer(Int(clamping: value))),
            ("duration", .seconds(duration)), ("tags", .list(tags.map { .text($0) })),
            ("origin", .text(origin.rawValue)), ("state", .text(state)),
        ]
        if let signs {
            members.append(("sign", .object([("emoji", .text(signs.emoji)), ("ascii", .text(signs.ascii))])))
        }
        if let file { members.append(("animation", .text(file.name))) }
        guard let stored else { return .object(members) }
        func optional(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }
        members += [
            ("version", .integer(stored.gift.version)), ("current", .flag(stored.isCurrent)),
            ("reason", optional(reason)), ("url", .text(stored.url)), ("bytes", .integer(stored.gift.size)),
            ("sha256", .text(stored.gift.sha256.hex)), ("diskBytes", stored.diskBytes.map { .integer($0) } ?? .null),
            ("listed", .text(stored.listed)), ("changed", .text(stored.changed)),
            ("installed", optional(stored.installed)), ("used", optional(stored.used)),
        ]
        return .object(members)
    }
}
