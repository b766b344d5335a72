/// The location of a variable.
enum VariableLocation: Equatable {
    case local(Int)
    case capture(Int)
    case global(String)
}

/// The block scopes of a function, with a link to those of the function around it.
final class Scopes {
    let outer: Scopes?
    /// Whether local variables are in cells, so that inner functions can share them.
    let usesCells: Bool
    private var blocks: [[String: Int]] = [[:]]
    /// The variables that cannot be assigned.
    private var constants: Set<Int> = []
    /// The variables of blocks whose declaration the compiler has not passed, so that they may have no value yet.
    private var undeclared: Set<Int> = []
    private(set) var captures: [CaptureSource] = []
    private(set) var localCount = 0

    init(outer: Scopes?, usesCells: Bool) {
        self.outer = outer
        self.usesCells = usesCells
    }

    @discardableResult
    func declareParameter(_ name: String?) -> Int {
        if let name { blocks[0][name] = localCount }
        localCount += 1
        return localCount - 1
    }

    /// Declares a variable in the innermost block and returns its index.
    func declare(_ name: String) -> Int {
        if let known = blocks[blocks.count - 1][name] { return known }
        blocks[blocks.count - 1][name] = localCount
        localCount += 1
        return localCount - 1
    }

    /// Declares a variable of a block, which has no value before its declaration is executed.
    func declareInBlock(_ name: String, isConstant: Bool) -> Int {
        let local = declare(name)
        undeclared.insert(local)
        if isConstant { constants.insert(local) } else { constants.remove(local) }
        return local
    }

    /// Records that the instructions from here on come after the declaration of a variable.
    func passDeclaration(of name: String) {
        if let local = local(name) { undeclared.remove(local) }
    }

    /// Records that the instructions from here on can come before the declaration of a variable.
    func expectDeclaration(of name: String) {
        if let local = local(name) { undeclared.insert(local) }
    }

    /// Marks a parameter as a constant, or as one that may have no value yet.
    func setTraits(of name: String, isConstant: Bool, isUndeclared: Bool) {
        guard let local = local(name) else { return }
        if isConstant { constants.insert(local) }
        if isUndeclared { undeclared.insert(local) }
    }

    /// Returns whether a variable cannot be assigned, and whether it may have no value yet.
    func traits(of name: String) -> (isConstant: Bool, isUndeclared: Bool) {
        var scope: Scopes? = self
        while let current = scope {
            if let local = current.local(name) {
                return (current.constants.contains(local), current.undeclared.contains(local))
            }
            scope = current.outer
        }
        return (false, false)
    }

    func isDeclaredInBlock(_ name: String) -> Bool { blocks[blocks.count - 1][name] != nil }

    func pushBlock() { blocks.append([:]) }

    func popBlock() { blocks.removeLast() }

    /// Returns the local variable with the given name that is visible here.
    private func local(_ name: String) -> Int? {
        for block in blocks.reversed() {
            if let index = block[name] { return index }
        }
        return nil
    }

    /// Returns the variables that are visible here with their locations, and captures those of outer functions.
    func visibleVariables() -> [(name: String, source: CaptureSource)] {
        var names: Set<String> = []
        var scope: Scopes? = self
        while let current = scope {
            for block in current.blocks { names.formUnion(block.keys) }
            scope = current.outer
        }
        return names.sorted().compactMap { name in
            switch find(name) {
            case .local(let index): (name, .local(index))
            case .capture(let index): (name, .capture(index))
            case .global, nil: nil
            }
        }
    }

    /// Returns the location of a variable, and captures it if it belongs to an outer function; `nil` if it is not
    /// declared.
    func find(_ name: String) -> VariableLocation? {
        if let index = local(name) { return .local(index) }
        guard let outer, let place = outer.find(name) else { return nil }
        let source: CaptureSource
        switch place {
        case .local(let index): source = .local(index)
        case .capture(let index): source = .capture(index)
        case .global: return nil
        }
        if let known = captures.firstIndex(of: source) { return .capture(known) }
        captures.append(source)
        return .capture(captures.count - 1)
    }
}
