#!/bin/sh
# Prints the libraries that a program links or loads, and theirs, without the C library: a name and a file on each line.
#
#   Demo/package/libraries.sh giftty FILE [all]
#
# With "all", also the C library and the program that loads libraries.
. "$(dirname -- "$0")/common.sh"
name=$1
program=$2
which=${3:-}

# The C library belongs to the system: it must fit the kernel, and programs made with an older one run with newer ones.
is_of_c() {
    case $1 in
        libc.so.* | libm.so.* | libdl.so.* | libpthread.so.* | librt.so.* | libresolv.so.* | libutil.so.* | ld-linux*) ;;
        *) return 1 ;;
    esac
}

linked_by() {
    ldd "$1" | sed -n 's/^[[:space:]]*\([^ ]*\) => \(\/[^ ]*\) .*/\1 \2/p; s,^[[:space:]]*\(/[^ ]*/\(ld-[^ /]*\)\) .*,\2 \1,p'
}

{
    linked_by "$program"
    for library in $(libraries_loaded_by "$name"); do
        path=$(ldconfig -p | sed -n "s/^[[:space:]]*$library (.*x86-64.*) => //p; s/^[[:space:]]*$library (.*AArch64.*) => //p" \
            | head -n 1)
        [ -n "$path" ] || give_up "$library is missing"
        printf '%s %s\n' "$library" "$path"
        linked_by "$path"
    done
} | sort -u | while read -r soname path; do
    if [ "$which" = all ] || ! is_of_c "$soname"; then printf '%s %s\n' "$soname" "$(readlink -f "$path")"; fi
done
