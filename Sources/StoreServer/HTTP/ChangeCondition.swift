import HTTPTypes
import StoreDocuments

/// The precondition of a change, from the request's fields: `If-Match` names the expected state, `If-None-Match: *`
/// demands that there is none.
struct ChangeCondition: Sendable {
    private let match: EntityTagCondition?
    private let noneMatch: EntityTagCondition?

    init(_ headers: HTTPFields) {
        match = headers[.ifMatch].map(EntityTagCondition.init(header:))
        noneMatch = headers[.ifNoneMatch].map(EntityTagCondition.init(header:))
    }

    /// Returns whether the current state is the expected one.
    ///
    /// - Parameter tag: The tag of the current state; `nil` if there is none.
    func allows(_ tag: EntityTag?) -> Bool {
        if let match, !(tag.map(match.includes(content:)) ?? false) { return false }
        if let noneMatch, let tag, noneMatch.includes(equivalentContent: tag) { return false }
        return true
    }

    /// Returns whether the current state of a gift kind, or its absence, is the expected one.
    func allows(_ gift: StoreGift?) -> Bool {
        if match == nil, noneMatch == nil { return true }
        return allows(gift.map { EncodedDocument($0.json, mediaType: MediaType.json).tag })
    }
}

extension EntityTagCondition {
    /// Returns whether the condition names the plain or the compressed form of the content, compared strongly.
    func includes(content tag: EntityTag) -> Bool {
        includes(identical: tag) || includes(identical: tag.packed)
    }

    /// Returns whether the condition names the plain or the compressed form of the content, compared weakly (RFC 9110,
    /// section 13.1.2).
    func includes(equivalentContent tag: EntityTag) -> Bool {
        includes(equivalent: tag) || includes(equivalent: tag.packed)
    }
}
