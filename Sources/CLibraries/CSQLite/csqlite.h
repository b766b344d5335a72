/// SQLite: databases in files.

#ifndef GIFTTY_CSQLITE_H
#define GIFTTY_CSQLITE_H

#include <sqlite3.h>

/// `SQLITE_TRANSIENT`, a macro that Swift cannot import: SQLite copies a bound value.
static inline sqlite3_destructor_type giftty_sqlite_transient(void) {
    return SQLITE_TRANSIENT;
}

#endif
