#!/bin/sh
# Shows that a wall of players loses no gift: giftty feed publish sends gifts to a cluster of three nats-server nodes, which
# are killed and started one after the other, and many players record them. It fails if a player lacks a gift or has one
# twice.
#
#   Demo/scale/wall.sh [PLAYERS [GIFTS]]     20 players and 600 gifts otherwise; ten gifts a second
#
# Needs root for network namespaces, else all nodes are on 127.0.0.1.
# shellcheck disable=SC2086  # $in_switch is a list of words
. "$(dirname -- "$0")/common.sh"
need nats-server nats-server
giftty=$(program giftty "${GIFTTY:-}")
. "$scale/cluster-common.sh"
players=${1:-20}
gifts=${2:-600}

start_cluster wall

echo "$players players, $gifts gifts, load $(load):"
mkdir "$work/players"
player=0
while [ $player -lt "$players" ]; do
    player=$((player + 1))
    $in_switch "$giftty" feed record "$nodes" >"$work/players/$player.ndjson" 2>"$work/players/$player.log" &
    other_processes="${other_processes:-} $!"
done
# All players must listen before the first gift.
sleep $((10 + players / 10))

awk -v gifts="$gifts" 'BEGIN {
    for (i = 0; i < gifts; i++)
        printf "{\"at\":%.1f,\"type\":\"gift\",\"gift\":\"rocket\",\"id\":\"g%d\",\"from\":{\"id\":\"v%d\",\"name\":\"V%d\"}}\n", i / 10, i, i % 7, i % 7
}' >"$work/gifts.ndjson"
began=$(now)
$in_switch "$giftty" feed publish "$work/gifts.ndjson" --keep-ids --to "$nodes" >"$work/publish.log" 2>&1 &
publisher=$!
other_processes="$other_processes $publisher"
for victim in 1 2 3; do
    sleep 4
    eval "end KILL \"\$node$victim\""
    sleep 6
    start_node $victim
    sleep 8
done
status=0
wait "$publisher" || status=$?
echo "   $(cat "$work/publish.log"), after $(($(now) - began)) ms"
[ $status = 0 ] || fail "the publisher ended with status $status"
sleep 1
python3 - "$work/players" "$gifts" <<'PYTHON'
import collections, glob, json, sys
folder, gifts = sys.argv[1], int(sys.argv[2])
lost = twice = players = 0
for path in glob.glob(folder + "/*.ndjson"):
    counts = collections.Counter(json.loads(line)["id"] for line in open(path) if '"gift"' in line)
    players += 1
    lost += sum(1 for i in range(gifts) if not counts[f"g{i}"])
    twice += sum(count - 1 for count in counts.values())
print(f"   of {players * gifts} gifts at {players} players, {lost} are missing and {twice} came twice")
sys.exit(0 if players and not lost and not twice else 1)
PYTHON
