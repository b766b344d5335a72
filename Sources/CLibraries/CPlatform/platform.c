#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CPlatform.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

extern char **environ;

int giftty_errno(void) { return errno; }

void giftty_clear_errno(void) { errno = 0; }

int giftty_open(const char *path, int flags, mode_t permissions) { return open(path, flags | O_CLOEXEC, permissions); }

void giftty_make_nonblocking(int descriptor) {
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    fcntl(descriptor, F_SETFD, fcntl(descriptor, F_GETFD) | FD_CLOEXEC);
}

int giftty_unix_socket(void) { return socket(AF_UNIX, SOCK_STREAM, 0); }

int giftty_internet_socket(const char *address, unsigned short port, bool listens) {
    struct sockaddr_storage storage;
    memset(&storage, 0, sizeof storage);
    struct sockaddr_in *four = (struct sockaddr_in *)&storage;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&storage;
    socklen_t length;
    if (inet_pton(AF_INET, address, &four->sin_addr) == 1) {
        storage.ss_family = AF_INET;
        four->sin_port = htons(port);
        length = sizeof *four;
    } else if (inet_pton(AF_INET6, address, &six->sin6_addr) == 1) {
        storage.ss_family = AF_INET6;
        six->sin6_port = htons(port);
        length = sizeof *six;
    } else {
        errno = EINVAL;
        return -1;
    }
    int descriptor = socket(storage.ss_family, SOCK_STREAM, 0);
    if (descriptor < 0) return -1;
    fcntl(descriptor, F_SETFD, fcntl(descriptor, F_GETFD) | FD_CLOEXEC);
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    int status;
    if (listens) {
        // Without this, the port stays taken for a minute after a server with connections has ended.
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        status = bind(descriptor, (struct sockaddr *)&storage, length);
        if (status == 0) status = listen(descriptor, 16);
    } else {
        status = connect(descriptor, (struct sockaddr *)&storage, length);
    }
    if (status == 0) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

unsigned short giftty_socket_port(int descriptor) {
    struct sockaddr_storage storage;
    socklen_t length = sizeof storage;
    if (getsockname(descriptor, (struct sockaddr *)&storage, &length) != 0) return 0;
    switch (storage.ss_family) {
    case AF_INET: return ntohs(((struct sockaddr_in *)&storage)->sin_port);
    case AF_INET6: return ntohs(((struct sockaddr_in6 *)&storage)->sin6_port);
    default: return 0;
    }
}

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
