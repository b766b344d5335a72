/// Termination requests for programs that must finish something first.
///
/// The handler is written in C, because it must not allocate, lock or run lazy initialisers.

#ifndef GIFTTY_STOP_SIGNALS_H
#define GIFTTY_STOP_SIGNALS_H

/// Converts SIGINT, SIGTERM and SIGHUP to bytes with the signal's number, on a pipe that stays open for the life of the
/// process.
///
/// SIGHUP stays ignored if it was, as with `nohup`. Calls can be nested; each one needs a ``stop_signals_unwatch``.
///
/// @return The pipe's read end, which is non-blocking and must not be closed, or -1 with `errno` set.
int stop_signals_watch(void);

/// Restores the previous handlers.
void stop_signals_unwatch(void);

/// Converts only SIGHUP, as ``stop_signals_watch`` does and on the same pipe, so that the program outlives its terminal
/// while something else takes the other signals. It needs a ``hang_up_unwatch``.
///
/// @return The pipe's read end, or -1 with `errno` set.
int hang_up_watch(void);

/// Restores the previous handler.
void hang_up_unwatch(void);

#endif
