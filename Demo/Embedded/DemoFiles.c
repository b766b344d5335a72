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
#embed "../gifts/castle.yaml"
};

static const unsigned char file_3[] = {
#embed "../gifts/cat.json"
};

static const unsigned char file_4[] = {
#embed "../gifts/coffee.json"
};

static const unsigned char file_5[] = {
#embed "../gifts/confetti.json"
};

static const unsigned char file_6[] = {
#embed "../gifts/crown.json"
};

static const unsigned char file_7[] = {
#embed "../gifts/gift-box.json"
};

static const unsigned char file_8[] = {
#embed "../gifts/gifts.yaml"
};

static const unsigned char file_9[] = {
#embed "../gifts/heart.json"
};

static const unsigned char file_10[] = {
#embed "../gifts/phoenix.json"
};

static const unsigned char file_11[] = {
#embed "../gifts/rocket.json"
};

static const unsigned char file_12[] = {
#embed "../gifts/rose.json"
};

static const unsigned char file_13[] = {
#embed "../gifts/sports-car.json"
};

static const unsigned char file_14[] = {
#embed "../gifts/star.json"
};

static const unsigned char file_15[] = {
#embed "../gifts/whale.json"
};

static const unsigned char file_16[] = {
#embed "../room.yaml"
};

static const unsigned char file_17[] = {
#embed "../scenarios/clear-drops-all-there-is.yaml"
};

static const unsigned char file_18[] = {
#embed "../scenarios/clear-drops-what-is-parked.yaml"
};

static const unsigned char file_19[] = {
#embed "../scenarios/clear-in-a-gap.yaml"
};

static const unsigned char file_20[] = {
#embed "../scenarios/close-and-arrival-in-one-instant.yaml"
};

static const unsigned char file_21[] = {
#embed "../scenarios/close-in-the-instant-of-an-end.yaml"
};

static const unsigned char file_22[] = {
#embed "../scenarios/close-in-the-instant-of-the-last-end.yaml"
};

static const unsigned char file_23[] = {
#embed "../scenarios/close-on-an-empty-stage.yaml"
};

static const unsigned char file_24[] = {
#embed "../scenarios/combine-a-streak.yaml"
};

static const unsigned char file_25[] = {
#embed "../scenarios/combine-at-the-window.yaml"
};

static const unsigned char file_26[] = {
#embed "../scenarios/combine-counts-session-time.yaml"
};

static const unsigned char file_27[] = {
#embed "../scenarios/combine-never-replaces-its-kin.yaml"
};

static const unsigned char file_28[] = {
#embed "../scenarios/combine-not-with-what-is-over.yaml"
};

static const unsigned char file_29[] = {
#embed "../scenarios/combine-not-with-what-is-parked.yaml"
};

static const unsigned char file_30[] = {
#embed "../scenarios/combine-only-the-same.yaml"
};

static const unsigned char file_31[] = {
#embed "../scenarios/combine-with-the-latest.yaml"
};

static const unsigned char file_32[] = {
#embed "../scenarios/combine-with-what-is-held.yaml"
};

static const unsigned char file_33[] = {
#embed "../scenarios/combine-with-what-waits.yaml"
};

static const unsigned char file_34[] = {
#embed "../scenarios/combine-within-nothing.yaml"
};

static const unsigned char file_35[] = {
#embed "../scenarios/end-in-the-instant-of-an-end.yaml"
};

static const unsigned char file_36[] = {
#embed "../scenarios/end-of-the-session.yaml"
};

static const unsigned char file_37[] = {
#embed "../scenarios/end-of-what-is-parked.yaml"
};

static const unsigned char file_38[] = {
#embed "../scenarios/expiry-and-a-pause.yaml"
};

static const unsigned char file_39[] = {
#embed "../scenarios/expiry-at-the-limit.yaml"
};

static const unsigned char file_40[] = {
#embed "../scenarios/expiry-in-a-gap.yaml"
};

static const unsigned char file_41[] = {
#embed "../scenarios/expiry-of-many.yaml"
};

static const unsigned char file_42[] = {
#embed "../scenarios/gap-after-a-close.yaml"
};

