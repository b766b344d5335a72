package import JSON

extension JSONReader.Options {
    /// What readers of Lottie documents accept.
    package static let lottie = JSONReader.Options(isLenient: true, maxDepth: 256)
}

extension JSONReader {
    /// Reads a whole document, by default with the mistakes of common exporters.
    ///
    /// - Throws: `LottieError` if the text is not JSON, or if `body` throws.
    package static func read<Value>(
        _ json: [UInt8], _ options: Options = .lottie, _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(LottieError) -> Value {
        guard !json.isEmpty else { throw LottieError(path: "", problem: "expected a value, found an empty file") }
        return try json.withUnsafeBufferPointer { text throws(LottieError) in
            do throws(JSONError) {
                return try JSONReader.read(text, options, state: ReadingContext(), body)
            } catch {
                throw LottieError(error, in: text)
            }
        }
    }
}

extension JSONReader {
    /// Reads an object whose members are optional, such as a layer. `body` is called for each key, and must read or skip the
    /// value.
    ///
    /// A member that is `null` is as if it were not there, unless `body` can read that: many exporters write all members, and
    /// browsers play such files. Only a value that could not be read is looked at again, so that other files take no time.
    @inline(__always)
    mutating func readItem(
        _ expected: String = "an object", _ body: (inout JSONReader, JSONKey) throws(JSONError) -> Void
    ) throws(JSONError) {
        try readObject(expected) { reader, key throws(JSONError) in
            let start = reader.offset
            do throws(JSONError) {
                try body(&reader, key)
            } catch {
                var value = reader.moved(to: start)
                guard (try? value.readNull()) == true else { throw error }
                reader = value
            }
        }
    }
}

extension LottieError {
    init(_ error: JSONError, in text: UnsafeBufferPointer<UInt8>) {
        let problem = Self.problem(error, in: text)
        let (line, column) = error.position(in: text)
        let position = TextPosition(line: line, column: column)
        if error.isSyntax {
            self.init(
                path: error.lineAndColumn(in: text), problem: "\(problem) (no well-formed JSON)", position: position)
        } else {
            self.init(path: error.path(in: text), problem: problem, position: position)
        }
    }

    /// Returns the error with the place of the document's member that it names, if the document has it.
    func located(in document: [UInt8]) -> LottieError {
        var offset: Int?
        // The document was readable before. Of members with the same name, the last one counts.
        _ = try? JSONReader.read(document) { reader throws(JSONError) in
            try reader.readMembers("a Lottie animation") { reader, name throws(JSONError) in
                _ = try reader.peekKind()
                if name == path { offset = reader.offset }
                try reader.skipValue()
            }
        }
        guard let offset else { return self }
        let (line, column) = document.withUnsafeBufferPointer { text in
            JSONError(offset: offset, problem: problem).position(in: text)
        }
        return LottieError(path: path, problem: problem, position: TextPosition(line: line, column: column))
    }

    static func problem(_ error: JSONError, in text: UnsafeBufferPointer<UInt8>) -> String {
        error.problem(found: error.isSyntax ? error.character(in: text) : error.kind(in: text))
    }
}
