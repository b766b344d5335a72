import ExactNumbers
package import JSON
import Playback
package import Scenarios

/// An error in figures that were kept.
package struct FigurePartsFault: Error, Hashable, CustomStringConvertible {
    /// The figure, and what was expected.
    package let description: String
}

extension FigureParts {
    /// The numbers and the percentiles as a JSON object.
    package var json: JSONValue {
        .object(
            numbers.map { ($0.name, JSONValue.string(String($0.value))) } + percentiles.map { ($0.name, $0.value.json) }
        )
    }

    /// Reads what ``json`` makes.
    package init(json value: JSONValue?) throws(FigurePartsFault) {
        self.init()
        for (name, value) in value?.object ?? [] {
            if let number = value.string.flatMap({ Int128($0) }) {
                numbers.append((name, number))
            } else if let percentiles = Percentiles(value) {
                self.percentiles.append((name, percentiles))
            } else {
                throw FigurePartsFault(description: "\(name): expected a number or durations")
            }
        }
    }
}

extension Percentiles {
    fileprivate var json: JSONValue {
        switch contents {
        case .exact(let lengths): .object([("exact", .array(lengths.map { .integer(Int($0)) }))])
        case .classes(let classes, let minimum, let maximum, let total):
            .object([
                ("classes", .array(classes.map { .array([.integer($0.index), .integer($0.count)]) })),
                ("minimum", .integer(Int(minimum))), ("maximum", .integer(Int(maximum))),
                ("total", .string(String(total))),
            ])
        }
    }

    fileprivate init?(_ value: JSONValue) {
        if let lengths = value.member("exact")?.array {
            let numbers = lengths.compactMap(\.integer).map { Nanoseconds($0) }
            guard numbers.count == lengths.count else { return nil }
            self.init(.exact(numbers))
        } else {
            guard let classes = value.member("classes")?.array, let minimum = value.member("minimum")?.integer,
                let maximum = value.member("maximum")?.integer,
                let total = value.member("total")?.string.flatMap({ Int128($0) })
            else { return nil }
            let pairs = classes.compactMap { pair -> (index: Int, count: Int)? in
                guard let numbers = pair.array?.compactMap(\.integer), numbers.count == 2 else { return nil }
                return (numbers[0], numbers[1])
            }
            guard pairs.count == classes.count else { return nil }
            self.init(
                .classes(pairs, minimum: Nanoseconds(minimum), maximum: Nanoseconds(maximum), total: total))
        }
    }
}

extension JSONValue {
    /// The whole number; `nil` if the value is none.
    package var integer: Int? { if case .integer(let number) = self { number } else { nil } }
}
