import HTTPTypes
import StoreProtocol

/// The precondition of a change, from the request's fields: `If-Match` names the expected state, `If-None-Match: *`
/// demands that there is none.
struct ChangePrecondition: Sendable {
    private let match: EntityTagCondition?
    private let noneMatch: EntityTagCondition?

    init(_ headers: HTTPFields) {
        match = headers[.ifMatch].map(EntityTagCondition.init(header:))
        noneMatch = headers[.ifNoneMatch].map(EntityTagCondition.init(header:))
    }

    /// Returns whether the current state is the expected one.
    ///
    /// - Parameter tag: The tag of the current state; `nil` if there is none.
    func isSatisfied(by tag: EntityTag?) -> Bool { failure(at: tag) == nil }

    /// Performs a change of a gift kind that asks whether the current state, `nil` if there is none, is the expected
    /// one.
    ///
    /// - Throws: `RequestFailure` with what was expected if it is not, or another error of `change`.
    func checking<Result>(_ change: ((StoreGift?) -> Bool) throws -> Result) throws -> Result {
        var failure: RequestFailure?
        do {
            return try change { gift in
                failure = self.failure(at: gift)
                return failure == nil
            }
        } catch RepositoryError.changedMeanwhile {
            throw failure ?? RequestFailure.changedMeanwhile
        }
    }

    private func failure(at gift: StoreGift?) -> RequestFailure? {
        // Encoding the gift kind for its tag is of no use without a condition.
        if match == nil, noneMatch == nil { return nil }
        return failure(at: gift.map { EncodedDocument($0.json, mediaType: MediaType.json).tag })
    }

    /// Returns the failure to report for the current state; `nil` if it is the expected one.
    private func failure(at tag: EntityTag?) -> RequestFailure? {
        if let match {
            guard let tag else { return Self.absent }
            guard match.includes(content: tag) else { return .changedMeanwhile }
        }
        guard let noneMatch, let tag, noneMatch.includes(equivalentContent: tag) else { return nil }
        return noneMatch == .any ? Self.present : Self.unchanged
    }

    private static let absent = RequestFailure(
        .preconditionFailed, "it does not exist: If-Match expects that it does")
    private static let present = RequestFailure(
        .preconditionFailed, "it exists already: If-None-Match: * expects that it does not")
    private static let unchanged = RequestFailure(
        .preconditionFailed, "it is in the state that If-None-Match excludes")
}

extension EntityTagCondition {
    /// Returns whether the condition names the plain or the compressed form of the content, compared strongly.
    func includes(content tag: EntityTag) -> Bool {
        includes(identical: tag) || includes(identical: tag.compressed)
    }

    /// Returns whether the condition names the plain or the compressed form of the content, compared weakly (RFC 9110,
    /// section 13.1.2).
    func includes(equivalentContent tag: EntityTag) -> Bool {
        includes(equivalent: tag) || includes(equivalent: tag.compressed)
    }
}
