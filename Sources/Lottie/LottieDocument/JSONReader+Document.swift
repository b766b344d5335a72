extension JSONReader {
    /// Reads a whole JSON document with `body`, and checks that nothing follows it.
    ///
    /// - Throws: `LottieError` if the text is not JSON, or if `body` throws.
    package static func read<Value>(
        _ json: [UInt8], _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(LottieError) -> Value {
        let result = json.withUnsafeBufferPointer { bytes -> Result<Value, LottieError> in
            do throws(JSONError) {
                guard let start = bytes.baseAddress, !bytes.isEmpty else {
                    throw JSONError(offset: 0, problem: "expected a value, found an empty file")
                }
                var reader = JSONReader(start: start, count: bytes.count, context: ReadingContext())
                let value = try body(&reader)
                try reader.expectEnd()
                return .success(value)
            } catch {
                return .failure(LottieError(error, in: bytes))
            }
        }
        return try result.get()
    }
}

extension LottieError {
    init(_ error: JSONError, in bytes: UnsafeBufferPointer<UInt8>) {
        if error.isSyntax {
            let place = JSONText.lineAndColumn(of: error.offset, in: bytes)
            self.init(path: place, problem: "\(error.problem) (no well-formed JSON)")
        } else {
            self.init(path: JSONText.path(of: error.offset, in: bytes), problem: error.problem)
        }
    }
}
