import CPlatform

/// A steaming bowl of noodles below paper lanterns that sway.
struct KitchenMotif: MotifDrawing {
    private static let lanterns = [-1.5, -0.9, 0.9, 1.5]

    func drawStill(on canvas: inout MotifCanvas) {
        let side = canvas.side
        canvas.fillGradient(
            [BackdropColor(0x240806), BackdropColor(0x4A140C), BackdropColor(0x74280F)], from: -canvas.bottom, to: 0.62)
        for row in stride(from: -0.7, to: 0.6, by: 0.26) {
            canvas.fill(x: -side...side, y: row...(row + 0.02), BackdropColor(0x320D08))
        }
        canvas.fill(x: -side...side, y: canvas.toBottom(from: 0.62), BackdropColor(0x3A1C0C))
        canvas.fill(x: -side...side, y: 0.62...0.7, BackdropColor(0x7A4420))
        drawBowl(on: &canvas)
    }

    private func drawBowl(on canvas: inout MotifCanvas) {
        canvas.fillEllipse(x: 0, y: 0.12, width: 0.62, height: 0.17, BackdropColor(0xFFD27A))
        canvas.fillEllipse(x: -0.22, y: 0.04, width: 0.17, height: 0.12, BackdropColor(0xFFF6E0))
        canvas.fillEllipse(x: -0.22, y: 0.05, width: 0.08, height: 0.06, BackdropColor(0xFF9A2E))
        canvas.fill(x: 0.12...0.36, y: -0.06...0.12, BackdropColor(0x2F9A52))
        canvas.fillSlope(y: -0.46...0.1, top: 0.5...0.56, bottom: 0.22...0.28, BackdropColor(0xC8925A))
        canvas.fillSlope(y: -0.4...0.1, top: 0.64...0.7, bottom: 0.32...0.38, BackdropColor(0xC8925A))
        canvas.fillEllipse(x: 0, y: 0.12, width: 0.74, height: 0.46, below: 0.12, BackdropColor(0xE02A26))
        canvas.fill(x: -0.78...0.78, y: 0.1...0.2, BackdropColor(0xFFEFD8))
        canvas.fill(x: -0.28...0.28, y: 0.56...0.64, BackdropColor(0xA81414))
    }

    func drawMoving(on canvas: inout MotifCanvas, at seconds: Double) {
        for (index, place) in Self.lanterns.enumerated() {
            let x = place + 0.05 * sin(seconds * 0.9 + Double(index) * 1.3)
            let y = -0.46 + (index % 3 == 0 ? 0.1 : 0)
            canvas.fillSlope(
                y: -canvas.bottom...y, top: place...(place + 0.02), bottom: x...(x + 0.02), BackdropColor(0x1A0604))
            let light = 0.5 + 0.06 * sin(seconds * 1.7 + Double(index) * 2)
            canvas.addGlow(x: x, y: y, radius: 0.6, BackdropColor(0xFF7A2E), strength: light)
            canvas.fillEllipse(x: x, y: y, width: 0.22, height: 0.2, BackdropColor(0xFF4A2E))
            canvas.fillEllipse(x: x, y: y, width: 0.1, height: 0.17, BackdropColor(0xFFB05A))
        }
        // Wisps of steam: they rise, sway and are gone below the upper edge.
        for wisp in 0..<3 {
            let foot = Double(wisp - 1) * 0.3
            for step in 0..<7 {
                let rise = (Double(step) + (seconds * 0.7 + Double(wisp) * 0.4).truncatingRemainder(dividingBy: 1)) / 7
                let x = foot + 0.09 * sin(rise * 7 + seconds * 0.8 + Double(wisp) * 2)
                canvas.addGlow(
                    x: x, y: -0.06 - rise * 0.86, radius: 0.15 - 0.04 * rise, BackdropColor(0xFFE8D0),
                    strength: 0.75 * (1 - rise))
            }
        }
    }
}
