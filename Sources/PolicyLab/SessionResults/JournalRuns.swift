import SystemIO

/// What is played, which must be the same for all results of a ``ResultJournal``.
public struct JournalRuns: Sendable {
    /// The settings of each run, as text.
    public let settings: [String]
    /// The question that the runs answer, such as `sweep of replaceAt`.
    let question: String
    /// The program and its version, since another one may decide otherwise.
    let program: String

    /// Creates runs.
    ///
    /// - Parameters:
    ///   - question: The question that the runs answer.
    ///   - settings: The settings of each run, as text.
    ///   - program: The program and its version.
    public init(_ question: String, settings: [String], program: String) {
        self.question = question
        self.settings = settings
        self.program = program
    }

    static let form = "giftty results 1"

    /// The first line of the file.
    var text: String { ([Self.form, program, question] + settings).map(Self.escaped).joined(separator: " | ") }

    /// Writes the first line of a new file and returns the number of its bytes.
    func write(to file: OpenFile) throws(SystemError) -> Int {
        let bytes = Array((text + "\n").utf8)
        try file.write(bytes)
        return bytes.count
    }

    /// Returns the program, the question and the first runs of a first line for people.
    static func words(_ head: String) -> String {
        let parts = head.dropFirst(form.count + 3).split(separator: " | ")
        return parts.prefix(maxWords).joined(separator: ", ") + (parts.count > maxWords ? ", …" : "")
    }

    private static let maxWords = 6

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("|", with: "\\|")
    }
}

/// Why results cannot be kept in a file.
public enum JournalFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file has the results of other runs.
    case otherRuns(String, String)
    /// The file is none of ``ResultJournal``.
    case foreign(String)
    /// Another program has opened the file.
    case used(String)
    /// The file or its folder cannot be written.
    case unwritable(String, String)

    /// The problem in one line.
    public var description: String {
        switch self {
        case .otherRuns(let path, let words): "\(path): expected results of this command, found those of \(words)"
        case .foreign(let path): "\(path): expected results that --resume keeps, found another file"
        case .used(let path): "\(path): expected a folder that no other run uses, found one at work"
        case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
        }
    }
}
