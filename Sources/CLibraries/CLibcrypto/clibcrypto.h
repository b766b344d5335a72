#ifndef GIFTTY_LIBCRYPTO_H
#define GIFTTY_LIBCRYPTO_H

#include <openssl/evp.h>
#include <openssl/pem.h>

#endif
