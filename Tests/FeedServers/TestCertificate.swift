/// A certificate that signs itself, for this machine and other names, and its key.
package struct TestCertificate: Sendable {
    /// Their files.
    package let certificate: String
    package let key: String

    /// Makes them.
    package init(in folder: TestFolder, names: [String] = []) throws {
        certificate = "\(folder.path)/certificate.pem"
        key = "\(folder.path)/key.pem"
        let all = (["DNS:localhost", "IP:127.0.0.1"] + names.map { "DNS:\($0)" }).joined(separator: ",")
        try ServerProcess.run(
            ServerProcess.installed("openssl"),
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=test", "-addext", "subjectAltName=\(all)", "-keyout", key, "-out", certificate,
            ])
    }
}
