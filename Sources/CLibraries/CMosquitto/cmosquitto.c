#include "cmosquitto.h"
#include "CQuietPipe.h"
#include "library_loader.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<mosquitto.h>)
// With the header, the compiler checks the declarations and constants below.
#include <mosquitto.h>
_Static_assert(
    MOSQ_OPT_SEND_MAXIMUM == 5 && MOSQ_OPT_TCP_NODELAY == 11 && MOSQ_OPT_TLS_USE_OS_CERTS == 13
        && MOSQ_LOG_DEBUG == 16,
    "options have other numbers");
_Static_assert(
    MOSQ_ERR_NO_CONN == GIFTTY_MOSQUITTO_NO_CONNECTION && MOSQ_ERR_CONN_LOST == GIFTTY_MOSQUITTO_CONNECTION_LOST
        && MOSQ_ERR_TLS == GIFTTY_MOSQUITTO_TLS && MOSQ_ERR_ERRNO == GIFTTY_MOSQUITTO_SYSTEM
        && MOSQ_ERR_EAI == GIFTTY_MOSQUITTO_NO_HOST && MOSQ_ERR_KEEPALIVE == GIFTTY_MOSQUITTO_SILENT,
    "errors have other numbers");
#else
enum { MOSQ_LOG_DEBUG = 16 };
enum mosq_opt_t { MOSQ_OPT_SEND_MAXIMUM = 5, MOSQ_OPT_TCP_NODELAY = 11, MOSQ_OPT_TLS_USE_OS_CERTS = 13 };
struct mosquitto_message {
    int mid;
    char *topic;
    void *payload;
    int payloadlen;
    int qos;
    bool retain;
};
#endif

int mosquitto_lib_init(void);
struct mosquitto *mosquitto_new(const char *, bool, void *);
void mosquitto_destroy(struct mosquitto *);
void *mosquitto_userdata(struct mosquitto *);
int mosquitto_username_pw_set(struct mosquitto *, const char *, const char *);
int mosquitto_tls_set(
    struct mosquitto *, const char *, const char *, const char *, const char *, int (*)(char *, int, int, void *));
int mosquitto_int_option(struct mosquitto *, enum mosq_opt_t, int);
int mosquitto_connect_async(struct mosquitto *, const char *, int, int);
int mosquitto_disconnect(struct mosquitto *);
typedef struct mqtt5__property mosquitto_property;
int mosquitto_subscribe_multiple(
    struct mosquitto *, int *, int, char *const *const, int, int, const mosquitto_property *);
int mosquitto_publish(struct mosquitto *, int *, const char *, int, const void *, int, bool);
int mosquitto_socket(struct mosquitto *);
bool mosquitto_want_write(struct mosquitto *);
int mosquitto_loop_read(struct mosquitto *, int);
int mosquitto_loop_write(struct mosquitto *, int);
int mosquitto_loop_misc(struct mosquitto *);
const char *mosquitto_strerror(int);
const char *mosquitto_connack_string(int);
void mosquitto_connect_with_flags_callback_set(
    struct mosquitto *, void (*)(struct mosquitto *, void *, int, int));
void mosquitto_message_callback_set(
    struct mosquitto *, void (*)(struct mosquitto *, void *, const struct mosquitto_message *));
void mosquitto_publish_callback_set(struct mosquitto *, void (*)(struct mosquitto *, void *, int));
void mosquitto_subscribe_callback_set(
    struct mosquitto *, void (*)(struct mosquitto *, void *, int, int, const int *));
void mosquitto_log_callback_set(
    struct mosquitto *, void (*)(struct mosquitto *, void *, int, const char *));

/// The functions of libmosquitto in use.
#define FUNCTIONS(each) \
    each(mosquitto_lib_init) each(mosquitto_new) each(mosquitto_destroy) each(mosquitto_username_pw_set) \
    each(mosquitto_tls_set) each(mosquitto_int_option) each(mosquitto_connect_async) each(mosquitto_disconnect) \
    each(mosquitto_subscribe_multiple) each(mosquitto_publish) each(mosquitto_socket) each(mosquitto_want_write) \
    each(mosquitto_loop_read) each(mosquitto_loop_write) each(mosquitto_loop_misc) each(mosquitto_strerror) \
    each(mosquitto_connack_string) each(mosquitto_connect_with_flags_callback_set) \
    each(mosquitto_message_callback_set) each(mosquitto_publish_callback_set) \
    each(mosquitto_subscribe_callback_set) each(mosquitto_userdata) \
    each(mosquitto_log_callback_set)

