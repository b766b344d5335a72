#!/bin/sh
# Makes an archive of a program that runs from any folder, on Debian 12 and newer, and another one of its debug symbols.
#
#   Demo/package/tar.sh [giftty|gift-store…]
#
# Beside the program are the libraries that it needs. Its start takes those of them that the system does not have, so
# that the system's repairs reach all others.
. "$(dirname -- "$0")/common.sh"
need ldd libc-bin
find_programs
[ $# -gt 0 ] || set -- giftty gift-store
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$packages"

for name in "$@"; do
    title=$name-$version-linux-$(uname -m)
    folder=$work/$title
    "$package/stage.sh" "$name" "$folder" "$work/$title-debug"
    mkdir "$folder/libexec" "$folder/lib" "$folder/etc"
    mv "$folder/bin/$name" "$folder/libexec/$name"
    sed "s/@NAME@/$name/g; s/@MACHINE@/$(uname -m)/g" "$package/launcher.sh" >"$folder/bin/$name"
    chmod 755 "$folder/bin/$name"
    cp "$package/fonts.conf" "$folder/etc/fonts.conf"
    "$package/libraries.sh" "$name" "$folder/libexec/$name" | while read -r soname path; do
        mkdir -p "$folder/lib/$soname"
        cp "$path" "$folder/lib/$soname/$soname"
        chmod 644 "$folder/lib/$soname/$soname"
    done
    archive "$work" "$packages/$title.tar.gz" "$title"
    archive "$work" "$packages/$title-debug.tar" "$title-debug"
    for file in "$packages/$title.tar.gz" "$packages/$title-debug.tar"; do
        say "$file: $(stat -c %s "$file") bytes"
    done
done
