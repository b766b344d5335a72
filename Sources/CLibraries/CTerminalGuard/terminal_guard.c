#include "terminal_guard.h"
#include "signal_pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static const int polite[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT};
static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
enum { polite_count = sizeof polite / sizeof *polite, crash_count = sizeof crashes / sizeof *crashes };
enum { patience_ms = 500, requests_of_a_hang = 3 };
// The program must react to a termination request within a second, including the time to restore the terminal.
enum { answer_us = 700 * 1000 };

static struct sigaction polite_before[polite_count];
static struct sigaction crash_before[crash_count];
static struct sigaction alarm_before;
static bool is_watching;
static bool is_at_exit;
// Created once and never closed: a handler can still run in another thread after `terminal_guard_unwatch`, and would
// write into an unrelated file that has got the same descriptor.
static int pipe_ends[2] = {-1, -1};

// Further state that handlers share with the program. Locks are not possible, because the interrupted code may hold
// them.
_Static_assert(ATOMIC_INT_LOCK_FREE == 2 && ATOMIC_BOOL_LOCK_FREE == 2, "handlers need atomics without locks");
static atomic_int unheard;
static atomic_int last_request;

// The following state is written while `is_armed` is false, and read by the one who sets it to false.
static atomic_bool is_armed;
static int armed_device = -1;
static struct termios armed_modes;
static uint8_t armed_farewell[TERMINAL_GUARD_FAREWELL];
static size_t armed_length;

// A separate stack for the crash handlers, which still works after an overflow of the normal one.
static _Alignas(16) uint8_t crash_stack[32768];

/// Writes the farewell and restores the terminal modes, once. All functions called here are async-signal-safe.
static void restore(void) {
    if (!atomic_exchange(&is_armed, false)) return;
    // Without this, SIGTTOU would stop a background process that changes the terminal modes.
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

/// Ends the program by a signal with its default action.
static void die_of(int number) {
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigaction(number, &plain, NULL);
    raise(number);
}

static bool asks_to_end(int number) {
    return number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT;
}

/// Sets an alarm after so many microseconds; 0 cancels it. `setitimer` is a plain system call on both systems, so it is
/// safe in a handler.
static void set_alarm(int microseconds) {
    struct itimerval timer = {.it_value = {.tv_usec = microseconds}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void on_alarm(int number) {
    (void)number;
    if (atomic_load(&unheard) == 0) return;
    restore();
    die_of(atomic_load(&last_request));
}

static void on_polite(int number) {
    int saved = errno;
    // The system, the shell and a multiplexer each report that a terminal is gone. All of them are one request: only a user
    // who asks again shows that the program hangs.
    if (number == SIGHUP && atomic_load(&unheard) > 0) return;
    int requests = asks_to_end(number) ? atomic_fetch_add(&unheard, 1) + 1 : 0;
    if (requests >= requests_of_a_hang) {
        restore();
        die_of(number);
    } else {
        // The program may hang in the middle of a frame, so an alarm limits the wait.
        if (requests > 0) atomic_store(&last_request, number);
        if (requests == 1) set_alarm(answer_us);
        signal_pipe_write(pipe_ends[1], number);
    }
    errno = saved;
}

static void on_crash(int number) {
    restore();
    // The previous crash handlers run next: the raised signal stays blocked until this handler returns.
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
    if (!signal_pipe_open(pipe_ends)) return -1;
    atomic_store(&unheard, 0);
    // A parent process or a library's threads can leave signals blocked; then nothing could end this program.
    sigset_t ours;
    sigemptyset(&ours);
    for (int i = 0; i < polite_count; i++) {
        install_polite(polite[i], &polite_before[i]);
        sigaddset(&ours, polite[i]);
    }
    struct sigaction alarm = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
    sigfillset(&alarm.sa_mask);
    sigaction(SIGALRM, &alarm, &alarm_before);
    sigaddset(&ours, SIGALRM);
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
    // These handlers come first, because each of them can set the alarm.
    for (int i = 0; i < polite_count; i++) sigaction(polite[i], &polite_before[i], NULL);
    set_alarm(0);
    sigaction(SIGALRM, &alarm_before, NULL);
    atomic_store(&unheard, 0);
    for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &crash_before[i], NULL);
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
}

void terminal_guard_heard(const uint8_t *numbers, size_t count) {
    int requests = 0;
    for (size_t i = 0; i < count; i++) requests += asks_to_end(numbers[i]);
    if (requests == 0) return;
    atomic_fetch_sub(&unheard, requests);
    set_alarm(0);
    // A request that arrived after the pipe was read is still pending and gets its own time limit.
    if (atomic_load(&unheard) > 0) set_alarm(answer_us);
}

void terminal_guard_arm(int device, const struct termios *modes, const uint8_t *farewell, size_t length) {
    atomic_store(&is_armed, false);
    armed_device = device;
    armed_modes = *modes;
    armed_length = length < TERMINAL_GUARD_FAREWELL ? length : TERMINAL_GUARD_FAREWELL;
    // Without bytes, the address may be NULL, for which `memcpy` is undefined even with length 0.
    if (armed_length > 0) memcpy(armed_farewell, farewell, armed_length);
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
