#include "terminal_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int polite[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT};
static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
enum { polite_count = sizeof polite / sizeof *polite, crash_count = sizeof crashes / sizeof *crashes };
enum { patience_ms = 500, requests_of_a_hang = 3 };

static struct sigaction polite_before[polite_count];
static struct sigaction crash_before[crash_count];
static bool is_watching;
static bool is_at_exit;
static int pipe_ends[2] = {-1, -1};
static atomic_int unheard;

static atomic_bool is_armed;
static int armed_device = -1;
static struct termios armed_modes;
static uint8_t armed_farewell[TERMINAL_GUARD_FAREWELL];
static size_t armed_length;

// A stack of its own, so that running out of the normal one can still be answered.
static _Alignas(16) uint8_t crash_stack[32768];

/// Writes the farewell and gives the modes back, once. Everything called here is async-signal-safe.
static void restore(void) {
    if (!atomic_exchange(&is_armed, false)) return;
    // A program in the background that touches the terminal's modes would be stopped instead.
    sigset_t quiet, before;
    sigemptyset(&quiet);
    sigaddset(&quiet, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &quiet, &before);
    size_t sent = 0;
    while (sent < armed_length) {
        ssize_t count = write(armed_device, armed_farewell + sent, armed_length - sent);
        if (count > 0) {
            sent += (size_t)count;
        } else if (count < 0 && errno == EINTR) {
            continue;
        } else if (count < 0 && errno == EAGAIN) {
            struct pollfd ready = {.fd = armed_device, .events = POLLOUT};
            if (poll(&ready, 1, patience_ms) <= 0) break;
        } else {
            break;
        }
    }
    tcflush(armed_device, TCIFLUSH);
    tcsetattr(armed_device, TCSANOW, &armed_modes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/// Ends the program by a signal as if it had never been caught.
static void die_of(int number) {
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigaction(number, &plain, NULL);
    raise(number);
}

static void on_polite(int number) {
    int saved = errno;
    bool asks_to_end = number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT;
    if (asks_to_end && atomic_fetch_add(&unheard, 1) + 1 >= requests_of_a_hang) {
        restore();
        die_of(number);
    } else {
        uint8_t byte = (uint8_t)number;
        // A full pipe already holds more than the program has read; one signal less changes nothing.
        ssize_t ignored = write(pipe_ends[1], &byte, 1);
        (void)ignored;
    }
    errno = saved;
}

static void on_crash(int number) {
    restore();
    // Whoever caught crashes before does so again; the signal waits until this handler returns.
    for (int i = 0; i < crash_count; i++) {
        if (crashes[i] == number) sigaction(number, &crash_before[i], NULL);
    }
    raise(number);
}

static void install_polite(int number, struct sigaction *before) {
    struct sigaction action = {.sa_handler = on_polite, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    struct sigaction old;
    sigaction(number, NULL, &old);
    if (before) *before = old;
    if (old.sa_handler != SIG_IGN) sigaction(number, &action, NULL);
}

int terminal_guard_watch(void) {
    if (is_watching) return pipe_ends[0];
    if (pipe(pipe_ends) != 0) return -1;
    for (int i = 0; i < 2; i++) {
        fcntl(pipe_ends[i], F_SETFL, O_NONBLOCK);
        fcntl(pipe_ends[i], F_SETFD, FD_CLOEXEC);
    }
    atomic_store(&unheard, 0);
    // A parent may leave signals blocked, as threads of some libraries do; then nothing could end this program.
    sigset_t ours;
    sigemptyset(&ours);
    for (int i = 0; i < polite_count; i++) {
        install_polite(polite[i], &polite_before[i]);
        sigaddset(&ours, polite[i]);
    }
    pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
    stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
    sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
    sigfillset(&action.sa_mask);
    for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &action, &crash_before[i]);
    if (!is_at_exit) is_at_exit = atexit(restore) == 0;
    is_watching = true;
    return pipe_ends[0];
}

void terminal_guard_unwatch(void) {
    if (!is_watching) return;
    is_watching = false;
    for (int i = 0; i < polite_count; i++) sigaction(polite[i], &polite_before[i], NULL);
    for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &crash_before[i], NULL);
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    for (int i = 0; i < 2; i++) {
        close(pipe_ends[i]);
        pipe_ends[i] = -1;
    }
}

void terminal_guard_heard(void) { atomic_store(&unheard, 0); }

void terminal_guard_arm(int device, const struct termios *modes, const uint8_t *farewell, size_t length) {
    atomic_store(&is_armed, false);
    armed_device = device;
    armed_modes = *modes;
    armed_length = length < TERMINAL_GUARD_FAREWELL ? length : TERMINAL_GUARD_FAREWELL;
    memcpy(armed_farewell, farewell, armed_length);
    atomic_store(&is_armed, true);
}

void terminal_guard_disarm(void) { atomic_store(&is_armed, false); }

void terminal_guard_stop(void) {
    struct sigaction plain = {.sa_handler = SIG_DFL}, ours;
    sigaction(SIGTSTP, &plain, &ours);
    sigset_t stop, before;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stop, &before);
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    sigaction(SIGTSTP, &ours, NULL);
}
