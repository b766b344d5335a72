import RoomUI

/// The cost of frames as the option `--statistics` prints it.
enum FrameReport {
    /// Prints the cost of the frames of a show on standard output.
    ///
    /// - Throws: `CommandFailure` with exit status 73 if that cannot be written.
    static func print(_ statistics: FrameStatistics) throws(CommandFailure) {
        var output = Output.standard()
        for line in statistics.lines { try output.writeLine(line) }
        try output.flush()
    }

    /// Runs a show that is lines of text, and says at its end that it had no frames, also if a signal ended it.
    ///
    /// - Parameter isWanted: Whether anything is said.
    static func printing(
        _ isWanted: Bool, afterText show: () throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        let ending = Result(catching: show)
        if isWanted { try print(FrameStatistics { SessionClock.processorTime }) }
        try ending.get()
    }
}
