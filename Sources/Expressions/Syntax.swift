/// A place in the list of a script's parts.
typealias Node = Int

/// A part of a script, as it is written. Parts refer to each other by their place in one list, so that a script that
/// nests deeply costs no stack when it is thrown away.
enum Syntax {
    // Expressions
    case constant(Constant)
    case template(pieces: [String], values: [Node])
    case pattern(source: String, flags: String)
    case name(String)
    case this
    case array([Node])
    case object([(key: PropertyKey, value: Node)])
    case function(FunctionSyntax)
    case unary(UnaryOperator, Node)
    case typeOf(Node)
    case delete(Node)
    case update(Node, by: Double, isPrefix: Bool)
    case binary(BinaryOperator, Node, Node)
    case logical(LogicalOperator, Node, Node)
    case assign(Node, Node)
    case compoundAssign(Node, BinaryOperator, Node)
    case logicalAssign(Node, LogicalOperator, Node)
    case conditional(Node, Node, Node)
    case call(Node, [Node], isOptional: Bool)
    case new(Node, [Node])
    case member(Node, String, isOptional: Bool)
    case element(Node, Node, isOptional: Bool)
    /// What an absent receiver of `?.` leaves undefined as a whole.
    case chain(Node)
    case sequence([Node])
    case spread(Node)

    // Patterns that take values apart
    case arrayPattern([Node?])
    case objectPattern([(key: PropertyKey, target: Node)])
    case defaulted(Node, Node)
    case rest(Node)

    // Statements
    case expression(Node)
    case declare(DeclarationKind, [(target: Node, value: Node?)])
    case declareFunction(String, FunctionSyntax)
    case block([Node])
    case branch(Node, Node, Node?)
    case forLoop(start: Node?, test: Node?, step: Node?, body: Node, label: String?)
    case forEach(target: Node, values: Node, isKeys: Bool, body: Node, label: String?)
    case whileLoop(Node, Node, testsFirst: Bool, label: String?)
    case choice(Node, [(test: Node?, body: [Node])], label: String?)
    case leave(label: String?)
    case next(label: String?)
    case giveBack(Node?)
    case raise(Node)
    case attempt(body: Node, parameter: Node?, handler: Node?, cleanup: Node?)
    case nothing
}

/// A value that stands in a script.
enum Constant: Equatable, Sendable {
    case undefined
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
}

/// The name of a member in braces.
enum PropertyKey {
    case name(String)
    case computed(Node)
    case spread
}

/// How variables are declared.
enum DeclarationKind {
    case variable
    case block
}

/// A function as it is written.
struct FunctionSyntax {
    var name: String?
    /// Names or patterns, which may have defaults; the last may be the rest.
    var parameters: [Node]
    /// Statements.
    var body: [Node]
    var isArrow: Bool
    /// Whether functions stand in it, which may keep its variables.
    var holdsFunctions: Bool
}

/// An operator before one value.
enum UnaryOperator: UInt8, Sendable {
    case minus, plus, not, bitNot, void
}

/// An operator between two values.
enum BinaryOperator: UInt8, Sendable {
    case add, subtract, multiply, divide, remainder, power
    case shiftLeft, shiftRight, shiftRightUnsigned, and, or, xor
    case equal, notEqual, same, notSame, less, lessOrEqual, greater, greaterOrEqual
    case isIn, isInstance
}

/// An operator whose right side may be left out.
enum LogicalOperator: UInt8, Sendable {
    case and, or, coalesce
}
