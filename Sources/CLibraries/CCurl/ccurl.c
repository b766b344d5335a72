#define _GNU_SOURCE
#include "ccurl.h"
#include "CQuietPipe.h"
#include "library_loader.h"

#include <pthread.h>
#include <stdio.h>

/// The functions of libcurl in use.
#define FUNCTIONS(each) \
    each(curl_global_init) each(curl_easy_init) each(curl_easy_reset) each(curl_easy_cleanup) \
    each(curl_easy_strerror) each(curl_easy_setopt) each(curl_easy_getinfo) each(curl_easy_send) each(curl_easy_recv) \
    each(curl_multi_init) each(curl_multi_cleanup) each(curl_multi_setopt) each(curl_multi_add_handle) \
    each(curl_multi_remove_handle) each(curl_multi_perform) each(curl_multi_poll) each(curl_multi_info_read) \
    each(curl_slist_append) each(curl_slist_free_all) each(curl_url) each(curl_url_set) each(curl_url_get) \
    each(curl_url_cleanup) each(curl_free)

static struct {
    FUNCTIONS(GIFTTY_FUNCTION_MEMBER)
} curl;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;
static char reason[512];
static int is_loaded;

/// The second name is the same library built with GnuTLS, for systems with only that; the fourth is its path on macOS.
static const char *const names[] = {
    "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib", "/usr/lib/libcurl.4.dylib", NULL,
};

static const char *const functions[] = {FUNCTIONS(GIFTTY_FUNCTION_NAME) NULL};

static void load(void) {
    const struct giftty_library library = {.names = names, .functions = functions, .version = "7.66"};
    if (!giftty_load_library(&library, &curl, reason, sizeof reason)) return;
    CURLcode code = curl.curl_global_init_(CURL_GLOBAL_DEFAULT);
    if (code != CURLE_OK) {
        snprintf(reason, sizeof reason, "%s", curl.curl_easy_strerror_(code));
        return;
    }
    is_loaded = 1;
}

const char *giftty_curl_load(void) {
    pthread_once(&loaded, load);
    return is_loaded ? NULL : reason;
}

CURL *giftty_curl_easy_init(void) { return curl.curl_easy_init_(); }
void giftty_curl_easy_reset(CURL *easy) { curl.curl_easy_reset_(easy); }
const char *giftty_curl_easy_strerror(CURLcode code) { return curl.curl_easy_strerror_(code); }

void giftty_curl_easy_cleanup(CURL *easy) {
    struct quiet quiet;
    giftty_begin_quiet(&quiet);
    curl.curl_easy_cleanup_(easy);
    giftty_end_quiet(&quiet);
}

CURLcode giftty_curl_set_number(CURL *easy, CURLoption option, long value) {
    return curl.curl_easy_setopt_(easy, option, value);
}

CURLcode giftty_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl.curl_easy_setopt_(easy, option, value);
}

CURLcode giftty_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl.curl_easy_setopt_(easy, option, value);
}

CURLcode giftty_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl.curl_easy_setopt_(easy, option, value);
}

CURLcode giftty_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl.curl_easy_setopt_(easy, option, value);
}

CURLcode giftty_curl_set_receiver(CURL *easy, CURLoption option, giftty_curl_receiver receiver) {
    return curl.curl_easy_setopt_(easy, option, receiver);
}

/// The numbers are literal, because the headers at build time can be older or newer than the loaded library.
enum {
    protocols_as_bits = 181,
    redirect_protocols_as_bits = 182,
    protocols_as_text = 10318,
    redirect_protocols_as_text = 10319,
    quick_exit = 322,
};

CURLcode giftty_curl_keep_to_http(CURL *easy) {
    CURLcode code = curl.curl_easy_setopt_(easy, (CURLoption)protocols_as_text, "http,https");
    if (code == CURLE_OK) return curl.curl_easy_setopt_(easy, (CURLoption)redirect_protocols_as_text, "http,https");
    long bits = CURLPROTO_HTTP | CURLPROTO_HTTPS;
    code = curl.curl_easy_setopt_(easy, (CURLoption)protocols_as_bits, bits);
    if (code != CURLE_OK) return code;
    return curl.curl_easy_setopt_(easy, (CURLoption)redirect_protocols_as_bits, bits);
}

