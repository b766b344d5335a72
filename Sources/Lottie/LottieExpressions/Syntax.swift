/// The index of a syntax node in the list of a script's nodes.
typealias Node = Int

/// A node of the syntax tree.
///
/// Nodes refer to each other by their index in one list, so that a deeply nested tree is freed without recursion.
enum Syntax {
    // Expressions
    case constant(Constant)
    case template(pieces: [String], values: [Node])
    case regularExpression(source: String, flags: String)
    case name(String)
    case this
    case array([Node])
    case object([(key: PropertyKey, value: Node)])
    case function(FunctionSyntax)
    /// A function that computes a member of an object or a class, as its getter or setter.
    case accessor(Node, isSetter: Bool)
    case classValue(ClassSyntax)
    /// A call of the constructor of the extended class.
    case superCall([Node])
    /// A method of the extended class.
    case superMember(String)
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
    /// An optional chain, whose value is undefined if a receiver before `?.` is null or undefined.
    case chain(Node)
    case sequence([Node])
    case spread(Node)

    // Destructuring patterns
    case arrayPattern([Node?])
    case objectPattern([(key: PropertyKey, target: Node)])
    case withDefault(Node, Node)
    case rest(Node)

    // Statements
    case expression(Node)
    case declaration(DeclarationKind, [(target: Node, value: Node?)])
    case functionDeclaration(String, FunctionSyntax)
    case classDeclaration(String, Node)
    case block([Node])
    case ifStatement(Node, Node, Node?)
    case forLoop(start: Node?, test: Node?, step: Node?, body: Node, label: String?)
    case forEach(target: Node, values: Node, isKeys: Bool, body: Node, label: String?)
    case whileLoop(Node, Node, testsFirst: Bool, label: String?)
    case switchStatement(Node, [(test: Node?, body: [Node])], label: String?)
    /// A statement with a label that is no loop of its own.
    case labelled(String, Node)
    case breakStatement(label: String?)
    case continueStatement(label: String?)
    case returnStatement(Node?)
    case throwStatement(Node)
    case tryStatement(body: Node, parameter: Node?, handler: Node?, cleanup: Node?)
    case emptyStatement
}

/// A literal value.
enum Constant: Equatable, Sendable {
    case undefined
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
}

/// The key of a property in an object literal or pattern.
enum PropertyKey {
    case name(String)
    case computed(Node)
    case spread
}

/// The scope of a declaration: function scope for `var`, block scope for `let` and `const`.
enum DeclarationKind {
    case variable
    case block
    /// Block scope, for a variable that cannot be assigned.
    case constant
}

/// The syntax of a function.
struct FunctionSyntax {
    var name: String?
    /// The parameters: names or destructuring patterns, possibly with defaults; the last one can be a rest parameter.
    var parameters: [Node]
    /// The statements of the body.
    var body: [Node]
    var isArrow: Bool
    /// Whether the function contains other functions or evaluates texts, which can capture its variables.
    var containsFunctions: Bool
}

/// The syntax of a class.
struct ClassSyntax {
    /// The extended class, if any.
    var base: Node?
    /// The constructor, which also sets the fields of an object.
    var constructor: FunctionSyntax
    /// The methods, accessors and static members.
    var members: [(key: PropertyKey, value: Node, isStatic: Bool)]

    /// The variable with the extended class, whose name no script can use.
    static let baseName = "%base"
}

/// A unary operator.
enum UnaryOperator: UInt8, Sendable {
    case minus, plus, not, bitNot, void
}

/// A binary operator.
enum BinaryOperator: UInt8, Sendable {
    case add, subtract, multiply, divide, remainder, power
    case shiftLeft, shiftRight, shiftRightUnsigned, and, or, xor
    case equal, notEqual, same, notSame, less, lessOrEqual, greater, greaterOrEqual
    case isIn, isInstance
}

/// A logical operator, which does not always evaluate its right side.
enum LogicalOperator: UInt8, Sendable {
    case and, or, coalesce
}
