package import DotLottie

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

    /// Returns reports on the themes of an archive, then on those with which an animation begins and that are missing.
    package static func reports(on archive: DotLottieFile) -> [ThemeReport] {
        let initial = archive.animations.compactMap(\.initialTheme)
        let initialIDs = Set(initial)
        var known = Set(archive.themes.map(\.id))
        let listed = archive.themes.enumerated().map { index, theme in
            ThemeReport(
                id: theme.id, name: theme.name, isInitial: initialIDs.contains(theme.id), in: archive,
                isRead: index < maxReports)
        }
        let unlisted = initial.filter { known.insert($0).inserted }
        // The file of a theme is enough to apply it; the list of the manifest only names what can be chosen.
        return listed
            + unlisted.prefix(maxReports).map {
                ThemeReport(id: $0, name: "", isInitial: true, in: archive, isRead: true)
            }.filter { $0.problem != nil }
    }

    private init(id: String, name: String, isInitial: Bool, in archive: DotLottieFile, isRead: Bool) {
        self.id = id
        self.name = name
        self.isInitial = isInitial
        problem = isRead ? Self.problem(ofTheme: id, in: archive) : nil
    }

    /// Returns why a theme cannot be applied to the animation that begins with it, or else to the initial one; nil if it
    /// can, or if another one of the first animations takes it.
    private static func problem(ofTheme id: String, in archive: DotLottieFile) -> String? {
        let beginning = archive.animations.first { $0.initialTheme == id }
        let animation = beginning ?? archive.initialAnimation
        do throws(DotLottieError) {
            _ = try archive.composition(animation.id, theme: .named(id))
            return nil
        } catch {
            // If the animation cannot be read without it either, the theme is not the reason.
            guard (try? archive.composition(animation.id, theme: .none)) != nil else { return nil }
            if beginning == nil, case .document = error,
                archive.animations.prefix(maxAnimations).contains(where: { other in
                    other.id != animation.id && (try? archive.composition(other.id, theme: .named(id))) != nil
                })
            {
                return nil
            }
            if archive.version == 1, case .missing = error {
                return "version 1 of dotLottie describes it in another way"
            }
            return error.description
        }
    }

    /// The theme in the list of the archive's contents.
    var summary: String {
        let notes = (name.isEmpty ? [] : ["\"\(name)\""]) + (problem.map { ["not applied: \($0)"] } ?? [])
        return notes.isEmpty ? id : "\(id): \(notes.joined(separator: ", "))"
    }
}
