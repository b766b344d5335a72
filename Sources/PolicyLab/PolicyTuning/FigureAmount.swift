/// The exact value of a figure: a quotient of whole numbers.
public struct FigureAmount: Hashable, Comparable, Sendable {
    /// The dividend.
    public let numerator: Int128
    /// The divisor, above 0.
    public let denominator: Int128

    /// Creates a quotient; `nil` unless the divisor is above 0.
    public init?(_ numerator: Int128, over denominator: Int128) {
        guard denominator > 0 else { return nil }
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Creates a whole number.
    public init(_ whole: some BinaryInteger) { (numerator, denominator) = (Int128(whole), 1) }

    /// The nearest number of double precision.
    public var value: Double { Double(numerator) / Double(denominator) }

    /// Returns whether two quotients are equal in value.
    public static func == (left: FigureAmount, right: FigureAmount) -> Bool {
        let (one, two) = products(left, right)
        return one.high == two.high && one.low == two.low
    }

    /// Compares two quotients by value, without rounding.
    public static func < (left: FigureAmount, right: FigureAmount) -> Bool {
        let (one, two) = products(left, right)
        return one.high == two.high ? one.low < two.low : one.high < two.high
    }

    /// Hashes the value, which equal quotients have in common.
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }

    private typealias Product = (high: Int128, low: UInt128)

    /// Returns the products of each numerator with the other denominator, which are in the order of the quotients.
    private static func products(_ left: FigureAmount, _ right: FigureAmount) -> (Product, Product) {
        (
            left.numerator.multipliedFullWidth(by: right.denominator),
            right.numerator.multipliedFullWidth(by: left.denominator)
        )
    }
}
