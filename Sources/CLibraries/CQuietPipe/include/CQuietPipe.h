#ifndef GIFTTY_QUIET_PIPE_H
#define GIFTTY_QUIET_PIPE_H

#include <signal.h>

/// The signal state around a write to a connection.
///
/// A write to a connection that the peer has closed can raise SIGPIPE in TLS libraries, which would end the program.
/// The signal is blocked in this thread, and discarded if it was raised.
struct quiet {
    sigset_t before;
    int was_pending;
};

/// Blocks SIGPIPE in this thread.
void giftty_begin_quiet(struct quiet *quiet);
/// Discards a SIGPIPE that was raised since, and restores the signal mask.
void giftty_end_quiet(const struct quiet *quiet);

#endif
