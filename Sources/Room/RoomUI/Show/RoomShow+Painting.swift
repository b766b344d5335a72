public import ExactNumbers
import PlayerSettings
public import TerminalCells

extension RoomShow {
    /// The maximum delay of a painting that is subtracted from the elapsed time, in nanoseconds.
    ///
    /// A painting begins slightly after the time of its stage frame. Without this correction the delay could select the
    /// next frame of the animation, and the motion would look uneven.
    private static let maxDelay: Nanoseconds = 4_000_000

    /// Paints the scene, the panels over it, and the rest of the old screen during a transition.
    public mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics) {
        hasChanged = false
        paintedAt = time
        isTooSmall = StageLayout(columns: grid.columns, rows: grid.rows) == nil
        if overlays.frameRates != nil {
            overlays.frameRates?.addSample(of: statistics)
            overlays.frameRatesPaintedAt = time
        }
        paintScreen(&grid, at: time, isExact: drawsExactMoments, statistics: &statistics)
        guard scenes.runningTransition != nil else { return }
        statistics.measure(.draw) { paintTransition(over: &grid, at: time) }
    }

    /// Paints the scene and the panels over it.
    ///
    /// - Parameters:
    ///   - grid: The grid to paint into.
    ///   - time: The session time.
    ///   - isExact: Whether to draw a gift at the exact moment instead of the nearest frame of the stage.
    ///   - statistics: The statistics that measure the work.
    mutating func paintScreen(
        _ grid: inout CellGrid, at time: Nanoseconds, isExact: Bool, statistics: inout FrameStatistics
    ) {
        guard let layout = StageLayout(columns: grid.columns, rows: grid.rows) else {
            return Theme.$colors.withValue(themeColors) {
                TooSmallScreen.paint(banners, in: &grid, at: time, symbols: symbols)
            }
        }
        Theme.$colors.withValue(themeColors) {
            switch scene {
            case .room: paintRoom(layout, in: &grid, at: time, isExact: isExact, statistics: &statistics)
            case .lobby: paintLobby(layout, in: &grid, at: time, statistics: &statistics)
            case .gallery: paintGallery(layout, in: &grid, at: time, statistics: &statistics)
            case .settings: paintSettings(layout, in: &grid, at: time, statistics: &statistics)
            }
            statistics.measure(.cells) { paintOverlays(layout, in: &grid) }
        }
    }

    /// Paints the stream, the gift over it, and the controls over both.
    private mutating func paintRoom(
        _ layout: StageLayout, in grid: inout CellGrid, at time: Nanoseconds, isExact: Bool,
        statistics: inout FrameStatistics
    ) {
        let running = controller.running
        let gift = onStage?.number == running?.gift.number ? onStage?.gift : nil
        // A paused presentation shows exactly the frame that was selected.
        let isPaused = controller.isPaused
        let delay = isPaused ? 0 : min(Self.maxDelay, time % StageLoop.frameDuration)
        let elapsed = running.map { isExact ? $0.elapsed : max(0, $0.elapsed - delay) } ?? 0
        let duration = running?.gift.duration ?? 0
        let pose = gift.flatMap { self.pose(of: $0, at: elapsed, of: duration, in: layout) }
        let presented = running.map { TemplateValues($0.gift, name: name(of: $0.gift)) }
        // With reduced motion, the stream stands still and a gift is the picture from its middle.
        let isStill = settings.reducesMotion
        painter.paint(
            in: &grid, area: layout.picture, at: isStill ? 0 : time, pose: pose, statistics: &statistics
        ) { pixmap, statistics in
            guard let gift, let presented else { return false }
            return animations.draw(
                gift, for: presented, at: isStill ? duration / 2 : elapsed, of: duration, isExact: isExact || isPaused,
                into: &pixmap, statistics: &statistics)
        }
        statistics.measure(.cells) {
            room.chat.paint(in: &grid, area: layout.chat, at: time)
            paintControls(layout, in: &grid, at: time)
        }
    }

    private func paintControls(_ layout: StageLayout, in grid: inout CellGrid, at time: Nanoseconds) {
        let controls = ControlPainter(layout: layout, symbols: symbols)
        controls.paintTopBar(room, lines: [feed.line(at: time), store.line].compactMap(\.self), in: &grid)
        BannerPainter(area: layout.bannerArea(lanes: banners.policy.lanes), symbols: symbols).paint(
            banners, at: time, in: &grid)
        if controller.running != nil, !isReplay { controls.paintCloseButton(in: &grid) }
        if let notice = notice(at: time) { controls.paintNotice(notice, in: &grid) }
        controls.paintStatus(status, in: &grid)
        if let chosenGift {
            GiftPanel(
                log: giftLog, selection: chosenGift, running: controller.running, heldNumber: controller.held?.number,
                canSend: !isReplay, symbols: symbols
            ).paint(in: &grid, GiftPanelLayout(layout))
        }
    }

    /// Paints the panels over the scene.
    private func paintOverlays(_ layout: StageLayout, in grid: inout CellGrid) {
        if let rates = overlays.frameRates {
            StatisticsPanel(rates: rates, feed: feed, symbols: symbols).paint(in: &grid, layout)
        }
        if isHelpOpen { help.paint(in: &grid, area: layout.panelArea, offset: overlays.helpOffset) }
        if let palette = overlays.palette {
            PalettePainter(palette: palette, hits: paletteHits, symbols: symbols).paint(
                in: &grid, PaletteLayout(layout))
        }
    }

    /// The colors of the controls.
    var themeColors: ThemeColors {
        .colors(for: themeOverride ?? settings.value(of: .theme), isTerminalLight: overlays.isTerminalLight)
    }

    /// The help panel of the scene.
    var help: HelpPanel {
        if isReplay { return .replay(step: ReplayShow.step, symbols: symbols) }
        switch scene {
        case .room, .settings: return .room(actions, symbols: symbols)
        case .lobby: return .lobby(symbols: symbols)
        case .gallery: return .gallery(symbols: symbols)
        }
    }

    /// Returns the error or warning that the notice line shows, or `nil` if there is none.
    func notice(at time: Nanoseconds) -> String? {
        if let notice = extraNotice() { return notice }
        if let configuration, let error = configuration.error {
            // The file name identifies the file; the whole path would leave no room for the error.
            let name = configuration.path.split(separator: "/").last.map(String.init) ?? configuration.path
            var text = error.description
            if text.hasPrefix(configuration.path) { text = name + text.dropFirst(configuration.path.count) }
            return "\(text); the last good settings stay"
        }
        if let failure = store.failure(at: time) { return failure }
        if !isScreencast, case .text(let name) = settings.value(of: .transition),
            let problem = scenes.failureReason(of: name)
        {
            return "transition: \(problem)"
        }
        if let ending = controller.lastEnding, case .dropped(.missing, _) = ending.outcome,
            let problem = failureReason(of: ending.gift.kind)
        {
            return "\(ending.gift.kind): \(problem)"
        }
        return nil
    }

    /// The state that the status lines show.
    var status: Status {
        Status(
            settings: settings, running: controller.running,
            runningName: controller.running.map { name(of: $0.gift) } ?? "",
            waitingCount: controller.waitingCount, nextNames: controller.upNext(3).map { name(of: $0) },
            heldName: controller.held.map { name(of: $0) }, parkedCount: controller.parkedCount,
            isPaused: controller.isPaused, speed: controller.speed,
            lastEnded: controller.lastEnding.map { ($0, name(of: $0.gift)) },
            arrivalCount: controller.counts.arrivals, canSend: !isReplay)
    }
}
