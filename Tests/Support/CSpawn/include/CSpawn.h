/// Starts programs with `posix_spawn`, using GNU and Apple extensions that Swift does not import.

#ifndef GIFTTY_SPAWN_H
#define GIFTTY_SPAWN_H

#include <sys/types.h>

/// The source of a standard stream of a program.
struct spawn_stream {
    /// The path of a file to open, or NULL to use `descriptor`.
    const char *path;
    /// The flags for `open`.
    int flags;
    /// An open file descriptor, used if `path` is NULL.
    int descriptor;
};

/// Starts a program in a new session, with no blocked or ignored signals and no open descriptors except 0, 1 and 2.
///
/// @param process Receives the process ID.
/// @param words The program, as a path or a name on `PATH`, and its arguments, terminated by NULL.
/// @param environment The environment variables, terminated by NULL.
/// @param folder The working directory, or NULL for the caller's.
/// @param streams The standard input, output and error.
/// @return 0, or an error number.
int spawn_program(pid_t *process, char *const words[], char *const environment[], const char *folder,
                  const struct spawn_stream streams[3]);

#endif
