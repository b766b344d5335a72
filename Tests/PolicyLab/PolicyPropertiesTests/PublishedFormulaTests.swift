import PolicyProperties
import Testing

/// Formulas whose meaning on finite traces is published, with known answers.
@Suite struct PublishedFormulaTests {
    /// De Giacomo and Vardi, "Linear Temporal Logic and Linear Dynamic Logic on Finite Traces", IJCAI 2013, section 2
    /// and 3: on a finite trace `always eventually a` and `eventually always a` both say that `a` holds at the last
    /// position, and a response is satisfied only if each request is answered before the end.
    @Test(arguments: [
        ("always (eventually a)", "- a - a", true), ("always (eventually a)", "a a -", false),
        ("eventually (always a)", "- a - a", true), ("eventually (always a)", "a a -", false),
        ("always a", "a a a", true), ("always a", "a - a", false),
        ("eventually a", "- - a", true), ("eventually a", "- - -", false),
        ("a until b", "a a b", true), ("a until b", "a a a", false), ("a until b", "b", true),
        ("a until b", "a - b", false), ("a unless b", "a a a", true), ("a unless b", "a - b", false),
        ("always (a implies eventually b)", "a - b -", true), ("always (a implies eventually b)", "a b a", false),
    ])
    func meaningOnFiniteTraces(formula: String, trace: String, isKept: Bool) throws {
        try Self.expect(formula, on: trace, isKept)
    }

    /// The templates of Declare in LTLf: Pesic, Schonenberg and van der Aalst, "DECLARE: Full Support for
    /// Loosely-Structured Processes", EDOC 2007; De Giacomo, De Masellis and Montali, "Reasoning on LTL on Finite
    /// Traces", AAAI 2014, table 1. In a Declare trace, exactly one activity occurs at each position, so that
    /// "next" is said with `unless`.
    @Test(arguments: [
        ("existence", "eventually a", ["- a", "a"], ["- -", "b"]),
        ("absence", "never a", ["- b", "b"], ["b a", "a"]),
        ("response", "always (a implies eventually b)", ["a b", "b", "a a b", "- -"], ["a", "a b a", "b a"]),
        ("precedence", "(not b) unless a", ["a b", "- a b b", "- -", "a"], ["b", "b a", "- b a"]),
        (
            "succession", "(always (a implies eventually b)) and ((not b) unless a)", ["a b", "a a b b", "-"],
            ["b", "a", "a b a", "b a b"]
        ),
        ("responded existence", "(eventually a) implies eventually b", ["a b", "b a", "b", "-"], ["a", "a a"]),
        (
            "coexistence", "((eventually a) implies eventually b) and ((eventually b) implies eventually a)",
            ["a b", "b a", "-"], ["a", "b"]
        ),
        ("choice", "(eventually a) or eventually b", ["a", "b", "a b"], ["-", "c"]),
        (
            "exclusive choice", "((eventually a) or eventually b) and not ((eventually a) and eventually b)",
            ["a", "b"], ["-", "a b", "b a"]
        ),
        ("not coexistence", "not ((eventually a) and eventually b)", ["a", "b", "-"], ["a b", "b a"]),
        ("not succession", "always (a implies never b)", ["b a", "a", "b"], ["a b", "b a b"]),
        // a is followed by a part without a up to the next b.
        (
            "alternate response", "always (a implies (a until ((not a) until b)))", ["a b a b", "a b b", "b"],
            ["a - a b", "a", "a b a"]
        ),
        (
            "alternate precedence", "((not b) unless a) and always (b implies (b unless ((not b) unless a)))",
            ["a b a b", "a", "- a b"], ["b", "a b - b"]
        ),
    ])
    func declareTemplate(name: String, formula: String, kept: [String], broken: [String]) throws {
        for trace in kept { try Self.expect(formula, on: trace, true) }
        for trace in broken { try Self.expect(formula, on: trace, false) }
    }

    /// The scopes of Dwyer, Avrunin and Corbett, "Patterns in Property Specifications for Finite-State Verification",
    /// ICSE 1999: `c` opens a part of the session and `d` closes it.
    @Test(arguments: [
        ("after c: never a", ["a c b", "a b", "c"], ["c a", "a c b a", "ca"]),
        ("after c: eventually a", ["c a", "a b", "c - a"], ["a c", "c"]),
        ("after c until d: never a", ["a c d a", "c b", "a d a"], ["c a d", "c d c a", "c a"]),
        ("after c until d: eventually a", ["c a d", "d", "c a d c a"], ["c d a", "c", "c a d c d"]),
        ("before c: never a", ["b c a", "a b", "c a"], ["a c", "b a c"]),
        ("before c: eventually a", ["a c", "b", "c"], ["b c a", "b c"]),
        ("before c: always a", ["a a c b", "c", "b"], ["a b c"]),
    ])
    func dwyerScope(formula: String, kept: [String], broken: [String]) throws {
        for trace in kept { try Self.expect(formula, on: trace, true) }
        for trace in broken { try Self.expect(formula, on: trace, false) }
    }

    @Test func pauseThatNeverEndsFreesFromPromise() throws {
        let promise = "if pauses end: always (a implies eventually b)"
        try Self.expect(promise, on: "a c c", true)
        try Self.expect(promise, on: "a c -", false)
        try Self.expect(promise, on: "a c - b", true)
    }

    private static func expect(_ formula: String, on trace: String, _ isKept: Bool) throws {
        let property = try WordTrace.formula(formula)
        let word = WordTrace(trace)
        #expect(word.keeps(property) == isKept, "\(formula) on \(trace), by progression")
        #expect(word.satisfies(property) == isKept, "\(formula) on \(trace), by definition")
    }
}
