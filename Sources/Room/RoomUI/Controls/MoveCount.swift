import ExactNumbers
import Terminal

/// The digits that were typed before a move in a list, such as `5j`.
///
/// Digits are keys of their own in many screens. While a list is open they wait for a short time: if a move follows,
/// they are its number of steps; if another key or none follows, each of them acts as a key.
struct MoveCount {
    /// The time for which digits wait for a move.
    static let waitTime: Nanoseconds = 400_000_000
    /// The maximum number of steps.
    static let maxSteps = 999
    private static let maxDigits = 3

    private var keys: [InputEvent] = []
    /// The time at which the digits act as keys, or `nil` if there are none.
    private(set) var end: Nanoseconds?

    /// The typed number.
    var label: String { String(keys.compactMap(\.digit)) }

    /// Adds an event if it is a digit of a number, and returns whether it was added.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - isCounted: Whether a list is open whose moves can be counted.
    ///   - time: The viewer's time.
    mutating func append(_ event: InputEvent, ifCounted isCounted: Bool, at time: Nanoseconds) -> Bool {
        // A number does not begin with 0.
        guard isCounted, let digit = event.digit, keys.count < Self.maxDigits, digit != "0" || !keys.isEmpty
        else { return false }
        keys.append(event)
        end = time + Self.waitTime
        return true
    }

    /// Returns the digits that act as keys before an event, and how often the event is handled; no digits remain.
    mutating func consume(before event: InputEvent) -> (keys: [InputEvent], steps: Int) {
        // The mouse can move between two keys.
        if case .mouse(let mouse) = event, mouse.action != .press { return ([], 1) }
        let steps = Int(label)
        let keys = consumeKeys()
        guard let steps, event.isStepInList else { return (keys, 1) }
        return ([], min(steps, Self.maxSteps))
    }

    /// Returns the digits, of which none remain.
    mutating func consumeKeys() -> [InputEvent] {
        defer { self = MoveCount() }
        return keys
    }
}

extension InputEvent {
    /// The digit that a key types, or `nil` if the event is another one.
    fileprivate var digit: Character? {
        if case .character(let character) = self, ("0"..."9").contains(character) { character } else { nil }
    }

    /// Whether the event moves by steps in a list.
    fileprivate var isStepInList: Bool {
        switch self {
        case .character("j"), .character("k"): true
        case .key(.up, _), .key(.down, _), .key(.pageUp, _), .key(.pageDown, _): true
        default: false
        }
    }
}
