import CPlatform

/// The environment of the program.
public enum ProcessEnvironment {
    /// The environment variables.
    public static var variables: [String: String] {
        var variables: [String: String] = [:]
        guard var entry = giftty_variables() else { return [:] }
        while let text = entry.pointee.map({ String(cString: $0) }) {
            if let sign = text.firstIndex(of: "=") {
                variables[String(text[..<sign])] = String(text[text.index(after: sign)...])
            }
            entry += 1
        }
        return variables
    }

    /// Returns an environment variable; `nil` if it is not set.
    public static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The number of available processors.
    public static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// The most memory that the process has used so far, in kilobytes.
    public static var peakMemory: Int { giftty_peak_memory() }

    /// The limit of open files and connections of the process; setting it can fail without an error.
    public static var openFileLimit: (current: UInt, highest: UInt)? {
        get {
            var limit = rlimit()
            guard giftty_get_file_limit(&limit) == 0 else { return nil }
            return (UInt(limit.rlim_cur), UInt(limit.rlim_max))
        }
        set {
            guard let newValue else { return }
            var limit = rlimit(rlim_cur: rlim_t(newValue.current), rlim_max: rlim_t(newValue.highest))
            _ = giftty_set_file_limit(&limit)
        }
    }

    /// The number of the process.
    public static var processID: Int32 { getpid() }

    /// Ends the program.
    public static func exit(_ code: Int32) -> Never { CPlatform.exit(code) }
}
