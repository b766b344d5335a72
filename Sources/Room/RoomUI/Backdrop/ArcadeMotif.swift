import CPlatform

/// A neon grid that runs towards the viewer below a striped sun.
struct ArcadeMotif: MotifDrawing {
    private static let horizon = 0.12

    func drawStill(on canvas: inout MotifCanvas) {
        canvas.fillGradient(
            [BackdropColor(0x0A0428), BackdropColor(0x2A0A58), BackdropColor(0x7A1478)], from: -canvas.bottom,
            to: Self.horizon)
        canvas.fillGradient(
            [BackdropColor(0x2A0648), BackdropColor(0x0C0224)], from: Self.horizon, to: canvas.bottom)
        // The sun, which the horizon cuts; gaps part its lower stripes.
        for step in 0..<24 {
            let y = -0.62 + Double(step) * 0.0309
            let half = 0.46 * (1 - pow((y + 0.16) / 0.46, 2)).magnitude.squareRoot()
            guard step < 10 || step % 4 != 3, abs(y + 0.16) < 0.46 else { continue }
            let color = BackdropColor(0xFFD23D).mixed(with: BackdropColor(0xFF2F8E), amount: step * 255 / 23)
            canvas.fill(x: -half...half, y: y...(y + 0.04), color)
        }
        // Blocks of a city to both sides.
        for index in 0..<14 {
            let x = (index % 2 == 0 ? -1.0 : 1.0) * (0.62 + Double(index / 2) * 0.26)
            let top = Self.horizon - 0.12 - chance(index &+ 40) * 0.34
            canvas.fill(x: (x - 0.11)...(x + 0.11), y: top...Self.horizon, BackdropColor(0x150634))
            canvas.fill(x: (x - 0.11)...(x + 0.11), y: top...(top + 0.03), BackdropColor(0x2FD4FF))
        }
    }

    func drawMoving(on canvas: inout MotifCanvas, at seconds: Double) {
        let side = canvas.side
        let depth = canvas.bottom - Self.horizon
        let line = BackdropColor(0xB8309C)
        // Lines across come nearer: the nearer, the farther apart.
        let shift = seconds * 0.35
        let count = canvas.hasDetail ? 5 : 2
        for index in 0..<count {
            let part = (Double(index) + shift - shift.rounded(.down)) / Double(count)
            let y = Self.horizon + depth * part * part
            canvas.fill(x: -side...side, y: y...(y + 0.01 + 0.02 * part), line)
        }
        for index in -8...8 where canvas.hasDetail {
            let foot = Double(index) * 0.62
            canvas.fillSlope(
                y: canvas.toBottom(from: Self.horizon), top: (foot * 0.2)...(foot * 0.2 + 0.01),
                bottom: foot...(foot + 0.03), line)
        }
        canvas.fill(x: -side...side, y: (Self.horizon - 0.02)...(Self.horizon + 0.02), BackdropColor(0x5CF0FF))
        for index in 0..<(canvas.hasDetail ? 10 : 3) where (Int(seconds * 1.4) &+ index) % 5 != 0 {
            let x = side * (2 * chance(index &+ 7) - 1)
            let y = -canvas.bottom * (0.35 + 0.6 * chance(index &+ 77))
            canvas.fill(x: x...(x + 0.03), y: y...(y + 0.03), BackdropColor(0xF2E8FF))
        }
    }
}
