import GiftPackages
import ImageCoding
import LottieDocument
import LottieRenderer
import VectorGraphics
import ZIPFixtures

/// Returns a Lottie document of two seconds with a moving red square and the given assets and layers.
func animation(assets: String = "", layers: String = "", more: String = "") -> String {
    let square = """
        {"ty":4,"ip":0,"op":60,"ks":{"p":{"a":1,"k":[{"t":0,"s":[20,20]},{"t":60,"s":[80,60]}]}},"shapes":[\
        {"ty":"rc","s":{"a":0,"k":[30,30]},"p":{"a":0,"k":[0,0]},"r":{"a":0,"k":0}},\
        {"ty":"fl","c":{"a":0,"k":[1,0,0,1],"sid":"tint"},"o":{"a":0,"k":100}}]}
        """
    let layers = layers.isEmpty ? square : "\(layers),\(square)"
    return """
        {"v":"5.7.4","fr":30,"ip":0,"op":60,"w":100,"h":80,"assets":[\(assets)],"layers":[\(layers)]\(more)}
        """
}

/// Returns a layer that shows the picture with an id at a horizontal position.
func pictureLayer(_ id: String, at left: Int = 50) -> String {
    #"{"ty":2,"refId":"\#(id)","ip":0,"op":60,"ks":{"p":{"a":0,"k":[\#(left),40]}}}"#
}

/// Returns a PNG picture of one color.
func picture(_ color: UInt32, side: Int = 8) throws -> [UInt8] {
    var pixmap = Pixmap(width: side, height: side)
    for y in 0..<side {
        for x in 0..<side { pixmap[x, y] = color }
    }
    return try pixmap.pngBytes()
}

let green: UInt32 = 0xFF00_FF00
let blue: UInt32 = 0xFFFF_0000

func zip(_ files: (String, [UInt8])...) -> [UInt8] {
    ZIPWriter(files: files.map { .init($0.0, $0.1, isDeflated: true) }).bytes
}

func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

extension Composition {
    /// The pictures at the start, in the middle and at the end.
    var sampledFrames: [[UInt32]] {
        [0, 0.5, 0.99].map { progress in
            let renderer = AnimationRenderer(self, width: 50, height: 40)
            var pixmap = Pixmap(width: 50, height: 40)
            renderer.draw(frame: frame(atProgress: progress), into: &pixmap)
            return Array(pixmap.pixels)
        }
    }
}

extension GiftPackage {
    /// Returns the error for a package of these bytes, or `nil` if they are valid.
    static func error(_ bytes: [UInt8]) -> String? {
        do throws(GiftPackageError) {
            _ = try GiftPackage(bytes)
            return nil
        } catch {
            return error.description
        }
    }
}
