// Made by Demo/gifts/source/make-gifts. Do not edit.
#include "DemoFiles.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../gifts/balloon.json"
};

static const unsigned char file_1[] = {
#embed "../gifts/castle.json"
};

static const unsigned char file_2[] = {
#embed "../gifts/cat.json"
};

static const unsigned char file_3[] = {
#embed "../gifts/coffee.json"
};

static const unsigned char file_4[] = {
#embed "../gifts/confetti.json"
};

static const unsigned char file_5[] = {
#embed "../gifts/crown.json"
};

static const unsigned char file_6[] = {
#embed "../gifts/gift-box.json"
};

static const unsigned char file_7[] = {
#embed "../gifts/gifts.yaml"
};

static const unsigned char file_8[] = {
#embed "../gifts/heart.json"
};

static const unsigned char file_9[] = {
#embed "../gifts/phoenix.json"
};

static const unsigned char file_10[] = {
#embed "../gifts/rocket.json"
};

static const unsigned char file_11[] = {
#embed "../gifts/rose.json"
};

static const unsigned char file_12[] = {
#embed "../gifts/sports-car.json"
};

static const unsigned char file_13[] = {
#embed "../gifts/star.json"
};

static const unsigned char file_14[] = {
#embed "../gifts/whale.json"
};

static const unsigned char file_15[] = {
#embed "../room.yaml"
};

static const unsigned char file_16[] = {
#embed "../scenarios/combine-a-streak.yaml"
};

static const unsigned char file_17[] = {
#embed "../scenarios/missing-animation-drops.yaml"
};

static const unsigned char file_18[] = {
#embed "../scenarios/missing-animation-waits.yaml"
};

static const unsigned char file_19[] = {
#embed "../scenarios/queue-by-value.yaml"
};

static const unsigned char file_20[] = {
#embed "../scenarios/queue-close-and-clear.yaml"
};

static const unsigned char file_21[] = {
#embed "../scenarios/queue-expiry.yaml"
};

static const unsigned char file_22[] = {
#embed "../scenarios/queue-gap.yaml"
};

static const unsigned char file_23[] = {
#embed "../scenarios/queue-in-order.yaml"
};

static const unsigned char file_24[] = {
#embed "../scenarios/queue-overflow.yaml"
};

static const unsigned char file_25[] = {
#embed "../scenarios/queue-pause.yaml"
};

static const unsigned char file_26[] = {
#embed "../scenarios/replace-at-the-threshold.yaml"
};

static const unsigned char file_27[] = {
#embed "../scenarios/replace-holds-the-early-one.yaml"
};

static const unsigned char file_28[] = {
#embed "../scenarios/replace-never.yaml"
};

static const unsigned char file_29[] = {
#embed "../scenarios/switch-discards-the-backlog.yaml"
};

static const unsigned char file_30[] = {
#embed "../scenarios/switch-parks-the-backlog.yaml"
};

static const demo_file files[] = {
    {"gifts/balloon.json", file_0, sizeof file_0},
    {"gifts/castle.json", file_1, sizeof file_1},
    {"gifts/cat.json", file_2, sizeof file_2},
    {"gifts/coffee.json", file_3, sizeof file_3},
    {"gifts/confetti.json", file_4, sizeof file_4},
    {"gifts/crown.json", file_5, sizeof file_5},
    {"gifts/gift-box.json", file_6, sizeof file_6},
    {"gifts/gifts.yaml", file_7, sizeof file_7},
    {"gifts/heart.json", file_8, sizeof file_8},
    {"gifts/phoenix.json", file_9, sizeof file_9},
    {"gifts/rocket.json", file_10, sizeof file_10},
    {"gifts/rose.json", file_11, sizeof file_11},
    {"gifts/sports-car.json", file_12, sizeof file_12},
    {"gifts/star.json", file_13, sizeof file_13},
    {"gifts/whale.json", file_14, sizeof file_14},
    {"room.yaml", file_15, sizeof file_15},
    {"scenarios/combine-a-streak.yaml", file_16, sizeof file_16},
    {"scenarios/missing-animation-drops.yaml", file_17, sizeof file_17},
    {"scenarios/missing-animation-waits.yaml", file_18, sizeof file_18},
    {"scenarios/queue-by-value.yaml", file_19, sizeof file_19},
    {"scenarios/queue-close-and-clear.yaml", file_20, sizeof file_20},
    {"scenarios/queue-expiry.yaml", file_21, sizeof file_21},
    {"scenarios/queue-gap.yaml", file_22, sizeof file_22},
    {"scenarios/queue-in-order.yaml", file_23, sizeof file_23},
    {"scenarios/queue-overflow.yaml", file_24, sizeof file_24},
    {"scenarios/queue-pause.yaml", file_25, sizeof file_25},
    {"scenarios/replace-at-the-threshold.yaml", file_26, sizeof file_26},
    {"scenarios/replace-holds-the-early-one.yaml", file_27, sizeof file_27},
    {"scenarios/replace-never.yaml", file_28, sizeof file_28},
    {"scenarios/switch-discards-the-backlog.yaml", file_29, sizeof file_29},
    {"scenarios/switch-parks-the-backlog.yaml", file_30, sizeof file_30},
};

const unsigned long demo_file_count = sizeof files / sizeof files[0];

const demo_file *demo_file_at(unsigned long index) {
    return index < demo_file_count ? &files[index] : NULL;
}