void giftty_curl_leave_lookups(CURL *easy) { curl.curl_easy_setopt_(easy, (CURLoption)quick_exit, 1L); }

CURLcode giftty_curl_get_number(CURL *easy, CURLINFO what, long *value) {
    return curl.curl_easy_getinfo_(easy, what, value);
}

CURLcode giftty_curl_get_size(CURL *easy, CURLINFO what, curl_off_t *value) {
    return curl.curl_easy_getinfo_(easy, what, value);
}

CURLcode giftty_curl_get_text(CURL *easy, CURLINFO what, const char **value) {
    return curl.curl_easy_getinfo_(easy, what, value);
}

CURLcode giftty_curl_get_socket(CURL *easy, curl_socket_t *value) {
    return curl.curl_easy_getinfo_(easy, CURLINFO_ACTIVESOCKET, value);
}

CURLcode giftty_curl_easy_send(CURL *easy, const void *bytes, size_t count, size_t *sent) {
    struct quiet quiet;
    giftty_begin_quiet(&quiet);
    CURLcode code = curl.curl_easy_send_(easy, bytes, count, sent);
    giftty_end_quiet(&quiet);
    return code;
}

CURLcode giftty_curl_easy_recv(CURL *easy, void *bytes, size_t count, size_t *received) {
    struct quiet quiet;
    giftty_begin_quiet(&quiet);
    CURLcode code = curl.curl_easy_recv_(easy, bytes, count, received);
    giftty_end_quiet(&quiet);
    return code;
}

CURLM *giftty_curl_multi_init(void) { return curl.curl_multi_init_(); }

void giftty_curl_multi_cleanup(CURLM *multi) {
    struct quiet quiet;
    giftty_begin_quiet(&quiet);
    curl.curl_multi_cleanup_(multi);
    giftty_end_quiet(&quiet);
}

CURLMcode giftty_curl_multi_keep(CURLM *multi, long connections) {
    return curl.curl_multi_setopt_(multi, CURLMOPT_MAXCONNECTS, connections);
}

CURLMcode giftty_curl_multi_add(CURLM *multi, CURL *easy) { return curl.curl_multi_add_handle_(multi, easy); }

void giftty_curl_multi_remove(CURLM *multi, CURL *easy) {
    struct quiet quiet;
    giftty_begin_quiet(&quiet);
    curl.curl_multi_remove_handle_(multi, easy);
    giftty_end_quiet(&quiet);
}

CURLMcode giftty_curl_multi_perform(CURLM *multi) {
    struct quiet quiet;
    int running;
    giftty_begin_quiet(&quiet);
    CURLMcode code = curl.curl_multi_perform_(multi, &running);
    giftty_end_quiet(&quiet);
    return code;
}

CURLMcode giftty_curl_multi_poll(CURLM *multi, int milliseconds) {
    int ready;
    return curl.curl_multi_poll_(multi, NULL, 0, milliseconds, &ready);
}

int giftty_curl_multi_ended(CURLM *multi, CURLcode *code) {
    int left;
    CURLMsg *message;
    while ((message = curl.curl_multi_info_read_(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *code = message->data.result;
        return 1;
    }
    return 0;
}

struct curl_slist *giftty_curl_list_append(struct curl_slist *list, const char *line) {
    return curl.curl_slist_append_(list, line);
}

void giftty_curl_list_free(struct curl_slist *list) { curl.curl_slist_free_all_(list); }

char *giftty_curl_url_part(const char *url, CURLUPart part) {
    CURLU *parsed = curl.curl_url_();
    char *text = NULL;
    if (!parsed) return NULL;
    if (curl.curl_url_set_(parsed, CURLUPART_URL, url, CURLU_NON_SUPPORT_SCHEME) != CURLUE_OK
        || curl.curl_url_get_(parsed, part, &text, CURLU_DEFAULT_PORT) != CURLUE_OK)
        text = NULL;
    curl.curl_url_cleanup_(parsed);
    return text;
}

void giftty_curl_free(char *text) { curl.curl_free_(text); }
