#!/bin/sh
# Installs what is missing, builds giftty and starts it; without arguments that is the demo.
#
#   Demo/play.sh                              the demo
#   Demo/play.sh demo --profile storm         arguments go to giftty
set -eu
. "$(dirname -- "$0")/prepare.sh"

find_swift
install_libraries

if [ ! -x "$root/.build/release/giftty" ]; then
    say "Building giftty. The first time this takes some minutes."
fi
programs=$(build_program giftty)
exec "$programs/giftty" "$@"
