import DotLottie
import LottieInspection

extension LintFacts {
    /// The themes of the archive that cannot be applied. Those of version 1 are written in several ways.
    var themeFindings: [Finding] {
        guard let archive = subject.archive, archive.version == 2 else { return [] }
        return ThemeReport.reports(on: archive).compactMap { theme in
            guard let problem = theme.problem else { return nil }
            return Finding(
                .refusedTheme, as: theme.isInitial ? .error : .warning,
                "the theme \"\(theme.id)\" cannot be applied: \(problem)")
        }
    }
}
