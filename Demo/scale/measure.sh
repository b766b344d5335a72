#!/bin/sh
# Measures the evaluation of 100 and of 10 000 sessions: sessions a second, the processor time of a session, which other
# programs of the machine change less, and the most memory. Build the program first:
# swift build -c release --product giftty
#
#   GIFTTY=.build/release/giftty Demo/scale/measure.sh [COUNT…]
set -eu
giftty=${GIFTTY:-giftty}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
[ $# -gt 0 ] || set -- 100 10000
for count in "$@"; do
    mkdir "$folder/$count"
    seed=0
    while [ "$seed" -lt "$count" ]; do
        seed=$((seed + 1))
        # A hundred different evenings; the others have the same gifts.
        if [ "$seed" -le 100 ]; then
            "$giftty" feed generate --seed "$seed" --profile party --duration 5m >"$folder/$count/$seed.ndjson"
        else
            cp "$folder/$count/$((seed % 100 + 1)).ndjson" "$folder/$count/$seed.ndjson"
        fi
    done
    python3 - "$giftty" "$folder/$count" "$count" <<'PYTHON'
import resource, subprocess, sys, time
giftty, folder, count = sys.argv[1:]
began = time.monotonic()
subprocess.run([giftty, "evaluate", folder, "--format", "csv"], check=True, stdout=subprocess.DEVNULL)
seconds = time.monotonic() - began
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
memory = usage.ru_maxrss / (1024 if sys.platform == "linux" else 1048576)
processor = (usage.ru_utime + usage.ru_stime) / float(count) * 1000
print(f"{count} sessions: {float(count) / seconds:.0f} sessions/s, {processor:.1f} ms of processor time each, {memory:.1f} MB")
PYTHON
done
