/// A source of what happens in a room: events in order of time, each given out when it is due.
///
/// A feed ends when its source does, or quietly when the task that reads it is cancelled. Feeds that can fail say so
/// by their `Failure`.
///
///     for try await event in feed {
///         if case .gift(let gift) = event.kind { … }
///     }
public protocol Feed: AsyncSequence, Sendable where Element == FeedEvent {}
