import ExactNumbers
import LottieDocument
import RoomSession
import SeededRandomness
import StoreProtocol
import Synchronization
import Testing
import VectorGraphics

@testable import RoomUI

@Suite("The cache of rendered frames")
struct FrameCacheTests {
    /// Returns a picture that probably contains runs of all kinds.
    private func picture(seed: UInt64, width: Int = 40, height: Int = 30) -> Pixmap {
        var chance = SeededGenerator(seed: seed)
        var pixmap = Pixmap(width: width, height: height)
        var index = 0
        while index < pixmap.pixels.count {
            let pixel: UInt32 = [0, 0, 0xFF00_FF00, UInt32(truncatingIfNeeded: chance.next()) | 1][
                chance.next(below: 4)]
            let end = min(pixmap.pixels.count, index + 1 + chance.next(below: chance.next(below: 2) == 0 ? 4 : 60))
            while index < end {
                pixmap.pixels[index] = pixel
                index += 1
            }
        }
        return pixmap
    }

    @Test("an unpacked picture equals the original", arguments: 0..<50 as Range<UInt64>)
    func packing(seed: UInt64) {
        var scratch: [UInt32] = []
        let sizes = [(40, 30), (1, 1), (0, 0), (7, 1), (1, 90)]
        for (width, height) in sizes {
            let original = picture(seed: seed, width: width, height: height)
            let packed = PackedFrame(original, workBuffer: &scratch)
            var result = picture(seed: seed + 1, width: width, height: height)
            packed.unpack(into: &result)
            #expect(result == original, "seed \(seed)")
        }
    }

    @Test("transparent areas and areas of one color pack to a few bytes, and no picture packs to more than its pixels")
    func sizes() {
        var scratch: [UInt32] = []
        var pixmap = Pixmap(width: 200, height: 100)
        let empty = PackedFrame(pixmap, workBuffer: &scratch).byteCount
        for x in 50..<60 { for y in 20..<30 { pixmap[x, y] = 0xFFFF_0000 } }
        #expect(PackedFrame(pixmap, workBuffer: &scratch).byteCount == empty + 10 * 12)
        for index in pixmap.pixels.indices { pixmap.pixels[index] = UInt32(index) + 1 }
        #expect(PackedFrame(pixmap, workBuffer: &scratch).byteCount == empty + 4 * 20_001)
    }

    /// A square that turns and moves.
    static let turning = Array(
        """
        {"v":"5.7.0","fr":24,"ip":0,"op":48,"w":40,"h":40,"layers":[
          {"ty":1,"ip":0,"op":48,"st":0,"sr":1,"sw":20,"sh":20,"sc":"#ff8800","ks":{
            "r":{"a":1,"k":[{"t":0,"s":[0]},{"t":48,"s":[200]}]},
            "p":{"a":1,"k":[{"t":0,"s":[5,5]},{"t":48,"s":[35,30]}]},"a":{"k":[10,10]},
            "o":{"a":1,"k":[{"t":0,"s":[100]},{"t":48,"s":[20]}]}}}]}
        """.utf8)

