#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CPlatform.h"

extern char **environ;

int giftty_errno(void) { return errno; }

void giftty_clear_errno(void) { errno = 0; }

int giftty_open(const char *path, int flags, mode_t permissions) { return open(path, flags | O_CLOEXEC, permissions); }

void giftty_make_nonblocking(int descriptor) {
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    fcntl(descriptor, F_SETFD, fcntl(descriptor, F_GETFD) | FD_CLOEXEC);
}

int giftty_unix_socket(void) { return socket(AF_UNIX, SOCK_STREAM, 0); }

struct timespec giftty_modification_time(const struct stat *status) {
#ifdef __APPLE__
    return status->st_mtimespec;
#else
    return status->st_mtim;
#endif
}

bool giftty_terminal_size(int descriptor, struct winsize *size) {
    return ioctl(descriptor, TIOCGWINSZ, size) == 0 && size->ws_col > 0 && size->ws_row > 0;
}

int giftty_get_file_limit(struct rlimit *limit) { return getrlimit(RLIMIT_NOFILE, limit); }

int giftty_set_file_limit(const struct rlimit *limit) { return setrlimit(RLIMIT_NOFILE, limit); }

long giftty_peak_memory(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
    return usage.ru_maxrss / 1024;
#else
    return usage.ru_maxrss;
#endif
}

char *const *giftty_variables(void) { return environ; }

struct start {
    void (*body)(void *);
    void *argument;
    char name[16];
};

static void *run(void *pointer) {
    struct start start = *(struct start *)pointer;
    free(pointer);
#ifdef __APPLE__
    pthread_setname_np(start.name);
#else
    pthread_setname_np(pthread_self(), start.name);
#endif
    start.body(start.argument);
    return NULL;
}

int giftty_start_thread(
    giftty_thread *thread, const char *name, size_t stack_size, void (*body)(void *), void *argument) {
    struct start *start = malloc(sizeof *start);
    if (!start) return ENOMEM;
    *start = (struct start){.body = body, .argument = argument};
    // Linux accepts no longer names.
    strncpy(start->name, name, sizeof start->name - 1);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_size);
    int status = pthread_create(&thread->id, &attributes, run, start);
    pthread_attr_destroy(&attributes);
    if (status != 0) free(start);
    return status;
}

void giftty_join_thread(giftty_thread thread) { pthread_join(thread.id, NULL); }

void giftty_detach_thread(giftty_thread thread) { pthread_detach(thread.id); }
