import CPlatform

/// A lighthouse whose beam sweeps over the sea, and a boat that rocks on the waves.
struct HarborMotif: MotifDrawing {
    private static let horizon = 0.3
    private static let lamp = (x: 1.02, y: -0.5)

    func drawStill(on canvas: inout MotifCanvas) {
        canvas.fillGradient(
            [BackdropColor(0x041A2E), BackdropColor(0x0A3A52), BackdropColor(0x1F6A78), BackdropColor(0xE88A5A)],
            from: -canvas.bottom, to: Self.horizon)
        canvas.fillGradient(
            [BackdropColor(0x1A6272), BackdropColor(0x0A3A50), BackdropColor(0x04202E)], from: Self.horizon,
            to: canvas.bottom)
        // The rock and the tower on it, with its red bands.
        canvas.fillEllipse(x: 1.1, y: 0.42, width: 0.56, height: 0.26, BackdropColor(0x0A1A22))
        canvas.fillSlope(y: -0.4...0.3, top: 0.92...1.12, bottom: 0.84...1.2, BackdropColor(0xF2F0E4))
        for band in [-0.26, 0.0] {
            let wide = 0.115 + (band + 0.4) * 0.1
            canvas.fill(x: (1.02 - wide)...(1.02 + wide), y: band...(band + 0.13), BackdropColor(0xE0322E))
        }
        canvas.fill(x: 0.88...1.16, y: -0.42...(-0.37), BackdropColor(0x10222C))
        canvas.fill(x: 0.95...1.09, y: -0.58...(-0.42), BackdropColor(0xFFE890))
        canvas.fillSlope(y: -0.72...(-0.58), top: 1.01...1.03, bottom: 0.9...1.14, BackdropColor(0xB81E22))
    }

    func drawMoving(on canvas: inout MotifCanvas, at seconds: Double) {
        drawBeam(on: &canvas, at: seconds)
        drawBoat(on: &canvas, at: seconds)
        // Crests of waves, which drift to the left and right in turn.
        for index in 0..<(canvas.hasDetail ? 26 : 5) {
            let y = Self.horizon + 0.06 + chance(index &+ 300) * (canvas.bottom - Self.horizon - 0.08)
            let drift = 0.12 * sin(seconds * 0.6 + Double(index))
            let x = canvas.side * (2 * chance(index &+ 500) - 1) + drift
            canvas.fill(x: x...(x + 0.12 + 0.14 * (y - Self.horizon)), y: y...(y + 0.02), BackdropColor(0x5AC0C8))
        }
    }

    private func drawBeam(on canvas: inout MotifCanvas, at seconds: Double) {
        // The lamp turns: its beam is long at the side and short when it points to the viewer.
        let reach = cos(seconds * 0.6)
        let length = reach * 1.9
        let steps = 22
        for step in 0..<steps {
            let part = Double(step) / Double(steps)
            canvas.addGlow(
                x: Self.lamp.x - length * part, y: Self.lamp.y + 0.12 * part, radius: 0.1 + 0.2 * part,
                BackdropColor(0xFFF0B0), strength: 0.34 * (1 - part * 0.8))
        }
        canvas.addGlow(
            x: Self.lamp.x, y: Self.lamp.y, radius: 0.34 + 0.2 * (1 - abs(reach)), BackdropColor(0xFFE890),
            strength: 0.9)
    }

    private func drawBoat(on canvas: inout MotifCanvas, at seconds: Double) {
        let x = -0.55 + 0.12 * sin(seconds * 0.17)
        let y = 0.5 + 0.04 * sin(seconds * 0.8)
        let lean = 0.06 * sin(seconds * 0.8 + 0.7)
        canvas.fillSlope(
            y: (y - 0.72)...(y - 0.06), top: (x + lean)...(x + lean + 0.03), bottom: x...(x + 0.42),
            BackdropColor(0xFFF4E0))
        canvas.fillSlope(
            y: (y - 0.6)...(y - 0.06), top: (x + lean - 0.05)...(x + lean - 0.03), bottom: (x - 0.3)...(x - 0.05),
            BackdropColor(0xF0A050))
        canvas.fillSlope(
            y: y...(y + 0.16), top: (x - 0.42)...(x + 0.5), bottom: (x - 0.28)...(x + 0.36), BackdropColor(0x8A2A2A))
        canvas.fill(x: (x - 0.42)...(x + 0.5), y: y...(y + 0.04), BackdropColor(0xE8D8B8))
    }
}
