import ArgumentParser
import ExactNumbers
import Playback
import PolicyComparison
import PolicyReports
import Recordings
import RoomUI
import Scenarios
import Terminal

/// The command `giftty replay`, which replays a recording, checks it, or runs it with other settings.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Replays a session that was recorded by giftty demo --record.",
        discussion: """
            Space pauses, left and right go five seconds back and forward, Home and End to its ends, , and . by frames, < \
            and > (or [ and ]) change the speed, h lists the gifts, v compares policies from there on, q quits. --check \
            replays it without a screen and exits 1 if a decision differs from the recorded one. --set shows the effect \
            of other settings from --from on. --cast, --svg and --gif write the recorded screen to files, from --from \
            on, and need no terminal.

            Examples:
              giftty replay evening.jsonl --speed 4
              giftty replay evening.jsonl --check
              giftty replay evening.jsonl --from 12s --set mode=queue
              giftty replay evening.jsonl --size 100x30 --cast evening.cast
            """)

    @Argument(help: "The file that was recorded, or - for standard input.", completion: .sessionFiles)
    var session: String

    @Flag(help: "Check that this version decides the same; only the first difference is shown.")
    var check = false

    @Option(
        help: ArgumentHelp("The time to start at, or from which other settings apply.", valueName: "12s"),
        transform: DurationArgument.parse)
    var from: DurationArgument?

    @OptionGroup var set: SetOptions

    @Option(
        help: ArgumentHelp("Speed as a multiple of normal, 0.01 to 100.", valueName: "2"),
        transform: SpeedArgument.parse)
    var speed: SpeedArgument?

    @Option(
        help: ArgumentHelp("The colors of the controls: auto, dark or light.", valueName: "auto"), completion: .themes)
    var theme: String?

    @OptionGroup var promises: PropertyOptions

    @OptionGroup var report: ReportOptions<BranchFormat>

    @OptionGroup var screencast: ScreencastOptions

    @OptionGroup var home: StoreHomeOption

    func run() async throws {
        let settings = try set.playback()
        guard !check || settings.isEmpty && from == nil && speed == nil && promises.isEmpty else {
            throw CommandFailure(
                .usage,
                "--check: cannot be combined with --from, --set, --speed, --property or --properties; "
                    + "giftty check holds a recording to promises")
        }
        guard !settings.isEmpty || report.format == nil && report.output == nil else {
            throw CommandFailure(.usage, "--format and --output: can only be used with --set")
        }
        try report.check()
        guard screencast.files.isEmpty || settings.isEmpty && !check && speed == nil else {
            throw CommandFailure(.usage, "--cast, --svg and --gif: cannot be combined with --check, --set or --speed")
        }
        try screencast.check()
        try OutputFile.check(
            [report.output] + screencast.files.map(\.path), differFrom: [session] + promises.files)
        let recording = try Recording.parse(InputFile.name(of: session), try InputFile.bytes(of: session))
        if check { return try report(RecordingCheck(recording), of: recording) }
        if let from, from.time > recording.end {
            throw CommandFailure(
                .usage, "--from: expected a time up to the end at \(recording.end.durationText)")
        }
        if !screencast.files.isEmpty { return try record(recording) }
        if settings.isEmpty { return try play(recording) }
        try await branch(recording, setting: settings)
    }

    private func report(_ check: RecordingCheck, of recording: Recording) throws(CommandFailure) {
        var output = Output.standard()
        let checked = CheckedRecording(check, of: recording, path: InputFile.name(of: session))
        for line in checked.lines { try output.writeLine(line) }
        try output.flush()
        if check.difference != nil { throw .silent(.checkFailed) }
    }

    /// Returns the setup of the recorded room, which is held to the promises.
    private func setup(_ recording: Recording) throws(CommandFailure) -> RoomShow.Setup {
        var setup = try RecordedRoom.setup(recording.header, home: home)
        setup.review.promises = try promises.read()
        return setup
    }

    private func record(_ recording: Recording) throws(CommandFailure) {
        let size = screencast.size.map { ($0.width, $0.height) }
        for file in screencast.files {
            try file.write(
                ScreencastFile.Request(
                    recording: recording, setup: try setup(recording),
                    start: from?.time ?? 0, size: size, frameRate: screencast.fps?.perSecond))
        }
    }

    private func branch(_ recording: Recording, setting settings: [Setting]) async throws {
        let source = SessionSource(recording, path: InputFile.name(of: session))
        let names = set.assignments.joined(separator: ",")
        let time = from?.time ?? 0
        let comparison = try await withBadDataErrors {
            try await Comparison(
                of: source, under: [Policy("as recorded", []), Policy(names, settings)], from: time,
                window: time..<Nanoseconds.max)
        }
        switch report.chosenFormat {
        case .json: try report.write([comparison.json.text])
        case .svg: try report.write(ComparisonPicture(comparison).svg)
        case .text: try report.write(ComparisonText(comparison, report.style).lines)
        }
    }

    private func play(_ recording: Recording) throws {
        let environment = TerminalFacts.environment
        guard TerminalFacts.hasTerminal else {
            throw CommandFailure(.usage, "replay: standard output: expected a terminal; --check needs none")
        }
        var setup = try setup(recording)
        // The session may have been recorded in a terminal with another background or without some glyphs.
        setup.display.theme = try ViewerSetting.value(of: .theme, ("--theme", theme), environment: environment)
        setup.display.glyphs = try ViewerSetting.value(of: .glyphs, ("--glyphs", nil), environment: environment)
        guard TerminalDescription.current(environment: environment).canPositionCursor else {
            return try TextShow.run(setup, on: SessionClock(), readsInput: session != InputFile.standardInput) {
                show(recording, in: $0)
            }
        }
        try StageRunner.run(command: "replay", environment: environment, reportsCost: false) { screen in
            var setup = setup
            setup.display.repertoire = screen.repertoire
            setup.display.supportsGlyphs = { GlyphSupport.has($0) }
            setup.display.size = (screen.columns, screen.rows)
            return show(recording, in: setup)
        }
    }

    private func show(_ recording: Recording, in setup: RoomShow.Setup) -> ReplayShow {
        ReplayShow(recording, in: setup, from: from?.time ?? 0, speed: speed?.factor ?? .one)
    }
}
