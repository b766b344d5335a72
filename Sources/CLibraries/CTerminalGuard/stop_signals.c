#include "stop_signals.h"
#include "signal_pipe.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

// SIGHUP comes first: every watcher takes it, and some take nothing else.
static const int requests[] = {SIGHUP, SIGINT, SIGTERM};
enum { request_count = sizeof requests / sizeof *requests, hang_up_count = 1 };

static struct sigaction before[request_count];
// Created once and never closed, because a handler can still run in another thread after `stop_signals_unwatch`.
static int pipe_ends[2] = {-1, -1};

// The numbers of nested watchers of each signal; only the first and the last one change its handler. The handler reads
// only the pipe's descriptor, which is set before the handler is installed.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int watchers[request_count];

static void on_request(int number) {
    int saved = errno;
    signal_pipe_write(pipe_ends[1], number);
    errno = saved;
}

static void install(int index) {
    struct sigaction action = {.sa_handler = on_request, .sa_flags = SA_RESTART};
    sigset_t ours;
    sigemptyset(&action.sa_mask);
    sigemptyset(&ours);
    sigaction(requests[index], NULL, &before[index]);
    // `nohup` ignores SIGHUP so that the program outlives its terminal. Shells ignore SIGINT in background jobs
    // too, but only because of Ctrl-C: an explicit SIGINT is a request to stop.
    if (requests[index] != SIGHUP || before[index].sa_handler != SIG_IGN) sigaction(requests[index], &action, NULL);
    sigaddset(&ours, requests[index]);
    // The parent process may have blocked the signal.
    pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
}

static int watch(int count) {
    pthread_mutex_lock(&lock);
    bool is_open = watchers[0] > 0 || signal_pipe_open(pipe_ends);
    for (int i = 0; is_open && i < count; i++) {
        if (watchers[i]++ == 0) install(i);
    }
    pthread_mutex_unlock(&lock);
    return is_open ? pipe_ends[0] : -1;
}

static void unwatch(int count) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < count; i++) {
        if (watchers[i] > 0 && --watchers[i] == 0) sigaction(requests[i], &before[i], NULL);
    }
    pthread_mutex_unlock(&lock);
}

int stop_signals_watch(void) { return watch(request_count); }

void stop_signals_unwatch(void) { unwatch(request_count); }

int hang_up_watch(void) { return watch(hang_up_count); }

void hang_up_unwatch(void) { unwatch(hang_up_count); }
