/// FriBidi: Unicode's bidirectional algorithm and the contextual forms of Arabic letters.

#ifndef GIFTTY_CFRIBIDI_H
#define GIFTTY_CFRIBIDI_H

#include <fribidi.h>

#endif
