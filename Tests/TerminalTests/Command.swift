import Foundation
import PseudoTerminals

/// Runs a program to its end.
enum Command {
    struct Failure: Error {
        let words: [String]
        let status: Int32
    }

    /// The program's standard output.
    @discardableResult
    static func run(_ words: [String]) throws -> String {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure(words: words, status: -1) }
        defer { close(ends[0]) }
        let program: SpawnedProgram
        do {
            defer { close(ends[1]) }
            program = try SpawnedProgram(
                words, environment: ProcessInfo.processInfo.environment,
                descriptors: [.file("/dev/null", O_RDONLY), .same(ends[1]), .file("/dev/null", O_WRONLY)],
                closing: ends)
        }
        let output = bytes(from: ends[0])
        let status = program.end()
        guard status == 0 else { throw Failure(words: words, status: status) }
        return String(decoding: output, as: UTF8.self)
    }

    private static func bytes(from descriptor: Int32) -> [UInt8] {
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return output }
            output += chunk[..<count]
        }
    }
}
