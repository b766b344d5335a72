#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The hosts that are asked without the proxy of the environment.
enum DirectHosts {
    /// A proxy elsewhere would take these names for itself, so the variables rarely mean them.
    private static let thisMachine = "localhost,127.0.0.1,::1"

    /// As `no_proxy` has them, and this machine.
    static var listed: String {
        for name in ["no_proxy", "NO_PROXY"] {
            guard let value = getenv(name) else { continue }
            let hosts = String(cString: value)
            if hosts == "*" { return hosts }
            if !hosts.isEmpty { return "\(hosts),\(thisMachine)" }
        }
        return thisMachine
    }
}
