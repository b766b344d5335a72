import SystemIO

/// The limit of open files and connections of the process.
enum OpenFileLimit {
    /// Raises the limit to the maximum that the system permits, up to ``maxCount``.
    ///
    /// - Returns: The limit, at most ``maxCount``.
    static func raise() -> Int {
        // A limit that is already higher must not be lowered.
        if let limit = ProcessEnvironment.openFileLimit, limit.current < maxCount {
            ProcessEnvironment.openFileLimit = (min(limit.highest, maxCount), limit.highest)
        }
        guard let limit = ProcessEnvironment.openFileLimit else { return defaultCount }
        return Int(min(limit.current, maxCount))
    }

    /// More than the server needs. Some systems report an unlimited maximum but refuse to set it.
    private static let maxCount: UInt = 65_536
    /// The usual limit, assumed if the system does not report one.
    private static let defaultCount = 1_024
}
