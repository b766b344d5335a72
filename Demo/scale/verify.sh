#!/bin/sh
# Runs all that shows how a store serves a platform, what other programs cost a room, and that packages can be installed:
# too long for every change, right for every night. It prints the figures of the guide's pages "A Platform's Worth of
# Players", "Controlling a room from other programs" and "Installing".
#
#   Demo/scale/verify.sh [FOLLOWERS…]      the sizes of the crowd: 10 100 1000 5000 otherwise
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
[ $# -gt 0 ] || set -- 10 100 1000 5000
status=0
run() {
    echo "== $*"
    "$here/$@" || {
        echo "failed: $*" >&2
        status=1
    }
}
run listeners.sh
run nginx.sh
run cluster.sh "$@"
run wall.sh 200 600
run restore.sh 200
run ../control/measure
run ../package/verify.sh
exit $status
