import Foundation
import LottieDocument
import LottieRenderer
import VectorGraphics

// Draws the middle of an animation into the terminal, two pixels to a cell.
let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))
let composition = try Composition(json: bytes)
let renderer = AnimationRenderer(composition, width: 60, height: 40)
var picture = Pixmap(width: 60, height: 40)
renderer.draw(frame: composition.frame(atProgress: 0.5), into: &picture)

func color(_ pixel: UInt32) -> String { "2;\(pixel & 255);\(pixel >> 8 & 255);\(pixel >> 16 & 255)" }
for y in stride(from: 0, to: picture.height, by: 2) {
    let cells = (0..<picture.width).map { x in
        "\u{1B}[38;\(color(picture[x, y]));48;\(color(picture[x, y + 1]))m▀"
    }
    print(cells.joined() + "\u{1B}[0m")
}
