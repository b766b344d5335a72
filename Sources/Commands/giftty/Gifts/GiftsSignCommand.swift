import ArgumentParser
import CommandLineSupport
import GiftPackages
import StoreProtocol

/// The command `giftty gifts sign`, which signs a package so that players can tell whose it is.
struct GiftsSignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Signs a gift package with a publisher's key.",
        discussion: """
            The private key is a file in the format PEM, as "openssl genpkey -algorithm ed25519" makes it. The signature \
            is the file gift.sig in the new package. Prints the public key: players that have it in the setting \
            publisherKeys refuse packages that it has not signed.
            """)

    @Argument(help: "The id under which the gift is published; the signature holds for no other one.")
    var id: String

    @Argument(
        help: "The package: a .zip, .lottie or .json file, or a folder with data.json.",
        completion: .file(extensions: ["zip", "lottie", "json"]))
    var package: String

    @Option(
        help: ArgumentHelp("The publisher's private key.", valueName: "file.pem"),
        completion: .file(extensions: ["pem"]))
    var key: String

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Where the signed package goes.", valueName: "file.zip"),
        completion: .file())
    var output: String

    func run() throws {
        guard GiftID.isValid(id) else {
            throw CommandFailure(.usage, "gifts sign: expected an id of \(GiftID.expectedForm), found \"\(id)\"")
        }
        try OutputFile.check([output], differFrom: [key, package])
        guard let privateKey = PublisherPrivateKey(pem: try InputFile.bytes(at: key)) else {
            throw CommandFailure(.badData, "\(key): expected a private key of Ed25519 in PEM, without a password")
        }
        if let warning = SecretFile(of: .privateKey, at: key).permissionWarning {
            StandardError.write(line: "giftty: \(warning)")
        }
        let bytes =
            OpenedPackage.isFolder(at: package)
            ? try OpenedPackage.archive(ofFolder: package) : try InputFile.bytes(at: package)
        try OutputFile.check([output])
        try OutputFile.replace(output, with: try signed(bytes, with: privateKey))
        var standard = Output.standard()
        try standard.writeLine(privateKey.publicKey.description)
        try standard.flush()
    }

    private func signed(_ bytes: [UInt8], with key: PublisherPrivateKey) throws(CommandFailure) -> [UInt8] {
        do {
            var package = try GiftPackage(bytes)
            try package.checkForPublication()
            try package.sign(id: id, with: key)
            let archive = try package.zipArchive()
            // A store and players read the package that was written; its files must be the signed ones.
            try GiftPackage(archive).checkSignature(id: id, trusted: [key.publicKey])
            return archive
        } catch {
            throw CommandFailure(.badData, "\(package): \(error)")
        }
    }
}
