import ExactNumbers
import Playback
import PlayerSettings
import SeededRandomness
import StoreProtocol
import Testing

@Suite("Mutated documents of all kinds")
struct DocumentPropertyTests {
    private static let documents = [
        "{\"revision\": 42, \"gifts\": [\(giftJSON(["settings": #"{"expireAfter": 0.25}"#])), \(giftJSON(["id": "\"b\""]))]}",
        #"{"revision": 7, "mode": "replace", "replaceAt": 3e-1, "maxWaiting": null, "gap": "250ms", "arm": "b\u00e9"}"#,
        """
        {"revision": 7, "default": {"mode": "replace"}, "rooms": {"lobby": {"gap": 1.5}},
         "rollout": [{"arm": "b", "share": 25, "settings": {"early": "hold"}}]}
        """,
    ].map { Array($0.utf8) }

    @Test(
        "a mutated document is refused with one line, or it is the same when it is written and read again",
        arguments: 0..<10
    )
    func mutatedDocumentIsRejectedOrRoundTrips(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var taken = 0
        for _ in 0..<400 {
            var bytes = Self.documents[random.next(below: Self.documents.count)]
            for _ in 0...random.next(below: 3) { mutate(&bytes, &random) }
            do throws(StoreDocumentError) {
                try checkRoundTrips(bytes, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))", &taken)
            } catch {
                #expect(!error.description.isEmpty && error.description.count < 400, "seed \(seed)")
                #expect(error.description.split(whereSeparator: \.isNewline).count == 1, "seed \(seed)")
            }
        }
        #expect(taken > 10, "seed \(seed)")
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let signs = Array("{}[]\":,.-+eE0159\\u nt\u{1}\u{FF}".utf8)
        let place = random.next(below: bytes.count)
        switch random.next(below: 5) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes[place] = signs[random.next(below: signs.count)]
        case 2: bytes.insert(signs[random.next(below: signs.count)], at: place)
        case 3 where bytes.count > 12: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.next(below: 8)))
        default:
            bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 12)], at: random.next(below: place + 1))
        }
    }

    /// Reads a document as each kind and checks that every success survives writing and reading.
    ///
    /// - Throws: The error of the last kind, `PublishedSettings`, if the document is not one.
    private func checkRoundTrips(
        _ bytes: [UInt8], _ comment: Comment, _ taken: inout Int
    ) throws(StoreDocumentError) {
        if let catalogue = try? StoreCatalogue(json: bytes) {
            #expect((try? StoreCatalogue(json: catalogue.json)) == catalogue, comment)
            taken += 1
        }
        if let room = try? RoomSettings(json: bytes) {
            #expect((try? RoomSettings(json: room.json, unknown: .reject)) == room, comment)
            taken += 1
        }
        let settings = try PublishedSettings(json: bytes)
        #expect((try? PublishedSettings(json: settings.json, unknown: .reject)) == settings, comment)
        #expect(settings.rollout.reduce(0) { $0 + $1.share } <= 100, comment)
        taken += 1
    }

    @Test("a duration is the same in every notation of its number", arguments: 0..<5)
    func durationIsSameInEveryNotation(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<200 {
            let time = Nanoseconds(random.next() >> UInt64(1 + random.next(below: 62))) % (StoreLimits.maxDuration + 1)
            // The exponent compensates the places by which the point moves.
            let shift = random.next(below: 19)
            let spelled = "\(ExactDecimal(time, digits: shift))\(["e", "E"][random.next(below: 2)])\(shift - 9)"
            for text in [spelled, "\(ExactDecimal(seconds: time))"] {
                let gift = try StoreGift(json: Array(giftJSON(["duration": text]).utf8))
                #expect(gift.duration == time, "seed \(seed): \(text)")
            }
        }
    }

    @Test("every room is in the arm whose share contains its position, and the arms get their shares")
    func armsGetTheirShares() {
        let arms = [("a", 10), ("b", 25), ("c", 40)].map { PublishedSettings.Arm(name: $0, share: $1, settings: []) }
        let settings = PublishedSettings(revision: 1, rollout: arms)
        var counts: [String?: Int] = [:]
        for number in 0..<10_000 {
            let room = "room-\(number)"
            let arm = settings.resolved(for: room).arm
            counts[arm, default: 0] += 1
            switch PublishedSettings.position(of: room) {
            case 0..<10: #expect(arm == "a")
            case 10..<35: #expect(arm == "b")
            case 35..<75: #expect(arm == "c")
            default: #expect(arm == nil)
            }
        }
        for (arm, share) in [("a", 10), ("b", 25), ("c", 40), (nil, 25)] as [(String?, Int)] {
            #expect(abs((counts[arm] ?? 0) - share * 100) < 200)
        }
    }
}
