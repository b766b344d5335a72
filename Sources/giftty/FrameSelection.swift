import Lottie

/// Which frames of an animation are asked for.
struct FrameSelection {
    /// The list as given: numbers with commas between them, or `all`.
    let frames: String?
    /// The place of one frame, 0 to 1.
    let progress: Double?

    /// A frame and its number as it was written.
    struct Frame: Equatable {
        let number: Double
        let text: String
    }

    /// The frames, the first one where none were asked for.
    /// - Throws: wrong usage for what is no number, or no frame of the animation.
    func frames(of composition: Composition) throws(CommandFailure) -> [Frame] {
        if let progress {
            guard progress >= 0, progress <= 1 else {
                throw CommandFailure(.usage, "--progress: expected 0 to 1, found \(progress)")
            }
            return [Self.frame(composition.frame(atProgress: progress))]
        }
        guard let frames else { return [Self.frame(composition.inPoint)] }
        if frames == "all" {
            return (0..<composition.frameCount).map { Self.frame(composition.inPoint + Double($0)) }
        }
        var list: [Frame] = []
        for part in frames.split(separator: ",", omittingEmptySubsequences: false) {
            let text = String(part).filter { !$0.isWhitespace }
            guard let number = Double(text), number.isFinite else {
                throw CommandFailure(.usage, "--frames: expected numbers such as 3,40,75 or all, found \"\(text)\"")
            }
            guard number >= composition.inPoint, number < composition.outPoint else {
                let (first, end) = (Self.text(composition.inPoint), Self.text(composition.outPoint))
                throw CommandFailure(.usage, "--frames: expected \(first) up to, not including, \(end), found \(text)")
            }
            list.append(Frame(number: number, text: text))
        }
        return list
    }

    private static func frame(_ number: Double) -> Frame { Frame(number: number, text: text(number)) }

    private static func text(_ number: Double) -> String {
        Int(exactly: number).map { String($0) } ?? String(number)
    }
}
