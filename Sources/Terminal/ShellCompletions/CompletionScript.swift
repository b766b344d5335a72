package import ArgumentParser

/// A script with which a shell completes the arguments of a program.
///
/// The argument parser makes it, but offers nothing after `help`; the names of the commands are added here.
package enum CompletionScript {
    private static let option = "--generate-completion-script"

    /// Returns the script that the arguments of a program ask for: `--generate-completion-script SHELL`, or without the
    /// shell for that of the user.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the program's name.
    ///   - program: The main command.
    /// - Returns: `nil` if the arguments ask for something else, or for a shell for which there is no script.
    package static func requested(by arguments: [String], of program: any ParsableCommand.Type) -> String? {
        guard let first = arguments.first, arguments.count <= 2 else { return nil }
        let words = first.split(separator: "=", maxSplits: 1).map(String.init) + arguments.dropFirst()
        guard words.first == option, words.count <= 2 else { return nil }
        let shell = words.count == 1 ? CompletionShell.autodetected() : CompletionShell(rawValue: words[1])
        return shell.map { script(for: $0, of: program) }
    }

    /// Returns the script for a shell.
    static func script(for shell: CompletionShell, of program: any ParsableCommand.Type) -> String {
        let script = program.completionScript(for: shell)
        let addition = HelpCompletion(of: program).script(for: shell)
        // When zsh loads a function, it runs the last lines of the file, which call what must be defined before.
        guard shell == .zsh, let end = script.range(of: "if [[ \"${funcstack[1]}\"") else {
            return script + "\n" + addition
        }
        return script[..<end] + addition + "\n" + script[end...]
    }
}

extension String {
    /// Returns where a text begins at the start of a line.
    fileprivate func range(of line: String) -> Index? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(line) { return start }
            start = self[start...].firstIndex(of: "\n").map { index(after: $0) } ?? endIndex
        }
        return nil
    }
}
