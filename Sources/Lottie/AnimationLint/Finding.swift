package import JSON
package import LottieDocument
import TerminalText

/// Something that a designer may want to change in an animation.
package struct Finding: Sendable, Equatable {
    /// How much a finding matters.
    package enum Severity: String, Sendable, CaseIterable, Comparable {
        /// Something to know.
        case note
        /// Something that probably looks or costs other than intended.
        case warning
        /// Something that is broken, or beyond a limit that was set.
        case error

        /// Returns whether `a` matters less than `b`.
        package static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The rule that found it.
    package let rule: LintRule
    /// How much it matters.
    package let severity: Severity
    /// The place in the document as in errors of its reader, such as `layers[2]`; empty for the whole file.
    package let path: String
    /// The name of the layer; empty if it has none, or if the finding is not about a layer.
    package let layer: String
    /// What was found, with its figure, and what to do.
    package let message: String
    /// The line and the column in the file; nil if they are not known.
    package let position: LottieError.TextPosition?

    /// The longest name of a layer and the longest message, in Unicode scalars; both can contain text of the file.
    private static let maxNameLength = 100
    private static let maxMessageLength = 500

    /// Creates a finding with the severity of its rule, or another one.
    package init(
        _ rule: LintRule, as severity: Severity? = nil, at path: String = "", layer: String = "", _ message: String,
        position: LottieError.TextPosition? = nil
    ) {
        self.position = position
        self.rule = rule
        self.severity = severity ?? rule.severity
        self.path = path
        self.layer = layer.truncated(to: Self.maxNameLength)
        self.message = message.truncated(to: Self.maxMessageLength)
    }

    /// The finding as a JSON object.
    package var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("rule", .string(rule.rawValue)), ("severity", .string(severity.rawValue)),
        ]
        if !path.isEmpty { members.append(("path", .string(path))) }
        if !layer.isEmpty { members.append(("layer", .string(layer))) }
        return .object(members + [("message", .string(message))])
    }
}