static const unsigned char file_43[] = {
#embed "../scenarios/gap-and-a-pause.yaml"
};

static const unsigned char file_44[] = {
#embed "../scenarios/gap-not-in-replace-mode.yaml"
};

static const unsigned char file_45[] = {
#embed "../scenarios/gap-to-the-nanosecond.yaml"
};

static const unsigned char file_46[] = {
#embed "../scenarios/hold-and-a-lower-threshold.yaml"
};

static const unsigned char file_47[] = {
#embed "../scenarios/hold-and-a-pause.yaml"
};

static const unsigned char file_48[] = {
#embed "../scenarios/hold-and-an-arrival-at-the-threshold.yaml"
};

static const unsigned char file_49[] = {
#embed "../scenarios/hold-at-the-first-nanosecond.yaml"
};

static const unsigned char file_50[] = {
#embed "../scenarios/hold-only-the-latest.yaml"
};

static const unsigned char file_51[] = {
#embed "../scenarios/hold-starts-after-a-close.yaml"
};

static const unsigned char file_52[] = {
#embed "../scenarios/hold-until-the-end.yaml"
};

static const unsigned char file_53[] = {
#embed "../scenarios/hold-with-the-threshold-at-the-end.yaml"
};

static const unsigned char file_54[] = {
#embed "../scenarios/look-mergeable-comes-before-missing.yaml"
};

static const unsigned char file_55[] = {
#embed "../scenarios/look-seen-before-comes-first.yaml"
};

static const unsigned char file_56[] = {
#embed "../scenarios/look-without-an-id.yaml"
};

static const unsigned char file_57[] = {
#embed "../scenarios/loop-and-a-held-gift.yaml"
};

static const unsigned char file_58[] = {
#embed "../scenarios/loop-and-a-mode-switch.yaml"
};

static const unsigned char file_59[] = {
#embed "../scenarios/loop-and-a-pause.yaml"
};

static const unsigned char file_60[] = {
#embed "../scenarios/loop-and-an-arrival-at-its-end.yaml"
};

static const unsigned char file_61[] = {
#embed "../scenarios/loop-and-scrubbing.yaml"
};

static const unsigned char file_62[] = {
#embed "../scenarios/loop-and-the-speed.yaml"
};

static const unsigned char file_63[] = {
#embed "../scenarios/loop-at-the-end-of-the-window.yaml"
};

static const unsigned char file_64[] = {
#embed "../scenarios/loop-before-the-threshold.yaml"
};

static const unsigned char file_65[] = {
#embed "../scenarios/loop-closed.yaml"
};

static const unsigned char file_66[] = {
#embed "../scenarios/loop-ended-by-a-held-gift.yaml"
};

static const unsigned char file_67[] = {
#embed "../scenarios/loop-ends-after-a-thousand-rounds.yaml"
};

static const unsigned char file_68[] = {
#embed "../scenarios/loop-never.yaml"
};

static const unsigned char file_69[] = {
#embed "../scenarios/loop-of-a-streak.yaml"
};

static const unsigned char file_70[] = {
#embed "../scenarios/loop-of-a-withdrawn-kind.yaml"
};

static const unsigned char file_71[] = {
#embed "../scenarios/loop-once-without-a-streak.yaml"
};

static const unsigned char file_72[] = {
#embed "../scenarios/loop-replaced.yaml"
};

static const unsigned char file_73[] = {
#embed "../scenarios/loop-while-nothing-waits.yaml"
};

static const unsigned char file_74[] = {
#embed "../scenarios/loop-without-an-outro.yaml"
};

static const unsigned char file_75[] = {
#embed "../scenarios/missing-and-a-pause.yaml"
};

static const unsigned char file_76[] = {
#embed "../scenarios/missing-and-switched-away.yaml"
};

static const unsigned char file_77[] = {
#embed "../scenarios/missing-animation-drops.yaml"
};

static const unsigned char file_78[] = {
#embed "../scenarios/missing-animation-waits.yaml"
};

static const unsigned char file_79[] = {
#embed "../scenarios/missing-counts-as-waiting.yaml"
};

