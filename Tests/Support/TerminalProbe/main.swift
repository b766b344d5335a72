// A program that only shows a screen, which tests control in a terminal.
//
//     TerminalProbe LOG [COLORS [TITLE]]
//
// It shows a pattern, writes each event to LOG, one per line, and obeys single keys: `n` shows the next pattern, `a`
// toggles text, `u` toggles an unassigned character, `f` measures CPU time, `t` traps, `o` overflows the stack, `b`
// aborts, `e` exits without closing the screen, `z` hangs for a minute, `q` quits.

import Foundation
import Terminal
import TerminalCells

guard CommandLine.arguments.count > 1, let log = fopen(CommandLine.arguments[1], "a") else {
    print("usage: TerminalProbe LOG [COLORS [TITLE]]")
    exit(64)
}
do {
    let colors = CommandLine.arguments.count > 2 ? ColorDepth(rawValue: CommandLine.arguments[2]) : nil
    let title = CommandLine.arguments.count > 3 ? CommandLine.arguments[3] : nil
    let screen = try Screen(environment: ProcessInfo.processInfo.environment, colors: colors, title: title)
    fputs("depth \(screen.depth.rawValue) \(screen.repertoire) \(screen.columns)x\(screen.rows)\n", log)
    fflush(log)
    var probe = Probe(screen: screen, log: log)
    exit(probe.run())
} catch {
    print(error)
    exit(69)
}
