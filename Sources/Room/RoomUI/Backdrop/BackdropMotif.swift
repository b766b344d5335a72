/// The motif of a backdrop. Each room of the lobby has one of its own.
enum BackdropMotif: CaseIterable, Hashable, Sendable {
    /// An aurora over a lake.
    case aurora
    /// A bonsai between two candles.
    case garden
    /// A neon grid that runs towards the viewer below a striped sun.
    case arcade
    /// A steaming bowl below paper lanterns.
    case kitchen
    /// The bars of an equalizer under a roof.
    case attic
    /// A lighthouse and a boat at sea.
    case harbor
    /// Lit windows of a city, behind a window in the rain.
    case window

    /// Returns the motif of the room at an index in the lobby.
    ///
    /// The room in which a session begins has the aurora; no two of the first seven rooms have the same motif.
    static func ofRoom(at index: Int) -> BackdropMotif {
        index <= 0 ? .aurora : allCases[1 + (index - 1) % (allCases.count - 1)]
    }

    /// The drawing of the motif, or `nil` for the aurora, which is drawn pixel by pixel.
    var drawing: (any MotifDrawing)? {
        switch self {
        case .aurora: nil
        case .garden: GardenMotif()
        case .arcade: ArcadeMotif()
        case .kitchen: KitchenMotif()
        case .attic: AtticMotif()
        case .harbor: HarborMotif()
        case .window: WindowMotif()
        }
    }
}

/// The shapes of a motif.
protocol MotifDrawing: Sendable {
    /// Draws what never moves.
    func drawStill(on canvas: inout MotifCanvas)

    /// Draws what moves, over what never moves.
    ///
    /// - Parameters:
    ///   - canvas: The canvas, with what never moves.
    ///   - seconds: The time since the start of the stream, in seconds.
    func drawMoving(on canvas: inout MotifCanvas, at seconds: Double)
}

extension MotifDrawing {
    /// Returns a number from 0 to 1 that is the same in every run.
    func chance(_ index: Int) -> Double { Double(Landscape.hash(UInt32(truncatingIfNeeded: index)) & 0xFFFF) / 65_535 }
}
