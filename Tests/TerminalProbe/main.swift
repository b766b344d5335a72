// A program with nothing in it but a screen, for tests to drive in a terminal.
//
//     TerminalProbe LOG [COLORS [TITLE]]
//
// It shows a pattern, writes what it hears to LOG, one event a line, and obeys single keys: `n` shows the next
// pattern, `a` a pattern with text, `u` a glyph nobody knows, `f` measures, `t` traps, `o` overflows the stack,
// `b` aborts, `e` exits without closing, `z` hangs for a while, `q` leaves.

import Foundation
import HalfBlocks
import Terminal

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
