/// libmosquitto, loaded on first use: most runs never use MQTT, and without the library everything else works. The
/// build does not need its header either.
///
/// Call `giftty_mosquitto_load` first, and no other function if it fails.

#ifndef GIFTTY_CMOSQUITTO_H
#define GIFTTY_CMOSQUITTO_H

#include <stdbool.h>

struct mosquitto;

/// The library's error codes that giftty distinguishes.
enum {
    GIFTTY_MOSQUITTO_NO_CONNECTION = 4,
    GIFTTY_MOSQUITTO_CONNECTION_LOST = 7,
    GIFTTY_MOSQUITTO_TLS = 8,
    GIFTTY_MOSQUITTO_SYSTEM = 14,
    GIFTTY_MOSQUITTO_NO_HOST = 15,
    GIFTTY_MOSQUITTO_SILENT = 19,
};

/// Loads and initialises the library once; can be called by any thread and any number of times.
///
/// @return NULL on success, otherwise the reason.
const char *giftty_mosquitto_load(void);

/// A message from a broker.
typedef struct {
    const void *bytes;
    int count;
    const char *topic;
    /// The packet identifier, and the quality of service.
    int id, quality;
    /// The DUP flag, for a message that the broker may have sent before: 1 or 0, or -1 if unknown.
    int is_repeat;
    /// Whether the message is a retained one, sent because of the subscription.
    bool is_retained;
} giftty_mosquitto_message;

/// The callbacks of a client. They run during `giftty_mosquitto_work` and receive the client's context.
typedef struct {
    /// The broker's response to the connection: 0 or an error code, and whether the broker has kept the session.
    void (*connected)(void *context, int code, bool has_session);
    /// A message. Its bytes are valid during the call; the acknowledgement follows the call.
    void (*message)(void *context, const giftty_mosquitto_message *message);
    /// The broker has accepted a published message.
    void (*published)(void *context, int id);
    /// The response to a subscription: the highest granted quality of service, or at least 128 if a topic is refused.
    void (*subscribed)(void *context, int granted);
} giftty_mosquitto_callbacks;

/// Creates a client for MQTT 3.1.1, with a random name if `id` is empty; returns NULL if memory is short or `id` is
/// invalid. `callbacks` and `context` must remain valid.
struct mosquitto *giftty_mosquitto_new(
    const char *id, bool clean_session, const giftty_mosquitto_callbacks *callbacks, void *context);
void giftty_mosquitto_destroy(struct mosquitto *client);

int giftty_mosquitto_set_password(struct mosquitto *client, const char *user, const char *password);
/// Enables TLS and verifies the server with the certificates in this file, or with the system's for NULL.
int giftty_mosquitto_set_encryption(struct mosquitto *client, const char *certificate_file);
/// Sets the maximum number of unacknowledged published messages.
int giftty_mosquitto_set_in_flight(struct mosquitto *client, int count);

/// Begins to connect. The name lookup blocks; the rest happens in `giftty_mosquitto_work`.
int giftty_mosquitto_connect(struct mosquitto *client, const char *host, int port, int keepalive_seconds);
int giftty_mosquitto_disconnect(struct mosquitto *client);
/// The most topics of a subscription.
enum { GIFTTY_MOSQUITTO_MAX_TOPICS = 16 };
/// Subscribes to topics, which follow each other and each end with a NUL, with one packet, which the broker answers once.
int giftty_mosquitto_subscribe(struct mosquitto *client, const char *topics, int count, int quality);
int giftty_mosquitto_publish(
    struct mosquitto *client, int *id, const char *topic, const void *bytes, int count, int quality, bool is_retained);

/// Returns the socket, or -1 without one.
int giftty_mosquitto_socket(struct mosquitto *client);
bool giftty_mosquitto_wants_write(struct mosquitto *client);
/// Reads if `reads`, writes if `writes`, and sends a keep-alive request that is due if `keeps_alive`, until one of these
/// fails.
int giftty_mosquitto_work(struct mosquitto *client, bool reads, bool writes, bool keeps_alive);

/// Return the text of an error code and of a connection response.
const char *giftty_mosquitto_error_words(int error);
const char *giftty_mosquitto_answer_words(int code);

#endif
