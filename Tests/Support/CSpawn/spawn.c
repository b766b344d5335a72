#define _GNU_SOURCE
#include "CSpawn.h"

#include <signal.h>
#include <spawn.h>
#include <stddef.h>

static int set_up(posix_spawn_file_actions_t *actions, const char *folder, const struct spawn_stream streams[3]) {
    for (int number = 0; number < 3; number++) {
        const struct spawn_stream *stream = &streams[number];
        int status = stream->path
            ? posix_spawn_file_actions_addopen(actions, number, stream->path, stream->flags, 0600)
            : posix_spawn_file_actions_adddup2(actions, stream->descriptor, number);
        if (status) return status;
    }
    int status = folder ? posix_spawn_file_actions_addchdir_np(actions, folder) : 0;
#ifndef __APPLE__
    if (!status) status = posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
    return status;
}

int spawn_program(pid_t *process, char *const words[], char *const environment[], const char *folder,
                  const struct spawn_stream streams[3]) {
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigfillset(&signals);
    sigdelset(&signals, SIGKILL);
    sigdelset(&signals, SIGSTOP);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID;
#ifdef __APPLE__
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    posix_spawnattr_setflags(&attributes, flags);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    int status = set_up(&actions, folder, streams);
    if (!status) status = posix_spawnp(process, words[0], &actions, &attributes, words, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return status;
}