    @Test("a gift looks the same with and without cached frames", arguments: [0, 20_000, 64_000_000])
    func cacheDoesNotChangePictures(limit: Int) throws {
        let gift = try #require(RoomGifts(try Room().setup.gifts.catalogue).playable("rocket"))
        let animations = AnimationCache(
            TestGifts(catalogue: try Room().setup.gifts.catalogue, file: { _ in Self.turning }))
        var kept = GiftFrames(FrameCache(limit: limit))
        var statistics = FrameStatistics(processorTime: { 0 })
        var pixmap = Pixmap(width: 60, height: 50)
        var expected = pixmap
        let composition = try Composition(json: Self.turning)
        var distinct: Set<[UInt32]> = []
        for round in 0..<3 {
            kept.frames.recordPlay(of: "rocket")
            for tenth in 0..<120 {
                let elapsed = Nanoseconds(tenth) * 33_333_333 + Nanoseconds(round) * 5_000_000
                #expect(
                    kept.draw(
                        gift, from: animations, for: TemplateValues(sender: "ann", count: 1, name: "Rocket"),
                        at: GiftFrames.Moment(position: elapsed, duration: 4 * .second, isExact: false),
                        into: &pixmap, statistics: &statistics))
                let plain = UncachedRenderer(composition, width: 60, height: 50)
                plain.draw(at: FrameStep.time(of: FrameStep.nearest(to: elapsed)), of: 4 * .second, into: &expected)
                #expect(pixmap == expected, "at \(elapsed)")
                distinct.insert(pixmap.pixels)
            }
            #expect(kept.frames.bytes <= limit)
        }
        #expect(distinct.count > 100)
        #expect((kept.frames.bytes > 0) == (limit > 0))
    }

    @Test("built-in animations are read ahead, one per second, each once")
    func builtInAnimationsArePreloaded() throws {
        let read = Mutex<[String]>([])
        let catalogue = try Room().setup.gifts.catalogue
        let animations = AnimationCache(
            TestGifts(
                catalogue: catalogue,
                file: { kind in
                    read.withLock { $0.append(kind) }
                    return Self.turning
                }))
        let gifts = RoomGifts(catalogue)
        #expect(gifts.known.map(\.id) == ["heart", "rocket"])
        for tenth in 0..<40 { animations.preload(gifts, at: Nanoseconds(tenth) * (.second / 10)) }
        #expect(read.withLock { $0 } == ["heart", "rocket"])
        #expect(animations.frameCount(of: gifts.known[1]) == 48)
        #expect(animations.composition(of: gifts.known[1]) != nil)
        #expect(read.withLock { $0.count } == 2)
    }

    @Test("the shown frame is at most a sixtieth of a second off", arguments: 0..<20 as Range<UInt64>)
    func quantisation(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            let time = Nanoseconds(chance.next(below: chance.next(below: 2) == 0 ? 1_000_000_000 : 100_000_000_000))
            let shown = FrameStep.time(of: FrameStep.nearest(to: time))
            #expect(abs(shown - time) <= .second / 60 + 1)
        }
        for step in 0..<2_000 { #expect(FrameStep.nearest(to: FrameStep.time(of: step)) == step) }
    }

    // MARK: - Eviction

    private func reel(_ kind: String, version: Int = 0) -> FrameCache.FrameSetKey {
        FrameCache.FrameSetKey(
            animation: AnimationID(kind: kind, version: version), duration: .second, coversPicture: false)
    }

    private func play(_ kind: String, steps: Int = 10, in cache: inout FrameCache) -> Int {
        cache.recordPlay(of: kind)
        var pixmap = Pixmap(width: 40, height: 30)
        var hits = 0
        for step in 0..<steps {
            if cache.draw(step, of: reel(kind), into: &pixmap) {
                hits += 1
            } else {
                cache.store(picture(seed: UInt64(step)), as: step, of: reel(kind))
            }
            #expect(cache.bytes <= cache.limit)
        }
        return hits
    }

    /// A limit that has room for ten frames but not for twenty.
    private var roomForTen: Int {
        var cache = FrameCache(limit: .max)
        _ = play("any", in: &cache)
        return cache.bytes * 3 / 2
    }

    @Test("when memory is short the cache keeps the kind that plays most")
    func mostPlayed() {
        var cache = FrameCache(limit: roomForTen)
        #expect(play("heart", in: &cache) == 0)
        #expect(play("heart", in: &cache) == 10)
        for _ in 0..<2 { _ = play("rocket", in: &cache) }
        #expect(play("heart", in: &cache) == 10, "it was played no less than the other")
        for _ in 0..<3 { _ = play("rocket", in: &cache) }
        #expect(play("rocket", in: &cache) == 10)
        #expect(play("heart", in: &cache) < 10)
    }

    @Test("two kinds that play in turn do not evict each other")
    func alternatingKindsDoNotEvictEachOther() {
        var cache = FrameCache(limit: roomForTen)
        var hits = 0
        for _ in 0..<20 {
            hits += play("heart", in: &cache)
            _ = play("rocket", in: &cache)
        }
        #expect(hits == 19 * 10)
    }

    @Test("a kind that played often but long ago gives way")
    func oldPlaysLoseWeight() {
        var cache = FrameCache(limit: roomForTen)
        for _ in 0..<30 { _ = play("heart", in: &cache) }
        for index in 0..<40 { cache.recordPlay(of: "other \(index)") }
        _ = play("rocket", in: &cache)
        #expect(play("rocket", in: &cache) == 10)
    }

    @Test("a kind that played more often gives way after 32 plays of other kinds and not before", arguments: [31, 32])
    func undrawnKindIsEvictableAfter32Plays(others: Int) {
        var cache = FrameCache(limit: roomForTen)
        for _ in 0..<2 { _ = play("heart", in: &cache) }
        for index in 0..<others { cache.recordPlay(of: "other \(index)") }
        _ = play("rocket", in: &cache)
        var pixmap = Pixmap(width: 40, height: 30)
        #expect(cache.draw(9, of: reel("rocket"), into: &pixmap) == (others == 32))
    }

    @Test("a lower limit applies at once, a limit of 0 keeps nothing, and a frame larger than the limit is not kept")
    func limits() {
        var cache = FrameCache(limit: .max)
        _ = play("heart", steps: 100, in: &cache)
        cache.limit = cache.bytes / 3
        #expect(cache.bytes <= cache.limit && cache.bytes > 0)
        cache.limit = 0
        #expect(cache.bytes == 0)
        #expect(play("heart", in: &cache) == 0 && play("heart", in: &cache) == 0)
        cache.limit = 10
        #expect(play("heart", in: &cache) == 0 && cache.bytes == 0)
    }

    @Test("another size of the stage or another version of a kind starts with an empty cache")
    func newSizeOrVersionEmptiesTheCache() {
        var cache = FrameCache(limit: .max)
        _ = play("heart", in: &cache)
        let one = cache.bytes
        _ = play("rocket", in: &cache)
        var pixmap = Pixmap(width: 40, height: 30)
        #expect(!cache.draw(3, of: reel("heart", version: 2), into: &pixmap))
        cache.removeFrames { $0.kind == "heart" }
        #expect(!cache.draw(3, of: reel("heart"), into: &pixmap) && cache.draw(3, of: reel("rocket"), into: &pixmap))
        #expect(cache.bytes == one)
        var larger = Pixmap(width: 50, height: 30)
        #expect(!cache.draw(3, of: reel("rocket"), into: &larger))
        cache.store(larger, as: 0, of: reel("rocket"))
        #expect(!cache.draw(3, of: reel("rocket"), into: &pixmap) && cache.draw(0, of: reel("rocket"), into: &larger))
    }

    @Test("steps out of range are neither kept nor drawn")
    func stepsOutOfRangeAreIgnored() {
        var cache = FrameCache(limit: .max)
        let pixmap = picture(seed: 1)
        for step in [-1, .min, .max, 1_000_000] {
            var result = pixmap
            cache.store(pixmap, as: step, of: reel("heart"))
            #expect(!cache.draw(step, of: reel("heart"), into: &result) && cache.bytes == 0)
        }
    }
}
