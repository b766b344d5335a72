public import Playback

/// A named set of settings that decide how gifts play.
public struct Policy: Hashable, Sendable {
    /// The name of the policy in reports.
    public var name: String
    /// The settings that replace those of a session. If a setting occurs several times, the last one applies.
    public var settings: [Setting]

    /// Creates a policy.
    public init(_ name: String, _ settings: [Setting]) {
        self.name = name
        self.settings = settings
    }

    /// The two modes, with all other settings as in the scenario: the policies that are compared by default.
    public static let bothModes = [Policy("queue", [.mode(.queue)]), Policy("replace", [.mode(.replace)])]
}
