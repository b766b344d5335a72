import ArgumentParser
import PolicyEvaluation

/// The option `--group`, which says which sessions depend on each other.
struct GroupOptions: ParsableArguments {
    @Option(
        name: .customLong("group"), parsing: .singleValue,
        help: ArgumentHelp(
            "Sessions of one folder (folder, or folder:2 for the one around it) or with the same value in their key (key:1) "
                + "depend on each other, such as those of a room; may be repeated.", valueName: "group"))
    var texts: [String] = []

    /// Returns the groupings.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if one is not valid.
    func read() throws(CommandFailure) -> [SessionGrouping] {
        var groupings: [SessionGrouping] = []
        for text in texts {
            do {
                let grouping = try SessionGrouping(text)
                guard !groupings.contains(grouping) else {
                    throw CommandFailure(.usage, "--group \(text): expected another group, it is there twice")
                }
                groupings.append(grouping)
            } catch let error as SessionGrouping.SyntaxError {
                throw CommandFailure(.usage, "--group \(text): \(error)")
            } catch let error as CommandFailure {
                throw error
            } catch {
                throw CommandFailure(.software, "\(error)")
            }
        }
        return groupings
    }
}

extension SessionSet {
    /// Returns the numbers of the groups of each session; none without groupings.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if a session is in no such group.
    func groups(_ groupings: [SessionGrouping]) throws(CommandFailure) -> [[UInt64]] {
        guard !groupings.isEmpty else { return [] }
        var groups: [[UInt64]] = []
        for name in names {
            do {
                groups.append(try groupings.groups(of: name, isFile: isOfFiles))
            } catch {
                throw CommandFailure(.usage, "--group: \(error)")
            }
        }
        return groups
    }
}
