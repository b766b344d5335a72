import StoreServer

/// The file that the publishers' token is in.
enum TokenFile {
    /// Tokens that are shorter could be found by trying.
    private static let shortest = 16

    /// What the token in the file at `path` allows. White space around it doesn't count.
    /// - Throws: 66 where it can't be read, 78 where there is no token in it that is worth the name.
    static func access(_ path: String) throws(CommandFailure) -> WriteAccess {
        let bytes: [UInt8]?
        do throws(DiskError) {
            bytes = try SystemDisk().contents(of: path)
        } catch {
            throw CommandFailure(.noInput, error.description)
        }
        guard let bytes else { throw CommandFailure(.noInput, "\(path): no such file") }
        let words = bytes.split { $0 <= 0x20 }
        guard words.count == 1, let token = words.first, token.count >= shortest,
            token.allSatisfy({ 0x21...0x7E ~= $0 })
        else {
            throw CommandFailure(
                .badConfiguration, "\(path): expected one token of at least \(shortest) characters without spaces")
        }
        return .token(String(decoding: token, as: UTF8.self))
    }
}
