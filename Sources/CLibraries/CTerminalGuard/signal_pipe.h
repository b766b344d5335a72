/// Pipes that transport signals from their handlers to the program, which reads them outside of the handlers.

#ifndef GIFTTY_SIGNAL_PIPE_H
#define GIFTTY_SIGNAL_PIPE_H

#include <stdbool.h>

/// Creates a non-blocking pipe, or empties an existing one.
///
/// @return Whether there is a pipe; if not, `errno` is set.
bool signal_pipe_open(int ends[2]);

/// Writes a signal's number as one byte. Async-signal-safe; may change `errno`.
void signal_pipe_write(int end, int number);

#endif
