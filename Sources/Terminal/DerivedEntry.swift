import CNcurses

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A terminal description made for one run: the terminal's own, with pairs chosen by number.
///
/// - SeeAlso: ``ColorExpansion``, which turns the numbers into colours.
struct DerivedEntry {
    /// Its name.
    static let name = "giftty"

    /// The source text, in the language of terminfo(5).
    ///
    /// `colors` is what makes ncurses' own pairs distinct and says nothing of the terminal; `setaf` and `setab` are never
    /// used where `scp` is. What would change the palette itself is taken out.
    static func source(base: String, size: TerminalSize, hasColors: Bool) -> String {
        let colors =
            hasColors
            ? """
            \tcolors#0x10000, pairs#0x800000, scp=\\001%p1%d;, op=\\E[39;49m,
            \tsetaf=\\E[3%p1%dm, setab=\\E[4%p1%dm, initc@, initp@, oc@, ccc@, setf@, setb@,

            """ : ""
        return """
            \(name)|\(base) with colour pairs by number,
            \tcols#\(size.columns), lines#\(size.rows),
            \(colors)\tuse=\(base),

            """
    }

    /// Compiles the description, lets `body` use it through `TERMINFO`, and takes both away again.
    static func withCompiled<Result>(
        base: String, size: TerminalSize, hasColors: Bool, _ body: () -> Result?
    ) throws(ScreenError) -> Result {
        let folder = try temporaryFolder(base)
        defer { remove(folder) }
        let file = folder + "/\(name).ti"
        guard write(source(base: base, size: size, hasColors: hasColors), to: file) else {
            throw .unusable(term: base, reason: "\(file) cannot be written: \(String(cString: strerror(errno)))")
        }
        guard run(["tic", "-x", "-o", folder, file]) == 0 else {
            throw .unusable(term: base, reason: "tic, of the package ncurses-bin, is missing or refused the terminal")
        }
        let previous = getenv("TERMINFO").map { String(cString: $0) }
        setenv("TERMINFO", folder, 1)
        defer {
            if let previous { setenv("TERMINFO", previous, 1) } else { unsetenv("TERMINFO") }
        }
        guard let result = body() else { throw .unusable(term: base, reason: "ncurses cannot start on it") }
        return result
    }

    private static func temporaryFolder(_ base: String) throws(ScreenError) -> String {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/giftty-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw .unusable(
                term: base, reason: "no folder can be made in \(parent): \(String(cString: strerror(errno)))")
        }
        return String(cString: made)
    }

    private static func write(_ text: String, to path: String) -> Bool {
        guard let file = fopen(path, "w") else { return false }
        let isWritten = fputs(text, file) >= 0
        return fclose(file) == 0 && isWritten
    }

    /// Removes what `tic` and this program put into the folder, and the folder.
    private static func remove(_ folder: String) {
        // Compiled entries lie in a folder named by their first letter, or by its code where names know no case.
        for path in ["\(name).ti", "g/\(name)", "67/\(name)", "g", "67"] { _ = discard(folder + "/" + path) }
        rmdir(folder)
    }

    private static func discard(_ path: String) -> Int32 {
        unlink(path) == 0 ? 0 : rmdir(path)
    }

    /// Runs a program without input or output, and returns its exit code; -1 where it cannot be run.
    private static func run(_ words: [String]) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 0...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        guard posix_spawnp(&process, words[0], &actions, nil, &arguments, giftty_environment()) == 0 else { return -1 }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    }
}
