public import ExactNumbers

/// A place in an animation, as people name it.
public enum PlaybackPoint: Sendable, Hashable {
    /// A time since the beginning of the animation at normal speed, in nanoseconds.
    case time(Nanoseconds)
    /// A frame, by the composition's own numbers; fractions are allowed.
    case frame(Double)
    /// A share of the length of the animation, from 0 to 1.
    case share(Millionths)
    /// The beginning of a marker.
    case marker(String)

    /// The forms of a place, for messages.
    public static let forms = "a time such as 1.5s, a frame such as #12, a share such as 30%, or marker:NAME"

    /// Reads `1.5s`, `#12`, `30%` or `marker:intro`; returns `nil` for anything else.
    public init?(_ text: String) {
        if text.hasPrefix("marker:") {
            let name = text.dropFirst("marker:".count)
            guard !name.isEmpty else { return nil }
            self = .marker(String(name))
        } else if text.hasPrefix("#") {
            let digits = text.dropFirst()
            guard digits.first != "+", let frame = Double(digits), frame.isFinite else { return nil }
            self = .frame(frame)
        } else if text.hasSuffix("%") {
            guard let share = try? Quantity.fraction(percent: text), share <= .one else { return nil }
            self = .share(share)
        } else {
            guard let time = Nanoseconds(durationText: text) else { return nil }
            self = .time(time)
        }
    }
}

extension PlaybackPoint: CustomStringConvertible {
    /// The place in the form in which it is read.
    public var description: String {
        switch self {
        case .time(let time): time.durationText
        case .frame(let frame): "#\(Int(exactly: frame).map(String.init) ?? String(frame))"
        case .share(let share): "\(ExactDecimal(share.count, digits: 4))%"
        case .marker(let name): "marker:\(name)"
        }
    }
}
