import GiftPreviews
import ImageCoding
import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

@Suite("Previews of gifts are drawn")
struct GiftPreviewTests {
    @Test(
        "a preview has the frames for its duration and is never longer than allowed",
        arguments: [
            (seconds: 1, longest: 5.0, frames: 15, delay: 67),
            (seconds: 4, longest: 5.0, frames: 60, delay: 67),
            // The whole animation is shown at twice its speed.
            (seconds: 10, longest: 5.0, frames: 75, delay: 67),
            (seconds: 10, longest: 2.0, frames: 30, delay: 67),
        ])
    func longAnimationPlaysFaster(seconds: Int, maxDuration: Double, frames: Int, delay: Int) throws {
        let file = try GiftPreview(try movingSquare(seconds: seconds), maxDuration: maxDuration).animatedPNG()
        let controls = frameControls(of: file)
        #expect(controls.count == frames)
        #expect(controls.allSatisfy { number($0[20..<22]) == delay && number($0[22..<24]) == 1000 })
    }

    @Test("a preview starts with the first frame and has the gift's aspect ratio")
    func previewStartsWithFirstFrame() throws {
        let first = try Pixmap(
            decoding: GiftPreview(try movingSquare(seconds: 1), size: 100).animatedPNG())
        #expect(first.width == 100 && first.height == 50)
        // 200 × 100 units become 100 × 50 pixels; the right half of the square is visible.
        #expect(first[5, 25] == 0xFF00_00FF)
        #expect(first[20, 25] == 0)
        #expect(first[5, 10] == 0)
    }

    @Test("the still picture shows the frame with the most content")
    func stillShowsFullestFrame() throws {
        let picture = try Pixmap(decoding: GiftPreview(try growingSquare(), size: 100).stillPNG())
        // The square grows from nothing to the whole picture; the last of twenty candidates has 95 % of its size.
        #expect(picture[10, 10] == 0xFF00_00FF)
        #expect(picture[1, 1] == 0)
    }

    @Test("dynamic properties apply to the animation and to the still picture")
    func propertiesApplyToPreview() throws {
        var properties = DynamicProperties()
        try properties.set("**.Color", to: .color(Color(0, 1, 0, 1)))
        let preview = GiftPreview(try growingSquare(), properties: properties, size: 100)
        #expect(try Pixmap(decoding: preview.stillPNG())[10, 10] == 0xFF00_FF00)
        let colors = Set(try Pixmap(decoding: preview.animatedPNG()).pixels)
        #expect(!colors.contains(0xFF00_00FF))
    }

    @Test("a file that is too large gets fewer frames and then fewer pixels")
    func largeFileGetsFewerFramesAndPixels() throws {
        let composition = try movingSquare(seconds: 4)
        let full = try GiftPreview(composition, size: 128).animatedPNG()
        let smaller = try GiftPreview(composition, size: 128, maxFileSize: full.count * 3 / 4).animatedPNG()
        #expect(smaller.count <= full.count * 3 / 4)
        #expect((24..<60).contains(frameControls(of: smaller).count))
        #expect(try Pixmap(decoding: smaller).width == 128)

        let smallest = try GiftPreview(composition, size: 128, maxFileSize: 1).animatedPNG()
        #expect(try Pixmap(decoding: smallest).width == 48)
        #expect(frameControls(of: smallest).count == 24)
    }

    @Test("a gift that does not move has one frame")
    func staticGiftHasOneFrame() throws {
        let file = try GiftPreview(try composition(layer: #""p":{"a":0,"k":[100,50]}"#, seconds: 2)).animatedPNG()
        let controls = frameControls(of: file)
        #expect(controls.map { number($0[20..<22]) } == [30 * 67])
    }

    @Test("equal gifts make equal bytes")
    func equalGiftsGiveEqualBytes() throws {
        let preview = GiftPreview(try movingSquare(seconds: 2))
        #expect(try preview.animatedPNG() == preview.animatedPNG())
        #expect(try preview.stillPNG() == preview.stillPNG())
    }

    @Test("sizes and rates out of range are clamped")
    func sizesAndRatesAreClamped() throws {
        let composition = try movingSquare(seconds: 1)
        let none = GiftPreview(composition, size: -5, framesPerSecond: 0, maxDuration: 0)
        #expect(none.size == 16 && none.framesPerSecond == 1 && none.maxDuration == 0.1)
        let endless = GiftPreview(composition, size: .max, framesPerSecond: .max, maxDuration: .infinity)
        #expect(endless.size == 512 && endless.framesPerSecond == 60 && endless.maxDuration == 60)
    }

    // MARK: - Animations

    /// Returns a red square of 40 units that moves from left to right through a composition of 200 × 100 units.
    private func movingSquare(seconds: Int) throws -> Composition {
        let keyframes = """
            "p":{"a":1,"k":[{"t":0,"s":[0,50],"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}},{"t":\(seconds * 30),"s":[200,50]}]}
            """
        return try composition(layer: keyframes, seconds: seconds)
    }

    /// Returns a red square that grows from nothing to a whole composition of 100 × 100 units in a second.
    private func growingSquare() throws -> Composition {
        try composition(
            layer: """
                "p":{"a":0,"k":[50,50]},
                "s":{"a":1,"k":[{"t":0,"s":[0,0],"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}},{"t":30,"s":[250,250]}]}
                """, seconds: 1, width: 100)
    }

    private func composition(layer: String, seconds: Int, width: Int = 200) throws -> Composition {
        let text = """
            {"v":"5.7.0","fr":30,"ip":0,"op":\(seconds * 30),"w":\(width),"h":100,"layers":[
              {"ty":4,"ind":1,"ip":0,"op":\(seconds * 30),"st":0,"ks":{\(layer)},"shapes":[
                {"ty":"rc","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[40,40]},"r":{"a":0,"k":0}},
                {"ty":"fl","c":{"a":0,"k":[1,0,0,1]},"o":{"a":0,"k":100}}]}]}
            """
        return try Composition(json: Array(text.utf8))
    }

    // MARK: - Files

    private func frameControls(of file: [UInt8]) -> [[UInt8]] {
        var controls: [[UInt8]] = []
        var position = 8
        while position + 12 <= file.count {
            let length = number(file[position..<position + 4])
            if file[position + 4..<position + 8].elementsEqual("fcTL".utf8) {
                controls.append(Array(file[position + 8..<position + 8 + length]))
            }
            position += length + 12
        }
        return controls
    }

    private func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
