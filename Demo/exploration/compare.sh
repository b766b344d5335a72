#!/bin/sh
# Compares giftty explore with Spin on a queue of gifts, in one run: states a second and bytes a state.
#
#     Demo/exploration/compare.sh [giftty]
#
# Both visit all sessions of a few gifts of two kinds and a few actions, on one core. giftty checks all rules of
# playback in nanoseconds; the model has tenths of a second, and one rule. So the numbers of states differ: compare rates.
# The seconds are those of the processor; the bytes are the peak of the process by the number of states.
set -eu
giftty=${1:-giftty}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# row NAME STATES TIME-FILE: prints a line of the table; the file ends with the seconds of the processor and the kilobytes.
row() {
    tail -1 "$3" | awk -v name="$1" -v states="$2" '{ seconds = $1 + $2 > 0.01 ? $1 + $2 : 0.01
        printf "%-36s %8d states %7.2f s %7.0f states/s %5.0f bytes/state\n",
        name, states, seconds, states / seconds, $3 * 1024 / states }'
}

measure() { # NAME OPTION…
    name=$1
    shift
    /usr/bin/time -f '%U %S %M' -o time "$giftty" explore --jobs 1 --format json "$@" >out || test $? = 1
    row "$name" "$(sed 's/.*"states":\([0-9]*\).*/\1/' out)" time
}

measure 'giftty, 4 gifts, 3 actions, expiry' --gifts 4 --actions 3 --set expireAfter=1s --states 600000
measure 'giftty, 3 gifts, 3 actions, merging' --gifts 3 --actions 3 --set combineWithin=1s --states 400000
measure 'giftty, 3 gifts, 2 actions, waiting' --gifts 3 --actions 2 --set missing=wait --set expireAfter=2s --set gap=1s
if ! command -v spin >/dev/null; then
    echo 'Spin is not installed (apt install spin): its rows are left out.'
    exit 0
fi
for size in '5 4' '12 8'; do
    gifts=${size% *} actions=${size#* }
    spin -a -DGIFTS="$gifts" -DACTIONS="$actions" "$here/queue.pml" >spin.out
    cc -O2 -DNOREDUCE -o pan pan.c 2>/dev/null
    /usr/bin/time -f '%U %S %M' -o time ./pan -a -m1000000 >out
    row "Spin, $gifts gifts, $actions actions" "$(awk '/states, stored/ { print $1; exit }' out)" time
    grep -q 'errors: 0' out || { echo 'Spin found an error in the model'; exit 1; }
done
