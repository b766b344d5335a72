/// A value of the language.
public enum ScriptValue {
    /// Undefined.
    case undefined
    /// Null.
    case null
    /// A Boolean.
    case bool(Bool)
    /// A number, which can be infinite or NaN.
    case number(Double)
    /// A string.
    case boxedString(BoxedString)
    /// An array, an object, a function or an object of the host.
    case object(ScriptObject)
    /// A built-in function or object.
    case builtin(Builtin)

    /// Returns a string value.
    @inlinable
    public static func string(_ string: String) -> ScriptValue { .boxedString(BoxedString(string)) }

    /// The object, if the value is one.
    var object: ScriptObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// Returns an array of numbers.
    public static func numbers(_ numbers: [Double]) -> ScriptValue {
        .object(ScriptArray(numbers.map { .number($0) }))
    }
}

/// A string, boxed so that `ScriptValue` stays small.
public final class BoxedString: Sendable {
    /// The string.
    public let string: String

    /// Creates a boxed string.
    public init(_ string: String) { self.string = string }
}

/// The base class of arrays, objects, functions and objects of the host.
open class ScriptObject {
    /// Whether the object is registered on the heap of a machine.
    var isOnHeap = false

    /// Creates an object without members.
    public init() {}

    /// Returns the member `name`, or `nil` if it does not exist.
    open func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? { nil }

    /// Returns the element at `index`, or `nil` if it does not exist.
    open func element(_ index: Int, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? { nil }

    /// Sets a member.
    ///
    /// - Throws: A `TypeError` unless a subclass overrides this method; objects of the host are read-only.
    open func setMember(_ name: String, to value: ScriptValue, in machine: ScriptMachine) throws(ScriptFailure) {
        throw machine.typeError("'\(name)' can't be changed")
    }

    /// Calls the object as a function.
    open func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        throw machine.typeError("this is no function")
    }

    /// Whether the object can be called.
    open var isCallable: Bool { false }

    /// Returns the object's value in calculations, such as a number or an array of numbers; `nil` if it has none.
    open func plainValue(in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? { nil }

    /// The result of `typeof`.
    open var typeName: String { isCallable ? "function" : "object" }

    /// The names of the members, for loops over them.
    open var memberNames: [String] { [] }

    /// The objects that this object refers to.
    var references: [ScriptObject] { [] }

    /// Removes the references to other objects.
    func removeReferences() {}
}

/// An array.
public final class ScriptArray: ScriptObject {
    /// The elements.
    public internal(set) var elements: [ScriptValue]
    /// The members other than elements, which few arrays have.
    private var otherMembers: [String: ScriptValue] = [:]

    /// Creates an array.
    public init(_ elements: [ScriptValue]) { self.elements = elements }

    public override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        if name == "length" { return .number(Double(elements.count)) }
        return otherMembers.isEmpty ? nil : otherMembers[name]
    }

    public override func element(_ index: Int, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        index >= 0 && index < elements.count ? elements[index] : nil
    }

    public override func setMember(
        _ name: String, to value: ScriptValue, in machine: ScriptMachine
    ) throws(ScriptFailure) {
        if name == "length" {
            try setLength(machine.number(value), in: machine)
        } else {
            try machine.spend(memory: 1)
            machine.registerReference(value, in: self)
            otherMembers[name] = value
        }
    }

    func setElement(_ index: Int, to value: ScriptValue, in machine: ScriptMachine) throws(ScriptFailure) {
        if index >= elements.count {
            try setLength(Double(index) + 1, in: machine)
        }
        machine.registerReference(value, in: self)
        elements[index] = value
    }

    private func setLength(_ length: Double, in machine: ScriptMachine) throws(ScriptFailure) {
        guard length >= 0, let count = Int(exactly: length) else { throw machine.rangeError("no length of a list") }
        if count < elements.count {
            elements.removeLast(elements.count - count)
        } else if count > elements.count {
            try machine.spend(memory: count - elements.count)
            elements.append(contentsOf: repeatElement(.undefined, count: count - elements.count))
        }
    }

    public override var memberNames: [String] { elements.indices.map(String.init) + otherMembers.keys.sorted() }

    override var references: [ScriptObject] {
        let own = elements.compactMap(\.object)
        return otherMembers.isEmpty ? own : own + otherMembers.values.compactMap(\.object)
    }

    override func removeReferences() {
        elements = []
        otherMembers = [:]
    }
}

/// An object whose members keep the order of their definition.
public final class ScriptRecord: ScriptObject {
    private var memberIndices: [String: Int] = [:]
    private var members: [(name: String, value: ScriptValue)?] = []
    /// Whether the object is an error.
    let isError: Bool

    /// Creates an object with the given members.
    public init(_ members: [(String, ScriptValue)] = [], isError: Bool = false) {
        self.isError = isError
        super.init()
        for (name, value) in members { self[name] = value }
    }

    /// The value of a member; setting `nil` removes the member.
    subscript(name: String) -> ScriptValue? {
        get { memberIndices[name].flatMap { members[$0]?.value } }
        set {
            if let place = memberIndices[name] {
                members[place] = newValue.map { (name, $0) }
                if newValue == nil { memberIndices[name] = nil }
            } else if let newValue {
                memberIndices[name] = members.count
                members.append((name, newValue))
            }
        }
    }

    public override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        self[name]
    }

    public override func setMember(
        _ name: String, to value: ScriptValue, in machine: ScriptMachine
    ) throws(ScriptFailure) {
        try machine.spend(memory: 2)
        machine.registerReference(value, in: self)
        self[name] = value
    }

    public override var memberNames: [String] { members.compactMap { $0?.name } }

    override var references: [ScriptObject] { members.compactMap { $0?.value.object } }

    override func removeReferences() {
        memberIndices = [:]
        members = []
    }
}

/// A closure: a function of a script with its captured variables.
final class ScriptFunction: ScriptObject {
    let code: Code
    private(set) var captures: [Cell]
    /// The value of `this` in an arrow function.
    private(set) var boundThis: ScriptValue

    init(_ code: Code, captures: [Cell], boundThis: ScriptValue) {
        self.code = code
        self.captures = captures
        self.boundThis = boundThis
    }

    override var isCallable: Bool { true }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        switch name {
        case "length": .number(Double(code.parameterCount))
        case "name": .string(code.name)
        default: nil
        }
    }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        try machine.run(self, this: .undefined, arguments: arguments)
    }

    override var references: [ScriptObject] {
        let shared = captures.compactMap(\.value.object)
        return boundThis.object.map { shared + [$0] } ?? shared
    }

    override func removeReferences() {
        captures = []
        boundThis = .undefined
    }
}

/// A variable that several functions share.
final class Cell {
    var value: ScriptValue
    init(_ value: ScriptValue) { self.value = value }
}

/// The reason why a script stops.
public enum ScriptFailure: Error, Equatable {
    /// The script or an operation in it threw a value, which the script can catch. The value is in
    /// `ScriptMachine.thrown`.
    case thrown
    /// The script exceeded a limit; scripts cannot catch this failure.
    case limitExceeded(String)
}
