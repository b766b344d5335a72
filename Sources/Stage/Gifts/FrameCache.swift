import VectorGraphics

/// The rendered frames of the gifts played most, within a bound of memory: a streak of the same gift is drawn once.
///
/// Frames are kept of one size of picture, the one drawn last. Where there is no room for another frame, the kind that
/// was played least gives way, of equals the one that was not played for the longest time, but never to one that is
/// played no more than itself: kinds that take turns would drive each other out for ever.
struct FrameCache {
    /// Which frames belong together: the same of all of these, at the same step, is the same picture.
    struct Reel: Hashable {
        /// Whose frames they are.
        let animation: AnimationID
        /// How long the animation is stretched to.
        let duration: Int64
        /// Whether it covers the picture rather than fits into it.
        let covers: Bool
    }

    private struct Frames {
        /// By step; nil where there is none.
        var frames: [PackedFrame?] = []
        /// Which presentation of all showed one of them last.
        var lastPlay = 0
    }

    /// The most memory that frames may take, in bytes.
    var limit: Int {
        didSet { if bytes > limit { shrink(to: limit) } }
    }
    /// The memory that they take.
    private(set) var bytes = 0
    private var reels: [Reel: Frames] = [:]
    /// How often each kind was played, of late.
    private var plays: [String: Int] = [:]
    private var playCount = 0
    private var size = (width: 0, height: 0)
    private var scratch: [UInt32] = []

    /// Presentations after which all counts are halved, so that what was loved an hour ago gives way.
    private static let memory = 64
    /// Presentations without it after which a kind gives way to any other.
    private static let patience = 32

    init(limit: Int) { self.limit = limit }

    /// Takes note that a kind is played.
    mutating func notePlay(of kind: String) {
        playCount += 1
        plays[kind, default: 0] += 1
        guard playCount.isMultiple(of: Self.memory) else { return }
        plays = plays.mapValues { $0 / 2 }.filter { $0.value > 0 }
    }

    /// Puts a frame into `pixmap`; false where it is not kept.
    mutating func draw(_ step: Int, of reel: Reel, into pixmap: inout Pixmap) -> Bool {
        guard size == (pixmap.width, pixmap.height), let frames = reels[reel]?.frames, frames.indices.contains(step),
            let frame = frames[step]
        else { return false }
        reels[reel]?.lastPlay = playCount
        frame.unpack(into: &pixmap)
        return true
    }

    /// Keeps the frame in `pixmap`, if there is room or something has to give way to it.
    mutating func keep(_ pixmap: Pixmap, as step: Int, of reel: Reel) {
        guard limit > 0, step >= 0, step < Self.mostSteps else { return }
        if size != (pixmap.width, pixmap.height) {
            forgetAll()
            size = (pixmap.width, pixmap.height)
        }
        if let frames = reels[reel]?.frames, frames.indices.contains(step), frames[step] != nil { return }
        let frame = PackedFrame(pixmap, scratch: &scratch)
        guard makeRoom(for: frame.byteCount, of: reel) else { return }
        var kept = reels.removeValue(forKey: reel) ?? Frames()
        while kept.frames.count <= step { kept.frames.append(nil) }
        kept.frames[step] = frame
        kept.lastPlay = playCount
        reels[reel] = kept
        bytes += frame.byteCount
    }

    /// Forgets the frames of a kind for which `isOver` holds.
    mutating func forget(where isOver: (AnimationID) -> Bool) {
        for reel in reels.keys where isOver(reel.animation) { remove(reel) }
    }

    /// Steps that are kept of an animation: ten minutes, long after which no streak goes on.
    private static let mostSteps = 18_000

    private mutating func forgetAll() {
        reels = [:]
        bytes = 0
    }

    private mutating func remove(_ reel: Reel) {
        guard let gone = reels.removeValue(forKey: reel) else { return }
        for frame in gone.frames { bytes -= frame?.byteCount ?? 0 }
    }

    private mutating func makeRoom(for wanted: Int, of reel: Reel) -> Bool {
        guard wanted <= limit else { return false }
        while bytes + wanted > limit {
            guard let victim = leastPlayed(but: reel), givesWay(victim, to: reel) else { return false }
            takeLastFrame(of: victim)
        }
        return true
    }

    private mutating func shrink(to limit: Int) {
        while bytes > limit, let victim = leastPlayed(but: nil) { takeLastFrame(of: victim) }
    }

    private func leastPlayed(but spared: Reel?) -> Reel? {
        reels.lazy.filter { $0.key != spared }
            .min { (plays(of: $0.key), $0.value.lastPlay) < (plays(of: $1.key), $1.value.lastPlay) }?.key
    }

    private func plays(of reel: Reel) -> Int { plays[reel.animation.kind] ?? 0 }

    private func givesWay(_ victim: Reel, to other: Reel) -> Bool {
        guard let lastPlay = reels[victim]?.lastPlay else { return false }
        return plays(of: victim) < plays(of: other) || playCount - lastPlay > Self.patience
    }

    private mutating func takeLastFrame(of reel: Reel) {
        guard var frames = reels.removeValue(forKey: reel) else { return }
        while let last = frames.frames.popLast() {
            guard let last else { continue }
            bytes -= last.byteCount
            break
        }
        if !frames.frames.isEmpty { reels[reel] = frames }
    }
}
