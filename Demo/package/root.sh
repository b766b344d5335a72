# A clean Debian in which packages are installed and run; read with ". root.sh" after common.sh.
#
#   ROOTS    the folder in which freshly made systems are kept as archives; otherwise .build/packages/roots
roots=${ROOTS:-$root/.build/packages/roots}

# make_root RELEASE FOLDER: the smallest Debian of a release, with nothing but what apt needs.
make_root() {
    kept=$roots/$1.tar
    mkdir -p "$roots" "$2"
    if [ ! -f "$kept" ]; then
        fresh=$(mktemp -d "$roots/new.XXXXXX")
        debootstrap --variant=minbase "$1" "$fresh" >"$roots/$1.log" 2>&1 \
            || give_up "debootstrap $1 failed: $(tail -n 1 "$roots/$1.log")"
        rm -rf "$fresh"/var/cache/apt/archives/*.deb
        tar -C "$fresh" -cf "$kept.new" .
        mv "$kept.new" "$kept"
        rm -rf "$fresh"
    fi
    tar -C "$2" -xf "$kept"
    # The folder was a private one, in which the users of services could read nothing.
    chmod 755 "$2"
}

# in_root FOLDER COMMAND…: runs a command in a system, with processes and file systems of its own.
in_root() {
    in_folder=$1
    shift
    unshare --mount --pid --ipc --uts --fork sh -c '
        mount --make-rprivate /
        mount -t proc proc "$1/proc"
        mount -t tmpfs tmpfs "$1/tmp"
        mount --rbind /dev "$1/dev"
        folder=$1
        shift
        exec chroot "$folder" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
            LC_ALL=C.UTF-8 TERM=xterm DEBIAN_FRONTEND=noninteractive "$@"' sh "$in_folder" "$@"
}

# with_network FOLDER: lets apt in a system use the network as this one does.
with_network() {
    cp -L /etc/resolv.conf "$1/etc/resolv.conf"
    if [ -d /etc/apt/apt.conf.d ]; then
        grep -lsE 'Acquire|Proxy' /etc/apt/apt.conf.d/* | while read -r file; do cp "$file" "$1/etc/apt/apt.conf.d/"; done
    fi
    mkdir -p "$1/etc/ssl/certs"
}

# state FOLDER: the paths of all files of a system, its users and groups; without what apt and dpkg keep for themselves.
state() {
    (cd "$1" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./run -o -path ./var/cache \
        -o -path ./var/log -o -path ./var/lib/dpkg -o -path ./var/lib/apt \) -prune -o -print | sort)
    cat "$1/etc/passwd" "$1/etc/group"
}
