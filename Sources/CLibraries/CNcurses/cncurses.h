/// ncurses with wide characters and extended color pairs, and functions for its macros, global variables and variadic
/// functions, which Swift cannot import.

#ifndef GIFTTY_CNCURSES_H
#define GIFTTY_CNCURSES_H

#define NCURSES_WIDECHAR 1
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#include <curses.h>
#include <term.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>
#include <wchar.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

/// Sets a cell: a base character, two marks (0 for none), attributes and a color pair of any number.
static inline void giftty_set_cell(
    cchar_t *cell, uint32_t base, uint32_t mark, uint32_t second_mark, uint32_t attributes, int pair) {
    wchar_t text[4] = {(wchar_t)base, (wchar_t)mark, (wchar_t)second_mark, 0};
    setcchar(cell, text, (attr_t)attributes, 0, &pair);
}

// <wchar.h> hides this function unless the X/Open macros are defined before any other header, which Swift's modules do
// not do.
extern int wcwidth(wchar_t character);
/// Returns the width of a character in columns, as the C library and so ncurses define it; -1 if it is not printable.
static inline int giftty_columns(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

extern char **environ;
static inline char *const *giftty_environment(void) { return environ; }
static inline TERMINAL *giftty_current_terminal(void) { return cur_term; }
static inline WINDOW *giftty_standard_window(void) { return stdscr; }
static inline WINDOW *giftty_current_window(void) { return curscr; }

static inline uint32_t giftty_bold(void) { return (uint32_t)WA_BOLD; }
static inline uint32_t giftty_dim(void) { return (uint32_t)WA_DIM; }
static inline uint32_t giftty_italic(void) { return (uint32_t)WA_ITALIC; }
static inline uint32_t giftty_underline(void) { return (uint32_t)WA_UNDERLINE; }
static inline uint32_t giftty_reverse(void) { return (uint32_t)WA_REVERSE; }

/// Returns a string capability of the current terminal; NULL if it is absent, cancelled or not a string capability.
static inline const char *giftty_string_capability(const char *name) {
    const char *text = tigetstr((char *)name);
    return text == (const char *)-1 ? NULL : text;
}

/// Returns a file in memory to which ncurses writes as to a terminal; -1 with `errno` set on failure.
static inline int giftty_memory_file(void) {
#if defined(__linux__)
    return (int)syscall(SYS_memfd_create, "giftty-screen", 1u /* close on exec */);
#else
    FILE *file = tmpfile();
    int descriptor = file ? dup(fileno(file)) : -1;
    if (file) fclose(file);
    return descriptor;
#endif
}

#endif
