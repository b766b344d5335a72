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

extension Assignment {
    /// Returns the failure of a value that the setting cannot have: a usage error for an option, and a configuration error
    /// otherwise.
    func failure(_ problem: some Error & CustomStringConvertible) -> CommandFailure {
        switch origin {
        case .option: CommandFailure(.usage, "\(origin): \(problem)")
        case .file: CommandFailure(.badConfiguration, "\(origin): \(key.name): \(problem)")
        default: CommandFailure(.badConfiguration, "\(origin): \(problem)")
        }
    }

    /// Reads what the setting names.
    ///
    /// - Throws: The failure of `body`, which says where the name is from unless it is in the command line.
    func reading<Value>(_ body: () throws(CommandFailure) -> Value) throws(CommandFailure) -> Value {
        do throws(CommandFailure) {
            return try body()
        } catch {
            if case .option = origin { throw error }
            guard let message = error.message, let status = ExitStatus(rawValue: error.code) else { throw error }
            let place = if case .file = origin { "\(origin): \(key.name)" } else { "\(origin)" }
            throw CommandFailure(status, "\(place): \(message)")
        }
    }
}
