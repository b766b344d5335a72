import AnimationExport
import TerminalCells

/// A writer of screenshots to the current directory.
struct ScreenshotWriter {
    /// The title of the window in the screenshots.
    let title: String

    /// The maximum number of screenshots in a folder, so that a key that is held down cannot fill the disk.
    private static let maxFiles = 9999

    /// Writes a screenshot to a new file and returns a message about the result.
    func save(_ grid: CellGrid) -> String {
        do {
            let picture = try AnimatedSVGWriter.still(grid, frame: .terminal(title: title))
            for number in 1...Self.maxFiles {
                let name = "giftty-\(number).svg"
                guard try OutputFile.create(name, with: picture) else { continue }
                return "Screen saved to \(name)"
            }
            return "Screen not saved: there are \(Self.maxFiles) already"
        } catch {
            return "Screen not saved: \((error as? CommandFailure)?.message ?? "\(error)")"
        }
    }
}
