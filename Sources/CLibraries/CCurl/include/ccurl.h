/// libcurl, loaded on first use: its thirty dependencies would cost more at each start than everything else, and most
/// runs never open a connection.
///
/// Call `giftty_curl_load` first, and no other function if it fails. Functions of libcurl with variable arguments have
/// one function for each argument type here, because Swift cannot call the originals.

#ifndef GIFTTY_CCURL_H
#define GIFTTY_CCURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stddef.h>

/// Handles received bytes; returns the number of bytes handled, or less than `size * count` to end the transfer.
typedef size_t (*giftty_curl_receiver)(char *bytes, size_t size, size_t count, void *context);

/// Loads and initialises the library once; can be called by any thread and any number of times.
///
/// @return NULL on success, otherwise the reason.
const char *giftty_curl_load(void);

CURL *giftty_curl_easy_init(void);
void giftty_curl_easy_reset(CURL *easy);
void giftty_curl_easy_cleanup(CURL *easy);
const char *giftty_curl_easy_strerror(CURLcode code);

CURLcode giftty_curl_set_number(CURL *easy, CURLoption option, long value);
CURLcode giftty_curl_set_size(CURL *easy, CURLoption option, curl_off_t value);
CURLcode giftty_curl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode giftty_curl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode giftty_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode giftty_curl_set_receiver(CURL *easy, CURLoption option, giftty_curl_receiver receiver);

/// Restricts transfers and redirects to HTTP and HTTPS.
CURLcode giftty_curl_keep_to_http(CURL *easy);
/// Lets a cancelled transfer end without waiting for a thread that still resolves a name.
void giftty_curl_leave_lookups(CURL *easy);

CURLcode giftty_curl_get_number(CURL *easy, CURLINFO what, long *value);
CURLcode giftty_curl_get_size(CURL *easy, CURLINFO what, curl_off_t *value);
CURLcode giftty_curl_get_text(CURL *easy, CURLINFO what, const char **value);
CURLcode giftty_curl_get_socket(CURL *easy, curl_socket_t *value);

CURLcode giftty_curl_easy_send(CURL *easy, const void *bytes, size_t count, size_t *sent);
CURLcode giftty_curl_easy_recv(CURL *easy, void *bytes, size_t count, size_t *received);

CURLM *giftty_curl_multi_init(void);
void giftty_curl_multi_cleanup(CURLM *multi);
CURLMcode giftty_curl_multi_keep(CURLM *multi, long connections);
CURLMcode giftty_curl_multi_add(CURLM *multi, CURL *easy);
void giftty_curl_multi_remove(CURLM *multi, CURL *easy);
/// Processes all transfers without blocking.
CURLMcode giftty_curl_multi_perform(CURLM *multi);
/// Waits for activity, at most this long.
CURLMcode giftty_curl_multi_poll(CURLM *multi, int milliseconds);
/// Returns whether a transfer has ended; `code` is then its result.
int giftty_curl_multi_ended(CURLM *multi, CURLcode *code);

/// Appends a copy of `line`; returns NULL and leaves the list unchanged if memory is short.
struct curl_slist *giftty_curl_list_append(struct curl_slist *list, const char *line);
void giftty_curl_list_free(struct curl_slist *list);

/// Returns a part of a URL as a new string; NULL if the URL is invalid or lacks the part. A missing port is the
/// scheme's default.
char *giftty_curl_url_part(const char *url, CURLUPart part);
void giftty_curl_free(char *text);

#endif
