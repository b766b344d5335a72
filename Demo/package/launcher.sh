#!/bin/sh
# Starts @NAME@ with the libraries of the system, and those in ../lib that the system does not have.
program=$0
[ ! -L "$program" ] || program=$(readlink -f -- "$program")
here=$(CDPATH='' cd -- "${program%/*}/.." && pwd)
own=
for folder in "$here"/lib/*; do
    for place in /usr/lib/@MACHINE@-linux-gnu /lib/@MACHINE@-linux-gnu /usr/lib64 /usr/lib; do
        [ ! -e "$place/${folder##*/}" ] || continue 2
    done
    own=$own:$folder
done
if [ -n "$own" ]; then
    LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}${own#:}
    export LD_LIBRARY_PATH
fi
if [ ! -e /etc/fonts/fonts.conf ] && [ -z "${FONTCONFIG_FILE:-}" ]; then
    FONTCONFIG_FILE=$here/etc/fonts.conf
    export FONTCONFIG_FILE
fi
exec "$here/libexec/@NAME@" "$@"
