/// The environment of a script.
public protocol ScriptScope: AnyObject {
    /// Returns the value of a free name of the script, or `nil` if it does not exist.
    ///
    /// The script can modify an array or object that it receives, so each run needs its own.
    func value(of name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue?

    /// Returns the seed of the script's random numbers.
    ///
    /// - Parameters:
    ///   - offset: The argument of `seedRandom`, or 0 without a call.
    ///   - isTimeless: Whether the numbers are the same at all times.
    func seed(offset: Double, isTimeless: Bool) -> UInt64
}

/// A budget of steps that several scripts share, such as those of one frame.
public final class ScriptBudget {
    /// The number of remaining steps.
    public var steps: Int

    /// Creates a budget of `steps`.
    public init(steps: Int) { self.steps = steps }
}

/// A machine that runs scripts, one at a time.
///
/// A script can call into its scope; if the scope runs a script in turn, it needs another machine.
public final class ScriptMachine {
    /// The greatest number of steps in a run. A typical expression takes some hundred, a long one some ten thousand.
    public static let maxSteps = 500_000
    /// The memory limit of a run: the number of values plus the number of eight-byte units of text, about four
    /// megabytes.
    static let maxMemory = 262_144
    /// The number of values on the stack: local variables and intermediate results.
    static let stackSize = 8_192
    /// The deepest permitted nesting of calls, which recursion in real expressions hardly exceeds.
    static let maxCallDepth = 128
    /// The deepest permitted nesting of calls from built-in functions, such as `map`, into the script; each takes some
    /// of the native stack.
    static let maxCallbackDepth = 8
    /// The greatest number of scripts whose evaluated texts are kept.
    private static let maxEvaluatingScripts = 256

    /// The stack, which this object owns. All `stackSize` values are always initialised. `push` keeps `top` within the
    /// bounds, and the compiler emits only code that pops no more values than it pushes.
    let stack: UnsafeMutablePointer<ScriptValue>
    var top = 0
    private var highestTop = 0
    var frames: [Frame] = []
    var handlers: [Handler] = []
    var globals: [Global] = []
    var script: Script?
    /// The texts that the script evaluates, `nil` if it does not use `eval`; and those of all scripts that use it, by the
    /// identity of the script.
    private var evaluations: (current: EvaluatedTexts?, all: [ObjectIdentifier: EvaluatedTexts]) = (nil, [:])
    /// The texts that the script evaluates; `nil` if it does not use `eval`.
    var evaluatedTexts: EvaluatedTexts? { evaluations.current }
    var scope: (any ScriptScope)?
    var result: ScriptValue = .undefined
    var random: RandomSource?
    var steps = 0
    /// The steps that are left of the last run, for conversions of its value.
    public var remainingSteps: Int { steps }
    /// The thrown value of the last run if the run failed with `thrown`; during a run, the value thrown last.
    public private(set) var thrown: ScriptValue = .undefined
    private var heap = ScriptHeap()
    /// The memory that is left, in the unit of ``maxMemory``, and the number of open calls from built-in functions.
    private var allowance = (memory: 0, callbacks: 0)

    /// A call of a function.
    struct Frame {
        let code: Code
        var instructionIndex = 0
        /// The index of its first local variable on the stack.
        let base: Int
        let captures: [Cell]
        var cells: [Cell]
        let this: ScriptValue
        let isConstructor: Bool
    }

    /// A handler of thrown values.
    struct Handler {
        let target: Int
        let frameCount: Int
        let top: Int
    }

    /// A global that the script does not declare.
    struct Global {
        var value: ScriptValue?
        /// Whether the script has assigned the value.
        var isAssigned = false
    }

    /// Creates a machine.
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

