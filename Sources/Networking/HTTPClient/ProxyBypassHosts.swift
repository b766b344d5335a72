import SystemIO

/// The hosts that are contacted without the environment's proxy.
enum ProxyBypassHosts {
    /// The names of this machine, which a proxy on another host would resolve to itself; `no_proxy` rarely lists them.
    private static let localHosts = "localhost,127.0.0.1,::1"

    /// Returns the hosts of `no_proxy`, where a star means every host, and the names of this machine.
    static func noProxyList(_ variable: (String) -> String? = ProcessEnvironment.variable) -> String {
        for name in ["no_proxy", "NO_PROXY"] {
            guard let hosts = variable(name), !hosts.isEmpty else { continue }
            return hosts == "*" ? hosts : "\(hosts),\(localHosts)"
        }
        return localHosts
    }
}
