import Testing
import VectorGraphics

@testable import ImageCoding

@Suite("Colors of pictures with profiles are converted to sRGB")
struct ColorProfileTests {
    /// The curve of sRGB, as a formula.
    private static let curve =
        tag("para") + [0, 3, 0, 0] + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)
    private static let displayP3 = [
        SIMD3(0.515102, 0.241182, -0.00104941), SIMD3(0.291965, 0.692236, 0.0418818),
        SIMD3(0.157153, 0.0665819, 0.784378),
    ]
    private static let sRGB = [
        SIMD3(0.436066, 0.222488, 0.013916), SIMD3(0.385147, 0.716873, 0.097076), SIMD3(0.143066, 0.060608, 0.714096),
    ]

    private static func tag(_ name: String) -> [UInt8] { Array(name.utf8) + [0, 0, 0, 0] }

    private static func fixed(_ number: Double) -> [UInt8] {
        let bits = UInt32(bitPattern: Int32((number * 65_536).rounded()))
        return (0..<4).map { UInt8(truncatingIfNeeded: bits >> (24 - 8 * UInt32($0))) }
    }

    private static func word(_ number: Int) -> [UInt8] { fixed(Double(number) / 65_536) }

    /// Returns a profile of a curve, and of three primaries or none for grey.
    private static func profile(_ primaries: [SIMD3<Double>], _ curve: [UInt8]) -> [UInt8] {
        var tags = zip(["rXYZ", "gXYZ", "bXYZ"], primaries).map { name, color in
            (name, tag("XYZ ") + fixed(color.x) + fixed(color.y) + fixed(color.z))
        }
        tags += (primaries.isEmpty ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]).map { ($0, curve) }
        var table = word(tags.count)
        var content: [UInt8] = []
        for (name, bytes) in tags {
            table += Array(name.utf8) + word(132 + 12 * tags.count + content.count) + word(bytes.count)
            content += bytes
        }
        let kind = primaries.isEmpty ? "GRAYXYZ " : "RGB XYZ "
        var header = [UInt8](repeating: 0, count: 16) + Array(kind.utf8) + [UInt8](repeating: 0, count: 12)
        header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 88)
        let size = header.count + table.count + content.count
        header.replaceSubrange(0..<4, with: word(size))
        return header + table + content
    }

    /// Returns what a color becomes, or nil if the profile changes nothing.
    private func converted(_ color: [UInt32], _ profile: [UInt8], isGrey: Bool = false) -> [UInt32]? {
        var pixmap = Pixmap(width: 1, height: 1)
        pixmap.pixels[0] = (color[0] | color[1] << 8 | color[2] << 16 | 0x80 << 24).littleEndian
        guard let known = ColorProfile(icc: profile, isGrey: isGrey) else { return nil }
        known.convert(&pixmap)
        let pixel = UInt32(littleEndian: pixmap.pixels[0])
        #expect(pixel >> 24 == 0x80)
        return [pixel & 0xFF, pixel >> 8 & 0xFF, pixel >> 16 & 0xFF]
    }

    @Test("colors of Display P3 become those of sRGB, as far as it has them")
    func displayP3IsConverted() {
        let profile = Self.profile(Self.displayP3, Self.curve)
        #expect(converted([100, 150, 200], profile) == [83, 152, 205])
        #expect(converted([40, 200, 90], profile) == [0, 204, 73])
        #expect(converted([128, 128, 128], profile) == [128, 128, 128])
    }

    @Test("a profile that is almost sRGB changes nothing")
    func sRGBIsLeft() { #expect(converted([1, 2, 3], Self.profile(Self.sRGB, Self.curve)) == nil) }

    @Test("a curve can be a power, a table or a line")
    func curvesOfAllKinds() {
        let power = Self.tag("curv") + Self.word(1) + [1, 128]
        #expect(converted([100, 150, 200], Self.profile(Self.sRGB, power)) == [136, 179, 217])
        let table = Self.tag("curv") + Self.word(3) + [0, 0, 0x80, 0, 0xFF, 0xFF]
        let line = Self.tag("curv") + Self.word(0)
        for curve in [table, line] {
            #expect(converted([100, 150, 200], Self.profile(Self.sRGB, curve)) == [168, 202, 229])
        }
    }

    @Test("a profile for grey counts only in grey pictures")
    func greyProfileNeedsGreyPicture() {
        let profile = Self.profile([], Self.tag("curv") + Self.word(0))
        #expect(converted([100, 100, 100], profile, isGrey: true) == [168, 168, 168])
        #expect(converted([100, 100, 100], profile) == nil)
    }

    @Test("a profile that ends anywhere, or with any byte changed, is ignored or read, but does no harm")
    func damagedProfilesDoNoHarm() {
        let profile = Self.profile(Self.displayP3, Self.curve)
        for length in profile.indices { _ = converted([9, 9, 9], Array(profile.prefix(length))) }
        for index in profile.indices {
            for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
                var changed = profile
                changed[index] = value
                _ = converted([9, 9, 9], changed)
            }
        }
    }

    @Test(
        "PNG, JPEG and WebP files contain profiles", arguments: [Samples.rgb8, Samples.jpegColor, Samples.webpLossy])
    func filesContainProfiles(file: [UInt8]) throws {
        let light = Self.profile(Self.sRGB, Self.tag("curv") + Self.word(0))
        let plain = try Pixmap(decoding: file).pixels
        let profiled = try Pixmap(decoding: try embedding(light, in: file)).pixels
        let lit = plain.map { pixel in
            converted([pixel & 0xFF, pixel >> 8 & 0xFF, pixel >> 16 & 0xFF], light) ?? []
        }
        #expect(plain.allSatisfy { $0 >> 24 == 255 })
        #expect(profiled.map { [$0 & 0xFF, $0 >> 8 & 0xFF, $0 >> 16 & 0xFF] } == lit)
    }

    private func embedding(_ profile: [UInt8], in file: [UInt8]) throws -> [UInt8] {
        switch PictureFormat(signatureOf: file) {
        case .png:
            // A block of zlib without compression, and its Adler-32 checksum.
            let size = profile.count
            var (low, high) = (1, 0)
            for byte in profile {
                low = (low + Int(byte)) % 65_521
                high = (high + low) % 65_521
            }
            let length = [UInt8(size & 255), UInt8(size >> 8), UInt8(~size & 255), UInt8(~size >> 8 & 255)]
            let content = [0x78, 0x01, 0x01] + length + profile + Self.word(high << 16 | low)
            var chunk: [UInt8] = []
            chunk.appendChunk("iCCP", Array("x\0\0".utf8) + content)
            return Array(file.prefix(33)) + chunk + file.dropFirst(33)
        case .jpeg:
            let content = Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile
            return [0xFF, 0xD8, 0xFF, 0xE2, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
                + file.dropFirst(2)
        default:
            let picture = file.dropFirst(12)
            let chunk = Array("ICCP".utf8) + Self.word(profile.count).reversed() + profile
            // The header of an extended file says that there is a profile.
            let width = UInt8(try Pixmap(decoding: file).width - 1)
            let height = UInt8(try Pixmap(decoding: file).height - 1)
            let extended = Array("VP8X".utf8) + [10, 0, 0, 0, 0x20, 0, 0, 0, width, 0, 0, height, 0, 0]
            let body = Array("WEBP".utf8) + extended + chunk + picture
            return Array("RIFF".utf8) + Self.word(body.count).reversed() + body
        }
    }
}
