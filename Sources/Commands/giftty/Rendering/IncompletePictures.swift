import Budgets

/// The pictures of a film that lack a part, as they cost more than one picture may.
///
/// A class, because a film and its single frames, each of which may be drawn several times, share one record.
final class IncompletePictures {
    private var shortages: [Int: BudgetExceeded] = [:]

    /// Records the resource that a picture exceeded.
    ///
    /// - Parameter index: The index of the picture in its film.
    func record(_ index: Int, _ shortage: BudgetExceeded) { shortages[index] = shortage }

    /// Throws if a picture lacks a part; what was drawn of it is written all the same.
    ///
    /// - Parameters:
    ///   - animation: The name of the animation.
    ///   - names: The names of the film's pictures: the numbers of their frames.
    /// - Throws: `CommandFailure` with exit status 65 and the first of these pictures.
    func check(_ animation: String, names: [String]) throws(CommandFailure) {
        guard let first = shortages.min(by: { $0.key < $1.key }) else { return }
        let others = shortages.count - 1
        let also = others == 0 ? "" : ", also in \(others) other \(others == 1 ? "frame" : "frames")"
        throw CommandFailure(
            .badData, "\(animation): frame \(names[first.key]): \(first.value); a part of the picture is missing\(also)"
        )
    }
}
