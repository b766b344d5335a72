# What the scripts of this folder share; read with ". common.sh".
#
#   GIFT_STORE, GIFTTY   the programs; otherwise those of the last build
#   SCALE_DIR            the folder for files; otherwise a temporary one, which is removed
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
scale=$root/Demo/scale

# Prints the path of a program: that of a variable, or the newest build.
program() {
    for path in "$2" "$root/.build/release/$1" "$root/.build/debug/$1"; do
        if [ -n "$path" ] && [ -x "$path" ]; then
            printf '%s\n' "$path"
            return
        fi
    done
    echo "no $1: build it with \"swift build --product $1\"" >&2
    exit 1
}

# Ends the script with a word if a program is missing.
need() {
    PATH=$PATH:/usr/sbin:/sbin
    if ! command -v "$1" >/dev/null; then
        echo "skipped: no $1 (Debian's package $2)"
        exit 0
    fi
}

# Prints a free port of this machine.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Waits until a command succeeds, for at most a minute: a busy machine may be slow, and a wait that succeeds costs nothing.
wait_for() {
    limit=$(($(date +%s) + 60))
    until "$@" >/dev/null 2>&1; do
        [ "$(date +%s)" -lt $limit ] || fail "$*"
        sleep 0.05
    done
}

# Ends the script with a word, and with the last lines of all logs.
fail() {
    echo "failed: $*" >&2
    for log in "$work"/*.log; do
        [ ! -s "$log" ] || tail -v -n 5 "$log" >&2
    done
    exit 1
}

# Starts a gift-store: its folder, its port, further arguments. Its process is $store_process.
start_store() {
    store_folder=$1
    store_port=$2
    shift 2
    "$gift_store" --root "$store_folder" --port "$store_port" --token-file "$work/token" "$@" \
        2>>"$work/store.log" &
    store_process=$!
    wait_for curl -sf "http://127.0.0.1:$store_port/health"
}

# Ends a process that this script started, with a signal, and waits for it.
end() {
    kill "-$1" "$2" 2>/dev/null || true
    wait "$2" 2>/dev/null || true
}

gift_store=$(program gift-store "${GIFT_STORE:-}")
work=${SCALE_DIR:-$(mktemp -d)}
mkdir -p "$work"
# nginx works as another user than root.
chmod 711 "$work"
(umask 077 && od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$work/token")
authorization="Authorization: Bearer $(cat "$work/token")"
