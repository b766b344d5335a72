/// A compiled script: instructions for a stack machine.
///
/// The language is ECMAScript as the expressions of After Effects use it. A script can only compute, and read what its
/// scope provides. It has no input or output and no clock, and the scope seeds its random numbers.
public struct Script: Sendable {
    let main: Code
    /// The names that the script uses and does not declare.
    public let freeNames: [String]
    /// The built-in values of `freeNames`, at the same indices.
    let builtins: [Builtin?]
    /// The offset of the script's text in its document, by which its cost is told from that of others with the same text;
    /// `nil` if it is not from a document.
    public var place: Int?
    /// Whether the script calls `eval`, so that it can use names that are not among `freeNames`.
    public var evaluatesTexts: Bool { main.evaluatesTexts }

    /// The longest script, in bytes. The longest scripts that tools for After Effects generate have about fifty
    /// thousand.
    public static let maxSourceLength = 262_144

    /// Compiles a script.
    ///
    /// - Throws: `ScriptError` if the script has a syntax error, uses an unsupported feature or is too long.
    public init(_ source: String) throws(ScriptError) {
        let bytes = Array(source.utf8)
        guard bytes.count <= Script.maxSourceLength else {
            throw ScriptError(line: 1, problem: "longer than \(Script.maxSourceLength) bytes")
        }
        var parser = try Parser(bytes)
        let function = try parser.parseScript()
        let names = NameList()
        main = try ScriptCompiler.compile(function, nodes: parser.nodes, names: names)
        freeNames = names.all
        builtins = names.all.map { Builtin.globals[$0] }
    }
}

/// The free names of a script during its compilation.
final class NameList {
    private(set) var all: [String] = []
    private var indices: [String: Int] = [:]

    init(_ names: [String] = []) {
        for name in names { _ = index(of: name) }
    }

    func index(of name: String) -> Int {
        if let known = indices[name] { return known }
        all.append(name)
        indices[name] = all.count - 1
        return all.count - 1
    }
}

/// The compiled form of a function.
final class Code: Sendable {
    let name: String
    let instructions: [Instruction]
    let constants: [Constant]
    /// The string constants, boxed.
    private let boxedStrings: [BoxedString?]
    let names: [String]
    let functions: [Code]
    /// The calls of `eval`.
    let evaluationSites: [EvaluationSite]
    let captures: [CaptureSource]
    let parameterCount: Int
    /// The number of parameters before the first one with a default, or the rest.
    let requiredCount: Int
    let localCount: Int
    let specialLocals: SpecialLocals
    /// Whether the script uses `arguments`.
    let usesArguments: Bool
    /// Whether local variables are in cells, because inner functions can capture them.
    let usesCells: Bool
    let isArrow: Bool
    /// Whether the function or one inside it calls `eval`.
    let evaluatesTexts: Bool

    /// The local variables that a call fills with more than an argument; `nil` for those that the function does not have.
    struct SpecialLocals: Sendable {
        /// The rest parameter.
        var rest: Int?
        /// `arguments`.
        var arguments: Int?
        /// The function itself.
        var function: Int?
    }

    init(
        name: String, instructions: [Instruction], constants: [Constant], names: [String], functions: [Code],
        evaluationSites: [EvaluationSite], captures: [CaptureSource], parameterCount: Int, requiredCount: Int,
        localCount: Int,
        specialLocals: SpecialLocals, usesArguments: Bool, usesCells: Bool, isArrow: Bool
    ) {
        self.name = name
        self.instructions = instructions
        self.constants = constants
        boxedStrings = constants.map { if case .string(let text) = $0 { BoxedString(text) } else { nil } }
        self.names = names
        self.functions = functions
        self.evaluationSites = evaluationSites
        self.captures = captures
        self.parameterCount = parameterCount
        self.requiredCount = requiredCount
        self.localCount = localCount
        self.specialLocals = specialLocals
        self.usesArguments = usesArguments
        self.usesCells = usesCells
        self.isArrow = isArrow
        evaluatesTexts = !evaluationSites.isEmpty || functions.contains(where: \.evaluatesTexts)
    }
}

