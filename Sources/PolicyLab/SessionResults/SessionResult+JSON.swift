import JSON
import Scenarios

extension SessionResult {
    /// Returns the result as a line of text from which it can be made again.
    ///
    /// - Parameter session: The name under which the session is asked for.
    func json(of session: String) -> String {
        JSONValue.object([
            ("session", .string(session)), ("title", .string(title)),
            ("identity", .string(StableHash.text(of: identity))),
            ("overridden", .bool(isOverridden)), ("figures", .array(figures.map(Self.json))),
        ]).text
    }

    /// Reads what ``json(of:)`` makes; `nil` if it is of another session, or no result.
    init?(json bytes: [UInt8], of session: String, runs: Int) {
        let read = bytes.withUnsafeBufferPointer { buffer in
            try? JSONReader.read(buffer) { reader throws(JSONError) in try JSONValue(from: &reader) }
        }
        guard let value = read, value.member("session")?.string == session,
            let title = value.member("title")?.string,
            let identity = value.member("identity")?.string.flatMap({ UInt64($0, radix: 16) }),
            let isOverridden = value.member("overridden")?.bool,
            let figures = value.member("figures")?.array?.compactMap(Self.figures), figures.count == runs
        else { return nil }
        self.init(title: title, identity: identity, isOverridden: isOverridden, figures: figures)
    }

    /// Most numbers of a session are 0, and are left out.
    private static func json(_ figures: SessionFigures) -> JSONValue {
        var parts = figures.parts
        parts.numbers.removeAll { $0.value == 0 }
        parts.percentiles.removeAll { $0.value.count == 0 }
        var members = [("parts", parts.json)]
        if !figures.unknownKinds.isEmpty {
            members.append(("unknownKinds", .array(figures.unknownKinds.map(JSONValue.string))))
            members.append(("hasMore", .bool(figures.hasMoreUnknownKinds)))
        }
        return .object(members)
    }

    private static func figures(_ value: JSONValue) -> SessionFigures? {
        guard let parts = try? FigureParts(json: value.member("parts")) else { return nil }
        var figures = SessionFigures(parts)
        let kinds = value.member("unknownKinds")?.array?.compactMap(\.string) ?? []
        figures.addUnknownKinds(kinds, hasMore: value.member("hasMore")?.bool ?? false)
        return figures
    }
}
