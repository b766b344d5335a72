/// The words of a command line.
package enum ArgumentWords {
    /// Returns the words in a form in which the argument parser takes negative numbers, such as `-1` or `-1.5s`, for
    /// values.
    ///
    /// It would take them for options, so that `--seed -1` has no value and `seek -1` an unknown option. After an option
    /// such a word becomes the option's value, `--seed=-1`; any other one is moved behind `--`. No option of the programs
    /// begins with a digit.
    package static func takingNegativeNumbersAsValues(_ words: [String]) -> [String] {
        // The scripts of shells ask for completions with words that may be unfinished.
        if words.first?.hasPrefix("---") == true { return words }
        let end = words.firstIndex(of: terminator) ?? words.endIndex
        var result: [String] = []
        var values: [String] = []
        for word in words[..<end] {
            guard isNegativeNumber(word) else {
                result.append(word)
                continue
            }
            if let option = result.last, option.hasPrefix("--"), !option.contains("=") {
                result[result.count - 1] = "\(option)=\(word)"
            } else {
                values.append(word)
            }
        }
        values += words[end...].dropFirst()
        return end == words.endIndex && values.isEmpty ? result : result + [terminator] + values
    }

    /// What stands before words none of which is an option.
    private static let terminator = "--"

    private static func isNegativeNumber(_ word: String) -> Bool {
        guard word.first == "-", let second = word.dropFirst().first else { return false }
        let digit = second == "." ? word.dropFirst(2).first : second
        return digit.map { "0"..."9" ~= $0 } ?? false
    }
}
