import BuiltInGifts
import GiftLibrary
import Playback
import PlayerSettings
import SystemIO

/// The words that shells offer. Whatever cannot be read now is not offered.
///
/// The shells themselves leave out words that do not begin with what is written already.
enum CompletionWords {
    /// The ids of gifts: built-in ones and those of the library.
    static var gifts: [String] {
        let builtIn = (try? EmbeddedGifts())?.catalogue.gifts.map(\.id) ?? []
        let stored = (try? library?.gifts())?.map(\.gift.id) ?? []
        return unique(builtIn + stored)
    }

    /// The names of the built-in scenarios.
    static var scenarios: [String] { ScenarioSource.embeddedNames }

    /// The ids of rooms: those of the lobby, and those whose settings came from a store.
    static var rooms: [String] {
        let lobby = (try? EmbeddedGifts().room())?.lobby.map(\.id) ?? []
        return unique(["lobby"] + lobby + ((try? library?.knownRooms()) ?? []))
    }

    /// The names of the settings.
    static var settingNames: [String] { SettingKey.configurable.map(\.name) }

    /// Returns the values of a setting; of one with numbers, the default value as an example.
    static func values(ofSetting name: String, _ prefix: String) -> [String] {
        guard let key = SettingKey.configurable.first(where: { $0.name == name }) else { return [] }
        let words: [String] =
            switch (key.name, key.kind) {
            case ("room", _): rooms
            case ("fallback", _): gifts + files(prefix, ["json", "lottie", "tgs"])
            case ("publisherKeys", _), ("storeKeys", _): []
            case ("transition", _): ["iris", "slide", "turn"] + files(prefix, ["json", "lottie"])
            case (_, .choice(let words)): words
            case (_, .bool): ["on", "off"]
            case (_, .text): files(prefix, [])
            case (_, .count), (_, .duration), (_, .fraction), (_, .size): [key.defaultValue.description]
            }
        return unique(words + (key.isOptional ? ["none"] : []))
    }

    /// The names of the settings that a running room can change.
    private static var changeableNames: [String] {
        SettingKey.all.filter { $0 != .store && $0 != .room }.map(\.name)
    }

    /// Returns settings with their values after `=`, or their names with `=` before it.
    static func assignments(_ prefix: String, names: [String] = settingNames) -> [String] {
        guard let sign = prefix.firstIndex(of: "=") else { return names.map { $0 + "=" } }
        let name = String(prefix[..<sign])
        return values(ofSetting: name, String(prefix[sign...].dropFirst())).map { "\(name)=\($0)" }
    }

    /// Returns policies: what can follow the last comma or colon.
    static func policies(_ prefix: String) -> [String] {
        let end = prefix.lastIndex { $0 == "," || $0 == ":" }.map { prefix.index(after: $0) } ?? prefix.startIndex
        let last = String(prefix[end...])
        let modes = values(ofSetting: "mode", last)
        let words = last.contains("=") ? assignments(last) : modes + assignments(last) + files(last, ["yaml", "yml"])
        return words.map { prefix[..<end] + $0 }
    }

    /// Returns the requests of `giftty control`, or what can follow one.
    static func requests(_ words: [String], _ prefix: String) -> [String] {
        if words.contains("set") { return assignments(prefix, names: changeableNames) }
        if words.contains("unset") { return changeableNames }
        if words.contains("send") { return gifts }
        if words.contains("follow") { return ["trace", "state", "frames"] }
        return [
            "close", "skip", "clear", "pause", "resume", "set", "unset", "send", "seek", "speed", "state", "gifts",
            "frames", "screenshot", "follow",
        ]
    }

    /// Returns the files with one of the extensions, or all files if there are none, and the folders, whose paths begin
    /// with `prefix`.
    static func files(_ prefix: String, _ extensions: [String]) -> [String] {
        let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
        let start = prefix.dropFirst(folder.count)
        let names = (try? SystemDisk().names(in: folder.isEmpty ? "." : folder)) ?? []
        return names.compactMap { name in
            guard name.hasPrefix(start), !name.hasPrefix(".") || start.hasPrefix(".") else { return nil }
            if FileStatus.kind(of: folder + name) == .folder { return "\(folder)\(name)/" }
            let hasExtension = extensions.isEmpty || extensions.contains { name.lowercased().hasSuffix(".\($0)") }
            return hasExtension ? folder + name : nil
        }
    }

    /// The library; `nil` if there is none.
    private static var library: LocalStore? {
        guard let home = LocalStore.defaultHome(environment: ProcessEnvironment.variables),
            LocalStore.exists(at: home)
        else { return nil }
        return try? LocalStore(home: home, allowsReadOnly: true)
    }

    private static func unique(_ words: [String]) -> [String] {
        var seen: Set<String> = []
        return words.filter { seen.insert($0).inserted }
    }
}
