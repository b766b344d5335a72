/// The headers of the C library under one name on every system, and the calls that Swift cannot import: macros,
/// functions with a variable number of arguments, and what differs between systems.

#ifndef GIFTTY_PLATFORM_H
#define GIFTTY_PLATFORM_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/// Returns the number of the last error on this thread.
int giftty_errno(void);

/// Forgets the last error on this thread.
void giftty_clear_errno(void);

/// Opens a file that programs started later do not inherit.
int giftty_open(const char *path, int flags, mode_t permissions);

/// Makes a descriptor non-blocking and closes it in programs started later.
void giftty_make_nonblocking(int descriptor);

/// Returns a new stream socket of the Unix domain, or -1.
int giftty_unix_socket(void);

/// Returns a stream socket that listens at a numeric address and a port, or is connected to it; -1 after an error.
int giftty_internet_socket(const char *address, unsigned short port, bool listens);

/// Returns the port at which a socket listens, or 0.
unsigned short giftty_socket_port(int descriptor);

/// Returns the time when a file was last changed.
struct timespec giftty_modification_time(const struct stat *status);

/// Returns whether a descriptor is a terminal that reports its size.
bool giftty_terminal_size(int descriptor, struct winsize *size);

/// Reads or sets the limit of open files of the process.
int giftty_get_file_limit(struct rlimit *limit);
int giftty_set_file_limit(const struct rlimit *limit);

/// Returns the most memory that the process has used so far, in kilobytes.
long giftty_peak_memory(void);

/// Returns the environment of the process, which ends with a null pointer.
char *const *giftty_variables(void);

/// A thread of the system.
typedef struct giftty_thread {
    pthread_t id;
} giftty_thread;

/// Starts a thread with a name and a stack of a size in bytes.
///
/// @return 0, or the number of the error.
int giftty_start_thread(
    giftty_thread *thread, const char *name, size_t stack_size, void (*body)(void *), void *argument);

/// Waits until a thread has ended.
void giftty_join_thread(giftty_thread thread);

/// Lets a thread go that nobody waits for.
void giftty_detach_thread(giftty_thread thread);

#endif
