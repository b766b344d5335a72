import ExactNumbers
import PlayerSettings
import TerminalCells

// Painting of the scenes other than the room.
extension RoomShow {
    /// The strength of the tint over the stream behind the settings, 0 to 255.
    private static let settingsTintStrength: UInt8 = 190

    /// Paints the lobby.
    mutating func paintLobby(
        _ layout: StageLayout, in grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics
    ) {
        scenes.lobby.hasChanged = false
        let cards = lobbyCards(at: time)
        let isStill = settings.reducesMotion
        scenes.lobbyPainter.paint(
            cards, chosen: scenes.lobby.chosen, LobbyLayout(layout, count: cards.count), in: &grid,
            at: isStill ? 0 : time, symbols: symbols, statistics: &statistics
        ) { sight, pixmap, statistics in
            animations.draw(
                sight.gift, for: nil, at: isStill ? sight.duration / 2 : sight.elapsed, of: sight.duration,
                isExact: true,
                into: &pixmap, statistics: &statistics)
        }
    }

    /// Paints the gallery.
    mutating func paintGallery(
        _ layout: StageLayout, in grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics
    ) {
        guard let gallery = scenes.gallery else { return }
        let facts = galleryFacts()
        let gifts = galleryGifts
        let content = GalleryPainter.Content(
            gifts: gifts, giftSymbols: gifts.map { symbol(of: $0.id) }, chosen: gallery.index(in: gifts), facts: facts,
            player: gallery.player)
        scenes.galleryPainter.paint(
            content, GalleryLayout(layout, count: gifts.count), in: &grid, at: time, symbols: symbols,
            statistics: &statistics
        ) { pixmap, statistics in
            guard let facts, facts.composition != nil else { return false }
            return animations.draw(
                facts.gift, for: nil, at: gallery.player.elapsed(at: time, of: facts.duration), of: facts.duration,
                isExact: true, into: &pixmap, statistics: &statistics)
        }
    }

    /// Paints the settings over the stream, with the status lines that show the effective policy.
    mutating func paintSettings(
        _ layout: StageLayout, in grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics
    ) {
        painter.paint(
            in: &grid, area: layout.picture, at: settings.reducesMotion ? 0 : time, statistics: &statistics
        ) { _, _ in false }
        statistics.measure(.cells) {
            grid.tint(layout.picture, with: Theme.panel, amount: Self.settingsTintStrength)
            let controls = ControlPainter(layout: layout, symbols: symbols)
            controls.paintTopBar(room, lines: [feed.line(at: time), store.line].compactMap(\.self), in: &grid)
            if let notice = notice(at: time) { controls.paintNotice(notice, in: &grid) }
            controls.paintStatus(status, in: &grid)
            guard let screen = overlays.settings else { return }
            let file = saveSetting == nil ? nil : configuration.map { Origin.file($0.path).description }
            SettingsPanel(screen: screen, settings: settings, file: file, symbols: symbols)
                .paint(in: &grid, SettingsLayout(layout, count: settings.keys.count))
        }
    }
}
