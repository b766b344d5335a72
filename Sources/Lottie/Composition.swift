/// A Lottie animation: layers over time, and the assets they show.
public struct Composition: Sendable {
    /// Version of the exporter's format, such as 5.7.4; nil where the file has none.
    public internal(set) var version: FormatVersion?
    /// The name given by the author, empty if none.
    public internal(set) var name = ""
    /// Width in units of the composition, above 0.
    public internal(set) var width = 0.0
    /// Height in units of the composition, above 0.
    public internal(set) var height = 0.0
    /// Frames a second, above 0.
    public internal(set) var frameRate = 0.0
    /// First frame.
    public internal(set) var inPoint = 0.0
    /// One past the last frame, above the first.
    public internal(set) var outPoint = 0.0
    /// The layers, the first on top.
    public internal(set) var layers: [Layer] = []
    /// Compositions that layers show, by id.
    public internal(set) var precompositions: [String: [Layer]] = [:]
    /// Pictures that layers show, by id.
    public internal(set) var images: [String: ImageAsset] = [:]
    /// Fonts that texts use, in the file's order.
    public internal(set) var fonts: [Font] = []
    /// Outlines of letters.
    public internal(set) var glyphs: [Glyph.Key: Glyph] = [:]
    /// Named times, in the file's order.
    public internal(set) var markers: [Marker] = []
    /// Named places whose values a caller can replace, in the file's order.
    public internal(set) var slots: [Slot] = []
    /// Whether properties have expressions that have to be run.
    public internal(set) var hasExpressions = false
    /// Names of the compositions that layers show, by id; only where expressions look for them.
    public internal(set) var precompositionNames: [String: String] = [:]
    /// What the file asks for and this version does not draw.
    public internal(set) var undrawn: [UndrawnFeature] = []

    /// The font with this name; the first one where none has it (lottie-web, `FontManager.js`).
    public func font(named name: String) -> Font { fonts.first { $0.name == name } ?? fonts.first ?? Font() }

    /// Length in seconds.
    public var duration: Double { (outPoint - inPoint) / frameRate }

    /// Whole frames from the first on that lie before the end, at least 1.
    public var frameCount: Int { Int(max(1, (outPoint - inPoint).rounded(.up))) }

    /// The frame at `progress` (0 to 1) through the animation; never the out point, at which nothing shows.
    public func frame(atProgress progress: Double) -> Double {
        let held = progress.isFinite ? max(0, min(1, progress)) : 0
        let last = outPoint - max(0.001, outPoint.ulp)
        return max(inPoint, min(last, inPoint + held * (outPoint - inPoint)))
    }
}

/// A picture among the assets.
public struct ImageAsset: Sendable {
    /// Where its bytes are.
    public enum Source: Sendable, Equatable {
        /// In the file: the bytes of a PNG, JPEG or WebP.
        case embedded([UInt8])
        /// In another file, by its name as written.
        case external(String)
    }

    /// Width in units of the composition, 0 where the file is silent.
    public var width = 0.0
    /// Height in units of the composition, 0 where the file is silent.
    public var height = 0.0
    /// Where its bytes are.
    public var source: Source = .external("")
}

/// A named time.
public struct Marker: Sendable, Equatable {
    /// Its name, trimmed of white space.
    public var name: String
    /// First frame.
    public var time: Double
    /// Frames, 0 for a moment.
    public var duration: Double
}

/// Something a file asks for that is not drawn.
public struct UndrawnFeature: Sendable, Equatable {
    /// What it is, such as `text layer`.
    public var name: String
    /// Where it is met first, such as `layers[2]`.
    public var path: String
    /// How often it is met.
    public var count: Int

    /// The feature `name`, met `count` times, first at `path`.
    public init(name: String, path: String, count: Int) {
        self.name = name
        self.path = path
        self.count = count
    }
}

/// Version of the exporter's format, compared number by number.
public struct FormatVersion: Sendable, Comparable, CustomStringConvertible {
    /// The numbers between the dots, three of them.
    public let numbers: [Int]

    /// The version that `text` spells; parts that are missing or no numbers are 0.
    public init(_ text: String) {
        var numbers = text.split(separator: ".").prefix(3).map { Int($0) ?? 0 }
        while numbers.count < 3 { numbers.append(0) }
        self.numbers = numbers
    }

    /// The numbers with dots between them.
    public var description: String { numbers.map(String.init).joined(separator: ".") }

    /// Whether `a` is the older one.
    public static func < (a: FormatVersion, b: FormatVersion) -> Bool {
        a.numbers.lexicographicallyPrecedes(b.numbers)
    }
}
