/// A script that can be run: instructions for a stack machine.
///
/// The language is ECMAScript as After Effects' expressions use it. A script can calculate and read what its scope hands
/// out; there is no input or output, no clock and no chance but the one that the scope seeds.
public struct Script: Sendable {
    let main: Code
    /// Names that the script uses and doesn't declare.
    public let freeNames: [String]
    /// What the language itself means by them.
    let builtins: [Builtin?]

    /// Longest script, in bytes; the longest that tools for After Effects make have some fifty thousand.
    public static let longestSource = 262_144

    /// Compiles `source`, in UTF-8.
    /// - Throws: `ScriptError` where it isn't the language, or uses parts of it that aren't supported.
    public init(_ source: String) throws(ScriptError) {
        let bytes = Array(source.utf8)
        guard bytes.count <= Script.longestSource else {
            throw ScriptError(line: 1, problem: "longer than \(Script.longestSource) bytes")
        }
        var parser = try Parser(bytes)
        let function = try parser.script()
        let names = NameList()
        main = try Compiler.compile(function, nodes: parser.nodes, names: names)
        freeNames = names.all
        builtins = names.all.map { Builtin.globals[$0] }
    }
}

/// The free names of a script while it is compiled.
final class NameList {
    private(set) var all: [String] = []
    private var indices: [String: Int] = [:]

    func index(of name: String) -> Int {
        if let known = indices[name] { return known }
        all.append(name)
        indices[name] = all.count - 1
        return all.count - 1
    }
}

/// A function as the machine runs it.
final class Code: Sendable {
    let name: String
    let instructions: [Instruction]
    let constants: [Constant]
    /// The constants that are texts, boxed.
    private let texts: [ScriptText?]
    let names: [String]
    let functions: [Code]
    let captures: [CaptureSource]
    let parameterCount: Int
    let localCount: Int
    /// The local that takes all arguments from a place on, if any.
    let restLocal: Int?
    /// The local that takes `arguments`, if any.
    let argumentsLocal: Int?
    /// Whether the function mentions `arguments`.
    let usesArguments: Bool
    /// The local that takes the function itself, if any.
    let selfLocal: Int?
    /// Whether locals are cells, because functions in it may keep them.
    let usesCells: Bool
    let isArrow: Bool

    init(
        name: String, instructions: [Instruction], constants: [Constant], names: [String], functions: [Code],
        captures: [CaptureSource], parameterCount: Int, localCount: Int, restLocal: Int?, argumentsLocal: Int?,
        usesArguments: Bool,
        selfLocal: Int?, usesCells: Bool, isArrow: Bool
    ) {
        self.name = name
        self.instructions = instructions
        self.constants = constants
        texts = constants.map { if case .string(let text) = $0 { ScriptText(text) } else { nil } }
        self.names = names
        self.functions = functions
        self.captures = captures
        self.parameterCount = parameterCount
        self.localCount = localCount
        self.restLocal = restLocal
        self.argumentsLocal = argumentsLocal
        self.usesArguments = usesArguments
        self.selfLocal = selfLocal
        self.usesCells = usesCells
        self.isArrow = isArrow
    }
}

extension Code {
    /// The constant at `index`.
    func value(_ index: Int) -> ScriptValue {
        if let text = texts[index] { return .text(text) }
        if case .number(let number) = constants[index] { return .number(number) }
        return .undefined
    }
}

/// Where a function finds a variable of those around it when it is made.
enum CaptureSource: Sendable, Equatable {
    case local(Int)
    case capture(Int)
}

/// A step of the machine. `a` and `b` are places, counts or targets, by operation.
struct Instruction: Sendable {
    var operation: Operation
    var a: Int32 = 0
    var b: Int32 = 0
}

/// What a step does; comments say what it takes from the stack → what it leaves.
enum Operation: UInt8, Sendable {
    /// → constant a
    case constant
    case undefined, null, yes, no
    /// → number a
    case integer
    /// → local a; value → value, into local a
    case getLocal, setLocal
    case getCell, setCell
    /// A new cell in local a, empty or with the value of the old one.
    case emptyCell, freshCell
    case getCapture, setCapture
    /// → global by name a
    case getGlobal, setGlobal
    /// → its type, or 'undefined' where there is none
    case typeOfGlobal
    case this
    /// value →
    case pop
    /// x → x x; x y → x y x y
    case duplicate, duplicateTwo
    /// x y → y x; x y z → z x y; x y z w → w x y z
    case swap, rotateThree, rotateFour
    /// object → member by name a; object → object member
    case getMember, getMethod
    /// object key → element; object key → object element
    case getElement, getElementMethod
    /// object value → value, by name a
    case setMember
    /// object key value → value
    case setElement
    case deleteMember, deleteElement
    /// this function arguments… → result; a arguments
    case call
    /// this function list → result
    case callSpread
    /// function arguments… → object
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
    /// value → value where it jumps, else nothing
    case jumpIfFalseKeeping, jumpIfTrueKeeping, jumpUnlessNullishKeeping
    /// value → value; pops and leaves undefined where it is absent and jumps
    case jumpIfNullish
    /// a values → list
    case array
    /// list value → list
    case append, appendAll
    /// → object
    case object
    /// object value → object, by name a
    case defineMember
    /// object key value → object
    case defineElement
    /// object other → object
    case defineAll
    /// → function a
    case function
    /// → regular expression of constants a and a + 1
    case pattern
    /// a values → text
    case concatenate
    /// value → iteration; over keys where a is 1
    case iterate
    /// iteration → iteration next; jumps to a at the end
    case next
    /// value → value list, to take apart
    case toList
    /// list → list element a, or those from a on
    case listElement, listRest
    case giveBack, raise
    /// Failures go to a from now on, with the thrown value; until
    case pushHandler, popHandler
    /// value → ; the script's result
    case setResult
}
