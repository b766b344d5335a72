/// Signals and the last resort: what must work when nothing else in the program does.
///
/// All state lives in C because signal handlers may touch nothing that could allocate, lock or initialise itself.

#ifndef GIFTTY_TERMINAL_GUARD_H
#define GIFTTY_TERMINAL_GUARD_H

#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// Turns the signals of people and system (SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT) into bytes,
/// each the signal's number, on a pipe, and catches crashes. A signal that was ignored stays ignored.
///
/// When three requests to end come without `terminal_guard_heard` in between, the program is taken to hang: the third
/// restores the terminal and ends it.
///
/// @return The pipe's end to read, non-blocking, or -1 with `errno` set.
int terminal_guard_watch(void);

/// Gives all signals back to whoever had them, and closes the pipe.
void terminal_guard_unwatch(void);

/// Says that the requests on the pipe were read.
void terminal_guard_heard(void);

/// From now on a crash or an exit writes `farewell` to `device` and gives it back these modes.
///
/// The bytes are copied; at most `TERMINAL_GUARD_FAREWELL` of them are kept.
void terminal_guard_arm(int device, const struct termios *modes, const uint8_t *farewell, size_t length);

/// The terminal is clean again; a crash leaves it alone.
void terminal_guard_disarm(void);

/// Stops the program as Ctrl-Z would have, and returns when it goes on.
void terminal_guard_stop(void);

#define TERMINAL_GUARD_FAREWELL 512

#endif
