import Lottie
import Testing
import Typography

@testable import LottieRenderer

@Suite("Pictures have room for so many pixels in all")
struct PictureLimitTests {
    /// A PNG picture of one pixel.
    private static let pixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNg+M8AAAICAQB7CYF4AAAAAElFTkSuQmCC"

    /// Four layers; the first two show the same picture.
    private func composition() throws -> Composition {
        let assets = (0..<3).map { #"{"id":"\#($0)","p":"data:image/png;base64,\#(Self.pixel)"}"# }
        let layers = [0, 0, 1, 2].map { #"{"ty":2,"refId":"\#($0)","ip":0,"op":9,"ks":{}}"# }
        let text =
            #"{"v":"5.7.4","fr":30,"ip":0,"op":9,"w":4,"h":4,"assets":[\#(assets.joined(separator: ","))],"layers":[\#(layers.joined(separator: ","))]}"#
        return try Composition(json: Array(text.utf8))
    }

    @Test(
        "those beyond it show nothing; one that is shown twice counts once",
        arguments: [(0, 0), (1, 2), (2, 3), (3, 4)])
    func room(pixels: Int, shown: Int) throws {
        let composition = try composition()
        var builder = NodeBuilder(composition, rules: .lottieWeb, fonts: SystemFonts(files: []))
        builder.pictureRoom = pixels
        let node = builder.composition(composition.layers, width: 4, height: 4)
        node.evaluate(at: 1)
        #expect(Array(node.shownLayers).count == shown)
    }
}
