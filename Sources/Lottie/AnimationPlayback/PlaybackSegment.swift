public import LottieDocument

/// A part of an animation, from one frame to another.
///
/// It is half-open, like the animation itself: the frame at ``end`` belongs to what follows.
public struct PlaybackSegment: Sendable, Hashable {
    /// The first frame, by the composition's own numbers; never before its in-point.
    public let start: Double
    /// The end; greater than ``start``, and never after the composition's out-point.
    public let end: Double
    /// The name of the marker with which the segment was created; segments of the same frames are equal without it.
    public let marker: String?

    /// Creates the segment that is the whole animation.
    public init(of composition: Composition) {
        marker = nil
        (start, end) = (composition.inPoint, composition.outPoint)
    }

    /// Creates the segment between two places of an animation.
    ///
    /// - Parameters:
    ///   - first: The place where it begins; `nil` is the beginning of the animation.
    ///   - last: The place where it ends; `nil` is the end of the animation.
    ///   - composition: The animation.
    /// - Throws: ``PlaybackSegmentError`` if a place is not in the animation, or the end is not after the beginning.
    public init(
        from first: PlaybackPoint?, to last: PlaybackPoint?, in composition: Composition
    ) throws(PlaybackSegmentError) {
        marker = nil
        start =
            try first.map { point throws(PlaybackSegmentError) in try composition.frame(at: point) }
            ?? composition.inPoint
        end =
            try last.map { point throws(PlaybackSegmentError) in try composition.frame(at: point) }
            ?? composition.outPoint
        guard start < end else { throw .isEmpty(start: start, end: end) }
    }

    /// Creates the segment of a marker.
    ///
    /// A marker without a duration reaches to the next marker, or to the end of the animation.
    ///
    /// - Throws: ``PlaybackSegmentError`` if the animation has no such marker, or the marker has no frame of it.
    public init(marker name: String, in composition: Composition) throws(PlaybackSegmentError) {
        let marker = try composition.marker(named: name)
        self.marker = name
        let next = composition.markers.map(\.time).filter { $0 > marker.time }.min() ?? composition.outPoint
        let last = marker.duration > 0 ? marker.time + marker.duration : next
        start = max(composition.inPoint, marker.time)
        end = min(composition.outPoint, last)
        guard start < end else {
            throw .hasNoFrame(marker: name, at: marker.time, frames: composition.inPoint...composition.outPoint)
        }
    }

    /// Creates the segment between two frames of an animation in either order; at least a thousandth of a frame.
    init(between one: Double, and other: Double, in composition: Composition) {
        marker = nil
        let least = max(0.001, composition.outPoint.ulp)
        start = max(composition.inPoint, min(one, other, composition.outPoint - least))
        end = max(start + least, min(composition.outPoint, max(one, other)))
    }

    /// Returns whether two segments have the same frames.
    public static func == (one: PlaybackSegment, other: PlaybackSegment) -> Bool {
        (one.start, one.end) == (other.start, other.end)
    }

    /// Hashes the frames.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(start)
        hasher.combine(end)
    }

    /// The number of frames, which may have a fraction.
    public var length: Double { end - start }

    /// The last frame that is shown: just before ``end``, where the segment is over.
    public var lastFrame: Double { max(start, end - max(0.001, end.ulp)) }
}

/// The reason why a part of an animation cannot be played.
public enum PlaybackSegmentError: Error, Sendable, Hashable {
    /// The animation has no marker with this name; `known` has the names of its markers, each once.
    case unknownMarker(String, known: [String])
    /// The place is not in the animation, whose frames are given.
    case isOutside(PlaybackPoint, frames: ClosedRange<Double>)
    /// The marker has no frame of the animation, which ends before it or begins after it.
    case hasNoFrame(marker: String, at: Double, frames: ClosedRange<Double>)
    /// The end is not after the beginning.
    case isEmpty(start: Double, end: Double)
    /// A part with its repetitions is longer than a day.
    case isTooLong
    /// The way between the parts intro, loop and outro would change their lengths.
    case approachesParts
}

extension PlaybackSegmentError: CustomStringConvertible {
    /// What was expected and what was found, in one line.
    public var description: String {
        switch self {
        case .unknownMarker(let name, let known) where known.isEmpty:
            "unknown marker \"\(name)\": the animation has no markers"
        case .unknownMarker(let name, let known):
            "unknown marker \"\(name)\", expected one of \(known.joined(separator: ", "))"
        case .isOutside(let point, let frames):
            "expected a place from frame \(Self.text(frames.lowerBound)) to \(Self.text(frames.upperBound)), "
                + "found \(point)"
        case .hasNoFrame(let name, let time, let frames):
            "expected a marker with frames of the animation, which has \(Self.text(frames.lowerBound)) to "
                + "\(Self.text(frames.upperBound)), found \"\(name)\" at \(Self.text(time))"
        case .isEmpty(let start, let end):
            "expected an end after the beginning, found frame \(Self.text(start)) to \(Self.text(end))"
        case .isTooLong: "expected a part that is over in a day with all its iterations"
        case .approachesParts: "\"approach\" does not go with intro, loop and outro"
        }
    }

    private static func text(_ frame: Double) -> String { Int(exactly: frame).map(String.init) ?? String(frame) }
}

extension Composition {
    /// Returns the frame at a place.
    ///
    /// - Throws: ``PlaybackSegmentError`` if the place is before the in-point or after the out-point, or the marker is
    ///   unknown.
    public func frame(at point: PlaybackPoint) throws(PlaybackSegmentError) -> Double {
        let frame =
            switch point {
            case .time(let time): inPoint + Double(time) * frameRate / 1e9
            case .frame(let frame): frame
            case .share(let share): inPoint + Double(share.count) / 1e6 * (outPoint - inPoint)
            case .marker(let name): try marker(named: name).time
            }
        guard frame >= inPoint, frame <= outPoint else { throw .isOutside(point, frames: inPoint...outPoint) }
        return frame
    }

    fileprivate func marker(named name: String) throws(PlaybackSegmentError) -> Marker {
        guard let marker = markers.first(where: { $0.name == name }) else {
            var known: [String] = []
            for name in markers.map(\.name) where !name.isEmpty && !known.contains(name) { known.append(name) }
            throw .unknownMarker(name, known: known)
        }
        return marker
    }
}
