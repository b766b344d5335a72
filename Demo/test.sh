#!/bin/sh
# Installs what is missing, checks the style of the code, builds the tests and the programs as they are shipped, optimised, and
# runs all tests. The programs that tests drive are those that Demo/play.sh and Demo/store.sh make.
#
#   Demo/test.sh                              all tests
#   Demo/test.sh --filter PlaybackTests       arguments go to swift test
#   Demo/test.sh --debug [ARGUMENT…]          without optimisation, for developers: builds faster after a change, runs slower.
#                                             Only there `assert` and the bounds of unsafe buffers are checked
set -eu
. "$(dirname -- "$0")/prepare.sh"

find_swift
install_libraries tmux libxml2-utils asciinema chromium chromium-driver curl mosquitto mosquitto-clients ngircd openssl \
    parallel nats-server
command -v tmux >/dev/null 2>&1 || give_up "tmux is missing: the tests drive giftty in it"

# Dask, Spark and schemathesis for one test each, which is skipped without them.
timeout 120 "$root/Demo/scale/prepare.sh" >&2 \
    || say "Dask, Spark and schemathesis could not be installed: their tests are skipped"

is_debug=
if [ "${1:-}" = --debug ]; then
    is_debug=yes
    shift
fi
began=$(date +%s)
stage() {
    say "$1, after $(($(date +%s) - began)) s"
}
# Tests reach into modules, for which these are compiled otherwise than for the programs: hence a folder of their own.
with_options() {
    command=$1
    shift
    if [ -n "$is_debug" ]; then
        swift "$command" --package-path "$root" "$@"
    else
        swift "$command" --package-path "$root" --scratch-path "$root/.build/testing" \
            -c release -Xswiftc -enable-testing "$@"
    fi
}
# Tests find the programs by GIFTTY_PROGRAMS, and without it those beside themselves.
build_programs() {
    [ -z "$is_debug" ] || return 0
    build_program giftty >/dev/null
    build_program gift-store >/dev/null
}
if [ -z "$is_debug" ]; then
    export GIFTTY_PROGRAMS="$root/.build/release"
fi

stage "Style"
cd "$root"
swift format lint --strict --parallel --recursive Sources Tests Package.swift
if command -v docc >/dev/null 2>&1; then
    mkdir -p "$root/.build"
    docc convert --warnings-as-errors --output-path "$root/.build/guide" "$root/Sources/giftty.docc" >&2 \
        || give_up "the guide has faults"
fi
stage "Building the tests"
with_options build --build-tests
if [ $# -gt 0 ]; then
    stage "Building the programs"
    build_programs
    stage "Tests"
    with_options test --skip-build "$@"
    exit
fi

logs=$(mktemp -d)
# Whatever the tests need for a while goes here, by a short name, as addresses of sockets are; nothing may stay.
temporary=$(mktemp -d "${TMPDIR:-/tmp}/gt.XXXXXX")
running=
# shellcheck disable=SC2086  # a list of numbers
trap 'kill $running 2>/dev/null || true; wait; rm -rf "$logs" "$temporary"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
bundle=$(with_options build --show-bin-path)/gifttyPackageTests.xctest

# start NAME COMMAND…: runs a command beside what else runs.
start() {
    name=$1
    shift
    (
        # A shell that is interrupted does not end what runs beside it.
        trap 'kill "$child" 2>/dev/null || true' TERM
        ("$@") >"$logs/$name" 2>&1 &
        child=$!
        status=0
        wait "$child" || status=$?
        echo "$status" >"$logs/$name.status"
    ) &
    running="$running $!"
}
# start_tests NAME ARGUMENT…: a process of its own with some of the tests. What hangs is ended.
start_tests() {
    name=$1
    shift
    start "$name" env TMPDIR="$temporary" timeout -k 10 1800 "$bundle" --testing-library swift-testing "$@"
}
# finish NAME…: waits for all, prints what each has written, and at the end once more the names of what failed, as nobody
# finds them among thousands of lines.
finish() {
    wait
    failed=
    for name in "$@"; do
        stage "$name"
        cat "$logs/$name"
        [ "$(cat "$logs/$name.status")" = 0 ] || failed="$failed $name"
    done
    [ -n "$failed" ] || return 0
    for name in $failed; do
        say "Failed: $name, with status $(cat "$logs/$name.status")"
        grep -a -A 5 -E '^.{1,4}(Test|Suite) .* recorded an issue|Fatal error:|Program crashed:' "$logs/$name" >&2 \
            || tail -n 20 "$logs/$name" >&2
    done
    exit 1
}

# Clients and servers have time limits for each other, so they run after what keeps every processor busy. They and what drives
# the program in terminals mostly wait, as several processes beside each other: in one, each would also wait for a thread.
store='StoreServerTests|StoreFuzzTests'
pages='StorePageTests|GiftLibraryTests'
clients='AnimationLoadingTests|HTTPClientTests|FeedSourcesTests|FeedNetworksTests|MotionTests'
rooms='RoomControlTests|StageBroadcastTests'
programs='CommandLineTests|TerminalTests'
# Packages are compressed, which takes as long as half of what is tested beside them.
packages='^CommandLineTests\.PackageTests'
stage "Calculating tests, and building the programs"
start_tests calculating --skip "$store|$pages|$clients|$rooms|$programs"
start programs build_programs
finish programs calculating
stage "Servers and clients"
start_tests servers-clients --filter "$clients"
start_tests servers-rooms --filter "$rooms"
finish servers-clients servers-rooms
start_tests servers-store --filter "$store"
start_tests servers-pages --filter "$pages"
finish servers-store servers-pages
stage "Programs in terminals"
start_tests programs-a-f --no-parallel --filter '^CommandLineTests\.[A-F]'
start_tests programs-g-r --no-parallel --filter '^CommandLineTests\.[G-R]' --skip "$packages"
start_tests programs-packages --no-parallel --filter "$packages"
start_tests programs-s-z --no-parallel --filter '^(CommandLineTests\.[S-Z]|TerminalTests)'
finish programs-a-f programs-g-r programs-packages programs-s-z
left=$(ls -A "$temporary")
[ -z "$left" ] || give_up "tests have left temporary files behind:
$left"
stage "All tests passed"
