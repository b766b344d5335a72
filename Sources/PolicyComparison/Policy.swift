public import Playback

/// A way of playing gifts that has a name: the settings that set it apart.
public struct Policy: Hashable, Sendable {
    /// What people call it.
    public var name: String
    /// What it sets over the settings a session starts with; of several for one setting the last one counts.
    public var settings: [Setting]

    /// A policy.
    public init(_ name: String, _ settings: [Setting]) {
        self.name = name
        self.settings = settings
    }

    /// The two modes with everything else as the scenario has it: what is compared unless policies are named.
    public static let bothModes = [Policy("queue", [.mode(.queue)]), Policy("replace", [.mode(.replace)])]
}
