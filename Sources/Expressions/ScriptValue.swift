/// A value of the language.
public enum ScriptValue {
    /// What has no value.
    case undefined
    /// Nothing, on purpose.
    case null
    /// True or false.
    case bool(Bool)
    /// A number, which may be infinite or no number at all.
    case number(Double)
    /// A text.
    case text(ScriptText)
    /// A list, a set of members, a function, or something of the host's.
    case object(ScriptObject)
    /// A function or object of the language itself.
    case builtin(Builtin)

    /// A text.
    @inlinable
    public static func string(_ string: String) -> ScriptValue { .text(ScriptText(string)) }

    /// The object, if it is one.
    var object: ScriptObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// A list of numbers.
    public static func numbers(_ numbers: [Double]) -> ScriptValue {
        .object(ScriptArray(numbers.map { .number($0) }))
    }
}

/// A text; boxed so that values stay small.
public final class ScriptText: Sendable {
    /// The text itself.
    public let string: String

    /// The text `string`.
    public init(_ string: String) { self.string = string }
}

/// What has members: a list, an object in braces, a function, or something of the host's, which derives from this.
open class ScriptObject {
    /// Whether a machine has it on its heap.
    var isOnHeap = false

    /// An object without members.
    public init() {}

    /// The member `name`, nil for one it doesn't have.
    open func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? { nil }

    /// The element at `index`, nil for one it doesn't have.
    open func element(_ index: Int, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? { nil }

    /// Gives a member a value; the host's objects can't be changed.
    open func setMember(_ name: String, to value: ScriptValue, in machine: ScriptMachine) throws(ScriptFailure) {
        throw machine.typeError("'\(name)' can't be changed")
    }

    /// Calls the object as a function.
    open func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        throw machine.typeError("this is no function")
    }

    /// Whether it can be called.
    open var isCallable: Bool { false }

    /// What it counts as in calculations: numbers, one or several; nil where it is no value.
    open func plainValue(in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? { nil }

    /// What `typeof` says of it.
    open var typeName: String { isCallable ? "function" : "object" }

    /// Names of its members, for loops over them.
    open var memberNames: [String] { [] }

    /// The objects that scripts have put into it, or that it was made of.
    var references: [ScriptObject] { [] }

    /// Lets go of them.
    func removeReferences() {}
}

/// A list.
public final class ScriptArray: ScriptObject {
    /// The elements.
    public internal(set) var elements: [ScriptValue]
    /// Members that are no elements; few lists have any.
    private var others: [String: ScriptValue] = [:]

    /// The list of `elements`.
    public init(_ elements: [ScriptValue]) { self.elements = elements }

    public override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        if name == "length" { return .number(Double(elements.count)) }
        return others.isEmpty ? nil : others[name]
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
            machine.hold(value, in: self)
            others[name] = value
        }
    }

    func setElement(_ index: Int, to value: ScriptValue, in machine: ScriptMachine) throws(ScriptFailure) {
        if index >= elements.count {
            try setLength(Double(index) + 1, in: machine)
        }
        machine.hold(value, in: self)
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

    public override var memberNames: [String] { elements.indices.map(String.init) + others.keys.sorted() }

    override var references: [ScriptObject] {
        let own = elements.compactMap(\.object)
        return others.isEmpty ? own : own + others.values.compactMap(\.object)
    }

    override func removeReferences() {
        elements = []
        others = [:]
    }
}

/// An object in braces: members in the order in which they were given.
public final class ScriptRecord: ScriptObject {
    private var places: [String: Int] = [:]
    private var members: [(name: String, value: ScriptValue)?] = []
    /// Whether it was made to be thrown.
    let isError: Bool

    /// An object of these members.
    public init(_ members: [(String, ScriptValue)] = [], isError: Bool = false) {
        self.isError = isError
        super.init()
        for (name, value) in members { self[name] = value }
    }

    /// The value of a member; nil removes it.
    subscript(name: String) -> ScriptValue? {
        get { places[name].flatMap { members[$0]?.value } }
        set {
            if let place = places[name] {
                members[place] = newValue.map { (name, $0) }
                if newValue == nil { places[name] = nil }
            } else if let newValue {
                places[name] = members.count
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
        machine.hold(value, in: self)
        self[name] = value
    }

    public override var memberNames: [String] { members.compactMap { $0?.name } }

    override var references: [ScriptObject] { members.compactMap { $0?.value.object } }

    override func removeReferences() {
        places = [:]
        members = []
    }
}

/// A function of a script, with the variables around it that it uses.
final class ScriptFunction: ScriptObject {
    let code: Code
    private(set) var captures: [Cell]
    /// What `this` means in an arrow function.
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

/// A variable that functions share.
final class Cell {
    var value: ScriptValue
    init(_ value: ScriptValue) { self.value = value }
}

/// What stops a script.
public enum ScriptFailure: Error, Equatable {
    /// A value was thrown, by the script or for an error in it; the script may catch it. The machine has it in `thrown`.
    case thrown
    /// More work than a script may do; nothing catches it.
    case exhausted(String)
}