static const unsigned char file_80[] = {
#embed "../scenarios/missing-in-replace-mode-with-hold.yaml"
};

static const unsigned char file_81[] = {
#embed "../scenarios/missing-in-replace-mode.yaml"
};

static const unsigned char file_82[] = {
#embed "../scenarios/missing-keeps-its-place.yaml"
};

static const unsigned char file_83[] = {
#embed "../scenarios/missing-ready-to-the-nanosecond.yaml"
};

static const unsigned char file_84[] = {
#embed "../scenarios/missing-then-ready-for-the-next.yaml"
};

static const unsigned char file_85[] = {
#embed "../scenarios/order-by-value-and-a-dearer-arrival.yaml"
};

static const unsigned char file_86[] = {
#embed "../scenarios/order-changed-while-they-wait.yaml"
};

static const unsigned char file_87[] = {
#embed "../scenarios/overflow-after-a-lower-limit-by-value.yaml"
};

static const unsigned char file_88[] = {
#embed "../scenarios/overflow-after-a-lower-limit.yaml"
};

static const unsigned char file_89[] = {
#embed "../scenarios/overflow-and-order-by-value.yaml"
};

static const unsigned char file_90[] = {
#embed "../scenarios/overflow-cheapest-is-the-new-one.yaml"
};

static const unsigned char file_91[] = {
#embed "../scenarios/overflow-in-a-gap.yaml"
};

static const unsigned char file_92[] = {
#embed "../scenarios/overflow-newest.yaml"
};

static const unsigned char file_93[] = {
#embed "../scenarios/overflow-of-none.yaml"
};

static const unsigned char file_94[] = {
#embed "../scenarios/overflow-oldest.yaml"
};

static const unsigned char file_95[] = {
#embed "../scenarios/pause-and-replace.yaml"
};

static const unsigned char file_96[] = {
#embed "../scenarios/pause-and-start.yaml"
};

static const unsigned char file_97[] = {
#embed "../scenarios/pause-in-the-instant-of-an-end.yaml"
};

static const unsigned char file_98[] = {
#embed "../scenarios/pause-to-the-end.yaml"
};

static const unsigned char file_99[] = {
#embed "../scenarios/pause-twice.yaml"
};

static const unsigned char file_100[] = {
#embed "../scenarios/queue-by-value.yaml"
};

static const unsigned char file_101[] = {
#embed "../scenarios/queue-close-and-clear.yaml"
};

static const unsigned char file_102[] = {
#embed "../scenarios/queue-expiry.yaml"
};

static const unsigned char file_103[] = {
#embed "../scenarios/queue-gap.yaml"
};

static const unsigned char file_104[] = {
#embed "../scenarios/queue-in-order.yaml"
};

static const unsigned char file_105[] = {
#embed "../scenarios/queue-next-after-a-close.yaml"
};

static const unsigned char file_106[] = {
#embed "../scenarios/queue-overflow.yaml"
};

static const unsigned char file_107[] = {
#embed "../scenarios/queue-pause.yaml"
};

static const unsigned char file_108[] = {
#embed "../scenarios/queue-plays-at-once-when-empty.yaml"
};

static const unsigned char file_109[] = {
#embed "../scenarios/queue-takes-equal-times-as-written.yaml"
};

static const unsigned char file_110[] = {
#embed "../scenarios/queue-waits-its-turn-at-the-end.yaml"
};

static const unsigned char file_111[] = {
#embed "../scenarios/replace-at-the-threshold.yaml"
};

static const unsigned char file_112[] = {
#embed "../scenarios/replace-holds-the-early-one.yaml"
};

static const unsigned char file_113[] = {
#embed "../scenarios/replace-never.yaml"
};

static const unsigned char file_114[] = {
#embed "../scenarios/replace-nothing-waits.yaml"
};

static const unsigned char file_115[] = {
#embed "../scenarios/replace-one-after-the-other.yaml"
};

static const unsigned char file_116[] = {
#embed "../scenarios/replace-threshold-one.yaml"
};

static const unsigned char file_117[] = {
#embed "../scenarios/replace-threshold-zero.yaml"
};

