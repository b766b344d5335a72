import HTTPTypes

/// The header fields that all responses have, for browsers.
enum SecurityHeaders {
    /// Adds the fields that the response does not have.
    static func add(to fields: inout HTTPFields) {
        for (name, value) in values where fields[name] == nil { fields[name] = value }
    }

    private static let values: [(HTTPField.Name, String)] = [
        // Browsers must not guess a type other than the declared one.
        (.xContentTypeOptions, "nosniff"),
        // A document or a picture that is opened on its own may load and run nothing.
        (.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"),
        (.referrerPolicy, "no-referrer"),
        // For browsers that do not know `frame-ancestors`.
        (.xFrameOptions, "DENY"),
        (.crossOriginOpenerPolicy, "same-origin"),
        // Pages of other origins may show what the store publishes.
        (.crossOriginResourcePolicy, "cross-origin"),
    ]

    /// The Content Security Policy of the page: nothing from other origins, no inline scripts or styles, no markup from
    /// strings, and no framing, which would permit clickjacking.
    static let pagePolicy = [
        "default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")
}

extension HTTPField.Name {
    static let referrerPolicy = Self.fieldName("Referrer-Policy")
    static let xFrameOptions = Self.fieldName("X-Frame-Options")
    static let crossOriginOpenerPolicy = Self.fieldName("Cross-Origin-Opener-Policy")
    static let crossOriginResourcePolicy = Self.fieldName("Cross-Origin-Resource-Policy")
}
