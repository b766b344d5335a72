import LottieInspection
import TerminalText

extension LintFacts {
    /// The expressions, what they cost, and those that do not work.
    var expressionFindings: [Finding] { useFindings + refusalFindings + nameFindings }

    /// All expressions together; then, if there are several, those that take the most steps, one by one.
    private var useFindings: [Finding] {
        guard composition.hasExpressions, let first = text.expressions.first else { return [] }
        let (steps, whole) = (survey.mean(\.expressionSteps), survey.mean(\.steps))
        let share = whole > 0 ? ", \(percent(Double(steps) / Double(whole))) of what the frame takes" : ""
        let count = DisplayNames.counted(text.expressions.count, "expression")
        let all =
            "\(count) computed \(DisplayNames.counted(survey.expressionCount, "value")) in every frame, in "
            + "\(steps) steps of work\(share); keyframes cost less, and more players have them"
        if text.expressions.count == 1 {
            let place = path(of: first)
            return [Finding(.expressions, at: place, layer: layerName(at: place), all)]
        }
        return [Finding(.expressions, all)] + costlyFindings
    }

    /// The largest number of expressions that are listed one by one.
    private static let maxListed = 10

    private var costlyFindings: [Finding] {
        let frames = max(1, survey.frames.count)
        let costs = text.expressions
            .map { (expression: $0, steps: (survey.expressionStepsByPlace[$0.offset] ?? 0) / frames) }
            .sorted { ($1.steps, $0.expression.offset) < ($0.steps, $1.expression.offset) }
        // The rule's limit leaves room for the sum, and for what is not listed.
        let listed = costs.prefix(max(1, min(Self.maxListed, options.maxFindingsOfARule - 2)))
        let rest = costs.dropFirst(listed.count)
        var findings = listed.map { expression, steps in
            let place = path(of: expression)
            let code = expression.source.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return Finding(
                .expressions, at: place, layer: layerName(at: place),
                "\(steps) steps of work in every frame: \(code.truncated(to: Self.maxCode))")
        }
        if !rest.isEmpty {
            let steps = rest.reduce(0) { $0 + $1.steps }
            findings.append(
                Finding(
                    .expressions,
                    "\(DisplayNames.counted(rest.count, "other expression")): \(steps) steps of work in every frame"))
        }
        return findings
    }

    /// The length of an expression's text in a finding, in Unicode scalars.
    private static let maxCode = 60

    /// Returns the name of the innermost layer that contains a place; empty without one.
    private func layerName(at place: String) -> String {
        layers.last { place.hasPrefix("\($0.path).") }?.layer.name ?? ""
    }

    private var refusalFindings: [Finding] {
        let unread = composition.unsupportedFeatures.filter { $0.name.hasPrefix("expression: ") }.map { feature in
            Finding(
                .refusedExpression, at: feature.path,
                "\(feature.name.dropFirst("expression: ".count)), in \(DisplayNames.counted(feature.count, "place")); "
                    + "the value or the keyframes that were exported with it count")
        }
        return unread
            + survey.failures.map { failure in
                let failed = text.expressions.first { $0.offset == failure.place }
                return Finding(
                    .refusedExpression,
                    at: failed.map(path) ?? layers.first { $0.layer.name == failure.layer }?.path ?? "",
                    layer: failure.layer,
                    "an expression of the layer \"\(failure.layer)\" fails: \(failure.problem); "
                        + "the value or the keyframes that were exported with it count")
            }
    }

    /// The names in `layer("…")` that several layers of one list have.
    private var nameFindings: [Finding] {
        guard composition.hasExpressions else { return [] }
        let shared = sharedNames
        var findings: [Finding] = []
        var told: Set<String> = []
        for expression in text.expressions {
            for name in Self.texts(in: expression.source, calledBy: "layer") {
                guard let several = shared[name], told.insert(name).inserted else { continue }
                findings.append(
                    Finding(
                        .ambiguousName, at: findings.count < Self.maxPaths ? path(of: expression) : "", layer: name,
                        "an expression refers to the layer \"\(name)\", but \(several.count) layers have this name: "
                            + several.prefix(3).map(\.path).joined(separator: ", ")
                            + "; the first one counts, so give them different names"))
            }
        }
        return findings
    }

    /// The number of findings with a path, each of which is a search in the document.
    private static let maxPaths = 20

    /// The names that several layers of one list have, with the layers of the first such list.
    private var sharedNames: [String: [PlacedLayer]] {
        struct Key: Hashable {
            let composition: String?
            let name: String
        }
        var shared: [String: [PlacedLayer]] = [:]
        let groups = Dictionary(grouping: layers) { Key(composition: $0.place.composition, name: $0.layer.name) }
        for (key, group) in groups where group.count > 1 {
            guard let known = shared[key.name], known[0].path < group[0].path else {
                shared[key.name] = group
                continue
            }
        }
        return shared
    }

    /// All names of layers in expressions.
    var expressionNames: Set<String> {
        Set(text.expressions.flatMap { Self.texts(in: $0.source, calledBy: "layer") })
    }

    /// Returns the texts in quotation marks that are the argument of a function: `a` of `layer("a")`.
    private static func texts(in source: String, calledBy function: String) -> [String] {
        var texts: [String] = []
        var rest = source[...]
        while let call = rest.firstRange(of: "\(function)(") {
            rest = rest[call.upperBound...].drop { $0 == " " }
            guard let quote = rest.first, quote == "\"" || quote == "'" else { continue }
            let inner = rest.dropFirst()
            guard let end = inner.firstIndex(of: quote) else { break }
            texts.append(String(inner[..<end]))
            rest = inner[inner.index(after: end)...]
        }
        return texts
    }
}
