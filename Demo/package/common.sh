# What the scripts of this folder share; read with ". common.sh".
#
#   GIFTTY_PROGRAMS     the folder with giftty and gift-store; otherwise they are built
#   PACKAGES            the folder for the packages; otherwise .build/packages
#   SOURCE_DATE_EPOCH   the time of all files in the packages; otherwise that of the last commit
set -eu
export LC_ALL=C TZ=UTC
umask 022
package=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$package/../.." && pwd)
packages=${PACKAGES:-$root/.build/packages}
PATH=$PATH:/usr/sbin:/sbin

say() {
    printf '%s\n' "$*" >&2
}

give_up() {
    say "$(basename -- "$0"): $*"
    exit 69
}

# need PROGRAM DEBIAN-PACKAGE: ends the script if a program is missing.
need() {
    command -v "$1" >/dev/null 2>&1 || give_up "$1 is missing (Debian's package $2)"
}

if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
    SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 0)
fi
export SOURCE_DATE_EPOCH

# Both programs have one version, which `--version` prints.
version=$(sed -n 's/.*static let versionNumber = "\(.*\)"/\1/p' "$root/Sources/Commands/giftty/Giftty.swift")
[ -n "$version" ] || give_up "Giftty.swift has no version"

# The folder of the programs.
programs=${GIFTTY_PROGRAMS:-}
find_programs() {
    [ -z "$programs" ] || return 0
    programs=$("$root/Demo/package/build.sh")
}

# What a program loads while it runs, if it is there: with these, feeds and stores in networks, and compressed logs.
libraries_loaded_by() {
    case $1 in
        giftty) echo "libcurl.so.4 libmosquitto.so.1 libzstd.so.1" ;;
        gift-store) echo "libmosquitto.so.1" ;;
    esac
}

summary_of() {
    case $1 in
        giftty) echo "player of live-stream gifts in the terminal" ;;
        gift-store) echo "server of gifts and settings for giftty" ;;
    esac
}

# same_times FOLDER: gives all files the time of the packages.
same_times() {
    find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

# archive FOLDER FILE NAME…: a tar of what is in a folder, compressed if its name says so. The same files give the same bytes.
archive() {
    archive_folder=$1
    archive_file=$2
    shift 2
    tar --sort=name --format=gnu --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        -C "$archive_folder" -cf - "$@" | case $archive_file in
        *.tar.gz) gzip -9n ;;
        *) cat ;;
    esac >"$archive_file.new"
    mv "$archive_file.new" "$archive_file"
}
