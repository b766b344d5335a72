#!/bin/sh
# Compares the description of the store's interface, /openapi.json, with the program, by generated requests.
# Needs schemathesis, which Demo/scale/prepare.sh installs; without it, it says so and succeeds.
#
#     Demo/scale/openapi.sh [EXAMPLES]
#
# GIFT_STORE names the program; the default is .build/debug/gift-store. It also checks the metrics with promtool, if the
# machine has it.
set -eu
cd "$(dirname "$0")/../.."
store=${GIFT_STORE:-$PWD/.build/debug/gift-store}
examples=${1:-15}
schemathesis=$PWD/.build/scale/bin/schemathesis
[ -x "$schemathesis" ] || schemathesis=schemathesis
if ! command -v "$schemathesis" > /dev/null; then
    echo "skipped: schemathesis is not installed (Demo/scale/prepare.sh)"
    exit 0
fi
work=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" 2> /dev/null || true; fi; rm -rf "$work"' EXIT
"$store" token add checker --role publish --role settings --token-file "$work/tokens" > "$work/token"
: > "$work/log"
"$store" --root "$work/store" --port 0 --token-file "$work/tokens" --change-rate 100000 --log-format json \
    2> "$work/log" &
server=$!
port=
for _ in $(seq 100); do
    port=$(sed -n 's/.*http:..127\.0\.0\.1:\([0-9]*\).*/\1/p' "$work/log")
    [ -n "$port" ] && break
    sleep 0.1
done
[ -n "$port" ] || { cat "$work/log"; exit 1; }
address=http://127.0.0.1:$port
# 501 is the right answer to a method that the server does not know, so only known ones are tried where they do not belong.
cat > "$work/schemathesis.toml" <<'TOML'
[phases.coverage]
unexpected-methods = ["GET", "PUT", "POST", "PATCH", "DELETE", "OPTIONS"]
TOML
# /events has no end, so no generated request may wait for it.
# Generated bodies are no animations, so most are refused; that is why refusals of valid requests are no failure here.
# It leaves a folder where it runs.
cd "$work"
"$schemathesis" --config-file "$work/schemathesis.toml" run "$address/openapi.json" --url "$address" --exclude-path /events \
    --header "Authorization: Bearer $(cat "$work/token")" --max-examples "$examples" --seed 7 --workers 1 \
    --phases examples,coverage,fuzzing --request-timeout 20 --suppress-health-check all \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance
curl -sf "$address/metrics" > "$work/metrics"
if command -v promtool > /dev/null; then promtool check metrics < "$work/metrics"; fi
"$store" audit --root "$work/store" --quiet
kill "$server"
wait "$server"
server=
