import CPlatform

/// The bars of an equalizer below a roof with a round window, through which the moon shines.
struct AtticMotif: MotifDrawing {
    private static let floor = 0.78
    /// The distance between two bars.
    private static let spacing = 0.2

    func drawStill(on canvas: inout MotifCanvas) {
        let side = canvas.side
        canvas.fillGradient(
            [BackdropColor(0x0C1030), BackdropColor(0x1C1E58), BackdropColor(0x2E2A70)], from: -canvas.bottom,
            to: canvas.bottom)
        // The slopes of the roof, and a beam across.
        canvas.fillSlope(
            y: -canvas.bottom...0.1, top: -side...(-0.34), bottom: -side...(-side), BackdropColor(0x2A1436))
        canvas.fillSlope(y: -canvas.bottom...0.1, top: 0.34...side, bottom: side...side, BackdropColor(0x2A1436))
        canvas.fillEllipse(x: 0, y: -0.56, width: 0.3, height: 0.3, BackdropColor(0x5A3A6A))
        canvas.fillEllipse(x: 0, y: -0.56, width: 0.24, height: 0.24, BackdropColor(0x10205A))
        canvas.fillEllipse(x: 0.05, y: -0.56, width: 0.13, height: 0.13, BackdropColor(0xF4ECC0))
        canvas.fill(x: -side...side, y: canvas.toBottom(from: Self.floor), BackdropColor(0x120A26))
        // The keys of a synthesizer along the floor.
        for index in -24...24 {
            let x = Double(index) * 0.13
            canvas.fill(x: x...(x + 0.1), y: canvas.toBottom(from: Self.floor + 0.08), BackdropColor(0xC8C4E0))
            guard ![2, 6].contains(((index % 7) + 7) % 7) else { continue }
            canvas.fill(
                x: (x + 0.08)...(x + 0.14), y: (Self.floor + 0.08)...(Self.floor + 0.14), BackdropColor(0x120A26))
        }
    }

    func drawMoving(on canvas: inout MotifCanvas, at seconds: Double) {
        let count = Int((canvas.side / Self.spacing).rounded(.up))
        for index in -count...count {
            let place = Double(index)
            let beat = abs(sin(seconds * 1.4 + place * 0.7)) * 0.6 + abs(sin(seconds * 2.9 + place * 2.3)) * 0.4
            let height = (0.12 + 0.72 * beat * (0.55 + 0.45 * cos(place * 0.35))).magnitude
            let x = place * Self.spacing - 0.07
            var y = Self.floor
            for step in 0..<Int((height / 0.12).rounded()) {
                let color = step < 3 ? 0x1FC8B0 : step < 5 ? 0xF4C83A : 0xFF5A4A
                canvas.fill(x: x...(x + 0.14), y: (y - 0.09)...y, BackdropColor(UInt32(color)))
                y -= 0.12
            }
        }
    }
}
