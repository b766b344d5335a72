#!/bin/sh
# Shows that news scales by a broker that exists: three nats-server nodes (JetStream, MQTT) carry the announcements of a
# store to a crowd of followers with the rules of the player. A node is killed, the network is cut, the store restarts:
# every follower has every switch, and none goes back. It fails if a switch takes more than two seconds.
#
#   Demo/scale/cluster.sh [FOLLOWERS…]       the sizes of the crowd; 10 otherwise. Needs root, for network namespaces
#   Demo/scale/cluster.sh --short            5 followers, 3 switches, and one node that is killed
#
#   CROWD        the program FollowerCrowd; otherwise that of the last build (swift build --product FollowerCrowd)
#   SWITCHES     the switches without a fault that are measured; 20 otherwise
#   VICTIMS      the nodes that are killed; 1 2 3 otherwise
# shellcheck disable=SC2086  # $in_switch and $nodes are lists of words
. "$(dirname -- "$0")/common.sh"
need nats-server nats-server
crowd=$(program FollowerCrowd "${CROWD:-}")
sizes=${*:-10}
short=
if [ "$sizes" = --short ]; then
    short=yes
    sizes=5
    SWITCHES=3
    VICTIMS=1
fi
. "$scale/cluster-common.sh"

start_cluster gifts

store_port=$([ -n "$networks" ] && echo 8787 || free_port)
site=http://127.0.0.1:$store_port
start_announcing() {
    $in_switch "$gift_store" --root "$work/root" --port "$store_port" --token-file "$work/token" \
        --announce "$nodes" 2>>"$work/store.log" &
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
# Prints a number of the last line with a text of each process of the crowd, a line for each; 0 where there is none.
of_lines() {
    for log in "$work"/crowd-*.log; do
        number=$(grep "$1" "$log" | tail -n 1 | sed "s/.*\"$2\":\([0-9]*\).*/\1/")
        echo "${number:-0}"
    done
}
sum_of() { of_lines "$@" | awk '{ sum += $1 } END { print sum }'; }
# Prints the latest time of a line with a text in all processes of the crowd; 0 if one of them has none.
time_of() {
    of_lines "$1" last | sort -n | awk 'NR == 1 { first = $1 } { latest = $1 } END { print first ? latest : 0 }'
}
last_lines() { tail -qn 2 "$work"/crowd-*.log; }
# Waits until all followers have a revision, and prints how many milliseconds after a time.
reached() {
    limit=$(($(date +%s) + ${3:-60}))
    until [ "$(time_of "\"revision\":$1,")" -gt 0 ]; do
        [ "$(date +%s)" -lt $limit ] || fail "followers lack revision $1: $(last_lines)"
        sleep 0.05
    done
    echo $(($(time_of "\"revision\":$1,") - $2))
}
# Publishes a switch and prints how long the slowest follower took, in milliseconds from the request.
switch() {
    began=$(now)
    reached "$(publish)" "$began"
}
# Says a figure, and remembers if it is above two seconds.
slow=
say() {
    echo "   $1: $2 ms"
    [ "$2" -le 2000 ] || slow="$slow, $1 $2 ms"
}
# Waits until all followers have all their connections again after a time, and says how long that took.
whole() {
    tries=0
    until [ "$(of_lines '"live"' last | sort -n | head -n 1)" -gt "$1" ]; do
        tries=$((tries + 1))
        [ $tries -lt 1200 ] || fail "not all followers are live: $(last_lines)"
        sleep 0.25
    done
    echo "   all connections $2: $(($(time_of '"live"') - $1)) ms"
}

# Starts the crowd, and waits until all are connected. A follower takes six descriptors, so a large crowd needs more than
# one process where the limit for a process cannot be raised.
start_crowd() {
    began=$(now)
    most=$(ulimit -n)
    [ "$most" != unlimited ] || most=1000000
    parts=$((size * 6 / (most - 100) + 1))
    begun=0
    crowd_processes=
    for part in $(seq $parts); do
        count=$(((size - begun) / (parts - part + 1)))
        : >"$work/crowd-$part.log"
        $in_switch "$crowd" $begun $count $nodes >>"$work/crowd-$part.log" 2>>"$work/crowd.errors" &
        crowd_processes="$crowd_processes $!"
        begun=$((begun + count))
    done
    whole "$began" "of $parts processes opened"
}
end_crowd() {
    for process in $crowd_processes; do end TERM "$process"; done
    rm -f "$work"/crowd-*.log
}

# Says what a follower costs in ten seconds without a switch, after a revision.
say_cost() {
    before=$(sum_of "\"revision\":$1," cpu)
    began=$(now)
    sleep 10
    second=$(publish)
    reached "$second" "$(now)" >/dev/null
    cpu=$(($(sum_of "\"revision\":$second," cpu) - before))
    memory=$(($(sum_of "\"revision\":$second," memoryKB) - $(sum_of began memoryKB)))
    awk -v cpu=$cpu -v time=$(($(now) - began)) -v memory=$memory -v size="$size" \
        'BEGIN { printf "   a follower costs %.3f ms of processor time a second and %.1f KB\n", cpu / time * 1000 / size, memory / size }'
}

start_announcing
for size in $sizes; do
    echo "$size followers at three nodes, load $(load):"
    start_crowd
    first=$(publish)
    reached "$first" "$(now)" >/dev/null
    [ -n "$short" ] || say_cost "$first"

    times=
    for _ in $(seq "${SWITCHES:-20}"); do times="$times $(switch)"; done
    sorted=$(printf '%s\n' $times | sort -n)
    echo "   a switch, median: $(echo "$sorted" | sed -n "$(((${SWITCHES:-20} + 1) / 2))p") ms"
    say "a switch, slowest of ${SWITCHES:-20}" "$(echo "$sorted" | tail -n 1)"

    if [ -n "$networks" ] && [ -z "$short" ]; then
        # Node 3 loses the others, the store and its followers.
        began=$(now)
        cut_off
        say "node 3 cut off, a switch at once" "$(switch)"
        sleep 10
        heal
        say "healed after 10 s, a switch at once" "$(switch)"
        whole "$began" "after the cut"
        sleep 5
        # Node 3 loses the others, but the store and its followers reach it.
        end_crowd
        start_crowd
        part_off
        say "node 3 cut off from the other nodes only, a switch at once" "$(switch)"
        sleep 10
        say "a switch 10 s later" "$(switch)"
        join_again
        say "healed, a switch at once" "$(switch)"
        sleep 5
    fi

    for victim in ${VICTIMS:-1 2 3}; do
        eval "end KILL \"\$node$victim\""
        killed=$(now)
        say "node $victim killed, a switch at once" "$(switch)"
        sleep 2
        start_node $victim
        whole "$killed" "after the kill of node $victim and its start"
    done

    end KILL "$store_process"
    sleep 3
    start_announcing
    say "the store killed and started, a switch at once" "$(switch)"
    back=$(sum_of settings back)
    echo "   connections that ended: $(sum_of settings lost); followers that went back to an older revision: $back"
    [ "$back" = 0 ] || fail "$back followers went back"
    end_crowd
done
[ -z "$slow" ] || fail "more than two seconds${slow}"
