#!/bin/sh
# Runs giftty and gift-store, whose paths are the arguments, in a system with as few programs as possible.
set -eu
giftty=$1
gift_store=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export HOME="$work"

fail() {
    echo "failed: $*" >&2
    exit 1
}

"$giftty" --version | grep -q '^giftty [0-9]' || fail "giftty --version"
"$giftty" check clear-drops-all-there-is >/dev/null || fail "giftty check"
"$giftty" render castle --pixels 160x160 --output castle.png || fail "giftty render"
[ "$(head -c 4 castle.png | od -An -c | tr -d ' ')" = '211PNG' ] || fail "giftty render: no PNG"
"$giftty" feed generate --seed 1 --duration 20s >feed.ndjson || fail "giftty feed generate"
"$giftty" simulate feed.ndjson --set mode=replace >/dev/null || fail "giftty simulate"
"$giftty" demo --plain --duration 2s --seed 1 >demo.txt || fail "giftty demo --plain"
[ -s demo.txt ] || fail "giftty demo --plain: no lines"

: >log
"$gift_store" --root store --port 0 2>log &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
for _ in 1 2 3 4 5 6 7 8 9 10; do
    address=$(sed -n 's,.*\(http://[^ ]*\)/ serves.*,\1,p' log)
    [ -z "$address" ] || break
    sleep 0.5
done
[ -n "$address" ] || fail "gift-store: $(cat log)"
if "$giftty" doctor 2>&1 | grep -q 'no libcurl' || [ -n "${WITHOUT_LOADED:-}" ]; then
    echo "giftty and gift-store run, without what they only load"
else
    "$giftty" gifts sync --store "$address" >sync.txt || fail "giftty gifts sync: $(cat sync.txt)"
    "$giftty" gifts list | grep -q castle || fail "giftty gifts list"
    echo "giftty and gift-store run, and giftty copies the gifts of gift-store"
fi
kill "$server"
wait "$server" || fail "gift-store: exit code $?"