static const unsigned char file_118[] = {
#embed "../scenarios/rounds-and-a-held-gift.yaml"
};

static const unsigned char file_119[] = {
#embed "../scenarios/rounds-and-a-pause.yaml"
};

static const unsigned char file_120[] = {
#embed "../scenarios/rounds-and-scrubbing.yaml"
};

static const unsigned char file_121[] = {
#embed "../scenarios/rounds-are-told.yaml"
};

static const unsigned char file_122[] = {
#embed "../scenarios/rounds-before-the-threshold.yaml"
};

static const unsigned char file_123[] = {
#embed "../scenarios/switch-back-lets-the-held-one-wait.yaml"
};

static const unsigned char file_124[] = {
#embed "../scenarios/switch-discards-the-backlog.yaml"
};

static const unsigned char file_125[] = {
#embed "../scenarios/switch-in-a-gap.yaml"
};

static const unsigned char file_126[] = {
#embed "../scenarios/switch-in-the-instant-of-an-end.yaml"
};

static const unsigned char file_127[] = {
#embed "../scenarios/switch-leaves-what-plays-alone.yaml"
};

static const unsigned char file_128[] = {
#embed "../scenarios/switch-parked-gifts-do-not-count.yaml"
};

static const unsigned char file_129[] = {
#embed "../scenarios/switch-parked-gifts-do-not-play.yaml"
};

static const unsigned char file_130[] = {
#embed "../scenarios/switch-parks-the-backlog.yaml"
};

static const unsigned char file_131[] = {
#embed "../scenarios/switch-there-and-back-in-one-instant.yaml"
};

static const unsigned char file_132[] = {
#embed "../scenarios/switch-to-the-same-mode.yaml"
};

static const unsigned char file_133[] = {
#embed "../scenarios/time-a-nanosecond-before-the-end.yaml"
};

static const unsigned char file_134[] = {
#embed "../scenarios/time-end-comes-before-arrival.yaml"
};

static const unsigned char file_135[] = {
#embed "../scenarios/time-nothing-lasts-no-time-in-replace.yaml"
};

static const unsigned char file_136[] = {
#embed "../scenarios/time-nothing-lasts-no-time.yaml"
};

static const unsigned char file_137[] = {
#embed "../scenarios/time-progress-rounds-half-up.yaml"
};

static const unsigned char file_138[] = {
#embed "../scenarios/time-threshold-between-nanoseconds.yaml"
};

static const unsigned char file_139[] = {
#embed "../scenarios/time-threshold-of-a-millionth.yaml"
};

static const unsigned char file_140[] = {
#embed "../scenarios/withdrawn-and-published-again.yaml"
};

static const unsigned char file_141[] = {
#embed "../scenarios/withdrawn-in-replace-mode.yaml"
};

static const unsigned char file_142[] = {
#embed "../scenarios/withdrawn-stops-at-once.yaml"
};

static const unsigned char file_143[] = {
#embed "../tour.yaml"
};

static const unsigned char file_144[] = {
#embed "../transitions/iris.json"
};

static const unsigned char file_145[] = {
#embed "../transitions/slide.json"
};

static const unsigned char file_146[] = {
#embed "../transitions/turn.json"
};

