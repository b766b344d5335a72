import Budgets
import LottieDocument
import LottieRenderer
import VectorGraphics

/// Draws the pictures of an animation that is played once.
///
/// - Parameters:
///   - composition: The animation.
///   - longerSide: The longer side of each picture, in pixels.
///   - framesPerSecond: The number of pictures for each second of the animation.
///   - colors: Colors that replace those of the file, by key path, such as `Balloon.**.Fill 1.Color`.
///   - budget: The work that all pictures together may take.
/// - Throws: `PropertyPathError` if a key path is invalid, and `BudgetExceeded` if the pictures are too expensive.
func drawPictures(
    of composition: Composition, longerSide: Int, framesPerSecond: Double,
    colors: KeyValuePairs<String, Color> = [:], within budget: inout Budget
) throws -> [Pixmap] {
    var properties = DynamicProperties()
    for (path, color) in colors { try properties.set(path, to: .color(color)) }
    let size = composition.pictureSize(longerSide: longerSide)
    let renderer = AnimationRenderer(composition, width: size.width, height: size.height, properties: properties)
    var pictures: [Pixmap] = []
    let count = max(1, Int(composition.duration * framesPerSecond))
    for index in 0..<count {
        var picture = Pixmap(width: size.width, height: size.height)
        let frame = composition.frame(atProgress: Double(index) / Double(count))
        try renderer.draw(frame: frame, into: &picture, within: &budget)
        pictures.append(picture)
    }
    return pictures
}
