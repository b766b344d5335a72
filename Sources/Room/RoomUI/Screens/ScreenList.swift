/// All screens and overlays of a room. A new one has a file of its own and a line here.
enum ScreenList {
    /// The screens that fill the terminal; the first is the one at the bottom.
    static var screens: [any FullScreen.Type] {
        [RoomScreen.self, LobbyScreen.self, GalleryScreen.self, SettingsScreen.self, VersusScreen.self]
    }
    /// The overlays, from the topmost to the lowest.
    static var overlays: [any Overlay.Type] {
        [
            PaletteOverlay.self, HelpOverlay.self, StatisticsOverlay.self, TourOverlay.self, MomentOverlay.self,
            GiftListOverlay.self,
        ]
    }

    /// Returns the type of a screen or an overlay.
    static func type(of id: ScreenID) -> (any Pane.Type)? {
        screens.first { $0.id == id } ?? overlays.first { $0.id == id }
    }
}

extension ScreenID: CaseIterable {
    /// The screens that fill the terminal.
    public static var allCases: [ScreenID] { ScreenList.screens.map { $0.id } }
}
