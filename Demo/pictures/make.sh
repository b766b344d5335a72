#!/bin/sh
# Remakes the pictures in this folder: what giftty prints, and what it shows on a screen, which it draws itself from the
# sessions in sessions/ (record.sh records them anew). All come out the same every time.
# Needs python3, and tmux for the pictures of a replay's controls and of the settings. Takes a quarter of a minute.
#
#   Demo/pictures/make.sh                     builds giftty first
#   GIFTTY=PROGRAM Demo/pictures/make.sh      takes a giftty that is there already
set -eu
cd -- "$(dirname -- "$0")"

if [ -z "${GIFTTY:-}" ]; then
    ../play.sh --version >/dev/null
    GIFTTY=$(swift build --package-path ../.. -c release --show-bin-path)/giftty
fi
folder=$(mktemp -d)
screen=0
trap 'on_screen kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT
ln -s "$(realpath "$GIFTTY")" "$folder/giftty"
PATH=$folder:$PATH

# draw FILE COMMAND TITLE DESCRIPTION [SIZE…]: what comes in becomes FILE, whole or not at all.
draw() {
    file=$1 command=$2 title=$3 description=$4
    shift 4
    ./terminal-svg.py --command "$command" --title "$title" --description "$description" "$@" >"$folder/$file"
    mv "$folder/$file" "$file"
}

# printed FILE STATUS COMMAND TITLE DESCRIPTION: draws what COMMAND prints, in the folder above, and holds it to its STATUS.
printed() {
    status=0
    (cd .. && eval "$3") >"$folder/text" || status=$?
    [ "$status" = "$2" ] || { echo "$3: exit status $status, not $2" >&2; exit 1; }
    draw "$1" "$3" "$4" "$5" <"$folder/text"
}

# on_screen COMMAND…: a command of tmux, to a server of its own for each screen, as one that leaves takes its time.
on_screen() {
    tmux -S "$folder/screen-$screen" -f "$folder/tmux.conf" "$@"
}

# start COMMAND: runs it on a screen, in the folder above, with nobody's settings.
start() {
    screen=$((screen + 1))
    printf 'set -g status off\nset -g default-terminal tmux-256color\n' >"$folder/tmux.conf"
    on_screen new-session -d -x 100 -y 30 -c "$(realpath ..)" \
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

# shown FILE COMMAND TITLE DESCRIPTION: draws the screen as it is, then leaves.
shown() {
    sleep 0.5
    on_screen capture-pane -e -p | draw "$@" --columns 100 --rows 30
    on_screen kill-server
}

printed simulate.svg 0 'giftty simulate reports/rush.yaml --set mode=replace --set early=hold' \
    'What becomes of eighteen gifts' \
    'Every gift of a scenario with its sender, its time, its outcome and its bar on a timeline: 3 completed, 15 replaced.'

printed check.svg 1 'giftty check queue-gap replace-holds-the-early-one switch-parks-the-backlog --set replaceAt=0.31' \
    'A scenario that does not hold' \
    'Two scenarios are ok. One has failed: for each expectation that did not hold, what happened instead and the lines of the trace around it.'

printed explore.svg 1 "giftty explore --set mode=replace --set early=hold --never 'dropped(superseded) & value >= 500'" \
    'The shortest session that breaks a promise' \
    'A rocket that waits for the threshold is dropped when a heart comes after it: found in 443 states, written as a scenario of three gifts.'

replay='giftty replay sessions/storm.jsonl'
start "$replay"
await '/ 0:30'
on_screen send-keys Space
await '▌▌'
on_screen send-keys Home
await '0:00 / 0:30'
for second in 05 10 15 20; do
    on_screen send-keys Right
    await "0:$second / 0:30"
done
shown replay.svg "$replay" 'A recorded session, played again' \
    'The room at the twentieth second of thirty, paused, with a whale on stage; at the bottom the settings, the gift with its threshold, and the bar of the session.'

# What is typed into settings is nobody's business, so a recorded session has no picture of them.
settings='giftty demo --seed 4 --scene settings --mode replace'
start "$settings"
await 'bannerLanes'
on_screen send-keys Down
await 'replaceAt: '
shown settings.svg "$settings" 'The settings' \
    'All settings with their values, where these come from and what they mean; the threshold is chosen.'

# screen FILE SESSION AT: the screen of a recorded session at a moment, as giftty itself draws it.
screen() {
    giftty replay "sessions/$2.jsonl" --from "$3" --fps 0.1 --svg "$folder/$1"
    mv "$folder/$1" "$1"
}

screen panel.svg panel 30s
screen gallery.svg gallery 5s
screen lobby.svg lobby 15s

giftty replay sessions/castle.jsonl --from 4s --fps 8 --gif "$folder/castle.gif"
mv "$folder/castle.gif" castle.gif
