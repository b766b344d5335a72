#!/bin/sh
# Installs what is missing, builds giftty and shows a feed from outside on the stage.
#
#   Demo/feed.sh                              five lively minutes that another giftty writes, on a bad line
#   Demo/feed.sh unix:/tmp/room               whatever somebody writes there, one JSON object a line
#   Demo/feed.sh relay.ndjson --format tiktok --follow
set -eu
. "$(dirname -- "$0")/prepare.sh"

find_swift
install_libraries

if [ ! -x "$root/.build/release/giftty" ]; then
    say "Building giftty. The first time this takes some minutes."
fi
swift build --package-path "$root" -c release --product giftty >&2 || give_up "giftty could not be built"
giftty="$(swift build --package-path "$root" -c release --show-bin-path)/giftty"

if [ $# -gt 0 ]; then
    exec "$giftty" demo --feed "$@"
fi
"$giftty" feed generate --profile storm --live --duration 5m |
    "$giftty" demo --feed - --chaos duplicate=5%,reorder=200ms,drop=1%,disconnect=1/min
