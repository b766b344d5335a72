import ArgumentParser

/// What shells offer after the command `help`: the names of the commands, and after one with subcommands their names.
struct HelpCompletion {
    /// The commands that can follow some words after `help`.
    private struct Topic {
        /// The words, with spaces between them.
        let words: String
        let commands: [(name: String, abstract: String)]
    }

    private let program: String
    private let topics: [Topic]

    /// Creates the completion for a program with this main command.
    init(of command: any ParsableCommand.Type) {
        program = command._commandName
        topics = Self.topics(of: command, after: [])
    }

    private static func topics(of command: any ParsableCommand.Type, after words: [String]) -> [Topic] {
        let commands = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        guard !commands.isEmpty else { return [] }
        let topic = Topic(
            words: words.joined(separator: " "),
            commands: commands.map { ($0._commandName, $0.configuration.abstract) })
        return [topic] + commands.flatMap { topics(of: $0, after: words + [$0._commandName]) }
    }

    /// Returns what to append to the parser's script: a function that replaces the one for `help`, or for fish further
    /// suggestions.
    func script(for shell: CompletionShell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        default: fish
        }
    }

    /// In the parser's function, `unparsed_words` are the words after `help`, up to the one that is completed.
    private var bash: String {
        let cases = topics.map { topic in
            """
                '\(topic.words)')
                    words='\(topic.commands.map(\.name).joined(separator: " "))'
                    ;;
            """
        }
        return """
            _\(program)_help() {
                local words=''
                case "${unparsed_words[*]:0:${#unparsed_words[@]}-1}" in
            \(cases.joined(separator: "\n"))
                esac
                COMPREPLY+=($(compgen -W "${words}" -- "${cur}"))
            }

            """
    }

    /// In the parser's function, `words` are `help` and the words after it.
    private var zsh: String {
        let cases = topics.map { topic in
            """
                '\(topic.words)')
                    offered=(
            \(topic.commands.map { "            '\($0.name):\($0.abstract.quotedForShell)'" }.joined(separator: "\n"))
                    )
                    ;;
            """
        }
        return """
            _\(program)_help() {
                local -a offered=()
                case "${(j: :)words[2,CURRENT-1]}" in
            \(cases.joined(separator: "\n"))
                esac
                _describe -V subcommand offered
            }

            """
    }

    private var fish: String {
        let isHelp = "__\(program)_should_offer_completions_for_positional \"\(program) help\" -ge 1"
        let follows = "__\(program)_help_follows"
        let offers = topics.flatMap { topic in
            topic.commands.map { command in
                "complete -c '\(program)' -n '\(isHelp); and \(follows) \(topic.words)' -fa '\(command.name)'"
                    + " -d '\(command.abstract.quotedForFish)'"
            }
        }
        return """
            function \(follows)
                set -l tokens (__\(program)_tokens -pc)
                set -l index (contains -i -- help $tokens)
                set -l words $tokens[(math $index + 1)..]
                test "$words" = "$argv"
            end
            \(offers.joined(separator: "\n"))

            """
    }
}

extension String {
    /// The text between single quotes of bash and zsh.
    fileprivate var quotedForShell: String { replacing("'", with: #"'\''"#) }

    /// The text between single quotes of fish.
    fileprivate var quotedForFish: String { replacing("\\", with: #"\\"#).replacing("'", with: #"\'"#) }
}
