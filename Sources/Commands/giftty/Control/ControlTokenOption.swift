import ArgumentParser
import RoomControl
import SystemIO

/// The option `--control-token-file`, whose file has the secret of a room's WebSocket.
struct ControlTokenOption: ParsableArguments {
    @Option(
        name: .customLong("control-token-file"),
        help: ArgumentHelp(
            "The file with the token for ws:// addresses; a room makes it if it is missing.", valueName: "file"),
        completion: .file())
    var path: String?

    /// Returns the token of the file; `nil` without the option.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if the file cannot be read, and 78 if it has no valid token.
    func read() throws(CommandFailure) -> ControlToken? {
        guard let path else { return nil }
        guard let token = try existing(path) else { throw CommandFailure(.noInput, "\(path): no such file") }
        return token
    }

    /// Returns the token of the file, which is made with a random one if it is missing; `nil` without the option.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if the file cannot be read, 73 if it cannot be made, and 78 if it
    ///   has no valid token.
    func readOrMake() throws(CommandFailure) -> ControlToken? {
        guard let path else { return nil }
        if let token = try existing(path) { return token }
        let digits = Array("0123456789abcdef".utf8)
        let text = (0..<32).map { _ in digits[Int.random(in: 0..<16)] }
        do throws(SystemError) {
            let file = try OpenFile(path, [.writing, .creating, .onlyNew], permissions: 0o600)
            try file.write(text + [UInt8(ascii: "\n")])
            try file.close()
        } catch {
            throw CommandFailure(.cannotWrite, "\(path): \(error)")
        }
        return ControlToken(text)
    }

    private func existing(_ path: String) throws(CommandFailure) -> ControlToken? {
        let bytes: [UInt8]?
        do throws(DiskError) {
            bytes = try SystemDisk().contents(of: path)
        } catch {
            throw CommandFailure(.noInput, error.description)
        }
        guard let bytes else { return nil }
        guard let token = ControlToken(bytes) else {
            throw CommandFailure(
                .badConfiguration,
                "\(path): expected one token of at least \(ControlToken.minLength) characters without spaces")
        }
        return token
    }
}
