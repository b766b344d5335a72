#!/bin/sh
# Shows how publishing survives the loss of a machine: a copy of the store's folder is renewed every second; the store is
# killed under a load of publications, and another one continues from the copy.
#
#   Demo/scale/restore.sh [PUBLICATIONS]       publications before the loss, 60 otherwise
. "$(dirname -- "$0")/common.sh"
giftty=$(program giftty "${GIFTTY:-}")
publications=${1:-60}

stop() {
    for process in ${store_process:-} ${export_process:-} ${publisher:-} ${reader:-}; do
        kill "$process" 2>/dev/null || true
    done
    wait
    [ -n "${SCALE_DIR:-}" ] || rm -rf "$work"
}
trap stop EXIT
now() { date +%s%3N; }

old=$(free_port)
start_store "$work/root" "$old"
"$gift_store" --root "$work/root" export "$work/backup" --all --every 0.5 2>"$work/export.log" &
export_process=$!
curl -sf "http://127.0.0.1:$old/animation/rocket.json" >"$work/rocket.json"

echo "1. The store is killed while it publishes."
# Each acknowledged publication is written down with its time, its version, and the catalogue's revision.
(
    while :; do
        answer=$(curl -sf -H "$authorization" -T "$work/rocket.json" "http://127.0.0.1:$old/gifts/rocket") || exit 0
        echo "$answer" | sed "s/.*\"version\":\([0-9]*\).*\"revision\":\([0-9]*\)}$/$(now) \1 \2/" >>"$work/acknowledged"
    done
) &
publisher=$!
touch "$work/acknowledged"
until [ "$(wc -l <"$work/acknowledged")" -ge "$publications" ]; do sleep 0.05; done
# A player follows the store to this point.
"$giftty" gifts sync --store "http://127.0.0.1:$old" --home "$work/library" >/dev/null
kill -KILL "$store_process"
killed=$(now)
# The machine is gone with its disk, and the copy stops where it is.
kill -KILL "$export_process"
wait "$publisher" "$store_process" "$export_process" 2>/dev/null || true
rm -rf "$work/root"
acknowledged=$(wc -l <"$work/acknowledged")
read -r _ _ last_revision <<LINE
$(tail -n 1 "$work/acknowledged")
LINE

echo "2. Readers of the copy see whole packages only."
(cd "$work/backup" && sha256sum --check --quiet SHA256SUMS)
"$gift_store" recover "$work/backup" --check

echo "3. Another store continues from the copy."
began=$(now)
copied=$(sed 's/.*"revision":\([0-9]*\),"gifts".*/\1/' "$work/backup/catalogue.json")
"$gift_store" recover "$work/backup" 2>/dev/null
new=$(free_port)
start_store "$work/backup" "$new"
took=$(($(now) - began))
if "$gift_store" --root "$work/backup" --port 0 2>"$work/second"; then fail "two stores started on one folder"; fi
grep -q 'another gift-store uses this folder' "$work/second" || fail "the second store said: $(cat "$work/second")"

# What the last copy lacks was acknowledged less than a second before.
missing=$(awk -v copied="$copied" '$3 > copied' "$work/acknowledged" | wc -l)
oldest=$(awk -v copied="$copied" -v killed="$killed" '$3 > copied { print killed - $1; exit }' "$work/acknowledged")
echo "   $acknowledged publications were acknowledged; the copy lacks the last $missing, of the last ${oldest:-0} ms"
[ "${oldest:-0}" -lt 3000 ] || fail "a publication older than the interval of copies is lost"
echo "   the new store answers $took ms after the decision"
revision=$(curl -sf "http://127.0.0.1:$new/health" | sed 's/.*"catalogue":\([0-9]*\).*/\1/')
[ "$revision" -gt "$last_revision" ] || fail "the revision went back from $last_revision to $revision"

echo "4. Players go on, and a new version is none that a cache may know."
answer=$(curl -sf -H "$authorization" -T "$work/rocket.json" "http://127.0.0.1:$new/gifts/rocket")
version=$(echo "$answer" | sed 's/.*"version":\([0-9]*\).*/\1/')
if awk -v version="$version" '$2 == version { found = 1 } END { exit !found }' "$work/acknowledged"; then
    fail "version $version was used before"
fi
"$giftty" gifts sync --store "http://127.0.0.1:$new http://127.0.0.1:$old" --home "$work/library" >"$work/sync.log"
"$giftty" gifts list --home "$work/library" --format json | grep '"id":"rocket"' | grep -q "\"version\":$version" ||
    fail "the player has another version than $version"
echo "   the player has version $version, and the catalogue's revision $((revision + 1))"
