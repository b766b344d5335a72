/// An error that external input needs more of a resource than its budget has.
public struct BudgetExceeded: Error, Equatable, Sendable, CustomStringConvertible {
    /// The exhausted resource.
    public let resource: Budget.Resource
    /// The resource's limit: a count, or milliseconds for time.
    public let limit: Int
    /// The place in the file, such as `layers[2]`; empty for the whole file.
    public internal(set) var location: String

    /// Creates an error for a need of more than `limit` at `location`.
    public init(resource: Budget.Resource, limit: Int, location: String = "") {
        self.resource = resource
        self.limit = limit
        self.location = location
    }

    /// The place and the problem in one line.
    public var description: String { location.isEmpty ? problem : "\(location): \(problem)" }

    /// The problem without the place, in one line.
    public var problem: String {
        switch resource {
        case .steps: "expected at most \(limit) steps of work, found more"
        case .points: "expected at most \(limit) points of paths, found more"
        case .pixels: "expected at most \(limit) pixels in memory, found more"
        case .bytes: "expected at most \(limit) bytes, found more"
        case .items: "expected at most \(limit) items, found more"
        case .depth: "expected at most \(limit) levels in each other, found more"
        case .time: "expected to be done within \(limit) ms, but it takes longer"
        case .consent: "stopped before it was done"
        }
    }
}
