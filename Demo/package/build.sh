#!/bin/sh
# Builds giftty and gift-store as people get them, and prints the folder that they are in.
set -eu
. "$(dirname -- "$0")/../prepare.sh"
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)

find_swift
install_libraries
build_program giftty >/dev/null
build_program gift-store
