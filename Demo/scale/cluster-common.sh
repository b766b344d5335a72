# A cluster of three nats-server nodes (JetStream, MQTT), each in a network of its own; read with ". cluster-common.sh",
# after common.sh. Without network namespaces all nodes are on 127.0.0.1, and the network cannot be cut.
# shellcheck disable=SC2034,SC2154  # variables of the other scripts
ulimit -n "$(ulimit -Hn)"

networks=
name=giftty$$
if ip netns add "$name" 2>/dev/null && ip -n "$name" link add b0 type bridge 2>/dev/null; then
    networks=yes
else
    ip netns del "$name" 2>/dev/null || true
    echo "no network namespaces: the network is not cut"
fi

stop() {
    for process in ${crowd_processes:-} ${store_process:-} ${other_processes:-} ${node1:-} ${node2:-} ${node3:-}; do
        kill "$process" 2>/dev/null || true
    done
    wait
    for node in 1 2 3; do ip netns del "$name-$node" 2>/dev/null || true; done
    ip netns del "$name" 2>/dev/null || true
    [ -n "${SCALE_DIR:-}" ] || rm -rf "$work"
}
trap stop EXIT
trap 'exit 130' INT TERM

# The programs that are measured go before the other load of the machine, if this user may do that.
ahead=
if nice -n -10 true 2>/dev/null; then ahead="nice -n -10"; fi

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
    in_switch="ip netns exec $name $ahead"
    in_node() { echo "ip netns exec $name-$1 $ahead"; }
    host() { echo "10.77.0.$1"; }
    port() { echo "$2"; }
else
    base=$(free_port)
    in_switch=$ahead
    in_node() { echo "$ahead"; }
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

# Starts all nodes, and waits until they have a leader. $nodes are their addresses, with a topic. Nodes that stand for
# election at the same moment try again after four to nine seconds, so three of them may need half a minute.
start_cluster() {
    nodes=
    for node in 1 2 3; do
        start_node $node
        nodes="$nodes mqtt://$(host $node):$(port $node 1883)/$1"
    done
    nodes=${nodes# }
    wait_for grep -q 'metadata leader' "$work/node1.log"
}

# Cuts node 3 off from everything, or from the other nodes only, and heals that.
cut_off() { ip -n "$name" link set p3 down; }
heal() { ip -n "$name" link set p3 up; }
part_off() { for node in 1 2; do ip -n "$name-3" route add blackhole "10.77.0.$node/32"; done; }
join_again() { for node in 1 2; do ip -n "$name-3" route del blackhole "10.77.0.$node/32"; done; }

now() { date +%s%3N; }
load() { awk "{ print \$1 }" /proc/loadavg; }
