#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The hosts that are contacted without the environment's proxy.
enum DirectHosts {
    /// The names of this machine, which a proxy on another host would resolve to itself; `no_proxy` rarely lists them.
    private static let thisMachine = "localhost,127.0.0.1,::1"

    /// Returns the hosts of `no_proxy`, where a star means every host, and the names of this machine.
    static func listed(_ variable: (String) -> String? = ofEnvironment) -> String {
        for name in ["no_proxy", "NO_PROXY"] {
            guard let hosts = variable(name), !hosts.isEmpty else { continue }
            return hosts == "*" ? hosts : "\(hosts),\(thisMachine)"
        }
        return thisMachine
    }

    private static func ofEnvironment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
