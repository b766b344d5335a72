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
    /// What `Object.freeze` and the like forbid.
    var protection = Protection.none

    /// What is forbidden to do with the members of an object; each level forbids also what the ones before forbid.
    enum Protection: Int {
        /// All is allowed.
        case none
        /// No members are added.
        case fixed
        /// No members are removed.
        case sealed
        /// No members are changed.
        case frozen
    }

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

    /// Throws a `TypeError` if the members are constant, as strict mode does.
    final func checkUnfrozen(in machine: ScriptMachine) throws(ScriptFailure) {
        if protection == .frozen { throw machine.typeError("the object is frozen") }
    }

    /// Throws a `TypeError` if members cannot be removed.
    final func checkUnsealed(in machine: ScriptMachine) throws(ScriptFailure) {
        try checkUnfrozen(in: machine)
        if protection == .sealed { throw machine.typeError("the object is sealed") }
    }

    /// Throws a `TypeError` if members cannot be added.
    final func checkExtensible(in machine: ScriptMachine) throws(ScriptFailure) {
        try checkUnsealed(in: machine)
        if protection != .none { throw machine.typeError("the object can't get further members") }
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
    private var otherMembers: ScriptRecord?

    /// Creates an array.
    public init(_ elements: [ScriptValue]) { self.elements = elements }

    public override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        if name == "length" { return .number(Double(elements.count)) }
        return otherMembers?[name]
    }

    public override func element(_ index: Int, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        index >= 0 && index < elements.count ? elements[index] : nil
    }

    public override func setMember(
        _ name: String, to value: ScriptValue, in machine: ScriptMachine
    ) throws(ScriptFailure) {
        try checkUnfrozen(in: machine)
        if name == "length" {
            try setLength(machine.number(value), in: machine)
        } else {
            if otherMembers?[name] == nil { try checkExtensible(in: machine) }
            try machine.spend(memory: 1)
            machine.registerReference(value, in: self)
            let others = otherMembers ?? ScriptRecord()
            others[name] = value
            otherMembers = others
        }
    }

    func setElement(_ index: Int, to value: ScriptValue, in machine: ScriptMachine) throws(ScriptFailure) {
        try checkUnfrozen(in: machine)
        if index >= elements.count {
            try checkExtensible(in: machine)
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

    public override var memberNames: [String] { elements.indices.map(String.init) + (otherMembers?.memberNames ?? []) }

    override var references: [ScriptObject] {
        let own = elements.compactMap(\.object)
        return otherMembers.map { own + $0.references } ?? own
    }

    override func removeReferences() {
        elements = []
        otherMembers = nil
    }
}

/// An object whose members keep the order of their definition.
public final class ScriptRecord: ScriptObject {
    private var members: [(name: String, value: ScriptValue)?] = []
    /// The places of the members in the list; empty up to ``maxSearchedMembers``.
    private var memberIndices: [String: Int] = [:]
    /// The number of members up to which a search is faster than a hash.
    private static let maxSearchedMembers = 8
    /// The object whose members this one has, too, such as the methods of its class.
    var prototype: ScriptRecord?
    /// The members that loops leave out, such as the methods of a class.
    private var hiddenNames: Set<String> = []
    /// Whether the object has no prototype at all, not even `Object.prototype`.
    var isBare = false
    /// The function whose `prototype` this object is, which the objects that it makes have as their `constructor`.
    fileprivate var constructor: ScriptFunction?
    /// Whether the object is an error.
    let isError: Bool
    /// The type of an error.
    private(set) var errorType = Builtin.error

    /// Creates an object with the given members.
    public init(_ members: [(String, ScriptValue)] = [], isError: Bool = false) {
        self.isError = isError
        super.init()
        for (name, value) in members { self[name] = value }
    }

    /// Creates an error of a type.
    convenience init(errorOf type: Builtin, _ message: String) {
        self.init([("name", .string(type.rawValue)), ("message", .string(message))], isError: true)
        errorType = type
    }

    /// The value of a member; setting `nil` removes the member.
    subscript(name: String) -> ScriptValue? {
        get { place(of: name).flatMap { members[$0]?.value } }
        set {
            if let place = place(of: name) {
                members[place] = newValue.map { (name, $0) }
                if newValue == nil { memberIndices[name] = nil }
            } else if let newValue {
                members.append((name, newValue))
                if members.count > Self.maxSearchedMembers { indexMembers() }
            }
        }
    }

    private func place(of name: String) -> Int? {
        if members.count > Self.maxSearchedMembers { return memberIndices[name] }
        for place in members.indices where members[place]?.name == name { return place }
        return nil
    }

    /// Adds the last member to the indices, or all if it is the first that needs them.
    private func indexMembers() {
        let isFirst = members.count == Self.maxSearchedMembers + 1
        for place in (isFirst ? 0 : members.count - 1)..<members.count {
            if let member = members[place] { memberIndices[member.name] = place }
        }
    }

    public override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        guard let value = property(name) else { return nil }
        guard case .object(let accessor as ScriptAccessor) = value else { return value }
        return try accessor.value(for: self, in: machine)
    }

    /// The greatest length of a chain of classes.
    private static let maxPrototypes = 32

    /// Returns the value of a member of this object or of its prototypes; an accessor is not called.
    func property(_ name: String) -> ScriptValue? {
        var object: ScriptRecord? = self
        for _ in 0..<Self.maxPrototypes {
            guard let current = object else { return nil }
            if let value = current[name] { return value }
            if let constructor = current.constructor, name == "constructor" { return .object(constructor) }
            object = current.prototype
        }
        return nil
    }

    /// Leaves a member out of loops over the members.
    func hide(_ name: String) { hiddenNames.insert(name) }

    /// The names of the members that loops visit, also those of the prototypes.
    var enumeratedNames: [String] {
        var names = memberNames
        var object = prototype
        for _ in 0..<Self.maxPrototypes {
            guard let current = object else { break }
            let inherited = current.memberNames
            names += inherited.filter { name in self[name] == nil && !names.contains(name) }
            object = current.prototype
        }
        return names
    }

    /// Returns whether `other` is a prototype of this object.
    func inherits(from other: ScriptRecord) -> Bool {
        var object = prototype
        for _ in 0..<Self.maxPrototypes {
            guard let current = object else { return false }
            if current === other { return true }
            object = current.prototype
        }
        return false
    }

    public override func setMember(
        _ name: String, to value: ScriptValue, in machine: ScriptMachine
    ) throws(ScriptFailure) {
        if case .object(let accessor as ScriptAccessor) = property(name) {
            return try accessor.setValue(value, for: self, in: machine)
        }
        try checkUnfrozen(in: machine)
        if protection != .none, self[name] == nil { try checkExtensible(in: machine) }
        try machine.spend(memory: 2)
        machine.registerReference(value, in: self)
        self[name] = value
    }

    /// The names of the members: those that are indices first, in ascending order, then the others in the order of their
    /// definition (ECMAScript, OrdinaryOwnPropertyKeys).
    public override var memberNames: [String] {
        let names = ownNames
        if isError { return names.filter { $0 != "name" && $0 != "message" } }
        return hiddenNames.isEmpty ? names : names.filter { !hiddenNames.contains($0) }
    }

    /// The names of all members, also of those that loops leave out, in the order of `memberNames`.
    var ownNames: [String] {
        let names = members.compactMap { $0?.name }
        if names.allSatisfy({ ($0.utf8.first ?? 0) &- 48 > 9 }) { return names }
        var indices: [UInt32] = []
        var others: [String] = []
        for name in names {
            if let index = UInt32(name), index < .max, String(index) == name {
                indices.append(index)
            } else {
                others.append(name)
            }
        }
        return indices.sorted().map { String($0) } + others
    }

    override var references: [ScriptObject] {
        let own = members.compactMap { $0?.value.object }
        return own + [prototype, constructor].compactMap { $0 as ScriptObject? }
    }

    override func removeReferences() {
        memberIndices = [:]
        members = []
        prototype = nil
        constructor = nil
    }
}

