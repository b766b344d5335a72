#!/bin/sh
# Records the session in this folder anew, half a minute of a stormy room with somebody at the keys, and draws what
# would have come of another policy.
# Needs script(1) of util-linux for a terminal that nobody looks at.
set -eu
cd -- "$(dirname -- "$0")"

# Waits, then types what follows.
after() {
    sleep "$1"
    printf '%s' "$2"
}

# To replace mode, the threshold up twice, a gift of one's own, closed, a pause, the first gift again, and back.
keys() {
    after 7 m
    after 3 ']]'
    after 2 7
    after 1 x
    after 3 ' '
    after 2 ' '
    after 2 h
    after 1 "$(printf '\033[F')r"
    after 2 hm
    sleep 10
}

../play.sh --version >/dev/null
keys | script -qec 'stty rows 24 cols 80; exec ../play.sh demo --seed 11 --profile storm --rate 60 --duration 30s --record storm.jsonl' \
    /dev/null >/dev/null
../play.sh replay storm.jsonl --check
../play.sh replay storm.jsonl --from 8s --set mode=queue --output branch.svg
