import ArgumentParser
import FeedAdapters
import FeedSources
import GiftFeed

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension FeedCommand {
    /// `giftty feed record`
    struct Record: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "record",
            abstract: "Writes down what comes from a live source, with the times at which it comes.",
            discussion: """
                The source is a file, a FIFO, - for standard input, or unix:PATH: a socket that is connected to where \
                somebody listens, and listened at where nobody does. Each line is handed over at once, so that an end \
                by Ctrl-C loses nothing. Wrong lines are named and passed over.
                """)

        @Argument(help: ArgumentHelp("Where the feed comes from.", valueName: "source"))
        var source: String

        @OptionGroup var reading: FeedReadingOptions

        @OptionGroup var writing: FeedWritingOptions

        @Flag(help: "Go on at the end of a file, as it grows, and wait for the next who opens a FIFO.")
        var follow = false

        @Option(help: ArgumentHelp("Stop after this time.", valueName: "30s"))
        var duration: DurationArgument?

        func run() throws {
            let kinds = try reading.kinds()
            let map = try reading.map(onto: kinds)
            let start = ContinuousClock.now
            let stop = try StopSignals()
            let opening = FeedOpening(
                format: reading.format, kinds: kinds, map: map,
                options: .init(follows: follow, isLive: true, overflow: .wait))
            let live = try opening.source(source) { start.duration(to: .now) }
            var output = try FeedOutput(writing, kinds: kinds, map: map)
            let end = duration.map { start.advanced(by: .nanoseconds($0.time)) }
            var signal: Int32?
            while !live.isAtEnd {
                while let event = live.nextEvent() { try output.write(event) }
                try output.flush()
                for fault in live.takeFaults() { writeToStandardError("giftty: \(fault.description)\n") }
                if live.isAtEnd { break }
                signal = stop.wait(for: live.wakeUpDescriptor, until: end)
                if signal != nil { break }
                if let end, end <= .now { break }
            }
            live.stop()
            try output.finish()
            if let failure = live.failure { throw CommandFailure(.noInput, failure.description) }
            if let signal { throw CommandFailure.stopped(bySignal: signal) }
        }
    }
}