/// A closure: a function of a script with its captured variables.
final class ScriptFunction: ScriptObject {
    let code: Code
    private(set) var captures: [Cell]
    /// The members of the function, such as `prototype` and the static members of a class; most functions have none.
    private(set) var statics: ScriptRecord?
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
        case "length": .number(Double(code.requiredCount))
        case "name": .string(code.name)
        case "prototype": .object(try prototype(in: machine))
        default: try statics?.member(name, in: machine)
        }
    }

    override func setMember(
        _ name: String, to value: ScriptValue, in machine: ScriptMachine
    ) throws(ScriptFailure) {
        try ensureStatics(in: machine).setMember(name, to: value, in: machine)
    }

    override var memberNames: [String] { statics?.memberNames ?? [] }

    func ensureStatics(in machine: ScriptMachine) throws(ScriptFailure) -> ScriptRecord {
        if let statics { return statics }
        try machine.spend(memory: 4)
        let record = ScriptRecord()
        statics = record
        machine.registerReference(.object(record), in: self)
        return record
    }

    /// Returns the object whose members the objects of this constructor have.
    func prototype(in machine: ScriptMachine) throws(ScriptFailure) -> ScriptRecord {
        let members = try ensureStatics(in: machine)
        if case .object(let known as ScriptRecord) = members["prototype"] { return known }
        let record = ScriptRecord()
        record.constructor = self
        machine.registerReference(.object(self), in: record)
        try members.setMember("prototype", to: .object(record), in: machine)
        members.hide("prototype")
        return record
    }

    /// Makes this class one that extends another class.
    func inherit(from base: ScriptFunction, in machine: ScriptMachine) throws(ScriptFailure) {
        let (own, other) = (try prototype(in: machine), try base.prototype(in: machine))
        guard own !== other, !other.inherits(from: own) else { throw machine.typeError("a class extends itself") }
        own.prototype = other
        machine.registerReference(.object(other), in: own)
        let statics = try ensureStatics(in: machine)
        statics.prototype = base.statics
        if let inherited = base.statics { machine.registerReference(.object(inherited), in: statics) }
    }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        try machine.run(self, this: .undefined, arguments: arguments)
    }

    override var references: [ScriptObject] {
        let shared = captures.compactMap(\.value.object)
        return shared + [boundThis.object, statics].compactMap { $0 }
    }

    override func removeReferences() {
        captures = []
        boundThis = .undefined
        statics = nil
    }
}

/// A member whose value functions compute.
final class ScriptAccessor: ScriptObject {
    private(set) var getter: ScriptValue = .undefined
    private(set) var setter: ScriptValue = .undefined

    func define(_ function: ScriptValue, isSetter: Bool, in machine: ScriptMachine) {
        if isSetter { setter = function } else { getter = function }
        machine.registerReference(function, in: self)
    }

    func value(for object: ScriptObject, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        if case .undefined = getter { return .undefined }
        return try machine.invoke(getter, [], this: .object(object))
    }

    func setValue(
        _ value: ScriptValue, for object: ScriptObject, in machine: ScriptMachine
    ) throws(ScriptFailure) {
        if case .undefined = setter { throw machine.typeError("a member with only a getter can't be changed") }
        _ = try machine.invoke(setter, [value], this: .object(object))
    }

    override var references: [ScriptObject] { [getter.object, setter.object].compactMap { $0 } }

    override func removeReferences() { (getter, setter) = (.undefined, .undefined) }
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
