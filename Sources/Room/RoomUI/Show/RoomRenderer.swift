import ExactNumbers
import Motion
import Playback
import PlayerSettings
import RoomSession
import TerminalCells

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
    /// Whether the terminal's background is light, or `nil` if the terminal has not reported it.
    var isTerminalLight: Bool?
    /// The terminal's background, or `nil` if the terminal has not reported it.
    var terminalBackground: CellColor?
    /// Returns whether the terminal can show glyphs.
    private let supportsGlyphs: (PictureGlyphs) -> Bool
    /// The value of the setting `glyphs` that was applied last, and the glyphs that it means here.
    private var glyphs: (wanted: SettingValue, shown: PictureGlyphs) = (.none, .half)
    /// The session time that was painted last.
    private(set) var paintedAt: Nanoseconds = 0
    /// Whether the terminal was too small for the stage at the last painting.
    private(set) var isTooSmall = false
    /// A value of the setting `theme` that overrides the settings, or `nil` to use the settings.
    private let theme: SettingValue?
    /// The revision of the gift kinds whose pictures are kept.
    private var kindsRevision = 0

    init(
        symbols: SymbolSet, isReplay: Bool, theme: SettingValue?, transitions: ScreenTransitions, frameLimit: Int,
        supportsGlyphs: @escaping (PictureGlyphs) -> Bool = { $0 == .half }
    ) {
        self.symbols = symbols
        self.isReplay = isReplay
        self.theme = theme
        self.transitions = transitions
        self.supportsGlyphs = supportsGlyphs
        gifts = GiftFrames(FrameCache(limit: frameLimit))
    }

    /// Returns the colors of the controls.
    func themeColors(_ settings: LayeredSettings) -> ThemeColors {
        .colors(for: theme ?? settings.value(of: .theme), isTerminalLight: isTerminalLight)
    }

    /// Prepares a frame of a session.
    mutating func beginFrame(of session: RoomSession, columns: Int, rows: Int, at time: Nanoseconds) {
        paintedAt = time
        isTooSmall = StageLayout(columns: columns, rows: rows) == nil
        let limit = session.settings.frameCacheLimit
        if gifts.frames.limit != limit { gifts.frames.limit = limit }
        applyGlyphs(session.settings.value(of: .glyphs))
        guard session.kinds.revision != kindsRevision else { return }
        kindsRevision = session.kinds.revision
        let onStage = session.giftOnStage?.animation
        gifts.remove { $0 != onStage && $0 != session.kinds.playable($0.kind)?.animation }
    }

    /// The glyphs of pictures: those of the settings if the terminal can show them, else half-blocks.
    var pictureGlyphs: PictureGlyphs { glyphs.shown }

    private mutating func applyGlyphs(_ wanted: SettingValue) {
        guard wanted != glyphs.wanted else { return }
        let named = PictureGlyphs(rawValue: wanted.description) ?? .half
        glyphs = (wanted, symbols.isASCII || !supportsGlyphs(named) ? .half : named)
        picture.glyphs = glyphs.shown
        gifts.scale = glyphs.shown.scale
    }

    // MARK: - Parts of several screens

    /// Paints a stage: the picture of the stream, and the gift over it.
    ///
    /// - Parameters:
    ///   - staged: The gift on the stage, or `nil` if the stage is empty.
    ///   - pose: The pose of the gift, or `nil` if it appears as drawn.
    ///   - grid: The grid to paint into.
    ///   - area: The cells of the picture.
    ///   - time: The session time.
    ///   - session: The session.
    ///   - statistics: The statistics that measure the work.
    mutating func paintStage(
        _ staged: StagedGift?, pose: Pose?, in grid: inout CellGrid, area: CellRect, at time: Nanoseconds,
        _ session: RoomSession, statistics: inout FrameStatistics
    ) {
        // With reduced motion, the stream stands still and a gift is the picture from its middle.
        let isStill = session.settings.reducesMotion
        picture.paint(in: &grid, area: area, at: isStill ? 0 : time, pose: pose, statistics: &statistics) {
            pixmap, statistics in
            guard let staged else { return false }
            return gifts.draw(
                staged.gift, from: session.animations, for: staged.values,
                at: isStill ? staged.duration / 2 : staged.elapsed, of: staged.duration, isExact: staged.isExact,
                into: &pixmap, statistics: &statistics)
        }
        // A gift that moves is not where its name would be.
        guard staged != nil, pose?.isNearRest != false else { return }
        for caption in gifts.captions { caption.paint(in: &grid, area: area, symbols: symbols) }
    }

    /// Paints the top bar and the notice line.
    func paintTopBar(in grid: inout CellGrid, _ frame: Frame, _ session: RoomSession) {
        let controls = ControlPainter(layout: frame.layout, symbols: symbols)
        controls.paintTopBar(session.room, lines: sources.lines, in: &grid)
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
}

extension LayeredSettings {
    /// The maximum memory for rendered frames, in bytes.
    var frameCacheLimit: Int {
        guard case .size(let bytes) = value(of: .frameCache) else { return 0 }
        return bytes
    }
}
