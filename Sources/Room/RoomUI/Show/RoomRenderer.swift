import ExactNumbers
import Motion
import Playback
import PlayerSettings
import RoomSession
import Terminal
import TerminalCells
import VectorGraphics

/// What the sources of a session report besides its inputs.
struct SourceStatus {
    /// The status lines of the feed and the store.
    var lines: [String] = []
    /// An error or a warning, or `nil` if there is none.
    var notice: String?
    /// The feed, with the counts of its events.
    var feed: FeedLink?
    /// The name of the configuration file, or `nil` if settings cannot be saved.
    var configurationFile: String?
}

/// A painter of a session: it owns what is computed once and painted often.
struct RoomRenderer {
    let symbols: SymbolSet
    /// Whether the session is a replay, in which keys do not change it.
    let isReplay: Bool
    /// What the sources of the session report.
    var sources = SourceStatus()
    /// The picture of the stream.
    var picture = PicturePainter()
    /// The pictures of the gifts.
    var gifts: GiftFrames
    /// The chat.
    var chat = ChatPainter()
    /// The keys that work now.
    var keys = KeyLinePainter()
    /// The transitions between screens.
    var transitions: ScreenTransitions
    /// Whether what is painted is one moment, in which nothing appears or disappears.
    var standsStill = false
    /// The terminal's background, or `nil` if the terminal has not reported it.
    var terminalBackground: TerminalColor?
    /// Values that override the settings of the session.
    var overrides: Overrides
    /// The glyphs of pictures.
    private var glyphs: GlyphChoice
    private var lastFrame = LastFrame()
    /// The gift that leaves the picture, as it was last seen.
    private var departure: Departure?
    /// The revision of the gift kinds whose pictures are kept.
    private var kindsRevision = 0

    /// Values that override the settings of a session, or `nil` to use the settings.
    struct Overrides {
        var theme: SettingValue?
        var glyphs: SettingValue?
    }

    private struct LastFrame {
        var time: Nanoseconds = 0
        var isTooSmall = false
    }

    init(
        symbols: SymbolSet, isReplay: Bool, theme: SettingValue?, transitions: ScreenTransitions, frameLimit: Int,
        supportsGlyphs: @escaping (PictureGlyphs) -> Bool = { $0 == .half }
    ) {
        self.symbols = symbols
        self.isReplay = isReplay
        overrides = Overrides(theme: theme)
        self.transitions = transitions
        glyphs = GlyphChoice(isSupported: supportsGlyphs)
        gifts = GiftFrames(FrameCache(limit: frameLimit))
    }

    /// The session time that was painted last.
    var paintedAt: Nanoseconds { lastFrame.time }

    /// Whether the terminal was too small for the stage at the last painting.
    var isTooSmall: Bool { lastFrame.isTooSmall }

    /// Returns the colors of the controls.
    func themeColors(_ settings: LayeredSettings) -> ThemeColors {
        .colors(for: overrides.theme ?? settings.value(of: .theme), isTerminalLight: terminalBackground?.isLight)
    }

    /// Prepares a frame of a session.
    mutating func beginFrame(of session: RoomSession, columns: Int, rows: Int, at time: Nanoseconds) {
        lastFrame = LastFrame(time: time, isTooSmall: StageLayout(columns: columns, rows: rows) == nil)
        let limit = session.settings.frameCacheLimit
        if gifts.frames.limit != limit { gifts.frames.limit = limit }
        if glyphs.choose(overrides.glyphs ?? session.settings.value(of: .glyphs), isASCII: symbols.isASCII) {
            picture.glyphs = glyphs.shown
            gifts.scale = glyphs.shown.scale
        }
        guard session.kinds.revision != kindsRevision else { return }
        kindsRevision = session.kinds.revision
        let onStage = session.giftOnStage?.animation
        gifts.remove { $0 != onStage && $0 != session.kinds.playable($0.kind)?.animation }
    }

    /// The glyphs of pictures: those of the settings if the terminal can show them, else half-blocks.
    var pictureGlyphs: PictureGlyphs { glyphs.shown }

    /// The glyphs that a setting names, as far as the terminal can show them.
    private struct GlyphChoice {
        /// Returns whether the terminal can show glyphs.
        let isSupported: (PictureGlyphs) -> Bool
        /// The value of the setting that was applied last.
        private var wanted = SettingValue.none
        private(set) var shown = PictureGlyphs.half

        init(isSupported: @escaping (PictureGlyphs) -> Bool) { self.isSupported = isSupported }

        /// Applies a value of the setting, and returns whether it is another one than before.
        mutating func choose(_ value: SettingValue, isASCII: Bool) -> Bool {
            guard value != wanted else { return false }
            wanted = value
            let named = PictureGlyphs(rawValue: value.description) ?? .half
            shown = isASCII || !isSupported(named) ? .half : named
            return true
        }
    }

    // MARK: - Parts of several screens

