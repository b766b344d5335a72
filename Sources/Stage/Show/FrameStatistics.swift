public import Playback
import Terminal

/// What the frames of a show cost, part by part.
public struct FrameStatistics {
    /// The parts of making a frame.
    public enum Part: Int, CaseIterable, Sendable {
        /// Finding where everything in the animation stands.
        case evaluate
        /// Drawing the animation's pixels.
        case draw
        /// The backdrop, and pixels and texts into cells.
        case cells
        /// Cells into what the terminal is told.
        case terminal
    }

    /// Frames that reached the terminal.
    public private(set) var shown = 0
    /// Frames that were painted and then dropped, as the terminal had not taken the one before.
    public private(set) var dropped = 0
    /// Cells that changed, in all frames.
    public private(set) var changedCells = 0
    /// Bytes that were sent, in all frames.
    public private(set) var bytes = 0
    /// When the frame that is made was begun, on the show's clock.
    private(set) var frameTime: Nanoseconds = 0
    private var totals = [Nanoseconds](repeating: 0, count: Part.allCases.count)
    private var frames: [Nanoseconds] = []
    private var current: Nanoseconds = 0
    private let processorTime: () -> Nanoseconds

    /// Frames of which the time is kept for the percentiles.
    private static let longestMemory = 100_000

    /// Nothing measured yet.
    /// - Parameter processorTime: nanoseconds of processor time that the thread has used.
    public init(processorTime: @escaping () -> Nanoseconds) { self.processorTime = processorTime }

    /// Measures a part of a frame.
    public mutating func measure<Result>(_ part: Part, _ body: () -> Result) -> Result {
        let start = processorTime()
        let result = body()
        let spent = processorTime() - start
        totals[part.rawValue] += spent
        current += spent
        return result
    }

    mutating func beginFrame(at time: Nanoseconds) {
        current = 0
        frameTime = time
    }

    mutating func endFrame(_ outcome: Screen.Outcome) {
        switch outcome {
        case .shown(let cells, let bytes):
            shown += 1
            changedCells += cells
            self.bytes += bytes
        case .dropped: dropped += 1
        }
        if frames.count < Self.longestMemory { frames.append(current) }
    }

    /// Processor time that a part has taken in all frames.
    func total(_ part: Part) -> Nanoseconds { totals[part.rawValue] }

    /// Milliseconds of processor time that a part takes in the mean of all frames.
    public func mean(_ part: Part) -> Double { milliseconds(totals[part.rawValue]) / Double(max(1, shown + dropped)) }

    /// Milliseconds of processor time within which this share (0 to 1) of the frames was made.
    public func percentile(_ share: Double) -> Double {
        guard !frames.isEmpty else { return 0 }
        let sorted = frames.sorted()
        return milliseconds(sorted[min(sorted.count - 1, Int(Double(sorted.count) * max(0, min(1, share))))])
    }

    /// The figures in lines for people.
    public var lines: [String] {
        let parts = Part.allCases.map { "\($0) \(rounded(mean($0)))" }.joined(separator: ", ")
        let whole = Part.allCases.reduce(0) { $0 + mean($1) }
        let count = max(1, shown + dropped)
        return [
            "frames: \(shown) shown, \(dropped) dropped; a frame in the mean \(changedCells / count) cells, \(bytes / count) bytes",
            "processor ms a frame: \(parts), together \(rounded(whole)); median \(rounded(percentile(0.5))), "
                + "95 % within \(rounded(percentile(0.95)))",
            "share of one core at 30 frames a second: \(rounded(whole * 3)) %",
        ]
    }

    private func milliseconds(_ time: Nanoseconds) -> Double { Double(time) / 1e6 }

    private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
