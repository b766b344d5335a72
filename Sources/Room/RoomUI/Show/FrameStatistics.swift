public import ExactNumbers
import Playback
import Terminal

/// The processor time and the output of the frames of a show.
public struct FrameStatistics {
    /// The parts of the work for a frame.
    public enum Part: Int, CaseIterable, Sendable {
        /// Evaluating the properties of the animation.
        case evaluate
        /// Drawing the pixels of the animation.
        case draw
        /// Drawing the backdrop, and converting pixels and text to cells.
        case cells
        /// Converting changed cells to terminal output, and writing it.
        case terminal
    }

    /// The number of frames that reached the terminal.
    public private(set) var shown = 0
    /// The number of frames that were painted and then dropped, because the terminal had not yet accepted the previous
    /// frame.
    public private(set) var dropped = 0
    /// The total number of changed cells.
    public private(set) var changedCells = 0
    /// The total number of bytes sent.
    public private(set) var bytes = 0
    /// The time at which the current frame began, on the show's clock.
    private(set) var frameTime: Nanoseconds = 0
    private var totals = [Nanoseconds](repeating: 0, count: Part.allCases.count)
    private var frames: [Nanoseconds] = []
    private var current: Nanoseconds = 0
    private let processorTime: () -> Nanoseconds

    /// The maximum number of frames whose time is stored for the percentiles.
    private static let maxStoredFrames = 100_000

    /// Creates empty statistics.
    ///
    /// - Parameter processorTime: A closure that returns the processor time of the thread, in nanoseconds.
    public init(processorTime: @escaping () -> Nanoseconds) { self.processorTime = processorTime }

    /// Measures the processor time of a part of a frame.
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
        if frames.count < Self.maxStoredFrames { frames.append(current) }
    }

    /// Returns the total processor time of a part, in nanoseconds.
    func total(_ part: Part) -> Nanoseconds { totals[part.rawValue] }

    /// Returns the mean processor time of a part per frame, in milliseconds.
    public func mean(_ part: Part) -> Double { milliseconds(totals[part.rawValue]) / Double(max(1, shown + dropped)) }

    /// Returns a percentile of the processor time per frame, in milliseconds.
    ///
    /// - Parameter share: The percentile as a fraction, 0 to 1.
    public func percentile(_ share: Double) -> Double {
        guard !frames.isEmpty else { return 0 }
        let sorted = frames.sorted()
        return milliseconds(sorted[min(sorted.count - 1, Int(Double(sorted.count) * max(0, min(1, share))))])
    }

    /// The statistics as lines of text; a single line if there were no frames, such as where a show is lines of text.
    public var lines: [String] {
        guard shown + dropped > 0 else { return ["frames: none, as no picture was drawn"] }
        let parts = Part.allCases.map { "\($0) \(rounded(mean($0)))" }.joined(separator: ", ")
        let whole = Part.allCases.reduce(0) { $0 + mean($1) }
        let count = shown + dropped
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
