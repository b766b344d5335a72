package import HTTPClient

/// The address of one file on a web server, and how it is read.
package enum WebAddress {
    /// Whether a text is meant as an http or https URL.
    package static func isAddress(_ text: String) -> Bool {
        // Most arguments are paths, which the first letter tells apart in less time than a comparison of texts.
        guard let first = text.utf8.first, first | 0x20 == UInt8(ascii: "h") else { return false }
        return ["http://", "https://"].contains { text.prefix($0.count).lowercased() == $0 }
    }

    /// Returns an address without the name and the password that it may have, for messages.
    package static func shown(_ url: String) -> String {
        guard let host = url.range(ofText: "://")?.upperBound else { return url }
        let authority = url[host...].prefix { !"/?#".contains($0) }
        guard let sign = authority.lastIndex(of: "@") else { return url }
        return String(url[..<host] + url[url.index(after: sign)...])
    }

    /// Reads the file at an address; redirects are followed within http and https.
    ///
    /// The calling thread waits for the server.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - limits: The limits of size and time.
    ///   - transfer: The HTTP client.
    ///   - isCancelled: Returns whether to give up; called at least five times a second.
    package static func bytes(
        at url: String, limits: AnimationLimits = AnimationLimits(), transfer: any HTTPTransferring,
        isCancelled: () -> Bool = { false }
    ) throws(AnimationLoadingError) -> [UInt8] {
        let location = shown(url)
        let request = HTTPRequest(
            url, headers: ["Accept": "application/json, application/zip;q=0.9, */*;q=0.5"], acceptsGzip: true,
            limits: HTTPLimits(totalTimeout: limits.time, maxBodyBytes: limits.fileBytes))
        let (head, body): (HTTPHead, [UInt8])
        do throws(HTTPTransferError) {
            (head, body) = try transfer.fetch(request, isCancelled: isCancelled)
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .bodyTooLong(let limit): throw .tooLarge(location: location, limit: limit)
            case .unsupportedURL: throw .unreadable(location: location, reason: "expected an http or https URL")
            default: throw .unavailable(location: location, reason: "\(error)")
            }
        }
        switch head.status {
        case 200: break
        case 404, 410: throw .notFound(location: location)
        default: throw .unavailable(location: location, reason: "answered \(head.status)")
        }
        if let type = head["content-type"]?.lowercased(), type.hasPrefix("text/html") {
            throw .unexpectedType(location: location, type: "text/html: is there a captive portal?")
        }
        return body
    }
}