    /// Runs a script and returns its value: that of `$bm_rt`, or that of the last expression statement if the script
    /// does not use `$bm_rt`.
    ///
    /// A value that contains a cycle or is nested very deeply, and `thrown`, remain complete until the next run or
    /// until the machine is destroyed. Any other value remains valid as long as it is retained.
    ///
    /// - Throws: `ScriptFailure.thrown` for a value that the script does not catch, or `ScriptFailure.limitExceeded` if the
    ///   script exceeds a limit.
    public func run(
        _ script: Script, in scope: any ScriptScope, budget: ScriptBudget
    ) throws(ScriptFailure) -> ScriptValue {
        guard self.script == nil else { throw .limitExceeded("the machine is in use") }
        self.script = script
        self.scope = scope
        let allowed = max(0, min(ScriptMachine.maxSteps, budget.steps))
        steps = allowed
        allowance.memory = ScriptMachine.maxMemory
        for builtin in script.builtins { globals.append(Global(value: builtin?.value)) }
        if script.evaluatesTexts { findEvaluatedTexts(of: script) }
        defer { budget.steps -= allowed - steps }
        // Calls from outside may have left values behind since the last run.
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

    private func findEvaluatedTexts(of script: Script) {
        let identity = ObjectIdentifier(script.main)
        if evaluations.all.count > ScriptMachine.maxEvaluatingScripts { evaluations.all = [:] }
        if let known = evaluations.all[identity], !known.isFull {
            evaluations.current = known
        } else {
            let texts = EvaluatedTexts(of: script)
            evaluations.all[identity] = texts
            evaluations.current = texts
        }
    }

    private func reset(keeping value: ScriptValue) {
        for index in 0..<highestTop { stack[index] = .undefined }
        top = 0
        highestTop = 0
        frames.removeAll(keepingCapacity: true)
        handlers.removeAll(keepingCapacity: true)
        globals.removeAll(keepingCapacity: true)
        script = nil
        evaluations.current = nil
        scope = nil
        result = .undefined
        random = nil
        allowance.callbacks = 0
        heap.collect(keeping: value)
    }

    /// Runs a function of the script.
    func run(
        _ function: ScriptFunction, this: ScriptValue, arguments: [ScriptValue]
    ) throws(ScriptFailure) -> ScriptValue {
        guard allowance.callbacks < ScriptMachine.maxCallbackDepth else {
            throw .limitExceeded("calls nested too deeply")
        }
        allowance.callbacks += 1
        defer { allowance.callbacks -= 1 }
        try push(.undefined)
        try push(.undefined)
        for argument in arguments { try push(argument) }
        try beginCall(function, this: this, count: arguments.count, isConstructor: false)
        return try execute(downTo: frames.count - 1)
    }
}

// MARK: - Limits

extension ScriptMachine {
    /// Charges work to the run, such as that of a function of the scope; one step takes about ten nanoseconds.
    public func spend(steps count: Int) throws(ScriptFailure) {
        steps -= count
        if steps < 0 { throw .limitExceeded("more than \(ScriptMachine.maxSteps) steps") }
    }

    /// Charges created values to the run.
    func spend(memory count: Int) throws(ScriptFailure) {
        allowance.memory -= count
        if allowance.memory < 0 { throw .limitExceeded("more than \(ScriptMachine.maxMemory) values") }
    }

    /// Returns a string value and charges its memory.
    func makeString(_ string: String) throws(ScriptFailure) -> ScriptValue {
        try spend(memory: 1 + string.utf8.count / 8)
        return .boxedString(BoxedString(string))
    }

    /// Returns an array and charges its memory.
    public func makeArray(_ elements: [ScriptValue]) throws(ScriptFailure) -> ScriptValue {
        try spend(memory: 2 + elements.count)
        let array = ScriptArray(elements)
        registerReference(elements, in: array)
        return .object(array)
    }

    /// Registers `object` if it receives an object as a value, because this can close a cycle.
    func registerReference(_ value: ScriptValue, in object: ScriptObject) {
        if case .object = value { heap.insert(object) }
    }

    /// Registers `object` if it receives an object among the values.
    func registerReference(_ values: some Sequence<ScriptValue>, in object: ScriptObject) {
        if object.isOnHeap { return }
        for case .object in values { return heap.insert(object) }
    }

    /// Returns the failure that throws `value`.
    func failure(throwing value: ScriptValue) -> ScriptFailure {
        thrown = value
        return .thrown
    }

    /// Returns the failure that throws an error object, such as a `ReferenceError`.
    public func error(_ kind: String, _ message: String) -> ScriptFailure {
        failure(throwing: .object(ScriptRecord(errorOf: Builtin(rawValue: kind) ?? .error, message)))
    }

    /// Returns the failure that throws a `TypeError`.
    public func typeError(_ message: String) -> ScriptFailure { error("TypeError", message) }

    /// Returns the failure that throws a `RangeError`.
    public func rangeError(_ message: String) -> ScriptFailure { error("RangeError", message) }
}

// MARK: - Stack

extension ScriptMachine {
    @inline(__always)
    func push(_ value: ScriptValue) throws(ScriptFailure) {
        guard top < ScriptMachine.stackSize else { throw .limitExceeded("calls nested too deeply") }
        stack[top] = value
        top += 1
        if top > highestTop { highestTop = top }
    }

    @inline(__always)
    func pop() -> ScriptValue {
        top -= 1
        return stack[top]
    }

    /// Begins a call. The arguments are on top of the stack, above the function and its receiver.
    func beginCall(
        _ function: ScriptFunction, this: ScriptValue, count: Int, isConstructor: Bool
    ) throws(ScriptFailure) {
        let code = function.code
        // The host can retain a function longer than its captured variables exist.
        guard function.captures.count == code.captures.count else { throw typeError("the function's run is over") }
        guard frames.count < ScriptMachine.maxCallDepth else { throw .limitExceeded("calls nested too deeply") }
        let base = top - count
        var all: ScriptValue?
        if code.specialLocals.arguments != nil, code.usesArguments {
            all = try makeArray((base..<top).map { stack[$0] })
        }
        var rest: ScriptValue?
        if let first = code.specialLocals.rest {
            rest = try makeArray(count > first ? (base + first..<top).map { stack[$0] } : [])
        }
        while top > base + code.parameterCount { _ = pop() }
        while top < base + code.localCount { try push(.undefined) }
        if let rest, let first = code.specialLocals.rest { stack[base + first] = rest }
        if let all, let local = code.specialLocals.arguments { stack[base + local] = all }
        if let local = code.specialLocals.function { stack[base + local] = .object(function) }
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
