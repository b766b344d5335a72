public import ArgumentParser
import CommandLineSupport
public import StoreServer

/// The command `gift-store token`, which makes and revokes tokens.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Makes, lists and revokes the tokens of those who change the store.",
        discussion: """
            Name the file with --token-file; "token add" creates a missing one. It keeps only digests of the \
            tokens. A server that uses the file notices a change at once.
            """, subcommands: [Add.self, List.self, Revoke.self])

    /// The command `gift-store token add`.
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Adds a token to the file and prints it; it cannot be shown again.",
            usage: "gift-store token add <name> --token-file <file> --role <role> ... [--days <n>]",
            discussion: "Name the file with --token-file FILE, which is needed.")

        @Argument(help: ArgumentHelp("The name for the audit log.", valueName: "name"))
        var name: String

        /// The command of the server, which has the option for the file of the tokens.
        @ParentCommand var server: GiftStoreCommand

        @Option(
            name: .customLong("role"),
            help: ArgumentHelp(
                "What the owner may do: publish gifts, change settings, or read-only; may be repeated.",
                valueName: "role"))
        var roles: [TokenRole] = []

        @Option(
            help: ArgumentHelp("The days until the token expires. Without it: never.", valueName: "n"),
            transform: Number.parser(for: 0.0001...36_500))
        var days: Double?

        func run() throws {
            let tokenFile = try server.requiredTokenFile
            guard !roles.isEmpty else {
                throw CommandFailure(.usage, "--role: expected publish, settings or read-only, found none")
            }
            let secret = try TokenFile.change(tokenFile, createsFile: true) { list throws(CommandFailure) in
                do throws(TokenList.InvalidFileError) {
                    return try list.add(
                        name, roles: Set(roles), now: WallClock.now,
                        lifetime: days.map { Int64(($0 * 86_400).rounded()) },
                        randomBytes: (0..<32).map { _ in UInt8.random(in: .min ... .max) })
                } catch {
                    throw CommandFailure(.usage, error.description)
                }
            }
            print(secret)
        }
    }

    /// The command `gift-store token list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the tokens of the file.", usage: "gift-store token list --token-file <file>",
            discussion: "Name the file with --token-file FILE, which is needed.")

        /// The command of the server, which has the option for the file of the tokens.
        @ParentCommand var server: GiftStoreCommand

        func run() throws {
            let tokenFile = try server.requiredTokenFile
            let now = WallClock.now
            for token in try TokenFile.tokens(tokenFile).tokens {
                let roles = TokenRole.allCases.filter(token.roles.contains).map(\.rawValue).joined(separator: ",")
                let end = token.expires.map { token.hasExpired(at: now) ? "expired \($0)" : "expires \($0)" }
                print(
                    [token.name, roles, token.created.map { "created \($0)" }, end].compactMap(\.self)
                        .joined(separator: "  "))
            }
        }
    }

    /// The command `gift-store token revoke`.
    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes a token from the file.", usage: "gift-store token revoke <name> --token-file <file>",
            discussion: "Name the file with --token-file FILE, which is needed.")

        @Argument(help: ArgumentHelp("The name of the token.", valueName: "name"))
        var name: String

        /// The command of the server, which has the option for the file of the tokens.
        @ParentCommand var server: GiftStoreCommand

        func run() throws {
            let tokenFile = try server.requiredTokenFile
            try TokenFile.change(tokenFile) { list throws(CommandFailure) in
                guard list.revoke(name) else {
                    throw CommandFailure(.badData, "\(tokenFile): there is no token \"\(name)\"")
                }
            }
        }
    }
}

extension GiftStoreCommand {
    /// The file of the tokens, which the commands for tokens need.
    fileprivate var requiredTokenFile: String {
        get throws(CommandFailure) {
            guard let tokenFile else { throw CommandFailure(.usage, "--token-file: expected a file, found none") }
            return tokenFile
        }
    }
}

extension TokenRole: ExpressibleByArgument {}
