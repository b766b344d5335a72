import Budgets
package import DotLottie
import LottieDocument

/// A report on a theme of an archive.
package struct ThemeReport {
    /// The id.
    package let id: String
    /// The display name, empty if there is none.
    let name: String
    /// Whether an animation has it from the beginning.
    package let isInitial: Bool
    /// The reason why it is not applied; nil if it is.
    package let problem: String?

    /// The maximum number of themes that are read for a report; the others are only listed.
    private static let maxReports = 32
    /// The maximum number of animations to which a theme is applied, to find one that takes it.
    private static let maxAnimations = 4
    /// The steps of work for all themes of an archive: each is applied by reading an animation again, which takes a step for
    /// four bytes. Themes that are left after that are only listed.
    package static let maxReadingSteps = 8_000_000

    /// Returns reports on the themes of an archive, then on those with which an animation begins and that are missing.
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - maxSteps: The steps of work after which no further theme is applied.
    package static func reports(on archive: DotLottieFile, maxSteps: Int = maxReadingSteps) -> [ThemeReport] {
        var reading = ThemedReading(archive: archive, maxSteps: maxSteps)
        let initial = archive.animations.compactMap(\.initialTheme)
        let initialIDs = Set(initial)
        var known = Set(archive.themes.map(\.id))
        // What an animation begins with is read before what can only be chosen, as the work is limited.
        // The file of a theme is enough to apply it; the list of the manifest only names what can be chosen.
        let unlisted = initial.filter { known.insert($0).inserted }.prefix(maxReports).map { id in
            ThemeReport(
                id: id, name: "", isInitial: true, problem: problem(ofTheme: id, by: &reading))
        }
        let beginning = archive.themes.indices.filter { initialIDs.contains(archive.themes[$0].id) }
        let others = archive.themes.indices.filter { !initialIDs.contains(archive.themes[$0].id) }
        var problems: [Int: String] = [:]
        for index in (beginning + others).prefix(maxReports) {
            problems[index] = problem(ofTheme: archive.themes[index].id, by: &reading)
        }
        let listed = archive.themes.enumerated().map { index, theme in
            ThemeReport(
                id: theme.id, name: theme.name, isInitial: initialIDs.contains(theme.id), problem: problems[index])
        }
        return listed + unlisted.filter { $0.problem != nil }
    }

    /// Returns why a theme cannot be applied to the animation that begins with it, or else to the initial one; nil if it
    /// can, if another one of the first animations takes it, or if the limit of the work is reached.
    private static func problem(ofTheme id: String, by reading: inout ThemedReading) -> String? {
        guard !reading.isOverLimit else { return nil }
        let archive = reading.archive
        let beginning = archive.animations.first { $0.initialTheme == id }
        let animation = beginning ?? archive.initialAnimation
        guard let error = reading.error(animation.id, .named(id)) else { return nil }
        // If the animation cannot be read without it either, the theme is not the reason.
        guard reading.error(animation.id, .none) == nil else { return nil }
        if beginning == nil, case .document = error,
            archive.animations.prefix(maxAnimations).contains(where: { other in
                other.id != animation.id && reading.error(other.id, .named(id)) == nil
            })
        {
            return nil
        }
        if archive.version == 1, case .missing = error {
            return "version 1 of dotLottie describes it in another way"
        }
        return error.description
    }

    /// The theme in the list of the archive's contents.
    var summary: String {
        let notes = (name.isEmpty ? [] : ["\"\(name)\""]) + (problem.map { ["not applied: \($0)"] } ?? [])
        return notes.isEmpty ? id : "\(id): \(notes.joined(separator: ", "))"
    }
}

/// The reading of animations with themes, which counts its work.
private struct ThemedReading {
    let archive: DotLottieFile
    let maxSteps: Int
    private var steps = 0

    init(archive: DotLottieFile, maxSteps: Int) {
        self.archive = archive
        self.maxSteps = maxSteps
    }

    /// Whether the work has reached its limit.
    var isOverLimit: Bool { steps >= maxSteps }

    /// Reads an animation with a theme and returns the error; nil without one.
    mutating func error(_ animation: String, _ theme: DotLottieFile.ThemeChoice) -> DotLottieError? {
        var budget = Budget(.document)
        defer { steps += budget.limits.steps - budget.remaining(.steps) }
        do throws(DotLottieError) {
            _ = try archive.composition(animation, theme: theme, within: &budget)
            return nil
        } catch {
            return error
        }
    }
}
