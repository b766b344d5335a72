/// Parsers for whole numbers.
package enum WholeNumber {
    /// Returns a parser for whole numbers that are at least `least`.
    package static func parser(min least: Int) -> @Sendable (String) throws -> Int {
        { text in
            guard let number = Int(text), number >= least else {
                throw InvalidValueError("a whole number from \(least) up")
            }
            return number
        }
    }

    /// Returns a parser for whole numbers in a range.
    package static func parser(for range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
        { text in
            guard let number = Int(text), range.contains(number) else {
                throw InvalidValueError("a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
    }

    /// Parses a seed.
    @Sendable package static func parseSeed(_ text: String) throws -> UInt64 {
        guard let number = UInt64(text) else { throw InvalidValueError("a whole number from 0 to \(UInt64.max)") }
        return number
    }
}

/// Parsers for numbers.
package enum Number {
    /// Returns a parser for numbers in a range.
    package static func parser(for range: ClosedRange<Double>) -> @Sendable (String) throws -> Double {
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
package struct InvalidValueError: Error, CustomStringConvertible {
    /// The error message, which names what was expected.
    package let description: String

    package init(_ expectation: String) {
        description = "expected \(expectation)"
    }
}
