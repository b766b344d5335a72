#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The hosts that are asked without the proxy of the environment.
enum DirectHosts {
    /// A proxy elsewhere would take these names for itself, so the variables rarely mean them.
    private static let thisMachine = "localhost,127.0.0.1,::1"

    /// As `no_proxy` has them, which every host is by a star, and this machine.
    static func listed(_ variable: (String) -> String? = ofEnvironment) -> String {
        for name in ["no_proxy", "NO_PROXY"] {
            guard let hosts = variable(name), !hosts.isEmpty else { continue }
            return hosts == "*" ? hosts : "\(hosts),\(thisMachine)"
        }
        return thisMachine
    }

    private static func ofEnvironment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
