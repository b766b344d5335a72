#include "CQuietPipe.h"

#include <stddef.h>

void giftty_begin_quiet(struct quiet *quiet) {
    sigset_t pipe, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    quiet->was_pending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &quiet->before);
}

void giftty_end_quiet(const struct quiet *quiet) {
    sigset_t pipe, pending;
    sigpending(&pending);
    if (sigismember(&pending, SIGPIPE) && !quiet->was_pending) {
        int signal;
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        sigwait(&pipe, &signal);
    }
    pthread_sigmask(SIG_SETMASK, &quiet->before, NULL);
}
