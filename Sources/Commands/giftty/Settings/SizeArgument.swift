import ExactNumbers

/// A number of bytes, such as `500MB`.
struct SizeArgument: CheckedArgument {
    static let expectedValues = "a size with its unit, such as 64MB or 512KB"

    let bytes: Int

    init(bytes: Int) {
        self.bytes = bytes
    }

    init?(argument: String) {
        // In a setting a number alone is one of megabytes; on the command line it could as well be one of bytes.
        let isNumberAlone = argument.last?.isNumber == true && argument != "0"
        guard !isNumberAlone, let bytes = try? Quantity.size(argument) else { return nil }
        self.bytes = bytes
    }
}
