#!/bin/sh
# Shows that reading scales by a cache that exists: nginx in front of gift-store answers players, the store is hardly
# asked, its restart is not noticed, and a changed gift or setting arrives within two seconds.
#
#   Demo/scale/nginx.sh
. "$(dirname -- "$0")/common.sh"
need nginx nginx

stop() {
    for process in ${nginx_process:-} ${store_process:-} ${stream_process:-} ${reader_process:-}; do
        kill "$process" 2>/dev/null || true
    done
    wait
    [ -n "${SCALE_DIR:-}" ] || rm -rf "$work"
}
trap stop EXIT

store=$(free_port)
port=$(free_port)
sed -e "s|@DIR@|$work|g" -e "s|@PORT@|$port|g" -e "s|@STORE@|$store|g" "$scale/nginx.conf" >"$work/nginx.conf"
start_store "$work/root" "$store"
nginx -c "$work/nginx.conf" -p "$work" -e "$work/error.log" &
nginx_process=$!
site=http://127.0.0.1:$port
wait_for curl -sf "$site/health"

# Prints the state of the cache, or another field, of an answer.
field() {
    name=$1
    shift
    curl -s -o /dev/null -D - "$@" | tr -d '\r' | sed -n "s/^$name: //Ip" | tail -n 1
}
requests() { wc -l <"$work/store.log"; }

echo "1. A package is asked for once, the catalogue about once a second."
package=$(curl -s "$site/gifts" | python3 -c 'import json, sys; print(json.load(sys.stdin)["gifts"][0]["package"])')
[ "$(field X-Cache "$site/$package")" = MISS ] || fail "the first request for a package was no miss"
[ "$(field X-Cache "$site/$package")" = HIT ] || fail "the second request for a package was no hit"
case $(field Cache-Control "$site/$package") in
*immutable*) ;;
*) fail "the address of a package is not immutable" ;;
esac
tag=$(field ETag "$site/gifts")
status=$(curl -s -o /dev/null -w '%{http_code}' -H "If-None-Match: $tag" "$site/gifts")
[ "$status" = 304 ] || fail "an unchanged catalogue was answered with $status"
before=$(requests)
start=$(date +%s%N)
count=2000
seq $count | sed "s|.*|url = \"$site/gifts\"\noutput = \"/dev/null\"|" >"$work/requests"
curl -sS --no-progress-meter --parallel --parallel-max 50 -K "$work/requests"
asked=$(($(requests) - before))
milliseconds=$((($(date +%s%N) - start) / 1000000))
echo "   $count requests for the catalogue in $milliseconds ms; the store was asked $asked times"
[ $asked -le $((milliseconds / 1000 + 3)) ] || fail "the store was asked too often"

echo "2. Only what is public is cached, and each answer once."
[ "$(field X-Cache "$site/gifts?x=1")" != MISS ] || fail "a query fills the cache"
[ "$(field X-Cache "$site/$package?x=1")" = HIT ] || fail "a query of a package fills the cache"
[ "$(field X-Cache -H "$authorization" "$site/gifts")" = BYPASS ] || fail "a request with a token was answered by the cache"
status_of() { curl -s -o /dev/null -w '%{http_code}' "$@"; }
[ "$(status_of -H "$authorization" "$site/audit")" = 200 ] || fail "the owner of a token cannot read the audit log"
[ "$(status_of "$site/audit")" = 401 ] || fail "anybody can read the audit log"
for path in audit health ready metrics openapi.json settings/preview; do
    for _ in 1 2; do
        cache=$(field X-Cache "$site/$path")
        [ -z "$cache" ] || fail "/$path was answered by the cache: $cache"
    done
done

echo "3. The stream of changes passes at once, and a change is read within two seconds."
curl -sN "$site/events" >"$work/events" &
stream_process=$!
wait_for grep -q retry "$work/events"
settings_tag=$(field ETag "http://127.0.0.1:$store/settings")
start=$(date +%s%N)
curl -sf -o /dev/null -X PUT -H "$authorization" -H "If-Match: $settings_tag" \
    -d '{"revision": 1, "default": {"mode": "replace"}}' "$site/settings"
wait_for grep -q 'event: settings' "$work/events"
echo "   the event came after $((($(date +%s%N) - start) / 1000000)) ms"
is_replaced() { curl -s "$site/settings?room=lobby" | grep -q replace; }
wait_for is_replaced
took=$((($(date +%s%N) - start) / 1000000))
echo "   the settings came after $took ms"
[ $took -lt 2500 ] || fail "the settings came late"
kill "$stream_process"
wait "$stream_process" 2>/dev/null || true

echo "4. A restart of the store is not noticed by readers."
(
    while :; do
        curl -s -o /dev/null -w '%{http_code}\n' "$site/gifts"
        curl -s -o /dev/null -w '%{http_code}\n' "$site/$package"
        curl -s -o /dev/null -w '%{http_code}\n' "$site/settings?room=lobby"
        sleep 0.02
    done
) >"$work/statuses" &
reader_process=$!
sleep 0.5
end KILL "$store_process"
sleep 2
[ "$(field X-Cache "$site/gifts")" = STALE ] || fail "the catalogue was not answered by the cache alone"
for path in audit health ready metrics; do
    [ "$(status_of "$site/$path")" = 502 ] || fail "/$path was answered while the store was away"
done
start_store "$work/root" "$store"
sleep 1
kill "$reader_process"
wait "$reader_process" 2>/dev/null || true
bad=$(grep -vc '^200$' "$work/statuses" || true)
echo "   $(wc -l <"$work/statuses") requests during the restart, $bad failed"
[ "$bad" = 0 ] || fail "$bad requests failed: $(sort "$work/statuses" | uniq -c | tr '\n' ' ')"

echo "5. An export is played over any web server."
"$gift_store" export "$work/public" --root "$work/root" 2>"$work/export.log"
sed -i "s|listen 127.0.0.1:$port .*|&\n        location /public/ { root $work; proxy_cache off; }|" "$work/nginx.conf"
kill -HUP "$nginx_process"
wait_for curl -sf "$site/public/catalogue.json"
(cd "$work/public" && sha256sum --check --quiet SHA256SUMS)
giftty=$(program giftty "${GIFTTY:-}")
sync_export() { "$giftty" gifts sync --store "$site/public/catalogue.json" --home "$work/library" >"$work/sync.log"; }
# Until nginx has ended its old processes, one of them can still answer, without the new location.
wait_for sync_export
installed=$("$giftty" gifts list --home "$work/library" --format json | grep -c '"ready"' || true)
echo "   $(cat "$work/export.log" | sed "s|$work/||"); a player has $installed gifts of it"
[ "$installed" -ge 14 ] || fail "a player has only $installed gifts"
