#!/bin/sh
# Evaluates a folder of sessions with GNU parallel: parts of the sessions run side by side, one that fails is tried again, and
# the sums are merged into the report of a single run.
#
#   Demo/scale/parallel.sh sessions parts --policy queue --policy replace --format json
#
# The first folder has the sessions, the second one gets the sums of each part. A part whose sums are there is not evaluated
# again, so an interrupted run continues where it was.
set -eu
giftty=${GIFTTY:-giftty}
sessions=$1
parts=$2
shift 2
# The form of the report is for the merge, everything else for the parts.
format=text
policies=
while [ $# -gt 0 ]; do
    case $1 in
        --format) format=$2 ;;
        *) policies="$policies $1 '$2'" ;;
    esac
    shift 2
done
mkdir -p "$parts"
find "$sessions" -name '*.ndjson' | sort | split -a 4 -l 100 - "$parts/list-"
export giftty policies
# shellcheck disable=SC2016  # the inner shell expands them
parallel --will-cite --jobs "${JOBS:-100%}" --retries 3 --halt now,fail=1 \
    'test -s {}.json || eval "\"\$giftty\" evaluate @{} $policies --jobs 1 --keep-going --partial {}.json"' \
    ::: "$parts"/list-????
"$giftty" evaluate --merge "$parts"/list-????.json --format "$format"
