#ifndef GIFTTY_WEBPMUX_H
#define GIFTTY_WEBPMUX_H

#include <webp/encode.h>
#include <webp/mux.h>

#endif
