package import TestSupport

/// A self-signed certificate for this machine and other names, with its key.
package struct TestCertificate: Sendable {
    /// The path of the certificate file.
    package let certificate: String
    package let key: String

    /// Creates the certificate and the key in a folder.
    package init(in folder: TemporaryFolder, names: [String] = []) throws {
        certificate = "\(folder.path)/certificate.pem"
        key = "\(folder.path)/key.pem"
        let all = (["DNS:localhost", "IP:127.0.0.1"] + names.map { "DNS:\($0)" }).joined(separator: ",")
        try Programs.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=test", "-addext", "subjectAltName=\(all)", "-keyout", key, "-out", certificate,
            ])
    }
}
