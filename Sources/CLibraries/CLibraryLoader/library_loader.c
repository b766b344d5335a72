#include "library_loader.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int giftty_load_library(const struct giftty_library *library, void *addresses, char *reason, size_t reason_size) {
    void *loaded = NULL;
    for (size_t index = 0; library->names[index] && !loaded; index++) {
        loaded = dlopen(library->names[index], RTLD_NOW | RTLD_LOCAL);
        // Only the error of the first name is useful: the other names are for other systems.
        if (!loaded && index == 0) {
            const char *error = dlerror();
            snprintf(reason, reason_size, "%s", error ? error : "not found");
        }
    }
    if (!loaded) return 0;
    for (size_t index = 0; library->functions[index]; index++) {
        void *function = dlsym(loaded, library->functions[index]);
        if (!function) {
            snprintf(
                reason, reason_size, "it has no %s, which came with %s", library->functions[index], library->version);
            return 0;
        }
        // Copied as bytes, because C does not permit a conversion between object and function pointers.
        memcpy((char *)addresses + index * sizeof function, &function, sizeof function);
    }
    return 1;
}
