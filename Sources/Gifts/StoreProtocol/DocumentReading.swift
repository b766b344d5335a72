package import JSON

extension JSONReader {
    /// Reads a document of a store with `body`.
    ///
    /// Unlike animations, whose exporters make mistakes, it must be well-formed JSON: programs write the documents for
    /// this reader.
    ///
    /// - Throws: `StoreDocumentError` if `body` throws, or if the text is not JSON.
    package static func readDocument<Value>(
        _ json: [UInt8], _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(StoreDocumentError) -> Value {
        try json.withUnsafeBufferPointer { text throws(StoreDocumentError) in
            do throws(JSONError) {
                return try JSONReader.read(text, .strict, body)
            } catch {
                throw StoreDocumentError(error, in: text)
            }
        }
    }

    /// Returns the error that a member, which was already read or is missing, is not what was expected.
    package func mismatchError(member: String, _ expected: String, found: String = "nothing") -> JSONError {
        error(member: member, "expected \(expected), found \(found)")
    }
}

extension StoreDocumentError {
    /// Creates an error from that of the reader of `text`.
    ///
    /// - Parameters:
    ///   - path: The path of the value at `start`.
    ///   - start: The offset of a value that contains the error; the text before it is not read again.
    init(_ error: JSONError, in text: UnsafeBufferPointer<UInt8>, path: String = "", from start: Int = 0) {
        if error.isSyntax {
            self.init(
                path: error.lineAndColumn(in: text),
                problem: "\(error.problem(found: error.character(in: text))) (no JSON)")
        } else {
            let inner = error.path(in: text, from: start)
            self.init(
                path: path.isEmpty || inner.isEmpty || inner.hasPrefix("[") ? path + inner : "\(path).\(inner)",
                problem: error.problem(found: error.token(in: text)))
        }
    }
}
