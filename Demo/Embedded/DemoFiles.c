// Made by Demo/gifts/source/make-gifts. Do not edit.
#include "DemoFiles.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../gifts/gifts.yaml"
};

static const unsigned char file_1[] = {
#embed "../room.yaml"
};

static const demo_file files[] = {
    {"gifts/gifts.yaml", file_0, sizeof file_0},
    {"room.yaml", file_1, sizeof file_1},
};

const unsigned long demo_file_count = sizeof files / sizeof files[0];

const demo_file *demo_file_at(unsigned long index) {
    return index < demo_file_count ? &files[index] : NULL;
}
