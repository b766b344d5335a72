import ArgumentParser
import CommandLineSupport

typealias InvalidValueError = CommandLineSupport.InvalidValueError
typealias Number = CommandLineSupport.Number
typealias WholeNumber = CommandLineSupport.WholeNumber

/// An argument type that reports what it expects if its value is invalid.
///
///     @Option(help: "Frames per second.", transform: FrameRateArgument.checked)
///     var fps: FrameRateArgument?      // --fps 0: expected 0.1 to 240 frames a second
protocol CheckedArgument: ExpressibleByArgument {
    /// A description of the valid values: their form and their range.
    static var expectedValues: String { get }
}

extension CheckedArgument {
    /// Parses a value.
    ///
    /// - Throws: ``InvalidValueError`` if the value is invalid.
    @Sendable static func parse(_ text: String) throws -> Self {
        guard let value = Self(argument: text) else { throw InvalidValueError(Self.expectedValues) }
        return value
    }
}
