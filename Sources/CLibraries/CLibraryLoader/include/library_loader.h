/// The loading of a library of the system and the copying of its functions, for libraries that most runs never use.

#ifndef GIFTTY_LIBRARY_LOADER_H
#define GIFTTY_LIBRARY_LOADER_H

#include <stddef.h>

/// A library and the functions to copy.
struct giftty_library {
    /// The names of the library's file, tried in order, and NULL at the end; names after the first are for other systems.
    const char *const *names;
    /// The names of the functions, and NULL at the end.
    const char *const *functions;
    /// The version that has all of the functions.
    const char *version;
};

/// Loads a library and copies the addresses of its functions into `addresses`, which has room for each of them.
///
/// @return 1 on success; 0 otherwise, with the reason as text in `reason`.
int giftty_load_library(const struct giftty_library *library, void *addresses, char *reason, size_t reason_size);

/// Macros for a list of functions `FUNCTIONS(each)`: a member of a structure of function pointers for each, and its name.
/// The parentheses keep a library's macros of the same names from expanding.
#define GIFTTY_FUNCTION_MEMBER(name) __typeof__(&(name)) name##_;
#define GIFTTY_FUNCTION_NAME(name) #name,

#endif
