/// Where a variable lives.
enum VariablePlace: Equatable {
    case local(Int)
    case capture(Int)
    case global(String)
}

/// The variables of a function, block by block, and of the functions around it.
final class Scopes {
    let outer: Scopes?
    /// Whether locals are cells.
    let usesCells: Bool
    private var blocks: [[String: Int]] = [[:]]
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

    /// Declares a variable in the innermost block.
    func declare(_ name: String) -> Int {
        if let known = blocks[blocks.count - 1][name] { return known }
        blocks[blocks.count - 1][name] = localCount
        localCount += 1
        return localCount - 1
    }

    func isDeclaredHere(_ name: String) -> Bool { blocks[blocks.count - 1][name] != nil }

    func pushBlock() { blocks.append([:]) }

    func popBlock() { blocks.removeLast() }

    /// The local of this function that `name` means at this point.
    private func local(_ name: String) -> Int? {
        for block in blocks.reversed() {
            if let index = block[name] { return index }
        }
        return nil
    }

    /// Where `name` is found from within this function; nil where nothing around declares it.
    func find(_ name: String) -> VariablePlace? {
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
