import Foundation
import TestSupport

/// The giftty program, run as users and other programs run it.
enum Program {
    static let path = Programs.built("giftty")

    /// The time limit of a run, long enough for searching and drawing on a busy machine.
    private static let limit = Duration.seconds(300)

    /// Runs giftty or another program in `folder`, without a terminal, with the given environment and the few variables
    /// that every program needs.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], in folder: TemporaryFolder? = nil,
        program: String = path
    ) throws -> ProgramResult {
        try ChildProgram.run(
            [program] + arguments, environment: Self.environment(environment, in: folder), folder: folder?.path,
            within: limit)
    }

    /// Runs a shell script in `folder`, in which `"$0"` is the program.
    static func shell(_ script: String, in folder: TemporaryFolder) throws -> ProgramResult {
        try ChildProgram.run(
            ["/bin/sh", "-c", script, path], environment: environment(in: folder), folder: folder.path, within: limit)
    }

    /// Starts the program in `folder` without a terminal, in the background.
    static func start(_ arguments: [String], in folder: TemporaryFolder) throws -> BackgroundProgram {
        try BackgroundProgram([path] + arguments, environment: environment(in: folder), folder: folder.path)
    }

    private static func environment(
        _ variables: [String: String] = [:], in folder: TemporaryFolder?
    ) -> [String: String] {
        Programs.environment(home: folder?.path ?? "/nonexistent", variables)
    }
}
