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
# With Swift's own libraries in it, the program starts faster and outlives the compiler.
static=
if [ "$(uname)" = Linux ] && [ -d "$(dirname -- "$(command -v swift)")/../lib/swift_static" ]; then
    static=--static-swift-stdlib
fi
swift build --package-path "$root" -c release --product giftty $static >&2 || give_up "giftty could not be built"
exec "$(swift build --package-path "$root" -c release --show-bin-path)/giftty" "$@"
