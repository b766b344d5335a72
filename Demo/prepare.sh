# Read by the scripts beside it: looks for what giftty needs to be built and installs what is missing.
# Afterwards `root` is the project's folder. Not to be run by itself.

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

say() {
    printf '%s\n' "$*" >&2
}

give_up() {
    say "$(basename -- "$0"): $*"
    exit 69
}

# The libraries by the names pkg-config knows, whatever the system.
has_libraries() {
    command -v pkg-config >/dev/null 2>&1 \
        && pkg-config --exists ncursesw libpng libturbojpeg libwebp libwebpmux zlib fontconfig freetype2 harfbuzz \
            fribidi libcrypto libcurl sqlite3 yaml-0.1
}

is_installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# install_on_debian PACKAGE...: those of the packages that are missing.
install_on_debian() {
    missing=
    for package in "$@"; do
        is_installed "$package" || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 || give_up "please run as root: apt-get install$missing"
        as_root=sudo
    fi
    say "Installing$missing"
    # shellcheck disable=SC2086  # a list of words, and nothing where we are root
    $as_root env DEBIAN_FRONTEND=noninteractive sh -c \
        'apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@" >/dev/null' sh $missing >&2 \
        || give_up "apt-get could not install$missing"
}

# install_libraries [PACKAGE...]: the libraries, and on Debian these packages too.
install_libraries() {
    if command -v apt-get >/dev/null 2>&1 && command -v dpkg-query >/dev/null 2>&1; then
        install_on_debian pkg-config libncurses-dev libpng-dev libturbojpeg0-dev libwebp-dev libfontconfig-dev \
            libfreetype-dev libharfbuzz-dev libfribidi-dev zlib1g-dev libssl-dev libcurl4-openssl-dev libsqlite3-dev libyaml-dev \
            libmosquitto1 libzstd1 "$@"
    elif has_libraries; then
        [ $# -eq 0 ] || say "Tests whose programs are missing are skipped: $*"
    else
        say "giftty needs ncurses, libpng, TurboJPEG, libwebp, fontconfig, FreeType, HarfBuzz, FriBidi, zlib, OpenSSL,"
        say "curl, SQLite, libyaml and pkg-config, and for feeds over MQTT mosquitto:"
        say "  macOS         brew install pkgconf ncurses libpng jpeg-turbo webp fontconfig freetype harfbuzz fribidi \\"
        say "                zlib openssl@3 curl sqlite libyaml mosquitto"
        say "  Fedora        dnf install pkgconf ncurses-devel libpng-devel turbojpeg-devel libwebp-devel \\"
        say "                fontconfig-devel freetype-devel harfbuzz-devel fribidi-devel zlib-devel openssl-devel \\"
        say "                libcurl-devel sqlite-devel libyaml-devel mosquitto"
        say "  Arch          pacman -S pkgconf ncurses libpng libjpeg-turbo libwebp fontconfig freetype2 harfbuzz fribidi \\"
        say "                zlib openssl curl sqlite libyaml mosquitto"
        exit 69
    fi
}

# Swift by its usual places, where it is not on the path.
find_swift() {
    if ! command -v swift >/dev/null 2>&1; then
        for folder in /opt/swift/usr/bin "$HOME/.local/share/swiftly/bin" /usr/share/swift/usr/bin; do
            if [ -x "$folder/swift" ]; then PATH="$folder:$PATH"; fi
        done
    fi
    command -v swift >/dev/null 2>&1 || give_up "Swift 6.2 or newer is missing: https://www.swift.org/install"
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
    case $version in
        '') ;;
        [1-5].* | 6.[01]) give_up "expected Swift 6.2 or newer, found $version: https://www.swift.org/install" ;;
    esac
}

# build_program NAME: builds a program as people run it, and prints the folder that it is in. All programs are built with the
# same options, or each would compile everything anew.
build_program() {
    # With Swift's own libraries in it, the program starts faster and outlives the compiler.
    static=
    if [ "$(uname)" = Linux ] && [ -d "$(dirname -- "$(command -v swift)")/../lib/swift_static" ]; then
        static=--static-swift-stdlib
    fi
    swift build --package-path "$root" -c release $static --product "$1" >&2 || give_up "$1 could not be built"
    swift build --package-path "$root" -c release $static --show-bin-path
}
