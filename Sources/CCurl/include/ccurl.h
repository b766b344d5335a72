/// libcurl, loaded when it is first needed: with the thirty libraries it brings along it would cost every start of the
/// program more than all the rest, and most runs never open a connection.
///
/// Nothing here may be called before `giftty_curl_load` has said that the library is there. What varies in its
/// arguments in libcurl has one function for each type here, since Swift can't call the originals.

#ifndef GIFTTY_CCURL_H
#define GIFTTY_CCURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stddef.h>

/// Takes bytes that came; returns how many of them were taken, fewer to end the transfer.
typedef size_t (*giftty_curl_receiver)(char *bytes, size_t size, size_t count, void *context);

/// Loads the library and prepares it, once; any thread may call, any number of times.
///
/// @return Null when it is there, the reason otherwise.
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

/// Speaks nothing but http and https from now on, in redirects too.
CURLcode giftty_curl_keep_to_http(CURL *easy);
/// Leaves a thread that still looks up a name behind when a transfer is given up, instead of waiting for it.
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
/// Does what can be done at once.
CURLMcode giftty_curl_multi_perform(CURLM *multi);
/// Waits until something can be done, at most this long.
CURLMcode giftty_curl_multi_poll(CURLM *multi, int milliseconds);
/// Whether a transfer has ended, and how.
int giftty_curl_multi_ended(CURLM *multi, CURLcode *code);

/// Adds a copy of `line`; null when memory is short, and then the list is as it was.
struct curl_slist *giftty_curl_list_append(struct curl_slist *list, const char *line);
void giftty_curl_list_free(struct curl_slist *list);

/// A part of a URL as text of its own, null when the URL can't be read or has no such part. A port that is not written
/// is that of the scheme.
char *giftty_curl_url_part(const char *url, CURLUPart part);
void giftty_curl_free(char *text);

#endif
