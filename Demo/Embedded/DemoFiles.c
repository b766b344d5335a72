// Made by Demo/gifts/source/make-gifts. Do not edit.
#include "DemoFiles.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../gifts/castle.json"
};

static const unsigned char file_1[] = {
#embed "../gifts/gifts.yaml"
};

static const unsigned char file_2[] = {
#embed "../gifts/heart.json"
};

static const unsigned char file_3[] = {
#embed "../gifts/rocket.json"
};

static const unsigned char file_4[] = {
#embed "../gifts/rose.json"
};

static const unsigned char file_5[] = {
#embed "../room.yaml"
};

static const unsigned char file_6[] = {
#embed "../scenarios/combine-a-streak.yaml"
};

static const unsigned char file_7[] = {
#embed "../scenarios/missing-animation-drops.yaml"
};

static const unsigned char file_8[] = {
#embed "../scenarios/missing-animation-waits.yaml"
};

static const unsigned char file_9[] = {
#embed "../scenarios/queue-by-value.yaml"
};

static const unsigned char file_10[] = {
#embed "../scenarios/queue-close-and-clear.yaml"
};

static const unsigned char file_11[] = {
#embed "../scenarios/queue-expiry.yaml"
};

static const unsigned char file_12[] = {
#embed "../scenarios/queue-gap.yaml"
};

static const unsigned char file_13[] = {
#embed "../scenarios/queue-in-order.yaml"
};

static const unsigned char file_14[] = {
#embed "../scenarios/queue-overflow.yaml"
};

static const unsigned char file_15[] = {
#embed "../scenarios/queue-pause.yaml"
};

static const unsigned char file_16[] = {
#embed "../scenarios/replace-at-the-threshold.yaml"
};

static const unsigned char file_17[] = {
#embed "../scenarios/replace-holds-the-early-one.yaml"
};

static const unsigned char file_18[] = {
#embed "../scenarios/replace-never.yaml"
};

static const unsigned char file_19[] = {
#embed "../scenarios/switch-discards-the-backlog.yaml"
};

static const unsigned char file_20[] = {
#embed "../scenarios/switch-parks-the-backlog.yaml"
};

static const demo_file files[] = {
    {"gifts/castle.json", file_0, sizeof file_0},
    {"gifts/gifts.yaml", file_1, sizeof file_1},
    {"gifts/heart.json", file_2, sizeof file_2},
    {"gifts/rocket.json", file_3, sizeof file_3},
    {"gifts/rose.json", file_4, sizeof file_4},
    {"room.yaml", file_5, sizeof file_5},
    {"scenarios/combine-a-streak.yaml", file_6, sizeof file_6},
    {"scenarios/missing-animation-drops.yaml", file_7, sizeof file_7},
    {"scenarios/missing-animation-waits.yaml", file_8, sizeof file_8},
    {"scenarios/queue-by-value.yaml", file_9, sizeof file_9},
    {"scenarios/queue-close-and-clear.yaml", file_10, sizeof file_10},
    {"scenarios/queue-expiry.yaml", file_11, sizeof file_11},
    {"scenarios/queue-gap.yaml", file_12, sizeof file_12},
    {"scenarios/queue-in-order.yaml", file_13, sizeof file_13},
    {"scenarios/queue-overflow.yaml", file_14, sizeof file_14},
    {"scenarios/queue-pause.yaml", file_15, sizeof file_15},
    {"scenarios/replace-at-the-threshold.yaml", file_16, sizeof file_16},
    {"scenarios/replace-holds-the-early-one.yaml", file_17, sizeof file_17},
    {"scenarios/replace-never.yaml", file_18, sizeof file_18},
    {"scenarios/switch-discards-the-backlog.yaml", file_19, sizeof file_19},
    {"scenarios/switch-parks-the-backlog.yaml", file_20, sizeof file_20},
};

const unsigned long demo_file_count = sizeof files / sizeof files[0];

const demo_file *demo_file_at(unsigned long index) {
    return index < demo_file_count ? &files[index] : NULL;
}
