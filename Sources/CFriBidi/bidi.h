/// FriBidi: the bidirectional algorithm of Unicode, and the forms that Arabic letters take beside each other.

#ifndef GIFTTY_CFRIBIDI_H
#define GIFTTY_CFRIBIDI_H

#include <fribidi.h>

#endif
