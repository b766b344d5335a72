/// The place of a call of `eval`: the variables that the evaluated text can use, and where they are at run time.
final class EvaluationSite: Sendable {
    let names: [String]
    let sources: [CaptureSource]
    /// The variables that cannot be assigned, and those that may have no value yet.
    let (constants, undeclared): (Set<String>, Set<String>)

    init(_ variables: [(name: String, source: CaptureSource)], in scopes: Scopes) {
        names = variables.map(\.name)
        sources = variables.map(\.source)
        constants = Set(names.filter { scopes.traits(of: $0).isConstant })
        undeclared = Set(names.filter { scopes.traits(of: $0).isUndeclared })
    }
}

/// The texts that a script has passed to `eval`, compiled.
///
/// Expressions evaluate the same few texts in each frame, so the compiled texts outlive a run.
final class EvaluatedTexts {
    private struct Key: Hashable {
        let site: ObjectIdentifier
        let text: String
    }

    /// The greatest number of texts that are kept.
    static let maxCount = 256

    /// The script, retained so that its sites keep their identities.
    private let main: Code
    /// The free names of the script, followed by those of the texts. A variable that a text declares outside of
    /// functions is one of them, so the script can read it afterwards.
    let names: NameList
    private var compiled: [Key: Code] = [:]

    init(of script: Script) {
        main = script.main
        names = NameList(script.freeNames)
    }

    var isFull: Bool { compiled.count >= EvaluatedTexts.maxCount }

    /// Returns the compiled text, whose captures are those of `site`.
    func code(for text: String, at site: EvaluationSite) throws(ScriptError) -> Code {
        let key = Key(site: ObjectIdentifier(site), text: text)
        if let known = compiled[key] { return known }
        let bytes = Array(text.utf8)
        guard bytes.count <= Script.maxSourceLength else {
            throw ScriptError(line: 1, problem: "longer than \(Script.maxSourceLength) bytes")
        }
        var parser = try Parser(bytes)
        let function = try parser.parseScript()
        let code = try ScriptCompiler.compile(function, nodes: parser.nodes, names: names, evaluatedAt: site)
        if !isFull { compiled[key] = code }
        return code
    }
}

extension ScriptMachine {
    /// The cost of compiling a byte of a text, in steps; a text that was compiled before costs the same, so that the
    /// budget does not depend on earlier frames.
    private static let stepsPerByte = 8

    /// Evaluates a text in the scope of the innermost function, as a direct call of `eval` does; a value that is no
    /// text is the result itself.
    func evaluate(_ value: ScriptValue, at site: EvaluationSite) throws(ScriptFailure) -> ScriptValue {
        guard case .boxedString(let boxed) = value, let texts = evaluatedTexts else { return value }
        try spend(steps: 20 + Self.stepsPerByte * boxed.string.utf8.count)
        let code: Code
        do throws(ScriptError) {
            code = try texts.code(for: boxed.string, at: site)
        } catch {
            throw self.error("SyntaxError", error.problem)
        }
        globals.append(contentsOf: repeatElement(Global(), count: max(0, texts.names.all.count - globals.count)))
        let frame = frames[frames.count - 1]
        let captures = code.captures.map { source -> Cell in
            // The captures of a text are the variables of its site, in their order there.
            guard case .local(let index) = source else { return Cell(.undefined) }
            return switch site.sources[index] {
            case .local(let local): frame.cells[local]
            case .capture(let capture): frame.captures[capture]
            }
        }
        let outerResult = result
        result = .undefined
        defer { result = outerResult }
        _ = try run(ScriptFunction(code, captures: captures, boundThis: frame.this), this: frame.this, arguments: [])
        return result
    }
}
