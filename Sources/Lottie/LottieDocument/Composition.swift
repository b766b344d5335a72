/// A Lottie animation: its layers and its assets.
public struct Composition: Sendable {
    /// The version of the exporter's format, such as 5.7.4, or `nil` if the file does not contain one.
    public internal(set) var version: FormatVersion?
    /// The name that the author gave to the animation, or an empty string.
    public internal(set) var name = ""
    /// The width, in units of the composition; greater than 0.
    public internal(set) var width = 0.0
    /// The height, in units of the composition; greater than 0.
    public internal(set) var height = 0.0
    /// The number of frames per second; greater than 0.
    public internal(set) var frameRate = 0.0
    /// The first frame.
    public internal(set) var inPoint = 0.0
    /// The end of the animation: one past the last frame, greater than `inPoint`.
    public internal(set) var outPoint = 0.0
    /// The layers; the first one is on top.
    public package(set) var layers: [Layer] = []
    /// The precompositions and images.
    public package(set) var assets = Assets()
    /// The fonts of the text layers, in the order of the file.
    public internal(set) var fonts: [Font] = []
    /// The outlines of letters; `nil` if the file has no list of them. With an empty list, lottie-web draws no text.
    public internal(set) var glyphs: [Glyph.Key: Glyph]?
    /// The markers, in the order of the file.
    public internal(set) var markers: [Marker] = []
    /// The slots, whose values a caller can replace, in the order of the file.
    public internal(set) var slots: [Slot] = []
    /// Whether any property has an expression that has to be evaluated.
    public internal(set) var hasExpressions = false
    /// The features that the file uses and that this version does not draw.
    public internal(set) var unsupportedFeatures: [UnsupportedFeature] = []

    /// Returns the font with the given name, or the first font if no font has that name (lottie-web, `FontManager.js`).
    public func font(named name: String) -> Font { fonts.first { $0.name == name } ?? fonts.first ?? Font() }

    /// The letters that are compositions, with their layers, in the order of their fonts and characters.
    public var letterCompositions: [(key: Glyph.Key, layer: Layer)] {
        let letters = (glyphs ?? [:]).compactMap { key, glyph in glyph.composition.map { (key: key, layer: $0) } }
        return letters.sorted {
            ($0.key.family, $0.key.style, $0.key.character) < ($1.key.family, $1.key.style, $1.key.character)
        }
    }

    /// The duration, in seconds.
    public var duration: Double { (outPoint - inPoint) / frameRate }

    /// The number of frames at `inPoint` + 0, 1, 2, … that lie before `outPoint`; at least 1.
    public var frameCount: Int { Int(max(1, (outPoint - inPoint).rounded(.up))) }

    /// Returns the frame at the given progress of the animation.
    ///
    /// The result is always less than `outPoint`, because nothing is visible at that frame.
    ///
    /// - Parameter progress: The elapsed part of the animation, from 0 to 1; other values are clamped.
    public func frame(atProgress progress: Double) -> Double {
        let held = progress.isFinite ? max(0, min(1, progress)) : 0
        let last = outPoint - max(0.001, outPoint.ulp)
        return max(inPoint, min(last, inPoint + held * (outPoint - inPoint)))
    }
}

/// The assets of a composition.
public struct Assets: Sendable {
    /// The layers of the precompositions, by id.
    public package(set) var precompositions: [String: [Layer]] = [:]
    /// The names of the precompositions, by id. Empty unless an expression refers to objects by name.
    public internal(set) var precompositionNames: [String: String] = [:]
    /// The images, by id.
    public internal(set) var images: [String: ImageAsset] = [:]
}

/// An image asset.
public struct ImageAsset: Sendable {
    /// The location of the image data.
    public enum Source: Sendable, Equatable {
        /// The data are in the animation file: the bytes of a PNG, JPEG or WebP.
        case embedded([UInt8])
        /// The data are in another file, whose name is as the animation contains it.
        case external(String)
    }

    /// The width, in units of the composition, or 0 if the file does not contain it.
    public var width = 0.0
    /// The height, in units of the composition, or 0 if the file does not contain it.
    public var height = 0.0
    /// The location of the image data.
    public var source: Source = .external("")
}

/// A marker: a named frame, or a named range of frames.
public struct Marker: Sendable, Equatable {
    /// The name, without white space at its ends.
    public var name: String
    /// The first frame.
    public var time: Double
    /// The number of frames, or 0 for a single moment.
    public var duration: Double
}

/// A feature that a file uses and that is not drawn.
public struct UnsupportedFeature: Sendable, Equatable {
    /// The name of the feature, such as `layer style`.
    public var name: String
    /// The path of its first use, such as `layers[2]`.
    public var path: String
    /// The number of uses.
    public var count: Int

    /// Creates the description of a feature with `count` uses, the first of them at `path`.
    public init(name: String, path: String, count: Int) {
        self.name = name
        self.path = path
        self.count = count
    }
}

/// A version of the exporter's format; versions compare number by number.
public struct FormatVersion: Sendable, Comparable, CustomStringConvertible {
    /// The numbers between the dots; always three.
    public let numbers: [Int]

    /// Creates a version from a text such as `5.7.4`; a part that is missing or not a number becomes 0.
    public init(_ text: String) {
        if let (major, minor, patch) = Self.plainNumbers(in: text.utf8) {
            numbers = [major, minor, patch]
            return
        }
        var numbers = text.utf8.split(separator: UInt8(ascii: ".")).prefix(3).map { Int(Substring($0)) ?? 0 }
        while numbers.count < 3 { numbers.append(0) }
        self.numbers = numbers
    }

    /// Returns the numbers of a text of three short numbers between dots, as exporters write it; `nil` for any other text.
    ///
    /// Each document has one to read, and splitting it takes as long as reading a layer.
    private static func plainNumbers(in text: String.UTF8View) -> (Int, Int, Int)? {
        var (major, minor, current) = (0, 0, 0)
        var (dots, digits) = (0, 0)
        for byte in text {
            if byte == UInt8(ascii: ".") {
                guard digits > 0, dots < 2 else { return nil }
                (major, minor, current) = dots == 0 ? (current, 0, 0) : (major, current, 0)
                (dots, digits) = (dots + 1, 0)
            } else {
                guard byte &- 0x30 <= 9, digits < 9 else { return nil }
                current = current * 10 + Int(byte &- 0x30)
                digits += 1
            }
        }
        return dots == 2 && digits > 0 ? (major, minor, current) : nil
    }

    /// The numbers, separated by dots.
    public var description: String { numbers.map(String.init).joined(separator: ".") }

    /// Returns whether `a` is older than `b`.
    public static func < (a: FormatVersion, b: FormatVersion) -> Bool {
        a.numbers.lexicographicallyPrecedes(b.numbers)
    }
}
