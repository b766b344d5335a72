import Playback
import PlayerSettings
import RoomSession
import TerminalCells

/// Something that the palette can find: a command, a setting, a room, a step of the tour, a person, a gift.
struct PaletteEntry {
    /// The command that it runs.
    let command: Command
    /// The name.
    let name: String
    /// The first key that starts the same command, if there is one.
    var key: KeyStroke?
    /// The description.
    let summary: String
    /// Other names under which it is found, in lower case.
    var synonyms: [String] = []
    /// Whether it is listed without a query.
    var isListed = false
    /// Why it can do nothing now, if its command does not say so itself.
    var refusal: String?
}

extension ScreenContext {
    /// Everything that the palette can find, in descending order of expected use.
    var paletteEntries: [PaletteEntry] {
        commandEntries + settingEntries + valueEntries + roomEntries + tourEntries + galleryEntries + personEntries
            + giftEntries
    }

    private var commandEntries: [PaletteEntry] {
        commands.entries.filter { $0.command != .toggle(.palette) }.map { entry in
            PaletteEntry(
                command: entry.command, name: entry.name, key: entry.keys.first, summary: entry.summary,
                synonyms: PaletteSynonyms.of(entry.command), isListed: true)
        }
    }

    private var settingEntries: [PaletteEntry] {
        session.settings.keys.map { key in
            let assignment = session.settings.assignment(of: key)
            return PaletteEntry(
                command: .editSetting(key), name: key.name,
                summary: "\(assignment.value.shown) (\(assignment.origin)): \(key.summary)",
                synonyms: PaletteSynonyms.of(key))
        }
    }

    /// The values of the settings that have only a few.
    private var valueEntries: [PaletteEntry] {
        session.settings.keys.flatMap { key in
            key.fewValues.map { value in
                PaletteEntry(
                    command: .session(.set(key, value)), name: "\(key.name) \(value)", summary: key.summary,
                    synonyms: PaletteSynonyms.of(value, for: key),
                    refusal: session.settings.value(of: key) == value ? "\(key.name) is already \(value)" : nil)
            }
        }
    }

    private var roomEntries: [PaletteEntry] {
        session.lobby.doors.enumerated().dropFirst(session.lobby.doors.count > 1 ? 0 : 1).map { index, door in
            PaletteEntry(
                command: .session(.enterRoom(index)), name: "Enter \(door.host)'s room", summary: door.title,
                synonyms: ["room", "channel", "stream", door.host.lowercased()],
                refusal: index == session.lobby.current ? "you are in this room" : nil)
        }
    }

    /// The situations that the guided tour can show, each of which begins at once.
    private var tourEntries: [PaletteEntry] {
        (tour?.steps ?? []).enumerated().map { index, step in
            PaletteEntry(
                command: .showTourStep(index), name: "Tour: \(step.title)", summary: step.say,
                synonyms: ["scenario", "situation", "example"])
        }
    }

    private var galleryEntries: [PaletteEntry] {
        session.kinds.known.map { gift in
            PaletteEntry(
                command: .showInGallery(gift.id), name: "\(gift.name) in the gallery",
                summary: "\(gift.value) \(gift.value == 1 ? "coin" : "coins")")
        }
    }

    /// The people who sent one of the last gifts, the latest first: their last gift in the list of the last gifts.
    private var personEntries: [PaletteEntry] {
        var counts: [String: Int] = [:]
        var latest: [GiftLog.Entry] = []
        for entry in session.giftLog.entries.reversed() {
            let count = counts[entry.arrival.from.name, default: 0]
            if count == 0 { latest.append(entry) }
            counts[entry.arrival.from.name] = count + 1
        }
        return latest.prefix(Self.maxPeople).map { entry in
            let count = counts[entry.arrival.from.name] ?? 1
            return PaletteEntry(
                command: .showGift(entry.number), name: entry.arrival.from.name,
                summary: "\(count) \(count == 1 ? "gift" : "gifts"), the last one \(entry.arrival.name)")
        }
    }

    /// The last gifts with their senders and outcomes, the latest first.
    private var giftEntries: [PaletteEntry] {
        session.giftLog.entries.suffix(Self.maxGifts).reversed().map { entry in
            let count = entry.arrival.count > 1 ? " \(symbols.times)\(entry.arrival.count)" : ""
            let isRunning = session.controller.running?.gift.number == entry.number
            return PaletteEntry(
                command: .showGift(entry.number), name: "\(entry.arrival.name)\(count) from \(entry.arrival.from.name)",
                summary: entry.ending?.outcome.summary ?? (isRunning ? "playing" : "waiting"))
        }
    }

    /// The numbers of people and gifts among which the palette searches.
    private static let (maxPeople, maxGifts) = (100, 60)
}

extension SettingKey {
    /// All values of a choice or of a switch; empty for other settings.
    fileprivate var fewValues: [SettingValue] {
        switch kind {
        case .choice(let words): words.map(SettingValue.choice)
        case .bool: [.bool(true), .bool(false)]
        default: []
        }
    }
}