    /// Paints a stage: the picture of the stream, the gift over it, and between them one that leaves.
    ///
    /// - Parameters:
    ///   - staged: The gift on the stage, or `nil` if the stage is empty.
    ///   - pose: The pose of the gift, or `nil` if it appears as drawn.
    ///   - leaving: The gift that leaves the stage, if there is one.
    ///   - grid: The grid to paint into.
    ///   - area: The cells of the picture.
    ///   - time: The session time.
    ///   - session: The session.
    ///   - statistics: The statistics that measure the work.
    mutating func paintStage(
        _ staged: StagedGift?, pose: Pose?, leaving: PosedGift? = nil, in grid: inout CellGrid, area: CellRect,
        at time: Nanoseconds, _ session: RoomSession, statistics: inout FrameStatistics
    ) {
        // With reduced motion, the stream stands still and a gift is the picture from its middle.
        let isStill = session.settings.reducesMotion
        picture.paint(
            in: &grid, area: area, at: isStill ? 0 : time, motif: .ofRoom(at: session.lobby.current), pose: pose,
            leaving: leaving, statistics: &statistics
        ) { pixmap, statistics in
            guard let staged else { return false }
            return gifts.draw(
                staged.gift, from: session.animations, for: staged.values,
                at: isStill ? staged.stillMoment : staged.moment, into: &pixmap, statistics: &statistics)
        }
        // A gift that moves is not where its name would be.
        guard staged != nil, pose?.isNearRest != false else { return }
        for caption in gifts.captions { caption.paint(in: &grid, area: area, symbols: symbols) }
    }

    /// Paints the top bar and the notice line.
    func paintTopBar(in grid: inout CellGrid, _ frame: Frame, _ session: RoomSession) {
        let controls = ControlPainter(layout: frame.layout, symbols: symbols)
        controls.paintTopBar(session.room, lines: sources.lines, at: frame.time, in: &grid)
    }

    /// Paints the notice line and the status lines.
    func paintStatus(in grid: inout CellGrid, _ frame: Frame, _ session: RoomSession) {
        let controls = ControlPainter(layout: frame.layout, symbols: symbols)
        if let notice = notice(session) { controls.paintNotice(notice, in: &grid) }
        controls.paintStatus(Status(session, canSend: !isReplay), in: &grid)
    }

    /// Returns the error or warning that the notice line shows, or `nil` if there is none.
    private func notice(_ session: RoomSession) -> String? {
        if let notice = sources.notice { return notice }
        if let problem = transitions.failureReason(session.settings) { return "transition: \(problem)" }
        if let ending = session.controller.lastEnding, case .dropped(.missing, _) = ending.outcome,
            let problem = session.failureReason(of: ending.gift.kind)
        {
            return "\(ending.gift.kind): \(problem)"
        }
        return nil
    }

    // MARK: - The gift that leaves

    /// Returns the picture of the gift that leaves the stage at the time of a frame, with its pose, if there is one.
    ///
    /// The gift is drawn once, as it was last seen, and then only moved.
    mutating func leavingGift(
        in frame: Frame, _ session: RoomSession, statistics: inout FrameStatistics
    ) -> PosedGift? {
        guard let departed = session.scene.departed, departed.isVisible(at: frame.time) else {
            departure = nil
            return nil
        }
        let isReduced = session.settings.reducesMotion
        let picture = frame.layout.picture
        let key = Departure.Key(
            number: departed.gift.number, endedAt: departed.endedAt, columns: picture.columns, rows: picture.rows,
            isReduced: isReduced)
        if departure?.key != key {
            let scale = self.picture.glyphs.scale
            var pixmap = Pixmap(width: picture.columns * scale, height: 2 * picture.rows * scale)
            let duration = departed.gift.duration
            let values = TemplateValues(departed.gift, name: session.name(of: departed.gift))
            let moment = GiftFrames.Moment(
                position: isReduced ? duration / 2 : departed.position, duration: duration,
                isExact: frame.isExact || session.controller.isPaused, story: isReduced ? nil : departed.story)
            let hasPicture = gifts.draw(
                departed.kind, from: session.animations, for: values, at: moment, into: &pixmap,
                statistics: &statistics)
            let movement = StagePoses.movement(of: departed.kind, departed.gift, in: picture, session)
            departure = Departure(
                key: key, picture: hasPicture ? pixmap : nil, of: departed,
                from: movement.pose(at: departed.elapsed) ?? .rest,
                in: StagePoses.surroundings(of: departed.kind, in: picture, session.animations),
                isReduced: isReduced)
        }
        return departure?.posedGift(after: frame.time - departed.endedAt)
    }
}

extension LayeredSettings {
    /// The maximum memory for rendered frames, in bytes.
    var frameCacheLimit: Int {
        guard case .size(let bytes) = value(of: .frameCache) else { return 0 }
        return bytes
    }
}
