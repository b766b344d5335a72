#!/bin/sh
# Remakes all pictures of Demo and of the guide: what giftty prints and shows, reports and sessions, drawn by giftty itself
# from scenarios and from recorded sessions (record.sh records them anew). They come out the same every time.
# Needs tmux for what is shown at the keys, and for the page of the gift store Chromium and its driver; without these that
# picture stays. Takes half a minute.
#
#   Demo/pictures/make.sh                     builds giftty and gift-store first
#   GIFTTY=PROGRAM Demo/pictures/make.sh      takes a giftty that is there already, and the gift-store beside it
set -eu
GIFTTY=${GIFTTY:+$(realpath -- "$GIFTTY")}
cd -- "$(dirname -- "$0")/.."

if [ -z "$GIFTTY" ]; then
    ./play.sh --version >/dev/null
    ./store.sh --version >/dev/null
    GIFTTY=$(swift build --package-path .. -c release --show-bin-path)/giftty
fi
programs=$(dirname -- "$GIFTTY")
folder=$(mktemp -d)
screen=0
trap 'on_screen kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT
PATH=$programs:$PATH

# into FILE STATUS COMMAND…: what the command makes of the file that its last argument names becomes FILE, whole or not at
# all; its exit status is held to STATUS.
into() {
    target=$1 expected=$2 status=0
    shift 2
    "$@" "$folder/made${target##*/}" >/dev/null || status=$?
    [ "$status" = "$expected" ] || { echo "$*: exit status $status, not $expected" >&2; exit 1; }
    mv "$folder/made${target##*/}" "$target"
}

# on_screen COMMAND…: a command of tmux, to a server of its own for each screen, as one that leaves takes its time.
on_screen() {
    tmux -S "$folder/screen-$screen" -f "$folder/tmux.conf" "$@"
}

# start COMMAND: runs it on a screen, in the temporary folder, with nobody's settings.
start() {
    screen=$((screen + 1))
    printf 'set -g status off\nset -g default-terminal tmux-256color\n' >"$folder/tmux.conf"
    on_screen new-session -d -x 100 -y 30 -c "$folder" \
        env -i PATH="$PATH" HOME="$folder" LC_ALL=C.UTF-8 TERM=tmux-256color COLORTERM=truecolor sh -c "$1"
}

# await TEXT: waits until the screen shows it, ten seconds at most.
await() {
    for _ in $(seq 100); do
        on_screen capture-pane -p | grep -qF -- "$1" && return
        sleep 0.1
    done
    echo "never on the screen: $1" >&2
    exit 1
}

# shown FILE: lets giftty keep the screen as it is, then leaves.
shown() {
    sleep 0.5
    on_screen send-keys C-s
    await 'Screen saved to giftty-1.svg'
    on_screen kill-server
    mv "$folder/giftty-1.svg" "$1"
}

# Reports.
into ../Sources/giftty.docc/simulate.svg 0 giftty simulate reports/rush.yaml --set mode=replace --set early=hold --svg
into ../Sources/giftty.docc/check.svg 1 giftty check queue-gap replace-holds-the-early-one switch-parks-the-backlog --set replaceAt=0.31 --svg
into pictures/explore.svg 1 giftty explore --set mode=replace --set early=hold --never 'dropped(superseded) & value >= 500' --svg
into reports/policies.svg 0 giftty compare reports/rush.yaml --policy queue --policy replace --policy hold:replace,early=hold --output
into reports/sweep.svg 0 giftty sweep reports/rush.yaml --replace-at 0:1:0.02 --output
into sessions/branch.svg 0 giftty replay sessions/storm.jsonl --from 8s --set mode=queue --output

# The screen of recorded sessions at a moment, and for some seconds.
into ../Sources/giftty.docc/panel.svg 0 giftty replay pictures/sessions/panel.jsonl --from 30s --fps 0.1 --svg
into pictures/gallery.svg 0 giftty replay pictures/sessions/gallery.jsonl --from 5s --fps 0.1 --svg
into ../Sources/giftty.docc/lobby.svg 0 giftty replay pictures/sessions/lobby.jsonl --from 15s --fps 0.1 --svg
into pictures/tour.svg 0 giftty replay pictures/sessions/tour.jsonl --from 2s --fps 4 --svg
into pictures/castle.gif 0 giftty replay pictures/sessions/castle.jsonl --from 4s --fps 8 --gif

# A replay with its own line below, which is not in what it replays.
start "giftty replay '$PWD/sessions/storm.jsonl'"
await '/ 0:30'
on_screen send-keys Space
await '▌▌'
on_screen send-keys Home
await '0:00 / 0:30'
for second in 05 10 15 20; do
    on_screen send-keys Right
    await "0:$second / 0:30"
done
shown ../Sources/giftty.docc/replay.svg

# The settings. What is typed into them is nobody's business, so a recorded session has no picture of them.
start 'giftty demo --seed 4 --scene settings --transition none --set motion=reduced --mode replace'
await 'bannerLanes'
on_screen send-keys Down
await 'replaceAt: '
shown pictures/settings.svg

# The page of the store, as a browser shows it.
if command -v chromedriver >/dev/null 2>&1 && [ -x "$programs/gift-store" ]; then
    into pictures/store.png 0 pictures/store-page.py --store "$programs/gift-store" --output
else
    echo 'pictures/store.png stays: no chromedriver, or no gift-store beside giftty' >&2
fi
