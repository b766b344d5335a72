import ArgumentParser
import PolicyExploration

/// The options with which `giftty explore` writes scripts that cover a policy.
struct ScriptOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Instead of searching, write scripts that cover the policy into this folder.", valueName: "folder"),
        completion: .directory)
    var emit: String?

    @Option(
        help: ArgumentHelp(
            "What the scripts cover, with commas between them some of "
                + "\(Coverage.allCases.map(\.rawValue).joined(separator: ", ")) (default: all).",
            valueName: "goal,…"))
    var cover: String?
}
