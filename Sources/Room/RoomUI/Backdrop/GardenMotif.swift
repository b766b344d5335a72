import CPlatform

/// A bonsai between two candles; the flames flicker and fireflies wander.
struct GardenMotif: MotifDrawing {
    private static let candles = [-1.05, 1.05]

    func drawStill(on canvas: inout MotifCanvas) {
        let side = canvas.side
        canvas.fillGradient(
            [BackdropColor(0x04120F), BackdropColor(0x0A2A22), BackdropColor(0x12402C)], from: -canvas.bottom, to: 0.6)
        // The lattice of a paper wall.
        for post in stride(from: -2.4, through: 2.4, by: 0.8) {
            canvas.fill(x: (post - 0.03)...(post + 0.03), y: -canvas.bottom...0.6, BackdropColor(0x08201A))
        }
        canvas.fill(x: -side...side, y: -0.24...(-0.18), BackdropColor(0x08201A))
        canvas.fill(x: -side...side, y: canvas.toBottom(from: 0.6), BackdropColor(0x2B1A10))
        canvas.fill(x: -side...side, y: 0.6...0.68, BackdropColor(0x52331C))
        drawTree(on: &canvas)
        for x in Self.candles {
            canvas.fill(x: (x - 0.09)...(x + 0.09), y: 0.2...0.6, BackdropColor(0xE8DCC0))
            canvas.fill(x: (x + 0.03)...(x + 0.09), y: 0.2...0.6, BackdropColor(0xB09A78))
        }
    }

    private func drawTree(on canvas: inout MotifCanvas) {
        let bark = BackdropColor(0x6A3F22)
        canvas.fillSlope(y: 0.0...0.4, top: -0.22...(-0.08), bottom: -0.1...0.12, bark)
        canvas.fillSlope(y: -0.34...0.04, top: 0.06...0.16, bottom: -0.2...(-0.06), bark)
        let crowns = [(-0.44, -0.1, 0.38, 0.17), (0.38, -0.28, 0.4, 0.18), (0.02, -0.58, 0.46, 0.22)]
        for (x, y, width, height) in crowns {
            canvas.fillEllipse(x: x, y: y, width: width, height: height, BackdropColor(0x1F7A43))
            canvas.fillEllipse(
                x: x - 0.06, y: y - 0.07, width: width * 0.7, height: height * 0.6, BackdropColor(0x46B862))
        }
        canvas.fillSlope(y: 0.38...0.6, top: -0.42...0.42, bottom: -0.32...0.32, BackdropColor(0xB0492E))
        canvas.fill(x: -0.46...0.46, y: 0.36...0.43, BackdropColor(0xD0643E))
    }

    func drawMoving(on canvas: inout MotifCanvas, at seconds: Double) {
        for (index, x) in Self.candles.enumerated() {
            let flicker = sin(seconds * 3.1 + Double(index) * 2) * 0.5 + sin(seconds * 5.3 + Double(index)) * 0.5
            canvas.addGlow(
                x: x, y: 0.05, radius: 0.75 + 0.06 * flicker, BackdropColor(0xFFA63D), strength: 0.62 + 0.08 * flicker)
            let sway = 0.02 * flicker
            canvas.fillEllipse(
                x: x + sway, y: 0.06, width: 0.08, height: 0.13 + 0.03 * flicker, BackdropColor(0xFFC247))
            canvas.fillEllipse(x: x, y: 0.1, width: 0.04, height: 0.06, BackdropColor(0xFFF6D0))
        }
        for index in 0..<(canvas.hasDetail ? 5 : 2) {
            let phase = Double(index) * 1.7
            let x = canvas.side * 0.9 * sin(seconds * (0.05 + 0.01 * Double(index)) + phase * 3)
            let y = -0.45 + 0.4 * sin(seconds * 0.13 + phase)
            guard sin(seconds * 0.9 + phase * 2) > -0.3 else { continue }
            canvas.fillEllipse(x: x, y: y, width: 0.03, height: 0.03, BackdropColor(0xD8FF7A))
        }
    }
}