static struct {
    FUNCTIONS(GIFTTY_FUNCTION_MEMBER)
} mosquitto;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;
static char reason[512];
static int is_loaded;

/// The second and third names are for macOS.
static const char *const names[] = {
    "libmosquitto.so.1", "libmosquitto.1.dylib", "/opt/homebrew/lib/libmosquitto.1.dylib", NULL,
};

static const char *const functions[] = {FUNCTIONS(GIFTTY_FUNCTION_NAME) NULL};

static void load(void) {
    const struct giftty_library library = {.names = names, .functions = functions, .version = "2.0"};
    if (!giftty_load_library(&library, &mosquitto, reason, sizeof reason)) return;
    int error = mosquitto.mosquitto_lib_init_();
    if (error) {
        snprintf(reason, sizeof reason, "%s", mosquitto.mosquitto_strerror_(error));
        return;
    }
    is_loaded = 1;
}

const char *giftty_mosquitto_load(void) {
    pthread_once(&loaded, load);
    return is_loaded ? NULL : reason;
}

/// A client's callbacks and their context, combined because the library stores a single pointer.
struct listener {
    const giftty_mosquitto_callbacks *callbacks;
    void *context;
    /// Whether the next message is marked as a duplicate: 1 or 0 as the broker says, -1 if unknown.
    int is_repeat;
};

static void take_connect(struct mosquitto *client, void *listener, int code, int flags) {
    (void)client;
    struct listener *to = listener;
    to->callbacks->connected(to->context, code, flags & 1);
}

static void take_message(struct mosquitto *client, void *listener, const struct mosquitto_message *message) {
    (void)client;
    struct listener *to = listener;
    giftty_mosquitto_message delivered = {
        .bytes = message->payload,
        .count = message->payloadlen > 0 ? message->payloadlen : 0,
        .topic = message->topic ? message->topic : "",
        .id = message->mid,
        .quality = message->qos,
        .is_repeat = to->is_repeat,
        .is_retained = message->retain,
    };
    to->is_repeat = -1;
    to->callbacks->message(to->context, &delivered);
}

/// Reads the DUP flag of the next message, which the library reports only in its log, just before the message callback.
static void take_log(struct mosquitto *client, void *listener, int level, const char *text) {
    (void)client;
    static const char before_mark[] = " received PUBLISH (d";
    struct listener *to = listener;
    if (level != MOSQ_LOG_DEBUG) return;
    const char *found = strstr(text, before_mark);
    if (!found) return;
    char mark = found[sizeof before_mark - 1];
    to->is_repeat = mark == '1' ? 1 : mark == '0' ? 0 : -1;
}

static void take_publish(struct mosquitto *client, void *listener, int id) {
    (void)client;
    struct listener *to = listener;
    to->callbacks->published(to->context, id);
}

static void take_subscribe(struct mosquitto *client, void *listener, int id, int count, const int *granted) {
    (void)client;
    (void)id;
    struct listener *to = listener;
    int highest = count > 0 ? 0 : 128;
    for (int index = 0; index < count; index++) {
        if (granted[index] > highest) highest = granted[index];
    }
    to->callbacks->subscribed(to->context, highest);
}

struct mosquitto *giftty_mosquitto_new(
    const char *id, bool clean_session, const giftty_mosquitto_callbacks *callbacks, void *context) {
    struct listener *listener = malloc(sizeof *listener);
    if (!listener) return NULL;
    *listener = (struct listener){callbacks, context, -1};
    struct mosquitto *client = mosquitto.mosquitto_new_(*id ? id : NULL, clean_session, listener);
    if (!client) {
        free(listener);
        return NULL;
    }
    // Acknowledgements are short, and the broker waits for each of them.
    mosquitto.mosquitto_int_option_(client, MOSQ_OPT_TCP_NODELAY, 1);
    mosquitto.mosquitto_connect_with_flags_callback_set_(client, take_connect);
    mosquitto.mosquitto_message_callback_set_(client, take_message);
    mosquitto.mosquitto_log_callback_set_(client, take_log);
    mosquitto.mosquitto_publish_callback_set_(client, take_publish);
    mosquitto.mosquitto_subscribe_callback_set_(client, take_subscribe);
    return client;
}

