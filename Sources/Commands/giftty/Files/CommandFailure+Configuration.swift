import CommandLineSupport
import PlayerSettings

typealias CommandFailure = CommandLineSupport.CommandFailure

extension CommandFailure {
    /// Creates a failure from a configuration error: a usage error for an option, and a configuration error otherwise.
    init(configuration error: ConfigurationError) {
        switch error.place {
        case .option: self.init(.usage, error.description)
        case .environment, .file, .wholeFile: self.init(.badConfiguration, error.description)
        }
    }
}
