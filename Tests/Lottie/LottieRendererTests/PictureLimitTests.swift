import LottieDocument
import Testing
import Typography

@testable import LottieRenderer

@Suite("Pictures of a document share a limit of pixels")
struct PictureLimitTests {
    /// A PNG picture of one pixel.
    private static let pixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNg+M8AAAICAQB7CYF4AAAAAElFTkSuQmCC"

    /// Returns a composition with three pictures of one pixel each.
    private func composition() throws -> Composition {
        let assets = (0..<3).map { #"{"id":"\#($0)","p":"data:image/png;base64,\#(Self.pixel)"}"# }
        let text =
            #"{"v":"5.7.4","fr":30,"ip":0,"op":9,"w":4,"h":4,"layers":[],"assets":[\#(assets.joined(separator: ","))]}"#
        return try Composition(json: Array(text.utf8))
    }

    @Test("pictures beyond the limit are not drawn, and a picture that is used twice counts once", arguments: 0...3)
    func imagesBeyondLimitAreNotDrawn(pixels: Int) throws {
        let builder = NodeBuilder(try composition(), compatibility: .lottieWeb, fonts: SystemFonts(files: []))
        builder.room.picturePixels = pixels
        let shown = ["0", "0", "1", "2"].filter { builder.loadPicture($0) != nil }
        #expect(shown == ["0", "0", "1", "2"].filter { (Int($0) ?? 0) < pixels })
    }
}
