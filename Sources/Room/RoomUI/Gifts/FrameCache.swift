import RoomSession
import VectorGraphics

/// A memory-bounded cache of rendered frames of the gift kinds that play most often.
///
/// A streak of the same gift is rendered once. The cache holds frames of one picture size, the last one drawn.
///
/// When the cache is full, the kind with the fewest plays loses a frame; among equals, the one whose frames were shown
/// least recently. A kind loses frames only to a kind with more plays, or after `evictionAge` presentations without it.
/// Otherwise kinds that alternate would evict each other all the time.
struct FrameCache {
    /// The key of a set of frames: two frames with the same key and the same step are the same picture.
    struct FrameSetKey: Hashable {
        /// The animation that the frames belong to.
        let animation: AnimationID
        /// The length that the animation is stretched to, in nanoseconds of stage time.
        let duration: Int64
        /// Whether the animation covers the picture instead of fitting into it.
        let coversPicture: Bool
    }

    private struct FrameSet {
        /// The frames by step; `nil` for a step without a frame.
        var frames: [PackedFrame?] = []
        /// The value of `playCount` when a frame of this set was last drawn or stored.
        var lastPlay = 0
    }

    /// The maximum memory of all frames, in bytes.
    var limit: Int {
        didSet { if bytes > limit { shrink(to: limit) } }
    }
    /// The memory of all frames, in bytes.
    private(set) var bytes = 0
    private var frameSets: [FrameSetKey: FrameSet] = [:]
    /// The number of recent presentations of each kind.
    private var recentPlayCounts: [String: Int] = [:]
    private var playCount = 0
    private var size = (width: 0, height: 0)
    private var workBuffer: [UInt32] = []

    /// The number of presentations after which all counts are halved, so that old plays lose weight.
    private static let halvingInterval = 64
    /// The number of presentations after which a kind that was not drawn may be evicted for any other kind.
    private static let evictionAge = 32

    init(limit: Int) { self.limit = limit }

    /// Counts a presentation of a kind.
    mutating func recordPlay(of kind: String) {
        playCount += 1
        recentPlayCounts[kind, default: 0] += 1
        guard playCount.isMultiple(of: Self.halvingInterval) else { return }
        recentPlayCounts = recentPlayCounts.mapValues { $0 / 2 }.filter { $0.value > 0 }
    }

    /// Draws a cached frame into `pixmap` and returns whether the cache has it.
    mutating func draw(_ step: Int, of reel: FrameSetKey, into pixmap: inout Pixmap) -> Bool {
        guard size == (pixmap.width, pixmap.height), let frames = frameSets[reel]?.frames,
            frames.indices.contains(step),
            let frame = frames[step]
        else { return false }
        frameSets[reel]?.lastPlay = playCount
        frame.unpack(into: &pixmap)
        return true
    }

    /// Stores the frame in `pixmap` if there is room or if other frames may be evicted for it.
    mutating func store(_ pixmap: Pixmap, as step: Int, of reel: FrameSetKey) {
        guard limit > 0, step >= 0, step < Self.maxSteps else { return }
        if size != (pixmap.width, pixmap.height) {
            removeAllFrames()
            size = (pixmap.width, pixmap.height)
        }
        if let frames = frameSets[reel]?.frames, frames.indices.contains(step), frames[step] != nil { return }
        let frame = PackedFrame(pixmap, workBuffer: &workBuffer)
        guard makeRoom(for: frame.byteCount, of: reel) else { return }
        var kept = frameSets.removeValue(forKey: reel) ?? FrameSet()
        while kept.frames.count <= step { kept.frames.append(nil) }
        kept.frames[step] = frame
        kept.lastPlay = playCount
        frameSets[reel] = kept
        bytes += frame.byteCount
    }

    /// Removes all frames of the animations for which `isOver` returns `true`.
    mutating func removeFrames(where isOver: (AnimationID) -> Bool) {
        for reel in frameSets.keys where isOver(reel.animation) { remove(reel) }
    }

    /// The maximum number of steps of one animation: ten minutes at 30 frames per second.
    private static let maxSteps = 18_000

    private mutating func removeAllFrames() {
        frameSets = [:]
        bytes = 0
    }

    private mutating func remove(_ reel: FrameSetKey) {
        guard let gone = frameSets.removeValue(forKey: reel) else { return }
        for frame in gone.frames { bytes -= frame?.byteCount ?? 0 }
    }

    private mutating func makeRoom(for wanted: Int, of reel: FrameSetKey) -> Bool {
        guard wanted <= limit else { return false }
        while bytes + wanted > limit {
            guard let victim = leastPlayed(except: reel), isEvictable(victim, for: reel) else { return false }
            removeLastFrame(of: victim)
        }
        return true
    }

    private mutating func shrink(to limit: Int) {
        while bytes > limit, let victim = leastPlayed(except: nil) { removeLastFrame(of: victim) }
    }

    private func leastPlayed(except spared: FrameSetKey?) -> FrameSetKey? {
        frameSets.lazy.filter { $0.key != spared }
            .min {
                (recentPlayCount(of: $0.key), $0.value.lastPlay) < (recentPlayCount(of: $1.key), $1.value.lastPlay)
            }?.key
    }

    private func recentPlayCount(of reel: FrameSetKey) -> Int { recentPlayCounts[reel.animation.kind] ?? 0 }

    private func isEvictable(_ victim: FrameSetKey, for other: FrameSetKey) -> Bool {
        guard let lastPlay = frameSets[victim]?.lastPlay else { return false }
        return recentPlayCount(of: victim) < recentPlayCount(of: other) || playCount - lastPlay > Self.evictionAge
    }

    private mutating func removeLastFrame(of reel: FrameSetKey) {
        guard var frames = frameSets.removeValue(forKey: reel) else { return }
        while let last = frames.frames.popLast() {
            guard let last else { continue }
            bytes -= last.byteCount
            break
        }
        if !frames.frames.isEmpty { frameSets[reel] = frames }
    }
}
