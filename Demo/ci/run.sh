#!/bin/sh
# Checks scenarios, then holds the logs of an app against the rules; fails if one of them fails.
#
#   SCENARIOS='scenarios' LOGS='logs/*.ndjson' POLICY='replace,replaceAt=0.3' REPORTS=reports sh run.sh
#
# SCENARIOS and LOGS are words of the shell: patterns in them are expanded. The pages and the JUnit files go to REPORTS,
# also if a file is missing or cannot be read. With GITHUB_ACTIONS=true, failures become annotations.
set -u
here=$(cd "$(dirname "$0")" && pwd)
giftty=${GIFTTY:-giftty}
reports=${REPORTS:-giftty-reports}
mkdir -p "$reports" || exit 73
failed=0
if [ -z "${SCENARIOS:-}${LOGS:-}" ]; then
    echo 'run.sh: expected SCENARIOS or LOGS, found none of them' >&2
    exit 64
fi

# Writes a JUnit file for a command that could not begin, with what it said.
junit_error() {
    message=$(head -n 1 "$2" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g')
    printf '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n'
    printf '<testsuite name="giftty %s" tests="1" failures="0" errors="1">\n' "$1"
    printf '<testcase name="giftty %s" classname="giftty"><error message="%s"/></testcase>\n' "$1" "$message"
    printf '</testsuite>\n</testsuites>\n'
}

report() {
    name=$1
    shift
    if [ "${GITHUB_ACTIONS:-}" = true ]; then
        # The status of giftty, which a pipe would lose.
        { "$giftty" "$@" --html "$reports/$name.html" 2>&1; echo $? >"$reports/$name.status"; } |
            sh "$here/annotate.sh"
        status=$(cat "$reports/$name.status")
        rm -f "$reports/$name.status"
    else
        "$giftty" "$@" --html "$reports/$name.html"
        status=$?
    fi
    [ "$status" -eq 0 ] || failed=$status
    "$giftty" "$@" --format junit >"$reports/$name.xml" 2>"$reports/$name.errors"
    [ -s "$reports/$name.xml" ] || junit_error "$name" "$reports/$name.errors" >"$reports/$name.xml"
    rm -f "$reports/$name.errors"
}

# shellcheck disable=SC2086
if [ -n "${SCENARIOS:-}" ]; then report check check $SCENARIOS; fi
# shellcheck disable=SC2086
if [ -n "${LOGS:-}" ]; then report conform conform $LOGS ${POLICY:+--policy "$POLICY"} ${GIFTS:+--gifts "$GIFTS"}; fi
exit "$failed"
