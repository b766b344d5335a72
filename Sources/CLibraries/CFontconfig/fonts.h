#ifndef GIFTTY_CFONTCONFIG_H
#define GIFTTY_CFONTCONFIG_H

#include <fontconfig/fontconfig.h>

#endif
