#!/bin/sh
# Installs what is missing, checks the style of the code, builds everything and runs all tests.
#
#   Demo/test.sh                              all tests
#   Demo/test.sh --filter PlaybackTests       arguments go to swift test
set -eu
. "$(dirname -- "$0")/prepare.sh"

find_swift
install_libraries tmux libxml2-utils asciinema chromium chromium-driver curl mosquitto mosquitto-clients ngircd openssl
command -v tmux >/dev/null 2>&1 || give_up "tmux is missing: the tests drive giftty in it"

cd "$root"
say "Style"
swift format lint --strict --parallel --recursive Sources Tests Package.swift
say "Build"
swift build --build-tests
if [ $# -gt 0 ]; then
    say "Tests"
    exec swift test --skip-build "$@"
fi

# The names of what failed, again at the end, as nobody finds them among thousands of lines.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
run_tests() {
    say "Tests: $1"
    shift
    { swift test --skip-build "$@" 2>&1 || echo failed >"$log.status"; } | tee "$log"
    [ -e "$log.status" ] || return 0
    rm -f "$log.status"
    say "Failed:"
    grep -a -A 5 -E '^.{1,4}(Test|Suite) .* recorded an issue|Fatal error:|Program crashed:' "$log" >&2 || tail -n 20 "$log" >&2
    exit 1
}

# Clients and servers that wait for each other run after what keeps every processor busy, or they wait for that; and what
# drives the program last, one by one, as each of them is several programs.
waiting='StoreServerTests|StorePageTests|LocalStoreTests|HTTPTransferTests|FeedSourcesTests|FeedNetworksTests|MotionTests'
programs='CommandLineTests|TerminalTests'
run_tests "by themselves" --skip "$waiting|$programs"
run_tests "servers and clients" --filter "$waiting"
run_tests "the program in a terminal" --no-parallel --filter "$programs"
