/// What a script finds around it.
public protocol ScriptScope: AnyObject {
    /// The value of a name that the script doesn't declare; nil where there is none. A list or record belongs to the run
    /// from then on, as the script can change it: each run is to be given its own.
    func value(of name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue?

    /// What `random` and its like begin with.
    /// - Parameters:
    ///   - offset: what the script gave to `seedRandom`, else 0.
    ///   - isTimeless: whether the numbers are the same at all times.
    func seed(offset: Double, isTimeless: Bool) -> UInt64
}

/// Work that scripts may do together, such as those of one frame.
public final class ScriptBudget {
    /// Steps that are left.
    public var steps: Int

    /// A budget of `steps`.
    public init(steps: Int) { self.steps = steps }
}

/// Runs scripts, one at a time. A script may call back into its scope; what that runs needs another machine.
public final class ScriptMachine {
    /// Steps of one run; an expression of an author takes some hundred, a long one some ten thousand.
    public static let mostSteps = 500_000
    /// Values and eight bytes of text made in one run, four megabytes or so.
    static let mostMemory = 262_144
    /// Values on the stack: locals and what is being calculated.
    static let stackSize = 8_192
    /// Calls in calls, which recursion of an author hardly exceeds.
    static let deepestCall = 128
    /// Calls from functions of the language into the script, such as those of `map`; each takes some of the real stack.
    static let deepestCallback = 8

    let stack: UnsafeMutablePointer<ScriptValue>
    var top = 0
    private var highest = 0
    var frames: [Frame] = []
    var handlers: [Handler] = []
    var globals: [Global] = []
    var script: Script?
    var scope: (any ScriptScope)?
    var result: ScriptValue = .undefined
    var random: RandomSource?
    var steps = 0
    /// What the last run failed with, if it threw anything; in a run, what was thrown last.
    public private(set) var thrown: ScriptValue = .undefined
    private var heap = ScriptHeap()
    private var memory = 0
    private var callbacks = 0

    /// A function being run.
    struct Frame {
        let code: Code
        var place = 0
        /// First of its locals on the stack.
        let base: Int
        let captures: [Cell]
        var cells: [Cell]
        let this: ScriptValue
        let isConstructor: Bool
    }

    /// Where a failure leads.
    struct Handler {
        let target: Int
        let frameCount: Int
        let top: Int
    }

    /// A name that the script doesn't declare.
    struct Global {
        var value: ScriptValue?
        /// Whether the script gave it the value.
        var isAssigned = false
    }

    /// A machine at rest.
    public init() {
        stack = .allocate(capacity: ScriptMachine.stackSize)
        stack.initialize(repeating: .undefined, count: ScriptMachine.stackSize)
    }

    deinit {
        heap.collect(keeping: .undefined)
        heap.releaseResult()
        stack.deinitialize(count: ScriptMachine.stackSize)
        stack.deallocate()
    }

    /// Runs `script` and gives back its value: that of `$bm_rt`, or without one that of its last statement.
    ///
    /// A value that refers to itself, or is nested very deeply, is whole until the next run or the end of the machine,
    /// as `thrown` is; any other for as long as it is kept.
    /// - Throws: what the script doesn't catch, or `exhausted` where it takes too much.
    public func run(
        _ script: Script, in scope: any ScriptScope, budget: ScriptBudget
    ) throws(ScriptFailure) -> ScriptValue {
        guard self.script == nil else { throw .exhausted("the machine is in use") }
        self.script = script
        self.scope = scope
        let allowed = max(0, min(ScriptMachine.mostSteps, budget.steps))
        steps = allowed
        memory = ScriptMachine.mostMemory
        globals.append(contentsOf: repeatElement(Global(), count: script.freeNames.count))
        defer { budget.steps -= allowed - steps }
        // What came of earlier calls from outside counts as left over.
        thrown = .undefined
        heap.releaseResult()
        heap.collect(keeping: .undefined)
        let main = ScriptFunction(script.main, captures: [], boundThis: .undefined)
        do throws(ScriptFailure) {
            _ = try run(main, this: .undefined, arguments: [])
            thrown = .undefined
            let value = result
            reset(keeping: value)
            return value
        } catch {
            if error != .thrown { thrown = .undefined }
            reset(keeping: thrown)
            throw error
        }
    }

    private func reset(keeping value: ScriptValue) {
        for index in 0..<highest { stack[index] = .undefined }
        top = 0
        highest = 0
        frames.removeAll(keepingCapacity: true)
        handlers.removeAll(keepingCapacity: true)
        globals.removeAll(keepingCapacity: true)
        script = nil
        scope = nil
        result = .undefined
        random = nil
        callbacks = 0
        heap.collect(keeping: value)
    }

