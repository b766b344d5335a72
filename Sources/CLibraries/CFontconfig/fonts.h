#ifndef GIFTTY_CFONTCONFIG_H
#define GIFTTY_CFONTCONFIG_H

#include <fontconfig/fontconfig.h>

#include <stdlib.h>
#include <string.h>

/// Names a language to fontconfig if the one of the environment has other characters than the names of locales have:
/// fontconfig prints a name that it does not know as it is, control characters included.
static inline void giftty_refuse_invalid_language(void) {
    static const char *const variables[] = {"FC_LANG", "LC_ALL", "LC_CTYPE", "LANG"};
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.@:-";
    for (size_t index = 0; index < sizeof(variables) / sizeof(variables[0]); index++) {
        const char *value = getenv(variables[index]);
        if (value == NULL || *value == 0) continue;
        if (value[strspn(value, allowed)] != 0) setenv("FC_LANG", "en", 1);
        return;
    }
}

#endif
