#!/bin/sh
# Runs the tests with all accesses to memory and all of C's undefined behaviour checked (address), or all sharing between
# threads (thread).
#
#   Demo/sanitize.sh address                   all suites that can run so
#   Demo/sanitize.sh thread 'Motion|Playback'  those whose names match
#   Demo/sanitize.sh address release           as the optimiser leaves them, which is quicker
#
# GIFTTY_TESTS=MotionTests,ZIPArchiveTests has only these built, with what they need.
#
# Swift has no check for undefined behaviour of its own: the language stops the program there, or the code is unsafe, and
# then `address` looks at its accesses.
# Ends with 1 where anything was found, or a test failed.
set -eu
. "$(dirname -- "$0")/prepare.sh"

kind=${1:-}
case $kind in
    address | thread) shift ;;
    *) give_up "expected address or thread, found '$kind'" ;;
esac
configuration=debug
if [ "${1:-}" = release ]; then
    configuration=release
    shift
fi
filter=${1:-}

find_swift
install_libraries tmux libxml2-utils asciinema chromium chromium-driver curl mosquitto mosquitto-clients ngircd openssl

work=$root/.build/sanitizing
mkdir -p "$work"

# What is not ours to mend, each with its reason.
suppressions=$work/leaks
cat >"$suppressions" <<'END'
# Fontconfig keeps what it has read until the program ends.
leak:libfontconfig.so
# Foundation loses its buffer when it reads an empty file as text, which tests do while they wait for what a program writes.
leak:readBytesFromFile
# Foundation's reader of XML, which only tests use, keeps the nodes that were asked for.
leak:libFoundationXML.so
# What a test keeps in a global variable lives as long as the process. Swift marks some references in ways that the check for
# leaks does not recognize. `_WZ` ends the names of the functions that make such values.
leak:Tests*_WZ
# The README's example keeps its values in variables of its top-level code, which live as long as the process.
leak:LibraryExample
END

# The thread sanitizer does not see the lock of Swift's Mutex on Linux, as the standard library is not built for it: a program
# whose threads only append to an array within `withLock` is reported. What a Mutex holds can be reached nowhere else, which the
# compiler checks. The closures of `withLock` return `sending` values, which their mangled names tell.
races=$work/races
echo 'race:YTXE' >"$races"

# A crash belongs to the sanitizer, not to Swift's backtraces. `exitcode` is none that the tests expect of a program.
SWIFT_BACKTRACE=enable=no
# Tests have programs crash, and look whether they leave the terminal clean: their own handlers have to see the signals.
crashes=handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0
ASAN_OPTIONS=detect_leaks=1:exitcode=99:malloc_context_size=12:$crashes
LSAN_OPTIONS=suppressions=$suppressions:print_suppressions=0
TSAN_OPTIONS=exitcode=99:suppressions=$races:$crashes
UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export SWIFT_BACKTRACE ASAN_OPTIONS LSAN_OPTIONS TSAN_OPTIONS UBSAN_OPTIONS

# Tests drive the programs beside them, which are built with the same checks.
unset GIFTTY_PROGRAMS

build() {
    if [ "$configuration" = release ]; then set -- -c release -Xswiftc -enable-testing "$@"; fi
    if [ "$kind" = address ]; then set -- -Xcc -fsanitize=undefined "$@"; fi
    nice swift build --package-path "$root" --scratch-path "$work/$kind" --sanitize="$kind" --build-tests "$@"
}
say "Build: $kind, $configuration"
build >&2 || give_up "the tests could not be built"
bundle=$(build --show-bin-path)/gifttyPackageTests.xctest

cd "$root"
failed=
run_tests() {
    name=$1
    shift
    say "Tests: $name"
    log=$work/$kind-$configuration-$name.log
    timeout -k 10 7200 nice "$bundle" --testing-library swift-testing "$@" >"$log" 2>&1 || failed="$failed $name"
    # What is found in a program that a test has started may be in what that wrote, and the test pass all the same.
    if grep -aqE 'ERROR: (Address|Leak)Sanitizer|WARNING: ThreadSanitizer|: runtime error: ' "$log"; then
        failed="$failed $name"
    fi
    grep -aE 'Test run with|recorded an issue|SUMMARY: |: runtime error: ' "$log" | sort | uniq -c || true
}
# Each target in a process of its own: thousands of tests that begin together take a sanitizer hours, and memory.
if [ -n "$filter" ]; then
    run_tests chosen --filter "$filter"
else
    for folder in Tests/*/*Tests; do
        suite=${folder##*/}
        case ,${GIFTTY_TESTS:-$suite}, in *,"$suite",*) ;; *) continue ;; esac
        case $suite in
            # They drive programs in terminals, in real time.
            CommandLineTests | TerminalTests) run_tests "$suite" --no-parallel --filter "^$suite\." ;;
            *) run_tests "$suite" --filter "^$suite\." ;;
        esac
    done
fi
if [ -n "$failed" ]; then
    say "Found something or failed:$failed. All of it is in $work/$kind-$configuration-*.log"
    exit 1
fi
say "Nothing was found"
