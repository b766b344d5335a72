import Configuration
import ReportText

typealias CommandFailure = ReportText.CommandFailure

extension CommandFailure {
    /// A fault in what somebody configured: in an option it is one of usage, elsewhere one of configuration.
    init(configuration error: ConfigurationError) {
        switch error.place {
        case .option: self.init(.usage, error.description)
        case .environment, .file, .wholeFile: self.init(.badConfiguration, error.description)
        }
    }
}
