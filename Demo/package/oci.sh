#!/bin/sh
# Makes container images as OCI image layouts, without a container engine: a folder for each program.
#
#   Demo/package/oci.sh [giftty|gift-store…]
#
# An image has the program, the libraries that it needs, and the few files that these read: nothing else, not even a shell.
. "$(dirname -- "$0")/common.sh"
find_programs
[ $# -gt 0 ] || set -- giftty gift-store
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$packages"

# copy PATH…: files and folders of this system, at the same place in the image; the names of links stay.
copy() {
    for path in "$@"; do
        [ -e "$path" ] || continue
        mkdir -p "$tree$(dirname -- "$path")"
        cp -RL "$path" "$tree$(dirname -- "$path")/"
    done
}

for name in "$@"; do
    tree=$work/$name
    "$package/stage.sh" "$name" "$tree/usr" "$work/$name-debug"
    rm -rf "$tree/usr/share/bash-completion" "$tree/usr/share/zsh" "$tree/usr/share/fish" "$tree/usr/share/man"
    # As in Debian, the folders of libraries are those below /usr.
    for link in bin lib lib64 sbin; do
        mkdir -p "$tree/usr/$link"
        ln -s "usr/$link" "$tree/$link"
    done
    library_folder=$tree/usr/lib/$(uname -m)-linux-gnu
    mkdir -p "$library_folder" "$tree/etc" "$tree/tmp" "$tree/home/user" "$tree/proc" "$tree/sys" "$tree/dev"
    "$package/libraries.sh" "$name" "$tree/usr/bin/$name" all | while read -r soname path; do
        case $soname in
            ld-linux-x86-64*) cp "$path" "$tree/usr/lib64/$soname" ;;
            ld-linux*) cp "$path" "$tree/usr/lib/$soname" ;;
            *) cp "$path" "$library_folder/$soname" ;;
        esac
    done
    # Certificates for https, and how names of hosts are found.
    copy /etc/ssl/certs/ca-certificates.crt /etc/protocols
    printf 'hosts: files dns\n' >"$tree/etc/nsswitch.conf"
    printf 'root:x:0:0:root:/:/sbin/nologin\nuser:x:10001:10001::/home/user:/sbin/nologin\n' >"$tree/etc/passwd"
    printf 'root:x:0:\nuser:x:10001:\n' >"$tree/etc/group"
    mkdir -p "$tree/etc/fonts"
    cp "$package/fonts.conf" "$tree/etc/fonts/fonts.conf"
    if [ "$name" = giftty ]; then
        copy /lib/terminfo /usr/share/fonts/truetype/dejavu
        set_of_environment="LANG=C.UTF-8 TERM=xterm-256color HOME=/home/user"
    else
        mkdir -p "$tree/var/lib/gift-store"
        set_of_environment="LANG=C.UTF-8 HOME=/home/user"
    fi
    same_times "$tree"
    # shellcheck disable=SC2086  # a list of words
    "$package/oci.py" "$name" "$version" "$tree" "$packages/$name-$version-oci" $set_of_environment
    say "$packages/$name-$version-oci: $(du -sb "$packages/$name-$version-oci" | cut -f 1) bytes"
done
