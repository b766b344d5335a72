#include "signal_pipe.h"

#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

bool signal_pipe_open(int ends[2]) {
    uint8_t old[64];
    if (ends[0] >= 0) {
        while (read(ends[0], old, sizeof old) > 0) continue;
        return true;
    }
    if (pipe(ends) != 0) return false;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

void signal_pipe_write(int end, int number) {
    uint8_t byte = (uint8_t)number;
    // A full pipe already has more signals than the program has read, so one lost signal changes nothing.
    ssize_t ignored = write(end, &byte, 1);
    (void)ignored;
}
