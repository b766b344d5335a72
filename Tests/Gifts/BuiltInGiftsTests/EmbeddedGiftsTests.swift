import BuiltInGifts
import LottieDocument
import RoomEvents
import RoomSimulator
import Testing

@Suite("The embedded gifts and room")
struct EmbeddedGiftsTests {
    let gifts: EmbeddedGifts

    init() throws {
        gifts = try EmbeddedGifts()
    }

    @Test("there are at least nine gifts, the cheapest first, each with its animation")
    func animations() throws {
        #expect(gifts.catalogue.gifts.count >= 9)
        #expect(gifts.catalogue.gifts.map(\.value) == gifts.catalogue.gifts.map(\.value).sorted())
        for gift in gifts.catalogue.gifts {
            let bytes = try #require(gifts.animation(of: gift), "\(gift.id)")
            #expect(bytes.first == UInt8(ascii: "{"), "\(gift.id)")
            #expect(gift.duration > 0)
            if let loop = gift.loop { #expect(loop.end <= gift.duration) }
            #expect(gift.asciiSymbol.utf8.count == 2 && gift.asciiSymbol.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
        }
    }

    @Test("the catalogue has the duration and the loop of each animation")
    func times() throws {
        for gift in gifts.catalogue.gifts {
            let composition = try Composition(json: try #require(gifts.animation(of: gift)))
            func time(_ frame: Double) -> Int64 { Int64((frame / composition.frameRate * 1e9).rounded()) }
            #expect(gift.duration == time(composition.outPoint))
            let markers = composition.markers.filter { ["loop", "outro"].contains($0.name) }.map { time($0.time) }
            #expect([gift.loop?.start, gift.loop?.end].compactMap(\.self) == markers, "\(gift.id)")
        }
    }

    @Test("the room has four profiles, whose gifts are all in the catalogue")
    func room() throws {
        let room = try gifts.room()
        #expect(Set(room.profiles.keys) == ["calm", "party", "storm", "talk"])
        #expect(room.viewers.count >= 8 && Set(room.viewers).count == room.viewers.count)
        for profile in room.profiles.values {
            for gift in profile.weights.keys { #expect(gifts.catalogue[gift] != nil, "\(gift)") }
        }
    }

    @Test("each profile of the room has its rate of gifts", arguments: ["calm", "party", "storm"])
    func rates(name: String) throws {
        let room = try gifts.room()
        let profile = try #require(room.profiles[name])
        let simulation = SimulatedRoom(script: room, profile: profile, kinds: gifts.kinds, seed: 1)
        let minutes = 200
        var count = 0
        for event in simulation.lazy.prefix(while: { $0.at < .seconds(minutes * 60) }) {
            if case .gift = event.kind { count += 1 }
        }
        #expect(abs(Double(count) / Double(minutes) / profile.giftsPerMinute - 1) < 0.1)
    }

    @Test("a file is found only by its exact path")
    func files() throws {
        #expect(EmbeddedFiles.paths.contains("room.yaml"))
        #expect(EmbeddedFiles.paths == EmbeddedFiles.paths.sorted())
        #expect(EmbeddedFiles.bytes(at: "room.yam") == nil)
        #expect(EmbeddedFiles.bytes(at: "") == nil)
        #expect(EmbeddedFiles.scenarios.allSatisfy { EmbeddedFiles.text(at: $0)?.isEmpty == false })
    }
}
