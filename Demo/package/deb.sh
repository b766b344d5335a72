#!/bin/sh
# Makes Debian packages of giftty and gift-store, each with one for its debug symbols.
#
#   Demo/package/deb.sh [giftty|gift-store…]
#
# The dependencies are computed of what the programs link; what they load while they run is recommended. The same programs
# give the same packages, byte for byte.
. "$(dirname -- "$0")/common.sh"
need dpkg-deb dpkg
need dpkg-shlibdeps dpkg-dev
find_programs
[ $# -gt 0 ] || set -- giftty gift-store
architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$packages"

# dependencies_of FILE: the packages with the libraries that a program links, with the versions that it needs.
dependencies_of() {
    # dpkg-shlibdeps wants to be in the folder of a source package.
    mkdir -p "$work/source/debian"
    printf 'Source: giftty\n\nPackage: giftty\nArchitecture: any\n' >"$work/source/debian/control"
    (cd "$work/source" && dpkg-shlibdeps -O "$1" 2>"$work/shlibdeps.log" || give_up "$(cat "$work/shlibdeps.log")") \
        | sed -n 's/^shlibs:Depends=//p'
}

# packages_of LIBRARY…: the packages that have these libraries here, and their names in Debian 13.
packages_of() {
    for library in "$@"; do
        found=$(dpkg-query -S "*/$library" 2>/dev/null | sed 's/:.*//' | sort -u | head -n 1)
        [ -n "$found" ] || give_up "no package has $library: apt-get install libcurl4 libmosquitto1 libzstd1"
        printf '%s | %st64, ' "$found" "$found"
    done | sed 's/, $//'
}

# control FOLDER NAME DESCRIPTION-FILE [FIELD…]: the control file, with the size of what is installed.
control() {
    control_folder=$1
    control_name=$2
    description=$3
    shift 3
    mkdir -p "$control_folder/DEBIAN"
    # As Debian counts: whole kilobytes for each file, and one for all else.
    size=$(find "$control_folder" -path "$control_folder/DEBIAN" -prune -o -type f -printf '%s\n' -o -printf '1\n' \
        | awk '{ total += int(($1 + 1023) / 1024) } END { print total + 0 }')
    {
        printf 'Package: %s\nVersion: %s\nArchitecture: %s\n' "$control_name" "$version" "$architecture"
        printf 'Maintainer: %s\nInstalled-Size: %s\n' "${MAINTAINER:-giftty <giftty@localhost>}" "$size"
        for field in "$@"; do printf '%s\n' "$field"; done
        printf 'Priority: optional\n'
        cat "$description"
    } >"$control_folder/DEBIAN/control"
}

# pack FOLDER NAME COMPRESSION: the package of a folder.
pack() {
    (cd "$1" && find . -path ./DEBIAN -prune -o -type f -print | LC_ALL=C sort | sed 's,^\./,,' \
        | xargs -r md5sum) >"$1/DEBIAN/md5sums"
    if [ -d "$1/etc" ]; then (cd "$1" && find etc -type f -printf '/%p\n' | sort) >"$1/DEBIAN/conffiles"; fi
    same_times "$1"
    file=$packages/$2_${version}_$architecture.deb
    dpkg-deb --root-owner-group --threads-max=1 "-Z$3" --build "$1" "$file" >/dev/null
    say "$file: $(stat -c %s "$file") bytes"
}

for name in "$@"; do
    folder=$work/$name
    debug=$work/$name-dbgsym
    mkdir -p "$folder" "$debug"
    "$package/stage.sh" "$name" "$folder/usr" "$debug/usr"
    if [ "$name" = gift-store ]; then
        install -D -m 644 "$package/debian/gift-store.service" "$folder/lib/systemd/system/gift-store.service"
        install -D -m 644 "$package/debian/gift-store.sysusers" "$folder/usr/lib/sysusers.d/gift-store.conf"
        install -D -m 644 "$package/debian/gift-store.default" "$folder/etc/default/gift-store"
        mkdir -p "$folder/DEBIAN"
        for script in postinst prerm postrm; do
            install -m 755 "$package/debian/gift-store.$script" "$folder/DEBIAN/$script"
        done
    fi
    depends=$(dependencies_of "$folder/usr/bin/$name")
    [ -n "$depends" ] || give_up "$name: no dependencies were found"
    [ "$name" != gift-store ] || depends="$depends, systemd | systemd-standalone-sysusers | systemd-sysusers"
    # shellcheck disable=SC2046  # a list of words
    control "$folder" "$name" "$package/debian/$name.description" "Section: $(
        [ "$name" = giftty ] && echo games || echo net)" "Depends: $depends" \
        "Recommends: $(packages_of $(libraries_loaded_by "$name"))"
    pack "$folder" "$name" xz

    printf 'Description: debug symbols for %s\n They are where debuggers look for them by the id of the build.\n' "$name" \
        >"$work/description"
    mkdir -p "$debug/usr/share/doc"
    ln -s "$name" "$debug/usr/share/doc/$name-dbgsym"
    control "$debug" "$name-dbgsym" "$work/description" "Section: debug" "Depends: $name (= $version)" \
        "Auto-Built-Package: debug-symbols"
    # The symbols are compressed already.
    pack "$debug" "$name-dbgsym" none
done
