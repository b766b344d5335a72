#ifndef GIFTTY_ZLIB_H
#define GIFTTY_ZLIB_H

#include <zlib.h>

#endif
