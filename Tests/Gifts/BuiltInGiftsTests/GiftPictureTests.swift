import BuiltInGifts
import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

@Suite("The pictures of the built-in gifts, at the size of the stage in a small terminal")
struct GiftPictureTests {
    @Test("a gift shows something within 0.2 s of its start", arguments: GiftFilm.all)
    func startsAtOnce(film: GiftFilm) throws {
        let first = try #require(film.firstShown)
        #expect(film.time(of: first) <= 0.2)
    }

    @Test("a gift ends within 0.2 s of the last picture that shows something", arguments: GiftFilm.all)
    func endsWithItsLastPicture(film: GiftFilm) throws {
        let last = try #require(film.lastShown)
        #expect(film.time(of: last) >= film.duration - 0.2)
    }

    @Test("a gift shows something all the time between", arguments: GiftFilm.all)
    func neverShowsNothing(film: GiftFilm) throws {
        let first = try #require(film.firstShown)
        let last = try #require(film.lastShown)
        for index in first...last { #expect(film.pictures[index].showsSomething, "at \(film.time(of: index)) s") }
    }

    @Test("a gift never stands still for 0.3 s", arguments: GiftFilm.all)
    func neverStandsStill(film: GiftFilm) {
        var still = 0
        for index in film.pictures.indices.dropFirst() {
            let isSame = film.pictures[index].looksLike(film.pictures[index - 1])
            still = isSame ? still + 1 : 0
            #expect(Double(still) / GiftFilm.rate < 0.3, "at \(film.time(of: index)) s")
        }
    }

    @Test("the upper edge cuts nothing off most of the time", arguments: GiftFilm.all)
    func isNotCutOff(film: GiftFilm) {
        // At its start and at its end a gift may come and go over the edge.
        let quarter = film.pictures.count / 4
        let middle = film.pictures[quarter..<(film.pictures.count - quarter)]
        let cut = middle.count { $0.isCutOffAtTop(columns: film.columns) }
        #expect(cut * 2 <= middle.count, "\(cut) of \(middle.count) pictures")
    }
}

/// The pictures of a built-in gift, from its start to its end.
struct GiftFilm: Sendable, CustomTestStringConvertible {
    let id: String
    /// The duration, in seconds.
    let duration: Double
    /// The pixel columns that the gift covers; the picture may be wider.
    let columns: Range<Int>
    let pictures: [Pixmap]

    var testDescription: String { id }

    /// The number of pictures for each second of a gift.
    static let rate = 15.0

    /// The pixels of the stage in a terminal of 80 × 24 cells, whose last three rows are the status and the keys.
    private static let size = (width: 80, height: 42)

    static let all: [GiftFilm] = {
        guard let gifts = try? EmbeddedGifts() else { return [] }
        return gifts.catalogue.gifts.compactMap { GiftFilm($0, in: gifts) }
    }()

    private init?(_ gift: CatalogueGift, in gifts: EmbeddedGifts) {
        guard let json = gifts.animation(of: gift), let composition = try? Composition(json: json) else { return nil }
        let renderer = AnimationRenderer(composition, width: Self.size.width, height: Self.size.height)
        id = gift.id
        duration = Double(gift.duration) / 1e9
        let scale = min(Double(Self.size.width) / composition.width, Double(Self.size.height) / composition.height)
        let width = Int(composition.width * scale)
        columns = (Self.size.width - width) / 2..<(Self.size.width + width) / 2
        pictures = (0..<Int(duration * Self.rate)).map { step in
            var pixmap = Pixmap(width: Self.size.width, height: Self.size.height)
            let progress = Double(step) / Self.rate / (Double(gift.duration) / 1e9)
            renderer.draw(frame: composition.frame(atProgress: progress), into: &pixmap)
            return pixmap
        }
    }

    /// The index of the first picture that shows something.
    var firstShown: Int? { pictures.firstIndex { $0.showsSomething } }

    /// The index of the last picture that shows something.
    var lastShown: Int? { pictures.lastIndex { $0.showsSomething } }

    /// Returns the time of a picture, in seconds since the start of the gift.
    func time(of index: Int) -> Double { Double(index) / Self.rate }
}

extension Pixmap {
    /// The red, green and blue of a pixel over black, 0 to 255.
    private static func channels(_ pixel: UInt32) -> [Int] { [0, 8, 16].map { Int(pixel >> $0 & 0xFF) } }

    /// The greatest difference of two pixels in a channel.
    private static func difference(_ one: UInt32, _ other: UInt32) -> Int {
        zip(channels(one), channels(other)).map { abs($0 - $1) }.max() ?? 0
    }

    /// Whether a viewer sees something: at least twenty pixels of a light or strong color, over black.
    fileprivate var showsSomething: Bool {
        pixels.count { $0 != 0 && (Self.channels($0).max() ?? 0) >= 160 } >= 20
    }

    /// Whether hardly a pixel differs from those of another picture.
    fileprivate func looksLike(_ other: Pixmap) -> Bool {
        zip(pixels, other.pixels).count { $0 != $1 && Self.difference($0, $1) > 24 } < 4
    }

    /// Whether the first row has edges, as it has where a shape goes on above it. A sky has none.
    fileprivate func isCutOffAtTop(columns: Range<Int>) -> Bool {
        zip(columns, columns.dropFirst()).count { Self.difference(self[$0, 0], self[$1, 0]) > 56 } >= 2
    }
}
