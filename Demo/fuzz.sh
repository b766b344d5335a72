#!/bin/sh
# Looks for documents, feeds and input that end the program, hang it or take too much memory: four fuzzers, over reading, over
# drawing, over what platforms, sockets and brokers send, and over the stage with its feed, keys, mouse and size.
#
#   Demo/fuzz.sh                    ten minutes
#   Demo/fuzz.sh 20 feed            twenty minutes of one of them: decode, draw, feed or stage
#   Demo/fuzz.sh 20 http            twenty minutes of hostile requests to a store on this machine
#   Demo/fuzz.sh 20 catalogue       the same of hostile catalogues, for players and servers
#   Demo/fuzz.sh 20 signed          the same of signed documents that lie or are cut
#   Demo/fuzz.sh 20 package         the same of hostile packages
#   Demo/fuzz.sh 60 FOLDER...       an hour, with the JSON files of these folders as further seeds
#
# What is found lies in .build/fuzzing/found, and a second run goes on from what the first one knew.
# Ends with 1 where anything was found.
set -eu
. "$(dirname -- "$0")/prepare.sh"

minutes=${1:-10}
[ $# -eq 0 ] || shift
case $minutes in
    '' | *[!0-9]*) give_up "expected minutes, found '$minutes'" ;;
esac

only=
case ${1:-} in
    decode | draw | feed | stage | http | catalogue | signed | package) only=$1 && shift ;;
esac

find_swift
install_libraries

# Slower than this with all checks on is far beyond a second without them.
longest_seconds=25
most_memory=2048
largest_document=65536

work=$root/.build/fuzzing
mkdir -p "$work/found" "$work/decode" "$work/draw" "$work/feed" "$work/stage" "$work/gifts"
cp "$root"/Demo/gifts/*.json "$work/gifts"
say "Building the fuzzers"
GIFTTY_FUZZER=1
export GIFTTY_FUZZER

# Names what was found, and ends.
report() {
    found=$(find "$work/found" -type f | sort)
    if [ -n "$found" ]; then
        say "Found:"
        printf '%s\n' "$found"
        exit 1
    fi
    say "Nothing was found"
    exit 0
}

# A store is attacked by seeded trials: what is found is named with the seed by which it is found again.
case $only in
    http | catalogue | signed | package)
        build() { nice -n 19 swift build --package-path "$root" --scratch-path "$work/store" -c release --product StoreFuzzer "$@"; }
        build >&2 || give_up "the fuzzer could not be built"
        attacker=$(build --show-bin-path)/StoreFuzzer
        say "Attacking a store for $((minutes * 60)) seconds: $only"
        # What a program may map, in kilobytes; most of it is never used.
        (ulimit -v $((8 * most_memory * 1024))) || give_up "the memory can't be limited"
        (ulimit -v $((8 * most_memory * 1024)); exec nice -n 19 "$attacker" "$only" $((minutes * 60)) "${GIFTTY_SEED:-1}") \
            2>"$work/$only.log" || mv "$work/$only.log" "$work/found/$only-fault"
        report
        ;;
esac

# Stripped of what looks unused, the fuzzers would lose the counters of what was reached, and search blindly. So they would if
# the compiler were told of the fuzzer before the addresses; the package manager passes either first, so it is told again.
build() {
    nice -n 19 swift build --package-path "$root" --scratch-path "$work/build" -c release \
        --sanitize=fuzzer --sanitize=address -Xswiftc -sanitize=fuzzer --disable-dead-strip --product Fuzzer "$@"
}
build >&2 || give_up "the fuzzers could not be built"
fuzzer=$(build --show-bin-path)/Fuzzer
"$fuzzer" -runs=0 2>&1 | grep -q 'inline 8-bit counters' || give_up "the fuzzers don't count what they reach"

# The fuzzing library reports crashes itself, and goes on after what it found in a process of its own. Fontconfig keeps
# memory until the end, which would count as found by every process; what grows without end meets the memory limit.
SWIFT_BACKTRACE=enable=no
ASAN_OPTIONS=detect_leaks=0
export SWIFT_BACKTRACE ASAN_OPTIONS
fuzz() {
    kind=$1
    seconds=$2
    shift 2
    [ -z "$only" ] || seconds=$((minutes * 60))
    [ -z "$only" ] || [ "$only" = "$kind" ] || return 0
    say "Fuzzing for $seconds seconds: $kind"
    nice -n 19 "$fuzzer" "$work/$kind" "$@" "--$kind" \
        -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -max_total_time="$seconds" \
        -max_len=$largest_document -timeout=$longest_seconds -rss_limit_mb=$most_memory -report_slow_units=10 \
        -artifact_prefix="$work/found/$kind-" >"$work/$kind.log" 2>&1 || true
    # The last line of its kind has all: executions, coverage, memory, and the counts of what was found.
    printf '%-7s %s\n' "$kind" "$(grep '^#.*cov:' "$work/$kind.log" | tail -n 1)"
}

# Reading is quick and soon explored.
fuzz decode $((minutes * 12)) "$root/Tests/Fuzzing/FuzzTests/Corpus" "$work/gifts" "$@"
fuzz draw $((minutes * 24)) "$root/Tests/Fuzzing/FuzzTests/Corpus" "$work/gifts" "$@"
fuzz feed $((minutes * 12)) "$root/Tests/Fuzzing/FuzzTests/Feeds"
fuzz stage $((minutes * 12)) "$root/Tests/Fuzzing/FuzzTests/Scripts"
report
