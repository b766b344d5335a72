#!/bin/sh
# Checks the manual pages in the Debian packages of .build/packages: with man, and with mandoc where it is installed.
#
#   Demo/package/manual-check.sh
. "$(dirname -- "$0")/common.sh"
need man man-db
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in giftty gift-store; do
    dpkg-deb --fsys-tarfile "$packages/${name}_${version}_$(dpkg --print-architecture).deb" \
        | tar -C "$work" -xf - --strip-components=5 --wildcards './usr/share/man/man1/*'
done
gunzip "$work"/*.gz
for page in "$work"/*.1; do LC_ALL=C.UTF-8 MANROFFSEQ='' man --warnings -E UTF-8 -l "$page" 2>&1 >/dev/null; done >"$work/log"
for page in "$work"/*.1; do groff -man -ww -Tutf8 "$page" 2>&1 >/dev/null; done >>"$work/log"
if command -v mandoc >/dev/null; then mandoc -T lint -W warning "$work"/*.1 >>"$work/log" || true; fi
[ ! -s "$work/log" ] || {
    cat "$work/log" >&2
    exit 1
}
set -- "$work"/*.1
echo "$# manual pages without a warning"
