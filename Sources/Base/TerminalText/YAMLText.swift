extension StringProtocol {
    /// The text as a YAML scalar in double quotation marks.
    ///
    /// Characters that control a terminal, or reorder or hide text (see ``ReviewedScalars``), are escaped. These
    /// include all characters that YAML forbids in literal form, so every text reads back unchanged.
    ///
    /// - SeeAlso: YAML 1.1, 5.1 "Character Set" and 5.6 "Escape Sequences".
    package var quotedForYAML: String {
        var quoted = "\""
        for (scalar, verdict) in ReviewedScalars(String(self)) {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where verdict == .shown: quoted.unicodeScalars.append(scalar)
            default:
                // YAML escapes have two, four or eight digits.
                let digits = String(scalar.value, radix: 16)
                let (sign, count) = digits.count < 3 ? ("x", 2) : digits.count < 5 ? ("u", 4) : ("U", 8)
                quoted += "\\\(sign)\(String(repeating: "0", count: count - digits.count))\(digits)"
            }
        }
        return quoted + "\""
    }
}
