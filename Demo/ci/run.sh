#!/bin/sh
# Checks scenarios, then holds the logs of an app against the rules; fails if one of them fails.
#
#   SCENARIOS='scenarios' LOGS='logs/*.ndjson' POLICY='replace,replaceAt=0.3' REPORTS=reports sh run.sh
#
# SCENARIOS and LOGS are words of the shell: patterns in them are expanded. The pages and the JUnit files go to REPORTS.
# With GITHUB_ACTIONS=true, failures become annotations.
set -u
here=$(cd "$(dirname "$0")" && pwd)
giftty=${GIFTTY:-giftty}
reports=${REPORTS:-giftty-reports}
mkdir -p "$reports" || exit 73
failed=0

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
    "$giftty" "$@" --format junit >"$reports/$name.xml"
}

# shellcheck disable=SC2086
if [ -n "${SCENARIOS:-}" ]; then report check check $SCENARIOS; fi
# shellcheck disable=SC2086
if [ -n "${LOGS:-}" ]; then report conform conform $LOGS ${POLICY:+--policy "$POLICY"} ${GIFTS:+--gifts "$GIFTS"}; fi
exit "$failed"
