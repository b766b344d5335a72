import Configuration
public import HalfBlocks
public import Playback

extension RoomShow {
    /// The longest time behind a frame of the stage that is taken for a late beginning of painting it. Counting that in
    /// would let the picture stumble where a presentation stands between two of its own frames.
    private static let longestDelay: Nanoseconds = 4_000_000

    /// Paints what fills the screen, what is open over it, and while scenes change what is left of the old one.
    public mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics) {
        hasChanged = false
        paintedAt = time
        isTooSmall = StageLayout(columns: grid.columns, rows: grid.rows) == nil
        if screens.rates != nil {
            screens.rates?.take(statistics)
            screens.ratesPaintedAt = time
        }
        paintScreen(&grid, at: time, isExact: drawsEveryMoment, statistics: &statistics)
        guard scenes.running != nil else { return }
        statistics.measure(.draw) { paintTransition(over: &grid, at: time) }
    }

    /// Paints what fills the screen, and what is open over it.
    /// - Parameter isExact: whether a gift is seen as it is at the very moment, rather than at the nearest frame of the stage.
    mutating func paintScreen(
        _ grid: inout CellGrid, at time: Nanoseconds, isExact: Bool, statistics: inout FrameStatistics
    ) {
        guard let layout = StageLayout(columns: grid.columns, rows: grid.rows) else {
            return Theme.$colors.withValue(themeColors) {
                TooSmall.paint(banners, in: &grid, at: time, signs: signs)
            }
        }
        Theme.$colors.withValue(themeColors) {
            switch scene {
            case .room: paintRoom(layout, in: &grid, at: time, isExact: isExact, statistics: &statistics)
            case .lobby: paintLobby(layout, in: &grid, at: time, statistics: &statistics)
            case .gallery: paintGallery(layout, in: &grid, at: time, statistics: &statistics)
            case .settings: paintSettings(layout, in: &grid, at: time, statistics: &statistics)
            }
            statistics.measure(.cells) { paintScreens(layout, in: &grid) }
        }
    }

    /// Paints the stream, the gift over it, and the controls over both.
    private mutating func paintRoom(
        _ layout: StageLayout, in grid: inout CellGrid, at time: Nanoseconds, isExact: Bool,
        statistics: inout FrameStatistics
    ) {
        let running = controller.running
        let gift = onStage?.number == running?.gift.number ? onStage?.gift : nil
        // Standing still, what is seen is the very frame that was asked for.
        let isPaused = controller.isPaused
        let delay = isPaused ? 0 : min(Self.longestDelay, time % StageLoop.frameLength)
        let elapsed = running.map { isExact ? $0.elapsed : max(0, $0.elapsed - delay) } ?? 0
        let duration = running?.gift.duration ?? 0
        let pose = gift.flatMap { self.pose(of: $0, at: elapsed, of: duration, in: layout) }
        let presented = running.map { PresentedGift($0.gift, name: name(of: $0.gift)) }
        // Where motion is reduced, the stream stands still, and a gift is the picture from its middle.
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
        let controls = ControlPainter(layout: layout, signs: signs)
        controls.paintTopBar(room, lines: [feed.line(at: time), store.line].compactMap(\.self), in: &grid)
        BannerPainter(area: layout.banners(lanes: banners.policy.lanes), signs: signs).paint(
            banners, at: time, in: &grid)
        if controller.running != nil, !isReplay { controls.paintCloseButton(in: &grid) }
        if let notice = notice(at: time) { controls.paintNotice(notice, in: &grid) }
        controls.paintStatus(status, in: &grid)
        if let chosenGift {
            GiftPanel(
                log: gifts, selection: chosenGift, running: controller.running, held: controller.held?.number,
                offersSending: !isReplay, signs: signs
            ).paint(in: &grid, GiftPanelLayout(layout))
        }
    }

    /// What is open over whatever fills the screen.
    private func paintScreens(_ layout: StageLayout, in grid: inout CellGrid) {
        if let rates = screens.rates {
            StatisticsPanel(rates: rates, feed: feed, signs: signs).paint(in: &grid, layout)
        }
        if isHelpOpen { help.paint(in: &grid, area: layout.panelArea, offset: screens.helpOffset) }
        if let palette = screens.palette {
            PalettePainter(palette: palette, hits: paletteHits, signs: signs).paint(in: &grid, PaletteLayout(layout))
        }
    }

    /// The colours of the controls.
    var themeColors: ThemeColors {
        .fitting(ownTheme ?? settings.value(of: .theme), isTerminalLight: screens.isTerminalLight)
    }

    /// The keys.
    var help: HelpPanel {
        if isReplay { return .replay(step: ReplayShow.step, signs: signs) }
        switch scene {
        case .room, .settings: return .room(actions, signs: signs)
        case .lobby: return .lobby(signs: signs)
        case .gallery: return .gallery(signs: signs)
        }
    }

    /// What is wrong and should be seen.
    func notice(at time: Nanoseconds) -> String? {
        if let notice = ownNotice() { return notice }
        if let configuration, let error = configuration.error {
            // The file's name says enough; its whole path would push the fault off the screen.
            let name = configuration.path.split(separator: "/").last.map(String.init) ?? configuration.path
            var text = error.description
            if text.hasPrefix(configuration.path) { text = name + text.dropFirst(configuration.path.count) }
            return "\(text); the last good settings stay"
        }
        if let failure = store.failure(at: time) { return failure }
        if !isRetold, case .text(let name) = settings.value(of: .transition),
            let problem = scenes.problem(with: name)
        {
            return "transition: \(problem)"
        }
        if let ending = controller.lastEnding, case .dropped(.missing, _) = ending.outcome,
            let problem = problem(with: ending.gift.kind)
        {
            return "\(ending.gift.kind): \(problem)"
        }
        return nil
    }

    /// What the lines below the picture say.
    var status: Status {
        Status(
            settings: settings, running: controller.running,
            runningName: controller.running.map { name(of: $0.gift) } ?? "",
            waitingCount: controller.waitingCount, upNext: controller.upNext(3).map { name(of: $0) },
            held: controller.held.map { name(of: $0) }, parkedCount: controller.parkedCount,
            isPaused: controller.isPaused, speed: controller.speed,
            lastEnding: controller.lastEnding.map { ($0, name(of: $0.gift)) },
            arrivals: controller.tally.arrivals, offersSending: !isReplay)
    }
}
