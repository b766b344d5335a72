#!/bin/sh
# Makes all packages twice, compares them, checks what one can see of them here, and installs and runs them in clean systems.
# Too long for every change, right for every night. It prints the sizes of the guide's page "Installing".
#
#   Demo/package/verify.sh [RELEASE…]      the releases of Debian: bookworm and trixie otherwise
. "$(dirname -- "$0")/common.sh"
find_programs
export GIFTTY_PROGRAMS="$programs"
work=$(mktemp -d "${TMPDIR:-/tmp}/packages.XXXXXX")
trap 'rm -rf "$work"' EXIT

fail() {
    say "failed: $*"
    exit 1
}

"$package/make.sh"
PACKAGES=$work "$package/make.sh" deb tar oci 2>/dev/null
for made in "$work"/*; do
    diff -r "$made" "$packages/$(basename -- "$made")" >/dev/null || fail "$(basename -- "$made") differs when made again"
done
say "made again, all packages have the same bytes"
"$package/manual-check.sh"
"$package/shells.sh" "$programs/giftty"
"$package/oci-check.sh"
if command -v ruby >/dev/null; then ruby -c "$packages/giftty.rb" >/dev/null || fail "giftty.rb"; fi
"$package/install.sh" "$@"
say "all packages are as they must be"
