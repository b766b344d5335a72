package import Scenarios

/// What a session gave in each of several runs.
public struct SessionResult: Sendable {
    /// The session's name, or the path of its file if it has none.
    public let title: String
    /// The hash of its gifts, by which an evaluation knows it; 0 where nobody asks for it.
    public let identity: UInt64
    /// Whether an event of the session changes the setting that differs between the runs.
    public let isOverridden: Bool
    /// The figures of each run, in the order of the runs.
    package let figures: [SessionFigures]
    /// What was odd in the session's file, one line each.
    public let warnings: [String]

    /// Creates a result.
    package init(
        of source: SessionSource, identity: UInt64 = 0, isOverridden: Bool = false, figures: [SessionFigures]
    ) {
        title = source.name.isEmpty ? source.path : source.name
        self.identity = identity
        self.isOverridden = isOverridden
        self.figures = figures
        warnings = source.skippedLines.warnings(path: source.path)
    }

    init(title: String, identity: UInt64, isOverridden: Bool, figures: [SessionFigures]) {
        self.title = title
        self.identity = identity
        self.isOverridden = isOverridden
        self.figures = figures
        warnings = []
    }
}
