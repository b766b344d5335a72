/// Signal handlers that restore the terminal even if the rest of the program fails.
///
/// All state is in C, because signal handlers must not allocate, lock or run lazy initialisers.

#ifndef GIFTTY_TERMINAL_GUARD_H
#define GIFTTY_TERMINAL_GUARD_H

#include "stop_signals.h"

#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// Converts the signals SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP and SIGCONT to bytes with the signal's
/// number, on a pipe, and catches crashes. A signal that was ignored stays ignored.
///
/// The program counts as hanging if `terminal_guard_heard` is not called within 0.7 seconds after a termination
/// request, or at the third unconfirmed request. The guard then restores the terminal and ends the program by that
/// signal.
///
/// @return The pipe's read end, non-blocking, or -1 with `errno` set.
int terminal_guard_watch(void);

/// Restores all previous handlers; the pipe stays open.
void terminal_guard_unwatch(void);

/// Confirms that these bytes were read from the pipe.
void terminal_guard_heard(const uint8_t *numbers, size_t count);

/// Arms the guard: from now on, a crash or an exit writes `farewell` to `device` and restores these terminal modes.
///
/// The bytes are copied, at most `TERMINAL_GUARD_FAREWELL` of them.
void terminal_guard_arm(int device, const struct termios *modes, const uint8_t *farewell, size_t length);

/// Disarms the guard: the terminal is restored, and a crash leaves it alone.
void terminal_guard_disarm(void);

/// Stops the process as Ctrl-Z does, and returns when it continues.
void terminal_guard_stop(void);

#define TERMINAL_GUARD_FAREWELL 512

#endif
