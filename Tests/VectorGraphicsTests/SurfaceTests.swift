import Testing
import VectorGraphics

@Suite("Surfaces know what of them is painted")
struct SurfaceTests {
    private let bounds = PixelRect(left: -4, top: -4, right: 12, bottom: 12)
    private let red: UInt32 = 0xFF00_00FF

    private func square(_ left: Int, _ top: Int, _ side: Int) -> Coverage {
        Coverage(PixelRect(left: left, top: top, right: left + side, bottom: top + side))
    }

    private func pixels(of surface: Surface) -> [UInt32] {
        (0..<(surface.bounds.width * surface.bounds.height)).map { surface.pixels[$0] }
    }

    @Test("a fill paints its bounds, as far as they lie inside")
    func fill() {
        let memory = OffscreenSurface()
        let surface = memory.surface(bounds)
        #expect(surface.painted.isEmpty)
        surface.fill(square(2, 3, 4), with: .color(red))
        #expect(surface.painted == PixelRect(left: 2, top: 3, right: 6, bottom: 7))
        surface.fill(square(10, 10, 9), with: .color(red))
        #expect(surface.painted == PixelRect(left: 2, top: 3, right: 12, bottom: 12))
    }

    @Test("memory handed out again is transparent, whatever its shape")
    func again() {
        let memory = OffscreenSurface()
        memory.surface(bounds).fill(square(-4, -4, 16), with: .color(red))
        let next = memory.surface(PixelRect(left: 0, top: 0, right: 7, bottom: 9))
        #expect(pixels(of: next).allSatisfy { $0 == 0 } && next.painted.isEmpty)
        next.fill(square(1, 1, 2), with: .color(red))
        #expect(pixels(of: memory.surface(bounds)).allSatisfy { $0 == 0 })
    }

    @Test("drawing one surface over another paints what the first had painted")
    func draw() {
        let (below, above) = (OffscreenSurface(), OffscreenSurface())
        let (ground, surface) = (below.surface(bounds), above.surface(bounds))
        surface.fill(square(1, 1, 3), with: .color(red))
        ground.draw(surface)
        #expect(ground.painted == surface.painted)
        #expect(pixels(of: ground) == pixels(of: surface))
    }

    @Test("beside a matte nothing is left, beside an inverted one all", arguments: [false, true])
    func matte(isInverted: Bool) {
        let (below, above) = (OffscreenSurface(), OffscreenSurface())
        let (surface, matte) = (below.surface(bounds), above.surface(bounds))
        surface.fill(square(0, 0, 6), with: .color(red))
        matte.fill(square(3, 3, 6), with: .color(red))
        surface.apply(matte, channel: .alpha, isInverted: isInverted)
        for y in bounds.top..<bounds.bottom {
            for x in bounds.left..<bounds.right {
                let isCovered = (0..<6).contains(x) && (0..<6).contains(y)
                let isInMatte = (3..<9).contains(x) && (3..<9).contains(y)
                #expect(surface.row(y)[x] == (isCovered && isInMatte != isInverted ? red : 0))
            }
        }
    }

    @Test("softening spreads beyond what was painted")
    func blur() {
        let memory = OffscreenSurface()
        let surface = memory.surface(bounds)
        surface.fill(square(3, 3, 2), with: .color(red))
        surface.blur(sigmaX: 1, sigmaY: 1)
        #expect(surface.row(2)[2] != 0)
        #expect(surface.painted.contains(PixelRect(left: 1, top: 1, right: 7, bottom: 7)))
        #expect(pixels(of: memory.surface(bounds)).allSatisfy { $0 == 0 })
    }
}
