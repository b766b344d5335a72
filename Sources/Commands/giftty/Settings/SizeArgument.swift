import ExactNumbers

/// A number of bytes, such as `500MB`.
struct SizeArgument: CheckedArgument {
    static let expectedValues = Quantity.sizeForms

    let bytes: Int

    init(bytes: Int) {
        self.bytes = bytes
    }

    init?(argument: String) {
        guard let bytes = try? Quantity.size(argument) else { return nil }
        self.bytes = bytes
    }
}
