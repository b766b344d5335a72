/// A source of room events, in order of time, that delivers each event when it is due.
///
/// A feed ends when its source ends. If the task that reads it is cancelled, it also ends, without an error. A feed
/// that can fail declares its error type as `Failure`.
///
///     for try await event in feed {
///         if case .gift(let gift) = event.kind { … }
///     }
public protocol Feed: AsyncSequence, Sendable where Element == FeedEvent {}
