#!/bin/sh
# Installs and runs the packages of .build/packages in clean systems: Debian 12 and newer. As root, and with the network for
# the packages of Debian.
#
#   Demo/package/install.sh [RELEASE…]     bookworm and trixie otherwise
. "$(dirname -- "$0")/common.sh"
. "$package/root.sh"
need debootstrap debootstrap
need unshare util-linux
[ "$(id -u)" -eq 0 ] || give_up "expected root, for clean systems"
[ $# -gt 0 ] || set -- bookworm trixie
work=$(mktemp -d "${TMPDIR:-/tmp}/install.XXXXXX")
trap 'rm -rf "$work"' EXIT

fail() {
    say "failed: $*"
    exit 1
}

debs() {
    for name in "$@"; do printf '%s ' "$packages/${name}_${version}_$(dpkg --print-architecture).deb"; done
}

# The archives run in a system with nothing but what apt needs.
check_archives() {
    mkdir "$system/opt/packages"
    for name in giftty gift-store; do
        tar -C "$system/opt/packages" -xzf "$packages/$name-$version-linux-$(uname -m).tar.gz"
    done
    cp "$package/try-programs.sh" "$system/opt/try-programs.sh"
    in_root "$system" sh -c "mv /opt/packages /opt/moved && sh /opt/try-programs.sh \
        /opt/moved/giftty-$version-*/bin/giftty /opt/moved/gift-store-$version-*/bin/gift-store" \
        || fail "$release: archives"
    rm -rf "$system/opt/moved"
}

check_debs() {
    with_network "$system"
    # shellcheck disable=SC2046  # lists of words
    cp $(debs giftty gift-store giftty-dbgsym gift-store-dbgsym) "$system/opt/"
    in_root "$system" apt-get -qq update
    for name in giftty gift-store; do
        depends=$(dpkg-deb -f "$(debs $name | tr -d ' ')" Depends Recommends | sed 's/^[A-Za-z]*: //' | tr '\n' ',')
        in_root "$system" apt-get -qq satisfy -y --no-install-recommends "${depends%,}" >"$work/log" 2>&1 \
            || fail "$release: $(tail -n 3 "$work/log")"
    done
    state "$system" >"$work/before"
    in_root "$system" sh -c 'dpkg -i /opt/*.deb' >"$work/log" 2>&1 || fail "$release: $(cat "$work/log")"
    in_root "$system" sh /opt/try-programs.sh /usr/bin/giftty /usr/bin/gift-store || fail "$release: packages"
    check_service
    in_root "$system" sh -c 'dpkg --purge giftty-dbgsym gift-store-dbgsym giftty gift-store' >"$work/log" 2>&1 \
        || fail "$release: $(cat "$work/log")"
    state "$system" >"$work/after"
    diff "$work/before" "$work/after" >"$work/log" || fail "$release: purging leaves $(cat "$work/log")"
    say "$release: nothing is left after purging"
}

# The service's user, folder and command line, and what systemd says of its unit.
check_service() {
    in_root "$system" sh -ec '
        [ "$(stat -c %U:%G:%a /var/lib/gift-store)" = gift-store:gift-store:750 ]
        [ -e /etc/systemd/system/multi-user.target.wants/gift-store.service ]
        systemd-analyze verify --man=no gift-store.service
        systemd-analyze security --offline=true --threshold=20 gift-store.service | tail -n 1
        setpriv --reuid gift-store --regid gift-store --clear-groups gift-store token add ops --role publish \
            --token-file /var/lib/gift-store/tokens >/dev/null
        setpriv --reuid gift-store --regid gift-store --clear-groups timeout --preserve-status -s TERM 2 gift-store \
            --root /var/lib/gift-store/store --port 0 --token-file /var/lib/gift-store/tokens' || fail "$release: service"
}

for release in "$@"; do
    system=$work/$release
    make_root "$release" "$system"
    check_archives
    check_debs
    rm -rf "$system"
done
