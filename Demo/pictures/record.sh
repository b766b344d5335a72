#!/bin/sh
# Records the sessions of Demo anew, of which make.sh makes pictures: somebody at the keys of a room.
# Needs script(1) of util-linux for a terminal that nobody looks at. Takes four minutes.
#
#   Demo/pictures/record.sh                   builds giftty first
#   GIFTTY=PROGRAM Demo/pictures/record.sh    takes a giftty that is there already
set -eu
GIFTTY=${GIFTTY:+$(realpath -- "$GIFTTY")}
cd -- "$(dirname -- "$0")/.."

if [ -z "$GIFTTY" ]; then
    ./play.sh --version >/dev/null
    GIFTTY=$(swift build --package-path .. -c release --show-bin-path)/giftty
fi
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT

# Waits, then types what follows.
after() {
    sleep "$1"
    printf '%s' "$2"
}

# record FILE SIZE ARGUMENT…: a session of these arguments on a screen of this size, with the keys that come in.
record() {
    file=$1 columns=${2%x*} rows=${2#*x}
    shift 2
    env -i HOME="$home" PATH="$PATH" LC_ALL=C.UTF-8 TERM=xterm-256color COLORTERM=truecolor \
        script -qec "stty rows $rows cols $columns; exec '$GIFTTY' demo $* --record '$file'" /dev/null >/dev/null
    "$GIFTTY" replay "$file" --check
}

# The room of the first picture: a castle for everybody, with small gifts beside it.
{ sleep 11; after 0 q; } | record pictures/sessions/castle.jsonl 80x24 --feed pictures/castle.ndjson

# The guided tour: each step is read, seen and explained.
{
    for length in 7 5 5 4 4 6 6 6 5; do after 2.5 ' '; sleep "$length"; after 2.5 ' '; done
    after 1 q
} | record pictures/sessions/tour.jsonl 80x24 --tour --seed 7

# The last gifts over the room, the chosen one with its times.
{ after 27 7; after 1 h; after 1 "$(printf '\033[B\033[B\033[B')"; sleep 1; after 1 q; } |
    record pictures/sessions/panel.jsonl 100x30 --seed 8 --mode replace --set early=hold

# The castle in the gallery, one second after its fourth marker.
{ after 2 "$(printf '\033[F')"; after 1 4; after 1 "$(printf '\033[C')"; sleep 1; after 1 q; } |
    record pictures/sessions/gallery.jsonl 100x30 --scene gallery

# The lobby, a while after the doors have opened.
{ after 14 "$(printf '\033[C')"; sleep 1; after 1 q; } |
    record pictures/sessions/lobby.jsonl 100x30 --seed 7 --scene lobby

# Half a minute of a stormy room: to replace mode, the threshold up twice, a gift of one's own, closed, a pause, the first
# gift again, and back.
{
    after 7 m; after 3 ']]'; after 2 7; after 1 x; after 3 ' '; after 2 ' '; after 2 h
    after 1 "$(printf '\033[F')r"; after 2 hm; sleep 10
} | record sessions/storm.jsonl 80x24 --seed 11 --profile storm --rate 60 --duration 30s
