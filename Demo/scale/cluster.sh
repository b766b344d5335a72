#!/bin/sh
# Shows that news scales by a broker that exists: three nats-server nodes (JetStream, MQTT) carry the announcements of a
# store to a crowd of followers with the rules of the player. A node is killed, the network is cut, the store restarts:
# every follower has every switch, and none goes back.
#
#   Demo/scale/cluster.sh [FOLLOWERS…]       the sizes of the crowd; 10 otherwise. Needs root, for network namespaces
#
#   CROWD        the program FollowerCrowd; otherwise that of the last build (swift build --product FollowerCrowd)
# shellcheck disable=SC2086  # $in_switch is a list of words
. "$(dirname -- "$0")/common.sh"
need nats-server nats-server
crowd=$(program FollowerCrowd "${CROWD:-}")
sizes=${*:-10}
ulimit -n "$(ulimit -Hn)"

# Each node has a network of its own, with a line to a switch, if this machine permits that. Otherwise all are on
# 127.0.0.1, and the network is not cut.
networks=
name=giftty$$
if ip netns add "$name" 2>/dev/null && ip -n "$name" link add b0 type bridge 2>/dev/null; then
    networks=yes
else
    echo "no network namespaces: the network is not cut"
fi

stop() {
    for process in ${crowd_process:-} ${store_process:-} ${node1:-} ${node2:-} ${node3:-}; do
        kill "$process" 2>/dev/null || true
    done
    wait
    for node in 1 2 3; do ip netns del "$name-$node" 2>/dev/null || true; done
    ip netns del "$name" 2>/dev/null || true
    [ -n "${SCALE_DIR:-}" ] || rm -rf "$work"
}
trap stop EXIT

# The store and the followers are in the network of the switch, with the address .9.
if [ -n "$networks" ]; then
    ip -n "$name" link set lo up
    ip -n "$name" link set b0 up
    ip -n "$name" address add 10.77.0.9/24 dev b0
    for node in 1 2 3; do
        ip netns add "$name-$node"
        ip -n "$name" link add "p$node" type veth peer name e0 netns "$name-$node"
        ip -n "$name" link set "p$node" master b0 up
        ip -n "$name-$node" link set lo up
        ip -n "$name-$node" link set e0 up
        ip -n "$name-$node" address add "10.77.0.$node/24" dev e0
    done
    # Words before a command, and no functions: the process of a function in the background is a shell, which a signal
    # would end instead of the command.
    in_switch="ip netns exec $name"
    in_node() { echo "ip netns exec $name-$1"; }
    host() { echo "10.77.0.$1"; }
    port() { echo "$2"; }
else
    base=$(free_port)
    in_switch=
    in_node() { :; }
    host() { echo 127.0.0.1; }
    port() { echo $((20000 + base % 20000 + $1 * 10 + $2 % 10)); }
fi

start_node() {
    cat >"$work/node$1.conf" <<CONF
server_name: node$1
listen: "$(host "$1"):$(port "$1" 4222)"
max_connections: 20000
# A line that was cut is given up after two seconds, and made again within one.
ping_interval: "1s"
ping_max: 2
mqtt { listen: "$(host "$1"):$(port "$1" 1883)" }
jetstream { store_dir: "$work/node$1", max_memory_store: 64MB, max_file_store: 1GB }
cluster {
    name: gifts
    listen: "$(host "$1"):$(port "$1" 6221)"
    routes: [
        "nats://$(host 1):$(port 1 6221)"
        "nats://$(host 2):$(port 2 6221)"
        "nats://$(host 3):$(port 3 6221)"
    ]
}
CONF
    $(in_node "$1") nats-server -c "$work/node$1.conf" >>"$work/node$1.log" 2>&1 &
    eval "node$1=$!"
}
nodes=
for node in 1 2 3; do
    start_node $node
    nodes="$nodes mqtt://$(host $node):$(port $node 1883)/gifts"
