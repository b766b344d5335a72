package import Foundation

/// A program that a test has started.
///
/// Foundation's `Process` waits until every descendant has closed what it inherited, which the server that a terminal
/// multiplexer leaves behind never does.
package struct SpawnedProgram {
    /// Why a program didn't start.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// What one of the program's descriptors is.
    package enum Descriptor {
        /// A file that is opened, with the flags of `open`.
        case file(String, Int32)
        /// One that the test has open.
        case same(Int32)
    }

    /// The program's process.
    package let process: pid_t

    /// Starts a program.
    /// - Parameters:
    ///   - words: the program, by its path or a name on the test's own `PATH`, and its arguments.
    ///   - descriptors: its standard input, output and error.
    ///   - closing: what it is not to have open.
    package init(
        _ words: [String], environment: [String: String], descriptors: [Descriptor], closing: [Int32] = []
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in descriptors.enumerated() {
            switch descriptor {
            case .file(let path, let flags):
                posix_spawn_file_actions_addopen(&actions, Int32(number), path, flags, 0)
            case .same(let other): posix_spawn_file_actions_adddup2(&actions, other, Int32(number))
            }
        }
        for descriptor in closing { posix_spawn_file_actions_addclose(&actions, descriptor) }
        // The threads that tests run on block signals, and a child would inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var block: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + block { free(text) } }
        var process: pid_t = 0
        let status = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &block)
        guard status == 0 else { throw Failure(description: "\(words[0]) can't be run: \(status)") }
        self.process = process
    }

    /// Waits for the program's end, and gives its exit status, or 128 and the signal's number.
    package func end() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return Self.exitStatus(status)
    }

    /// The exit status, or 128 and the signal's number, of what `waitpid` says.
    static func exitStatus(_ status: Int32) -> Int32 {
        status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
    }
}
