#!/bin/sh
# Measures how many listeners a gift-store has on one core: each holds an event stream, and all learn of each switch.
#
#   Demo/scale/listeners.sh [LISTENERS [SWITCHES]]      2000 and 20 otherwise
#
# Fails if a listener is refused, or misses a switch.
. "$(dirname -- "$0")/common.sh"
need taskset util-linux
listeners=${1:-2000}
switches=${2:-20}
ulimit -n "$(ulimit -Hn)"
trap 'end TERM "${store_process:-}"; [ -n "${SCALE_DIR:-}" ] || rm -rf "$work"' EXIT
port=$(free_port)
start_store "$work/root" "$port"
taskset -cp 0 "$store_process" >/dev/null
python3 "$scale/listeners.py" "$port" "$listeners" "$switches" "$work/token" "$store_process" || fail "listeners"
