#!/bin/sh
# Makes all packages of giftty and gift-store in .build/packages, or those that are named.
#
#   Demo/package/make.sh [deb] [tar] [oci] [formula]
. "$(dirname -- "$0")/common.sh"
find_programs
export GIFTTY_PROGRAMS="$programs"
[ $# -gt 0 ] || set -- deb tar oci formula
for kind in "$@"; do
    case $kind in
        deb | tar | oci | formula) "$package/$kind.sh" ;;
        *) give_up "expected deb, tar, oci or formula, found $kind" ;;
    esac
done