done
nodes=${nodes# }

site=http://127.0.0.1:8787
start_announcing() {
    $in_switch "$gift_store" --root "$work/root" --token-file "$work/token" --announce "$nodes" 2>>"$work/store.log" &
    store_process=$!
    wait_for $in_switch curl -sf "$site/health"
}
# Publishes settings; prints their revision.
switch_count=0
publish() {
    switch_count=$((switch_count + 1))
    tag=$($in_switch curl -s -o /dev/null -D - "$site/settings" | tr -d '\r' | sed -n 's/^etag: //Ip')
    $in_switch curl -sf -X PUT -H "$authorization" -H "If-Match: $tag" \
        -d "{\"revision\": 1, \"default\": {\"replaceAt\": 0.$((switch_count % 9 + 1))}}" "$site/settings" |
        sed 's/^{"revision":\([0-9]*\).*/\1/'
}
now() { date +%s%3N; }
# Prints a number of the crowd's last line that contains a text.
of_line() { grep "$1" "$work/crowd.log" | tail -n 1 | sed "s/.*\"$2\":\([0-9]*\).*/\1/"; }
# Waits until all followers have a revision, and prints how many milliseconds after a time.
reached() {
    limit=$(($(date +%s) + ${3:-60}))
    until grep -q "\"revision\":$1," "$work/crowd.log"; do
        [ "$(date +%s)" -lt $limit ] || fail "followers lack revision $1: $(tail -n 3 "$work/crowd.log")"
        sleep 0.05
    done
    echo $(($(of_line "\"revision\":$1," last) - $2))
}
# Publishes twenty switches and prints the slowest, in milliseconds from the request.
twenty() {
    slowest=0
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        began=$(now)
        took=$(reached "$(publish)" "$began")
        [ "$took" -le $slowest ] || slowest=$took
    done
    echo $slowest
}

start_announcing
# A new cluster elects its leaders, and the store tries again until it has.
sleep 8
for size in $sizes; do
    echo "$size followers on three nodes:"
    : >"$work/crowd.log"
    # shellcheck disable=SC2086  # a list of addresses
    $in_switch "$crowd" "$size" $nodes >>"$work/crowd.log" 2>>"$work/crowd.errors" &
    crowd_process=$!
    tries=0
    until grep -q live "$work/crowd.log"; do
        tries=$((tries + 1))
        [ $tries -lt 1200 ] || fail "not all followers are live"
        sleep 0.1
    done
    first=$(publish)
    reached "$first" "$(now)" >/dev/null
    before=$(of_line "\"revision\":$first," cpu)
    began=$(now)
    sleep 10
    second=$(publish)
    reached "$second" "$(now)" >/dev/null
    cpu=$(($(of_line "\"revision\":$second," cpu) - before))
    awk -v cpu=$cpu -v time=$(($(now) - began)) -v memory="$(of_line "\"revision\":$second," memoryKB)" -v size="$size" \
        'BEGIN { printf "   a follower costs %.3f ms of processor time a second and %.0f KB\n", cpu / time * 1000 / size, memory / size }'
    echo "   a switch: $(twenty) ms for the slowest follower, of twenty switches"

    victim=1
    end KILL "$node1"
    began=$(now)
    echo "   node $victim killed, a switch at once: $(reached "$(publish)" "$began") ms"
    start_node 1
    sleep 5

    if [ -n "$networks" ]; then
        # Node 3 loses the others and the store, and its followers lose it.
        ip -n "$name" link set p3 down
        lost=$(publish)
        sleep 12
        ip -n "$name" link set p3 up
        began=$(now)
        took=$(reached "$lost" "$began")
        echo "   node 3 cut off for 12 s, a switch meanwhile: $([ "$took" -gt 0 ] && echo "$took ms after healing" || echo "$((-took)) ms before healing")"
        sleep 3
        began=$(now)
        echo "   the next switch: $(reached "$(publish)" "$began") ms"
    fi

    end KILL "$store_process"
    sleep 3
    start_announcing
    began=$(now)
    echo "   the store killed and started, a switch at once: $(reached "$(publish)" "$began") ms"
    back=$(of_line settings back)
    lost=$(of_line settings lost)
    echo "   connections that ended: $lost; followers that went back to an older revision: $back"
    [ "$back" = 0 ] || fail "$back followers went back"
    end TERM "$crowd_process"
done