static const demo_file files[] = {
    {"gifts/balloon.json", file_0, sizeof file_0},
    {"gifts/castle.json", file_1, sizeof file_1},
    {"gifts/castle.yaml", file_2, sizeof file_2},
    {"gifts/cat.json", file_3, sizeof file_3},
    {"gifts/coffee.json", file_4, sizeof file_4},
    {"gifts/confetti.json", file_5, sizeof file_5},
    {"gifts/crown.json", file_6, sizeof file_6},
    {"gifts/gift-box.json", file_7, sizeof file_7},
    {"gifts/gifts.yaml", file_8, sizeof file_8},
    {"gifts/heart.json", file_9, sizeof file_9},
    {"gifts/phoenix.json", file_10, sizeof file_10},
    {"gifts/rocket.json", file_11, sizeof file_11},
    {"gifts/rose.json", file_12, sizeof file_12},
    {"gifts/sports-car.json", file_13, sizeof file_13},
    {"gifts/star.json", file_14, sizeof file_14},
    {"gifts/whale.json", file_15, sizeof file_15},
    {"room.yaml", file_16, sizeof file_16},
    {"scenarios/clear-drops-all-there-is.yaml", file_17, sizeof file_17},
    {"scenarios/clear-drops-what-is-parked.yaml", file_18, sizeof file_18},
    {"scenarios/clear-in-a-gap.yaml", file_19, sizeof file_19},
    {"scenarios/close-and-arrival-in-one-instant.yaml", file_20, sizeof file_20},
    {"scenarios/close-in-the-instant-of-an-end.yaml", file_21, sizeof file_21},
    {"scenarios/close-in-the-instant-of-the-last-end.yaml", file_22, sizeof file_22},
    {"scenarios/close-on-an-empty-stage.yaml", file_23, sizeof file_23},
    {"scenarios/combine-a-streak.yaml", file_24, sizeof file_24},
    {"scenarios/combine-at-the-window.yaml", file_25, sizeof file_25},
    {"scenarios/combine-counts-session-time.yaml", file_26, sizeof file_26},
    {"scenarios/combine-never-replaces-its-kin.yaml", file_27, sizeof file_27},
    {"scenarios/combine-not-with-what-is-over.yaml", file_28, sizeof file_28},
    {"scenarios/combine-not-with-what-is-parked.yaml", file_29, sizeof file_29},
    {"scenarios/combine-only-the-same.yaml", file_30, sizeof file_30},
    {"scenarios/combine-with-the-latest.yaml", file_31, sizeof file_31},
    {"scenarios/combine-with-what-is-held.yaml", file_32, sizeof file_32},
    {"scenarios/combine-with-what-waits.yaml", file_33, sizeof file_33},
    {"scenarios/combine-within-nothing.yaml", file_34, sizeof file_34},
    {"scenarios/end-in-the-instant-of-an-end.yaml", file_35, sizeof file_35},
    {"scenarios/end-of-the-session.yaml", file_36, sizeof file_36},
    {"scenarios/end-of-what-is-parked.yaml", file_37, sizeof file_37},
    {"scenarios/expiry-and-a-pause.yaml", file_38, sizeof file_38},
    {"scenarios/expiry-at-the-limit.yaml", file_39, sizeof file_39},
    {"scenarios/expiry-in-a-gap.yaml", file_40, sizeof file_40},
    {"scenarios/expiry-of-many.yaml", file_41, sizeof file_41},
    {"scenarios/gap-after-a-close.yaml", file_42, sizeof file_42},
    {"scenarios/gap-and-a-pause.yaml", file_43, sizeof file_43},
    {"scenarios/gap-not-in-replace-mode.yaml", file_44, sizeof file_44},
    {"scenarios/gap-to-the-nanosecond.yaml", file_45, sizeof file_45},
    {"scenarios/hold-and-a-lower-threshold.yaml", file_46, sizeof file_46},
    {"scenarios/hold-and-a-pause.yaml", file_47, sizeof file_47},
    {"scenarios/hold-and-an-arrival-at-the-threshold.yaml", file_48, sizeof file_48},
    {"scenarios/hold-at-the-first-nanosecond.yaml", file_49, sizeof file_49},
    {"scenarios/hold-only-the-latest.yaml", file_50, sizeof file_50},
    {"scenarios/hold-starts-after-a-close.yaml", file_51, sizeof file_51},
    {"scenarios/hold-until-the-end.yaml", file_52, sizeof file_52},
    {"scenarios/hold-with-the-threshold-at-the-end.yaml", file_53, sizeof file_53},
    {"scenarios/look-mergeable-comes-before-missing.yaml", file_54, sizeof file_54},
    {"scenarios/look-seen-before-comes-first.yaml", file_55, sizeof file_55},
    {"scenarios/look-without-an-id.yaml", file_56, sizeof file_56},
    {"scenarios/loop-and-a-held-gift.yaml", file_57, sizeof file_57},
    {"scenarios/loop-and-a-mode-switch.yaml", file_58, sizeof file_58},
    {"scenarios/loop-and-a-pause.yaml", file_59, sizeof file_59},
    {"scenarios/loop-and-an-arrival-at-its-end.yaml", file_60, sizeof file_60},
    {"scenarios/loop-and-scrubbing.yaml", file_61, sizeof file_61},
    {"scenarios/loop-and-the-speed.yaml", file_62, sizeof file_62},
    {"scenarios/loop-at-the-end-of-the-window.yaml", file_63, sizeof file_63},
    {"scenarios/loop-before-the-threshold.yaml", file_64, sizeof file_64},
    {"scenarios/loop-closed.yaml", file_65, sizeof file_65},
    {"scenarios/loop-ended-by-a-held-gift.yaml", file_66, sizeof file_66},
    {"scenarios/loop-ends-after-a-thousand-rounds.yaml", file_67, sizeof file_67},
    {"scenarios/loop-never.yaml", file_68, sizeof file_68},
    {"scenarios/loop-of-a-streak.yaml", file_69, sizeof file_69},
    {"scenarios/loop-of-a-withdrawn-kind.yaml", file_70, sizeof file_70},
    {"scenarios/loop-once-without-a-streak.yaml", file_71, sizeof file_71},
    {"scenarios/loop-replaced.yaml", file_72, sizeof file_72},
    {"scenarios/loop-while-nothing-waits.yaml", file_73, sizeof file_73},
    {"scenarios/loop-without-an-outro.yaml", file_74, sizeof file_74},
    {"scenarios/missing-and-a-pause.yaml", file_75, sizeof file_75},
    {"scenarios/missing-and-switched-away.yaml", file_76, sizeof file_76},
    {"scenarios/missing-animation-drops.yaml", file_77, sizeof file_77},
    {"scenarios/missing-animation-waits.yaml", file_78, sizeof file_78},
    {"scenarios/missing-counts-as-waiting.yaml", file_79, sizeof file_79},
    {"scenarios/missing-in-replace-mode-with-hold.yaml", file_80, sizeof file_80},
    {"scenarios/missing-in-replace-mode.yaml", file_81, sizeof file_81},
    {"scenarios/missing-keeps-its-place.yaml", file_82, sizeof file_82},
    {"scenarios/missing-ready-to-the-nanosecond.yaml", file_83, sizeof file_83},
    {"scenarios/missing-then-ready-for-the-next.yaml", file_84, sizeof file_84},
    {"scenarios/order-by-value-and-a-dearer-arrival.yaml", file_85, sizeof file_85},
    {"scenarios/order-changed-while-they-wait.yaml", file_86, sizeof file_86},
    {"scenarios/overflow-after-a-lower-limit-by-value.yaml", file_87, sizeof file_87},
    {"scenarios/overflow-after-a-lower-limit.yaml", file_88, sizeof file_88},
    {"scenarios/overflow-and-order-by-value.yaml", file_89, sizeof file_89},
    {"scenarios/overflow-cheapest-is-the-new-one.yaml", file_90, sizeof file_90},
    {"scenarios/overflow-in-a-gap.yaml", file_91, sizeof file_91},
    {"scenarios/overflow-newest.yaml", file_92, sizeof file_92},
    {"scenarios/overflow-of-none.yaml", file_93, sizeof file_93},
    {"scenarios/overflow-oldest.yaml", file_94, sizeof file_94},
    {"scenarios/pause-and-replace.yaml", file_95, sizeof file_95},
    {"scenarios/pause-and-start.yaml", file_96, sizeof file_96},
    {"scenarios/pause-in-the-instant-of-an-end.yaml", file_97, sizeof file_97},
    {"scenarios/pause-to-the-end.yaml", file_98, sizeof file_98},
    {"scenarios/pause-twice.yaml", file_99, sizeof file_99},
    {"scenarios/queue-by-value.yaml", file_100, sizeof file_100},
    {"scenarios/queue-close-and-clear.yaml", file_101, sizeof file_101},
    {"scenarios/queue-expiry.yaml", file_102, sizeof file_102},
    {"scenarios/queue-gap.yaml", file_103, sizeof file_103},
    {"scenarios/queue-in-order.yaml", file_104, sizeof file_104},
    {"scenarios/queue-next-after-a-close.yaml", file_105, sizeof file_105},
    {"scenarios/queue-overflow.yaml", file_106, sizeof file_106},
    {"scenarios/queue-pause.yaml", file_107, sizeof file_107},
    {"scenarios/queue-plays-at-once-when-empty.yaml", file_108, sizeof file_108},
    {"scenarios/queue-takes-equal-times-as-written.yaml", file_109, sizeof file_109},
    {"scenarios/queue-waits-its-turn-at-the-end.yaml", file_110, sizeof file_110},
    {"scenarios/replace-at-the-threshold.yaml", file_111, sizeof file_111},
    {"scenarios/replace-holds-the-early-one.yaml", file_112, sizeof file_112},
    {"scenarios/replace-never.yaml", file_113, sizeof file_113},
    {"scenarios/replace-nothing-waits.yaml", file_114, sizeof file_114},
    {"scenarios/replace-one-after-the-other.yaml", file_115, sizeof file_115},
    {"scenarios/replace-threshold-one.yaml", file_116, sizeof file_116},
    {"scenarios/replace-threshold-zero.yaml", file_117, sizeof file_117},
    {"scenarios/rounds-and-a-held-gift.yaml", file_118, sizeof file_118},
    {"scenarios/rounds-and-a-pause.yaml", file_119, sizeof file_119},
    {"scenarios/rounds-and-scrubbing.yaml", file_120, sizeof file_120},
    {"scenarios/rounds-are-told.yaml", file_121, sizeof file_121},
    {"scenarios/rounds-before-the-threshold.yaml", file_122, sizeof file_122},
    {"scenarios/switch-back-lets-the-held-one-wait.yaml", file_123, sizeof file_123},
    {"scenarios/switch-discards-the-backlog.yaml", file_124, sizeof file_124},
    {"scenarios/switch-in-a-gap.yaml", file_125, sizeof file_125},
    {"scenarios/switch-in-the-instant-of-an-end.yaml", file_126, sizeof file_126},
    {"scenarios/switch-leaves-what-plays-alone.yaml", file_127, sizeof file_127},
    {"scenarios/switch-parked-gifts-do-not-count.yaml", file_128, sizeof file_128},
    {"scenarios/switch-parked-gifts-do-not-play.yaml", file_129, sizeof file_129},
    {"scenarios/switch-parks-the-backlog.yaml", file_130, sizeof file_130},
    {"scenarios/switch-there-and-back-in-one-instant.yaml", file_131, sizeof file_131},
    {"scenarios/switch-to-the-same-mode.yaml", file_132, sizeof file_132},
    {"scenarios/time-a-nanosecond-before-the-end.yaml", file_133, sizeof file_133},
    {"scenarios/time-end-comes-before-arrival.yaml", file_134, sizeof file_134},
    {"scenarios/time-nothing-lasts-no-time-in-replace.yaml", file_135, sizeof file_135},
    {"scenarios/time-nothing-lasts-no-time.yaml", file_136, sizeof file_136},
    {"scenarios/time-progress-rounds-half-up.yaml", file_137, sizeof file_137},
    {"scenarios/time-threshold-between-nanoseconds.yaml", file_138, sizeof file_138},
    {"scenarios/time-threshold-of-a-millionth.yaml", file_139, sizeof file_139},
    {"scenarios/withdrawn-and-published-again.yaml", file_140, sizeof file_140},
    {"scenarios/withdrawn-in-replace-mode.yaml", file_141, sizeof file_141},
    {"scenarios/withdrawn-stops-at-once.yaml", file_142, sizeof file_142},
    {"tour.yaml", file_143, sizeof file_143},
    {"transitions/iris.json", file_144, sizeof file_144},
    {"transitions/slide.json", file_145, sizeof file_145},
    {"transitions/turn.json", file_146, sizeof file_146},
};

const unsigned long demo_file_count = sizeof files / sizeof files[0];

const demo_file *demo_file_at(unsigned long index) {
    return index < demo_file_count ? &files[index] : NULL;
}
