import JSON

/// How a document is read. A pass that turns out to need another plan ends, and the next one begins.
struct ReadingPlan {
    /// Whether to keep names and values that only expressions use.
    ///
    /// Few files have expressions that look up objects by name, so a document is first read without.
    var keepsLabels = false
    /// Whether an expression that looks up names ends the pass if they are not kept.
    var endsWithoutLabels = true
    /// Whether the pass begins with a guess of the version instead of a search through the whole document.
    ///
    /// A third of the exporters write the version behind the layers. Finding it takes a tenth of the time of the reading,
    /// and a guess from the last bytes is nearly always right.
    var guessesVersion = true

    /// The plan that reads the whole document without names; `nil` if this one keeps none.
    var withoutLabels: ReadingPlan? {
        guard keepsLabels else { return nil }
        var plan = self
        (plan.keepsLabels, plan.endsWithoutLabels) = (false, false)
        return plan
    }
}

extension ReadingContext {
    /// Ends the pass: the document is read again with names.
    func restartWithLabels() {
        nextPlan = plan
        nextPlan?.keepsLabels = true
    }

    /// Has the next pass search for the version if an error ended this one before the guess was confirmed.
    func restartWithoutGuess() {
        guard plan.guessesVersion, !isVersionConfirmed, nextPlan == nil, budget.shortage == nil else { return }
        nextPlan = plan
        nextPlan?.guessesVersion = false
    }
}

extension JSONReader {
    /// Returns the version in the next object, and leaves the object unread; `nil` without one.
    func findVersion() throws(JSONError) -> FormatVersion? {
        context.plan.guessesVersion ? probableVersion : try peek("v").map(FormatVersion.init)
    }

    /// Compares the version at the next value, or the lack of one at the end of the document, with the guess.
    ///
    /// - Throws: `JSONError` if the guess was wrong and the document must be read again.
    mutating func confirmVersion(isAtEnd: Bool = false) throws(JSONError) {
        guard context.plan.guessesVersion, !context.isVersionConfirmed else { return }
        guard try (isAtEnd ? nil : version()) == context.version else { throw error("expected the guessed version") }
        context.isVersionConfirmed = true
    }

    /// The version as it can be found in the first or the last bytes of the document, in any place that seems right.
    private var probableVersion: FormatVersion? { (try? versionBeforeLists()) ?? versionNearEnd }

    /// Returns the version if no list or object is before it in the next object.
    private func versionBeforeLists() throws(JSONError) -> FormatVersion? {
        var ahead = self
        guard ahead.consume("{") else { return nil }
        repeat {
            let key = try ahead.readKey()
            guard ahead.consume(":") else { return nil }
            if key == "v" { return try ahead.version() }
            let kind = try ahead.peekKind()
            if kind == .object || kind == .array { return nil }
            try ahead.skipValue()
        } while ahead.consume(",")
        return nil
    }

    /// The version after the last place where the key is in the last bytes of the document.
    private var versionNearEnd: FormatVersion? {
        var place = text.count - 3
        let first = max(0, text.count - 256)
        while place >= first {
            if text[place] == UInt8(ascii: "\""), text[place + 1] == UInt8(ascii: "v"),
                text[place + 2] == UInt8(ascii: "\"")
            {
                var value = moved(to: place + 3)
                return value.consume(":") ? try? value.version() : nil
            }
            place -= 1
        }
        return nil
    }

    /// Reads a version; `nil` for a value that is neither a string nor a number.
    private func version() throws(JSONError) -> FormatVersion? {
        var value = self
        let kind = try value.peekKind()
        return kind == .string || kind == .number ? FormatVersion(try value.readString()) : nil
    }
}
