import CPlatform

/// Lit windows of a city in the blue hour, behind a window with rain and two cups.
struct WindowMotif: MotifDrawing {
    private static let street = 0.66
    private static let houses = 15
    private static let width = 0.34

    func drawStill(on canvas: inout MotifCanvas) {
        canvas.fillGradient(
            [BackdropColor(0x101C44), BackdropColor(0x2C4480), BackdropColor(0x8A6AA0)], from: -canvas.bottom,
            to: Self.street)
        for index in 0..<Self.houses {
            let (x, top) = house(index)
            let color = index % 2 == 0 ? BackdropColor(0x0C1430) : BackdropColor(0x14204A)
            canvas.fill(x: x...(x + Self.width), y: canvas.toBottom(from: top), color)
        }
    }

    private func house(_ index: Int) -> (x: Double, top: Double) {
        (Double(index - Self.houses / 2) * Self.width - Self.width / 2, -0.5 + 0.62 * chance(index &+ 900))
    }

    func drawMoving(on canvas: inout MotifCanvas, at seconds: Double) {
        drawLights(on: &canvas, at: seconds)
        // Rain: drops that fall side by side, each at its own speed.
        for index in 0..<(canvas.hasDetail ? 34 : 7) {
            let speed = 0.55 + 0.5 * chance(index &+ 60)
            let fallen = (seconds * speed + chance(index &+ 160) * 2).truncatingRemainder(dividingBy: 2)
            let x = canvas.side * (2 * chance(index &+ 260) - 1)
            let y = canvas.bottom * (fallen - 1)
            canvas.fill(x: x...(x + 0.015), y: y...(y + 0.09), BackdropColor(0x9AB8E8))
        }
        drawFrame(on: &canvas, at: seconds)
    }

    private func drawLights(on canvas: inout MotifCanvas, at seconds: Double) {
        for index in 0..<Self.houses {
            let (x, top) = house(index)
            for row in 0..<(canvas.hasDetail ? 5 : 3) {
                for column in 0..<(canvas.hasDetail ? 2 : 1) {
                    let number = index &* 31 &+ row &* 7 &+ column
                    // Every window is lit or dark for some seconds.
                    let period = Int(seconds / 7 + chance(number) * 5)
                    guard chance(number &+ period &* 101) > 0.45 else { continue }
                    let (left, upper) = (
                        x + 0.06 + Double(column) * 0.14, top + 0.1 + Double(row) * (canvas.hasDetail ? 0.17 : 0.4)
                    )
                    guard upper < Self.street else { continue }
                    let color = number % 3 == 0 ? BackdropColor(0xFFE9B0) : BackdropColor(0xFFB84A)
                    canvas.fill(x: left...(left + 0.08), y: upper...(upper + 0.09), color)
                }
            }
        }
    }

    private func drawFrame(on canvas: inout MotifCanvas, at seconds: Double) {
        let wood = BackdropColor(0x3A2430)
        let side = canvas.side
        canvas.fill(x: -0.03...0.03, y: -canvas.bottom...Self.street, wood)
        canvas.fill(x: -side...side, y: -0.14...(-0.09), wood)
        canvas.fill(x: -side...side, y: canvas.toBottom(from: Self.street), wood)
        canvas.fill(x: -side...side, y: Self.street...(Self.street + 0.07), BackdropColor(0x6A4650))
        for (index, x) in [-0.42, 0.42].enumerated() {
            let color = index == 0 ? BackdropColor(0xFF6A6A) : BackdropColor(0x4AC8E8)
            canvas.fill(x: (x - 0.16)...(x + 0.16), y: 0.4...0.7, color)
            canvas.fill(x: (x - 0.16)...(x + 0.16), y: 0.4...0.45, BackdropColor(0xFFF2E0))
            for step in 0..<4 {
                let rise = (Double(step) + (seconds * 0.6).truncatingRemainder(dividingBy: 1)) / 4
                canvas.addGlow(
                    x: x + 0.05 * sin(rise * 6 + seconds), y: 0.34 - rise * 0.5, radius: 0.1, BackdropColor(0xE8F0FF),
                    strength: 0.7 * (1 - rise))
            }
        }
    }
}
