#!/bin/sh
# Installs what is missing, builds the back end and starts it, with a token for publishing that is made the first time.
#
#   Demo/store.sh                             a store in ~/.local/share/gift-store, at http://127.0.0.1:8787/
#   Demo/store.sh --root DIR --port 9000      arguments go to gift-store
set -eu
. "$(dirname -- "$0")/prepare.sh"

find_swift
install_libraries

if [ ! -x "$root/.build/release/gift-store" ]; then
    say "Building gift-store. The first time this takes some minutes."
fi
programs=$(build_program gift-store)

folder=${XDG_DATA_HOME:-$HOME/.local/share}/gift-store
mkdir -p "$folder"
if [ ! -s "$folder/token" ]; then
    (umask 077 && od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$folder/token")
fi
say "The token for publishing: $(cat "$folder/token")"
exec "$programs/gift-store" --root "$folder/root" --token-file "$folder/token" "$@"
