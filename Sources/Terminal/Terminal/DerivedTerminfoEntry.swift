import CNcurses
import CPlatform
import SystemIO

/// A temporary terminal description: the terminal's own, with color pairs selected by number.
///
/// - SeeAlso: ``ColorExpansion``, which replaces the numbers with colors.
struct DerivedTerminfoEntry {
    /// The name of the entry.
    static let name = "giftty"

    /// Returns the source of the entry in the language of terminfo(5).
    ///
    /// `colors` makes ncurses' own pairs distinct and does not describe the terminal. ncurses does not use `setaf` and
    /// `setab` if `scp` exists. The source removes all capabilities that change the palette.
    static func source(base: String, size: TerminalSize, hasColors: Bool) -> String {
        let colors =
            hasColors
            ? """
            \tcolors#0x10000, pairs#0x800000, scp=\\001%p1%d;, op=\\E[39;49m,
            \tsetaf=\\E[3%p1%dm, setab=\\E[4%p1%dm, initc@, initp@, oc@, ccc@, setf@, setb@,

            """ : ""
        return """
            \(name)|\(base) with color pairs by number,
            \tcols#\(size.columns), lines#\(size.rows),
            \(colors)\tuse=\(base),

            """
    }

    /// Compiles the entry, makes it available through `TERMINFO` while `body` runs, and removes it.
    ///
    /// - Throws: `ScreenError.unusable` if the entry cannot be written or compiled, or if `body` returns nil.
    static func withCompiled<Result>(
        base: String, size: TerminalSize, hasColors: Bool, _ body: () -> Result?
    ) throws(ScreenError) -> Result {
        let folder = try temporaryFolder(base)
        defer { remove(folder) }
        let file = folder + "/\(name).ti"
        do throws(SystemError) {
            let source = source(base: base, size: size, hasColors: hasColors)
            try OpenFile(file, [.writing, .creating, .emptying]).write(Array(source.utf8))
        } catch {
            throw .unusable(term: base, reason: "\(file) cannot be written: \(error)")
        }
        guard run(["tic", "-x", "-o", folder, file]) == 0 else {
            throw .unusable(term: base, reason: "tic, of the package ncurses-bin, is missing or refused the terminal")
        }
        let previous = ProcessEnvironment.variable("TERMINFO")
        setenv("TERMINFO", folder, 1)
        defer {
            if let previous { setenv("TERMINFO", previous, 1) } else { unsetenv("TERMINFO") }
        }
        guard let result = body() else { throw .unusable(term: base, reason: "ncurses cannot start on it") }
        return result
    }

    /// Creates a temporary folder and returns its path.
    private static func temporaryFolder(_ base: String) throws(ScreenError) -> String {
        let parent = ProcessEnvironment.variable("TMPDIR") ?? "/tmp"
        var template = Array("\(parent)/giftty-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw .unusable(term: base, reason: "no folder can be made in \(parent): \(SystemError.last)")
        }
        return String(cString: made)
    }

    /// Removes the files of `tic` and of this program, and then the folder.
    private static func remove(_ folder: String) {
        // Compiled entries are in a folder named after their first letter, or after its code on case-insensitive file
        // systems.
        for path in ["\(name).ti", "g/\(name)", "67/\(name)", "g", "67"] { _ = removeItem(folder + "/" + path) }
        rmdir(folder)
    }

    /// Removes a file or an empty folder.
    private static func removeItem(_ path: String) -> Int32 {
        unlink(path) == 0 ? 0 : rmdir(path)
    }

    /// Runs a program without input and output, and returns its exit code, or -1 if it cannot run.
    private static func run(_ words: [String]) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 0...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        // The copies of the words are freed after their last use. The system requires a null pointer at the list's end.
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        guard posix_spawnp(&process, words[0], &actions, nil, &arguments, giftty_environment()) == 0 else { return -1 }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard SystemError.last == .interrupted else { return -1 }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    }
}
