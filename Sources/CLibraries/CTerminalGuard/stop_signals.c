#include "stop_signals.h"
#include "signal_pipe.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

static const int requests[] = {SIGINT, SIGTERM, SIGHUP};
enum { request_count = sizeof requests / sizeof *requests };

static struct sigaction before[request_count];
// Created once and never closed, because a handler can still run in another thread after `stop_signals_unwatch`.
static int pipe_ends[2] = {-1, -1};

// The number of nested watchers; only the first and the last one change the handlers. The handler reads only the pipe's
// descriptor, which is set before the handler is installed.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int watchers;

static void on_request(int number) {
    int saved = errno;
    signal_pipe_write(pipe_ends[1], number);
    errno = saved;
}

static void install(void) {
    struct sigaction action = {.sa_handler = on_request, .sa_flags = SA_RESTART};
    sigset_t ours;
    sigemptyset(&action.sa_mask);
    sigemptyset(&ours);
    for (int i = 0; i < request_count; i++) {
        sigaction(requests[i], NULL, &before[i]);
        // `nohup` ignores SIGHUP so that the program outlives its terminal. Shells ignore SIGINT in background jobs
        // too, but only because of Ctrl-C: an explicit SIGINT is a request to stop.
        if (requests[i] != SIGHUP || before[i].sa_handler != SIG_IGN) sigaction(requests[i], &action, NULL);
        sigaddset(&ours, requests[i]);
    }
    // The parent process may have blocked these signals.
    pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
}

int stop_signals_watch(void) {
    pthread_mutex_lock(&lock);
    bool is_open = watchers > 0 || signal_pipe_open(pipe_ends);
    if (is_open && watchers++ == 0) install();
    pthread_mutex_unlock(&lock);
    return is_open ? pipe_ends[0] : -1;
}

void stop_signals_unwatch(void) {
    pthread_mutex_lock(&lock);
    if (watchers > 0 && --watchers == 0) {
        for (int i = 0; i < request_count; i++) sigaction(requests[i], &before[i], NULL);
    }
    pthread_mutex_unlock(&lock);
}
