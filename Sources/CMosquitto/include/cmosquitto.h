/// libmosquitto, loaded when it is first needed: most runs never speak MQTT, and a program without the library does all
/// the rest. Its header need not be there either.
///
/// Nothing here may be called before `giftty_mosquitto_load` has said that the library is there.

#ifndef GIFTTY_CMOSQUITTO_H
#define GIFTTY_CMOSQUITTO_H

#include <stdbool.h>

struct mosquitto;

/// Those of the library's errors that mean something here.
enum {
    GIFTTY_MOSQUITTO_NO_CONNECTION = 4,
    GIFTTY_MOSQUITTO_CONNECTION_LOST = 7,
    GIFTTY_MOSQUITTO_TLS = 8,
    GIFTTY_MOSQUITTO_SYSTEM = 14,
    GIFTTY_MOSQUITTO_NO_HOST = 15,
    GIFTTY_MOSQUITTO_SILENT = 19,
};

/// Loads the library and prepares it, once; any thread may call, any number of times.
///
/// @return Null when it is there, the reason otherwise.
const char *giftty_mosquitto_load(void);

/// A message that a broker delivers.
typedef struct {
    const void *bytes;
    int count;
    const char *topic;
    /// Its number between broker and client, and the quality of service.
    int id, quality;
    /// Whether the broker marks it as one that it may have sent before: 1 or 0, and -1 where that is not known.
    int is_repeat;
} giftty_mosquitto_message;

/// What comes from the broker. Each is called within `giftty_mosquitto_read` or `_write`, with the client's context.
typedef struct {
    /// The broker's answer to the connection: 0, or why not; and whether it has kept the session.
    void (*connected)(void *context, int code, bool has_session);
    /// A message; its bytes are gone when this returns, and only then the broker is told that it has come.
    void (*message)(void *context, const giftty_mosquitto_message *message);
    /// A message of ours has been taken over by the broker.
    void (*published)(void *context, int id);
    /// What was granted of a subscription: the quality of service, 128 and more for a refusal.
    void (*subscribed)(void *context, int granted);
} giftty_mosquitto_callbacks;

/// A client that speaks MQTT 3.1.1, with a name by chance where `id` is empty; null when memory is short or `id` can't be
/// one. `callbacks` and `context` must stay.
struct mosquitto *giftty_mosquitto_new(
    const char *id, bool clean_session, const giftty_mosquitto_callbacks *callbacks, void *context);
void giftty_mosquitto_destroy(struct mosquitto *client);

int giftty_mosquitto_set_password(struct mosquitto *client, const char *user, const char *password);
/// Encrypts, and wants the server proven by the certificates in this file, or by those of the system for null.
int giftty_mosquitto_set_encryption(struct mosquitto *client, const char *certificate_file);
/// How many messages of ours may be on their way.
int giftty_mosquitto_set_in_flight(struct mosquitto *client, int count);

/// Begins to connect. Finding the host blocks; the rest happens in `_read` and `_write`.
int giftty_mosquitto_connect(struct mosquitto *client, const char *host, int port, int keepalive_seconds);
int giftty_mosquitto_disconnect(struct mosquitto *client);
int giftty_mosquitto_subscribe(struct mosquitto *client, const char *topic, int quality);
int giftty_mosquitto_publish(
    struct mosquitto *client, int *id, const char *topic, const void *bytes, int count, int quality);

/// The socket, -1 when there is none.
int giftty_mosquitto_socket(struct mosquitto *client);
bool giftty_mosquitto_wants_write(struct mosquitto *client);
int giftty_mosquitto_read(struct mosquitto *client);
int giftty_mosquitto_write(struct mosquitto *client);
/// Asks for a sign of life where it is time to.
int giftty_mosquitto_keep_alive(struct mosquitto *client);

/// What an error's or an answer's number means.
const char *giftty_mosquitto_error_words(int error);
const char *giftty_mosquitto_answer_words(int code);

#endif
