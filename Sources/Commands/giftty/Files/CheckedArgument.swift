import ArgumentParser

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

/// Parsers for whole numbers.
enum WholeNumber {
    /// Returns a parser for whole numbers that are at least `least`.
    static func parser(min least: Int) -> @Sendable (String) throws -> Int {
        { text in
            guard let number = Int(text), number >= least else {
                throw InvalidValueError("a whole number from \(least) up")
            }
            return number
        }
    }

    /// Parses a seed.
    @Sendable static func parseSeed(_ text: String) throws -> UInt64 {
        guard let number = UInt64(text) else { throw InvalidValueError("a whole number from 0 to \(UInt64.max)") }
        return number
    }
}

/// Parsers for numbers.
enum Number {
    /// Returns a parser for numbers in a range.
    static func parser(for range: ClosedRange<Double>) -> @Sendable (String) throws -> Double {
        { text in
            guard let number = Double(text), range.contains(number) else {
                throw InvalidValueError(
                    "a number from \(shortText(range.lowerBound)) to \(shortText(range.upperBound))")
            }
            return number
        }
    }

    private static func shortText(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}

/// An error for a value that an option does not accept.
struct InvalidValueError: Error, CustomStringConvertible {
    /// The error message, which names what was expected.
    let description: String

    init(_ expectation: String) {
        description = "expected \(expectation)"
    }
}