#define QUIETLY(type, call) \
    struct quiet quiet; \
    giftty_begin_quiet(&quiet); \
    type result = call; \
    giftty_end_quiet(&quiet); \
    return result

void giftty_mosquitto_destroy(struct mosquitto *client) {
    struct quiet quiet;
    void *listener = mosquitto.mosquitto_userdata_(client);
    giftty_begin_quiet(&quiet);
    mosquitto.mosquitto_destroy_(client);
    giftty_end_quiet(&quiet);
    free(listener);
}

int giftty_mosquitto_set_password(struct mosquitto *client, const char *user, const char *password) {
    return mosquitto.mosquitto_username_pw_set_(client, user, password);
}

int giftty_mosquitto_set_encryption(struct mosquitto *client, const char *certificate_file) {
    if (certificate_file) return mosquitto.mosquitto_tls_set_(client, certificate_file, NULL, NULL, NULL, NULL);
    return mosquitto.mosquitto_int_option_(client, MOSQ_OPT_TLS_USE_OS_CERTS, 1);
}

int giftty_mosquitto_set_in_flight(struct mosquitto *client, int count) {
    return mosquitto.mosquitto_int_option_(client, MOSQ_OPT_SEND_MAXIMUM, count);
}

int giftty_mosquitto_connect(struct mosquitto *client, const char *host, int port, int keepalive_seconds) {
    QUIETLY(int, mosquitto.mosquitto_connect_async_(client, host, port, keepalive_seconds));
}

int giftty_mosquitto_disconnect(struct mosquitto *client) { QUIETLY(int, mosquitto.mosquitto_disconnect_(client)); }

int giftty_mosquitto_subscribe(struct mosquitto *client, const char *topics, int count, int quality) {
    // The library does not change the topics, but its declaration permits it.
    char *list[GIFTTY_MOSQUITTO_MAX_TOPICS];
    if (count > GIFTTY_MOSQUITTO_MAX_TOPICS) count = GIFTTY_MOSQUITTO_MAX_TOPICS;
    for (int index = 0; index < count; index++) {
        list[index] = (char *)topics;
        topics += strlen(topics) + 1;
    }
    QUIETLY(int, mosquitto.mosquitto_subscribe_multiple_(client, NULL, count, list, quality, 0, NULL));
}

int giftty_mosquitto_publish(
    struct mosquitto *client, int *id, const char *topic, const void *bytes, int count, int quality, bool is_retained) {
    QUIETLY(int, mosquitto.mosquitto_publish_(client, id, topic, count, bytes, quality, is_retained));
}

int giftty_mosquitto_socket(struct mosquitto *client) { return mosquitto.mosquitto_socket_(client); }
bool giftty_mosquitto_wants_write(struct mosquitto *client) { return mosquitto.mosquitto_want_write_(client); }

static int work(struct mosquitto *client, bool reads, bool writes, bool keeps_alive) {
    int error = reads ? mosquitto.mosquitto_loop_read_(client, 1) : 0;
    if (!error && writes) error = mosquitto.mosquitto_loop_write_(client, 1);
    if (!error && keeps_alive) error = mosquitto.mosquitto_loop_misc_(client);
    return error;
}

int giftty_mosquitto_work(struct mosquitto *client, bool reads, bool writes, bool keeps_alive) {
    if (!reads && !writes && !keeps_alive) return 0;
    QUIETLY(int, work(client, reads, writes, keeps_alive));
}

const char *giftty_mosquitto_error_words(int error) { return mosquitto.mosquitto_strerror_(error); }
const char *giftty_mosquitto_answer_words(int code) { return mosquitto.mosquitto_connack_string_(code); }
