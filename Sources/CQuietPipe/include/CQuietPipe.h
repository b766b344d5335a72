#ifndef GIFTTY_QUIET_PIPE_H
#define GIFTTY_QUIET_PIPE_H

#include <signal.h>

/// What writes to a connection that the other side has closed may raise SIGPIPE in TLS libraries, and that would end
/// the program. It is held back in this thread, and taken away if it came.
struct quiet {
    sigset_t before;
    int was_pending;
};

/// Holds the signal back from here on.
void giftty_begin_quiet(struct quiet *quiet);
/// Takes away what came since, and holds back no longer.
void giftty_end_quiet(const struct quiet *quiet);

#endif
