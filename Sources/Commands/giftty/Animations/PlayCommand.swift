import AnimationPlayback
import ArgumentParser
import CommandLineSupport
import GiftChoreography
import LottieDocument
import LottieRenderer
import Playback
import RoomUI
import Terminal
import TerminalCells

/// The command `giftty play`, which plays animations one after the other on an otherwise empty screen.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Plays animations or gifts in order, then leaves.",
        discussion: """
            Space pauses, left and right go a second back and forward, , and . a frame, Home to the start. < and > change \
            the speed from 0.1 to 4 times, [ and ] from 0.1 to 16 times, = sets normal speed. A click on the bar below \
            goes to that place, x or Esc skips to the next animation, Ctrl-S saves the screen as an SVG, q quits. The digits \
            play the animation's markers, 0 the whole of it again: without a jump, or as --change says.

            A .lottie file with an initial state machine plays that: the mouse and the space key click, the digits change \
            its inputs, and the line below shows its state and the keys. The machine of a gift has the keys and the length \
            of its gift.yaml. Options that say what is played play the animation without it.

            --events tells other programs what happens, a line of JSON for each animation that begins or ends, each part \
            that begins and each round that is over, with its time and frame. With - nothing is shown, and the lines \
            are those of playing without keys, printed at once; that needs no terminal.

            On a terminal that cannot place the cursor, such as TERM=dumb, lines of text say what happens. The keys are \
            the same, from standard input, unless an animation comes from there.
            """)

    @Argument(
        help: ArgumentHelp(
            "Lottie files, gifts' packages, http or https URLs of these, ids of gifts, or - for standard input.",
            valueName: "file|url|gift"), completion: .animations)
    var animations: [String]

    @OptionGroup var shown: ShownAnimationOptions

    @OptionGroup var playback: PlaybackOptions

    @OptionGroup var stateMachine: StateMachineOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Play the frames from the first to the last number, both included.", valueName: "10-20"),
        transform: FrameRangeArgument.parse)
    var frames: FrameRangeArgument?

    @Option(
        help: ArgumentHelp(
            "Play all of it so many times; without a number, again and again.", valueName: "n|forever"),
        transform: LoopArgument.parse)
    var loop: LoopArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Speed as a multiple of normal: 0.01 to 100, or -100 to -0.01 from the end to the beginning.",
            valueName: "0.5"),
        transform: SignedSpeedArgument.parse)
    var speed: SignedSpeedArgument?

    @Option(
        help: ArgumentHelp("The colors of the line below: auto, dark or light.", valueName: "auto"),
        completion: .themes)
    var colors: String?

    @Option(
        help: ArgumentHelp(
            "The characters of the picture: half, quadrant, sextant or octant.", valueName: "half"), completion: .glyphs
    )
    var glyphs: String?

    @Option(
        help: ArgumentHelp(
            "Write a line of JSON for everything that happens to this file; with - show nothing and print all lines at "
                + "once.",
            valueName: "file"), completion: .file())
    var events: String?

    @Flag(help: "Print the frame cost on exit.")
    var statistics = false

    /// The first option that says what is played of an animation, and in which direction; a state machine says that
    /// itself.
    private var firstPlaybackOption: String? {
        let given = [("--frames", frames != nil), ("--loop", loop != nil), ("--speed", speed != nil)]
        return playback.firstGiven ?? given.first { $0.1 }?.0
    }

    /// Whether nothing is shown, and the events are printed at once.
    private var printsEventsOnly: Bool { events == "-" }

    /// Whether the animations are seen. A terminal that cannot place the cursor gets lines of text.
    private var isShown: Bool {
        !printsEventsOnly && TerminalDescription.current(environment: TerminalFacts.environment).canPositionCursor
    }

    /// What is played.
    private enum Played {
        case machine(StateMachineShow.Item)
        case playlist([PlaylistShow.Item])
    }

    /// How it is shown, if the terminal can.
    private struct Look {
        let theme: SettingValue
        let glyphs: PictureGlyphs
    }

    /// How long the program waits for a server before it shows the fallback.
    private static let fallbackDelay = Duration.milliseconds(500)

    func run() throws {
        guard printsEventsOnly || TerminalFacts.hasTerminal else {
            throw CommandFailure(.usage, "play: standard output: expected a terminal; --events - needs none")
        }
        guard !printsEventsOnly || !statistics else {
            throw CommandFailure(.usage, "--statistics: cannot be combined with --events -, which shows nothing")
        }
        if !printsEventsOnly, !isShown {
            let opened = try shown.open(animations)
            return try FrameReport.printing(statistics) { () throws(CommandFailure) in try playAsText(opened) }
        }
        guard !printsEventsOnly, shown.fallback != nil else { return try play(try shown.open(animations)) }
        try shown.checkFallback(of: animations)
        let opening = try OpeningAnimations(animations, with: shown)
        guard let opened = opening.wait(atMost: Self.fallbackDelay) else { return try showFallback(until: opening) }
        for note in opened.notes { StandardError.write(line: note) }
        try play(opened.animations.get())
    }

    private func look() throws(CommandFailure) -> Look {
        let environment = TerminalFacts.environment
        return Look(
            theme: try ViewerSetting.value(of: .theme, ("--colors", colors), environment: environment),
            glyphs: try GlyphSupport.glyphs(option: glyphs, environment: environment))
    }

    /// Plays animations that are opened.
    private func play(_ opened: [OpenedAnimation]) throws {
        let look = try look()
        switch try played(opened) {
        case .machine(let item): try run { show(item, on: $0, look) }
        case .playlist(let items):
            if printsEventsOnly { return try printEvents(of: items) }
            try withEventFile { file throws(CommandFailure) in
                let report = try file?.begin()
                try run { show(items, on: $0, look, report) }
            }
        }
    }

    /// Plays animations that are opened as lines of text.
    private func playAsText(_ opened: [OpenedAnimation]) throws(CommandFailure) {
        let text = TextPlayback(readsKeys: !animations.contains(InputFile.standardInput))
        switch try played(opened) {
        case .machine(let item):
            let show = StateMachineShow(item, isASCII: true) { text.note($0) }
            text.printKeys(show.keys)
            try text.run(show)
        case .playlist(let items):
            try withEventFile { file throws(CommandFailure) in
                let report = try file?.begin()
                let show = PlaylistShow(
                    items, repeats: repeats, speed: speed?.factor ?? .one,
                    change: playback.parts.change?.change ?? .approach, isASCII: true
                ) {
                    text.note($0)
                    report?($0)
                }
                try text.run(show)
            }
        }
    }

    /// Shows the fallback until the animations are opened, and then plays them.
    private func showFallback(until opening: OpeningAnimations) throws {
        let look = try look()
        let standIn = try standIn()
        var failure: CommandFailure?
        defer { for note in opening.opened?.notes ?? [] { StandardError.write(line: note) } }
        try withEventFile { file throws(CommandFailure) in
            try run { screen in
                StandInShow(standInShow(standIn, on: screen, look), until: opening.descriptor) {
                    guard let opened = opening.opened else { return .pending }
                    do throws(CommandFailure) {
                        switch try played(try opened.animations.get()) {
                        case .machine(let item): return .ready(show(item, on: screen, look))
                        case .playlist(let items):
                            // A file that is there already stays as it is if the options do not fit.
                            return .ready(show(items, on: screen, look, try file?.begin()))
                        }
                    } catch {
                        failure = error
                        return .failed
                    }
                }
            }
        }
        if let failure { throw failure }
    }

    /// Returns the fallback as what is shown while animations are opened: as its gift says, whatever the options say.
    private func standIn() throws(CommandFailure) -> [PlaylistShow.Item] {
        guard let opened = try shown.openFallback(isPlain: true) else { return [] }
        return [
            PlaylistShow.Item(
                name: opened.shortName, composition: opened.composition, course: opened.course,
                properties: opened.properties, compatibility: opened.compatibility,
                transitions: opened.manifest?.transitions ?? GiftTransitions(),
                standingInFor: shown.fetchedName(animations))
        ]
    }

    /// Returns what is played of animations.
    private func played(_ opened: [OpenedAnimation]) throws(CommandFailure) -> Played {
        guard let machine = try stateMachine.item(of: opened, options: shown.options, playedBy: firstPlaybackOption)
        else {
            return .playlist(try items(of: opened))
        }
        guard events == nil else {
            throw CommandFailure(
                .usage, "--events: expected an animation without a state machine; --state-machine none plays it without"
            )
        }
        return .machine(machine)
    }

    private func run(_ makeShow: (Screen) -> some Show) throws(CommandFailure) {
        try StageRunner.run(
            command: "play", environment: TerminalFacts.environment, reportsCost: statistics, makeShow)
    }

    private func show(_ item: StateMachineShow.Item, on screen: Screen, _ look: Look) -> StateMachineShow {
        StateMachineShow(
            item, isASCII: screen.repertoire == .ascii, theme: look.theme, glyphs: GlyphSupport.shown(look.glyphs))
    }

    private func show(
        _ items: [PlaylistShow.Item], on screen: Screen, _ look: Look, _ report: ((PlaylistEvent) -> Void)?
    ) -> PlaylistShow {
        PlaylistShow(
            items, repeats: repeats, speed: speed?.factor ?? .one,
            change: playback.parts.change?.change ?? .approach, isASCII: screen.repertoire == .ascii,
            theme: look.theme, glyphs: GlyphSupport.shown(look.glyphs), report: report)
    }

    /// Returns the show of the fallback, which goes on as its gift says, whatever the options say.
    private func standInShow(_ items: [PlaylistShow.Item], on screen: Screen, _ look: Look) -> PlaylistShow {
        PlaylistShow(
            items, repeats: .forever, speed: .one, isASCII: screen.repertoire == .ascii, theme: look.theme,
            glyphs: GlyphSupport.shown(look.glyphs))
    }

    /// Calls `body` with the file of events, and closes it; `nil` without one.
    private func withEventFile(_ body: (PlaylistEventFile?) throws(CommandFailure) -> Void)
        throws(CommandFailure)
    {
        guard let events else { return try body(nil) }
        try OutputFile.check([events], differFrom: animations)
        let file = try PlaylistEventFile(path: events)
        let ending = Result { () throws(CommandFailure) in try body(file) }
        // Also after a signal, whose status says more than that of the file.
        var wasStopped = false
        if case .failure(let failure) = ending { wasStopped = failure.isStop }
        let closing = Result { () throws(CommandFailure) in try file.close(afterSignal: wasStopped) }
        try ending.get()
        try closing.get()
    }

    private var repeats: PlaybackPlan.Repeats { loop?.repeats ?? .times(1) }

    /// Prints the events of playing without keys, each at its time.
    private func printEvents(of items: [PlaylistShow.Item]) throws {
        let endless = [
            ("--loop forever", repeats == .forever), ("--hold forever", playback.parts.hold?.isForever == true),
        ]
        if let option = endless.first(where: \.1)?.0 {
            throw CommandFailure(.usage, "--events -: expected an end, found \(option)")
        }
        let events = PrintedPlaylistEvents()
        var show = PlaylistShow(items, repeats: repeats, speed: speed?.factor ?? .one, isASCII: true) {
            events.print($0)
        }
        while !show.isOver, events.failure == nil, let due = show.nextDue { show.advance(to: due) }
        try events.finish()
    }

    private func items(of opened: [OpenedAnimation]) throws(CommandFailure) -> [PlaylistShow.Item] {
        var items: [PlaylistShow.Item] = []
        for opened in opened {
            items.append(
                PlaylistShow.Item(
                    name: opened.shortName, composition: opened.composition, course: try course(of: opened),
                    markerPlaying: markerPlaying(of: opened), holdsForever: playback.parts.hold?.isForever == true,
                    properties: opened.properties, compatibility: opened.compatibility,
                    transitions: opened.manifest?.transitions ?? GiftTransitions(),
                    ignoredStateMachine: opened.ignoredStateMachine))
        }
        // The line below the picture says it otherwise.
        if !isShown { for opened in opened { stateMachine.reportIgnored(of: opened, verb: "played") } }
        return items
    }

    private var isRewinding: Bool { speed?.isBackward == true }

    /// Whether no option says what is played, so that a gift decides it.
    private var playsAsGift: Bool { !playback.selectsPart && frames == nil && !isRewinding }

    /// Returns how the digits play the markers of an animation: in the direction and at the speed of what is played.
    private func markerPlaying(of opened: OpenedAnimation) -> PlaylistShow.MarkerPlaying {
        guard playsAsGift, let playing = opened.playing else {
            return PlaylistShow.MarkerPlaying(isBackward: isRewinding)
        }
        return PlaylistShow.MarkerPlaying(speed: playing.speed, isBackward: playing.isBackward)
    }

    /// Returns what is played of an animation: what the options say, otherwise what its gift says.
    private func course(of opened: OpenedAnimation) throws(CommandFailure) -> PlaybackCourse {
        if playsAsGift, let course = try opened.course(holding: playback.parts.hold) { return course }
        let choice = try playback.choice(
            for: opened.composition, name: opened.name, frames: frames?.frames, isRewinding: isRewinding)
        switch choice {
        case .plan(let plan): return PlaybackCourse(plan)
        case .course(let course): return course
        }
    }
}