extension Code {
    /// Returns the constant at `index`.
    func value(_ index: Int) -> ScriptValue {
        if let text = boxedStrings[index] { return .boxedString(text) }
        if case .number(let number) = constants[index] { return .number(number) }
        return .undefined
    }
}

/// The location of a captured variable in the function around, at the creation of a closure.
enum CaptureSource: Sendable, Equatable {
    case local(Int)
    case capture(Int)
}

/// An instruction of the machine. The operation decides whether `a` and `b` are indices, counts or jump targets.
struct Instruction: Sendable {
    var operation: Operation
    var a: Int32 = 0
    var b: Int32 = 0
}

/// An operation of the machine.
///
/// The comments have the form: values popped → values pushed.
enum Operation: UInt8, Sendable {
    /// → constant a
    case constant
    case undefined, null, pushTrue, pushFalse
    /// → number a
    case integer
    /// → local a; value → value, and assigns it to local a
    case getLocal, setLocal
    case getCell, setCell
    /// Replaces the cell of local a by a new one, without a value or with that of the old cell.
    case resetCell, copyCell
    /// Takes the value of local a, until its declaration is executed.
    case resetLocal
    /// value → value, or throws an error if it is that of the variable with name a before its declaration
    case checkDeclared
    /// object → object, whose member with name a loops leave out
    case hideMember
    /// Throws an error, because the variable with name a cannot be assigned.
    case throwConstant
    case getCapture, setCapture
    /// → global with the free name a; value → value, and assigns it
    case getGlobal, setGlobal
    /// → type name of the global, or 'undefined' if it does not exist
    case typeOfGlobal
    case this
    /// value →
    case pop
    /// x → x x; x y → x y x y
    case duplicate, duplicateTwo
    /// x y → y x; x y z → z x y; x y z w → w x y z
    case swap, rotateThree, rotateFour
    /// object → member with name a; object → object member
    case getMember, getMethod
    /// prototype this → member of the prototype with name a, whose getter gets this
    case getSuperMember
    /// object key → element; object key → object element
    case getElement, getElementMethod
    /// object value → value, and assigns it to the member with name a
    case setMember
    /// object key value → value
    case setElement
    case deleteMember, deleteElement
    /// this function arguments… → result; the number of arguments is a
    case call
    /// value → value of the text, evaluated at site a
    case evaluate
    /// this function list → result
    case callSpread
    /// function arguments… → object; function list → object
    case construct, constructSpread
    /// x y → result of binary operator a
    case binary
    case add, subtract, multiply, divide, less, greater
    case negate, plus, not, bitNot, typeOf
    /// value → number
    case toNumber
    case jump
    /// value →
    case jumpIfFalse, jumpIfTrue
    /// value → value if it jumps, otherwise nothing
    case jumpIfFalseKeeping, jumpIfTrueKeeping, jumpUnlessNullishKeeping
    /// value → value; if nullish, pops b more values, pushes undefined and jumps
    case jumpIfNullish
    /// a values → array
    case array
    /// array value → array
    case append, appendAll
    /// → object
    case object
    /// object value → object, with the value as member a
    case defineMember
    /// object function → object, with the function as getter or setter of the member a
    case defineGetter, defineSetter
    /// class base → class, which extends the base
    case inherit
    /// object key value → object
    case defineElement
    /// object other → object
    case defineAll
    /// → function a
    case function
    /// → regular expression of constants a and a + 1
    case regularExpression
    /// a values → string
    case concatenate
    /// value → iteration of its elements, or of its keys if a is 1
    case iterate
    /// iteration → iteration next; jumps to a at the end
    case nextIteration
    /// value → array of its elements
    case toArray
    /// array → element a; array → array of the elements from a on
    case arrayElement, arrayRest
    case returnValue, throwValue
    /// Installs a handler that begins at a and receives the thrown value; removes it.
    case pushHandler, popHandler
    /// value →, and stores it as the script's result
    case setResult
}