    /// Runs a function of the script.
    func run(
        _ function: ScriptFunction, this: ScriptValue, arguments: [ScriptValue]
    ) throws(ScriptFailure) -> ScriptValue {
        guard callbacks < ScriptMachine.deepestCallback else { throw .exhausted("calls nested too deeply") }
        callbacks += 1
        defer { callbacks -= 1 }
        try push(.undefined)
        try push(.undefined)
        for argument in arguments { try push(argument) }
        try enter(function, this: this, count: arguments.count, isConstructor: false)
        return try execute(downTo: frames.count - 1)
    }
}

// MARK: - Limits

extension ScriptMachine {
    /// Counts work, such as that of a function of the scope; one step is some ten nanoseconds.
    public func spend(steps count: Int) throws(ScriptFailure) {
        steps -= count
        if steps < 0 { throw .exhausted("more than \(ScriptMachine.mostSteps) steps") }
    }

    /// Counts values made.
    func spend(memory count: Int) throws(ScriptFailure) {
        memory -= count
        if memory < 0 { throw .exhausted("more than \(ScriptMachine.mostMemory) values") }
    }

    /// A text that counts as memory.
    func text(_ string: String) throws(ScriptFailure) -> ScriptValue {
        try spend(memory: 1 + string.utf8.count / 8)
        return .text(ScriptText(string))
    }

    /// A list that counts as memory.
    public func list(_ elements: [ScriptValue]) throws(ScriptFailure) -> ScriptValue {
        try spend(memory: 2 + elements.count)
        let array = ScriptArray(elements)
        hold(elements, in: array)
        return .object(array)
    }

    /// Remembers that `object` is given `value`, where that is an object: it may close a ring.
    func hold(_ value: ScriptValue, in object: ScriptObject) {
        if case .object = value { heap.insert(object) }
    }

    /// Remembers that `object` is given `values`.
    func hold(_ values: some Sequence<ScriptValue>, in object: ScriptObject) {
        if object.isOnHeap { return }
        for case .object in values { return heap.insert(object) }
    }

    /// The failure to throw `value`.
    func throwing(_ value: ScriptValue) -> ScriptFailure {
        thrown = value
        return .thrown
    }

    /// An error to throw, such as the one for a name that nobody declared.
    public func error(_ kind: String, _ message: String) -> ScriptFailure {
        throwing(.object(ScriptRecord([("name", .string(kind)), ("message", .string(message))], isError: true)))
    }

    /// The error for a value of the wrong type.
    public func typeError(_ message: String) -> ScriptFailure { error("TypeError", message) }

    /// The error for a number out of range.
    public func rangeError(_ message: String) -> ScriptFailure { error("RangeError", message) }
}

// MARK: - The stack

extension ScriptMachine {
    func push(_ value: ScriptValue) throws(ScriptFailure) {
        guard top < ScriptMachine.stackSize else { throw .exhausted("calls nested too deeply") }
        stack[top] = value
        top += 1
        if top > highest { highest = top }
    }

    func pop() -> ScriptValue {
        top -= 1
        return stack[top]
    }

    /// Begins a call: the arguments lie on top of the stack, below them the function and what it is called on.
    func enter(
        _ function: ScriptFunction, this: ScriptValue, count: Int, isConstructor: Bool
    ) throws(ScriptFailure) {
        let code = function.code
        // The host may have kept it for longer than its variables last.
        guard function.captures.count == code.captures.count else { throw typeError("the function's run is over") }
        guard frames.count < ScriptMachine.deepestCall else { throw .exhausted("calls nested too deeply") }
        let base = top - count
        var all: ScriptValue?
        if code.argumentsLocal != nil, code.usesArguments { all = try list((base..<top).map { stack[$0] }) }
        var rest: ScriptValue?
        if let first = code.restLocal {
            rest = try list(count > first ? (base + first..<top).map { stack[$0] } : [])
        }
        while top > base + code.parameterCount { _ = pop() }
        while top < base + code.localCount { try push(.undefined) }
        if let rest, let first = code.restLocal { stack[base + first] = rest }
        if let all, let local = code.argumentsLocal { stack[base + local] = all }
        if let local = code.selfLocal { stack[base + local] = .object(function) }
        var cells: [Cell] = []
        if code.usesCells {
            try spend(memory: 2 * code.localCount)
            cells = (0..<code.localCount).map { Cell(stack[base + $0]) }
        }
        frames.append(
            Frame(
                code: code, base: base, captures: function.captures, cells: cells,
                this: code.isArrow ? function.boundThis : this, isConstructor: isConstructor))
    }
}
