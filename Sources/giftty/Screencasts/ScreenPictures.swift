import HalfBlocks
import MovingPictures

/// Keeps pictures of the screen in the folder that giftty was started in.
struct ScreenPictures {
    /// The window's title, which pictures have too.
    let title: String

    /// The most pictures of a folder; whoever has as many has fallen asleep on the key.
    private static let most = 9999

    /// Writes a picture into a new file, and says in a few words what became of it.
    func keep(_ grid: CellGrid) -> String {
        do {
            let picture = try AnimatedSVGWriter.still(grid, frame: .terminal(title: title))
            for number in 1...Self.most {
                let name = "giftty-\(number).svg"
                guard try OutputFile.make(name, with: picture) else { continue }
                return "\(name) has this screen"
            }
            return "no picture kept: there are \(Self.most) already"
        } catch {
            return "no picture kept: \((error as? CommandFailure)?.message ?? "\(error)")"
        }
    }
}
