/// libyaml: the events of a YAML text.

#ifndef GIFTTY_CYAML_H
#define GIFTTY_CYAML_H

#include <yaml.h>

#endif
