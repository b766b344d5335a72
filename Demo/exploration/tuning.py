#!/usr/bin/env python3
"""Measures what the search of `giftty tune` finds in a space that nobody tries whole, beside settings at random.

    GIFTTY=.build/release/giftty Demo/exploration/tuning.py [SEEDS [TRIES…]]

The measure is the hypervolume of what was found: the share of the rectangle between no value with the longest wait and
all value without a wait that some settings dominate (Zitzler, Thiele 1999). Value and wait of the corner are those of a
queue without limits. Both searches are judged on the same sessions: those that tune does not hold out.
"""

import json
import os
import random
import subprocess
import sys
import tempfile

giftty = os.path.abspath(os.environ.get("GIFTTY", "giftty"))
seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
tries = [int(word) for word in sys.argv[2:]] or [100, 200, 400]

AXES = {
    "replaceAt": ("0:1:0.01", "replace", [f"{n / 100:g}" for n in range(101)]),
    "early": ("drop,hold", "replace", ["drop", "hold"]),
    "order": ("arrival,value", "queue", ["arrival", "value"]),
    "maxWaiting": ("1:40:1", "queue", [str(n) for n in range(1, 41)]),
    "overflow": ("dropNewest,dropOldest,dropCheapest", "queue", ["dropNewest", "dropOldest", "dropCheapest"]),
    "expireAfter": ("1s:60s:1s", "queue", [f"{n}s" for n in range(1, 61)]),
    "combineWithin": ("0s:10s:0.5s", None, [f"{n / 2:g}s" for n in range(21)]),
}


def run(*words):
    """Returns the JSON that a command prints; a status of 1 only says that no settings keep all promises."""
    result = subprocess.run([giftty, *words, "--format", "json"], stdout=subprocess.PIPE, cwd=folder)
    if result.returncode not in (0, 1):
        sys.exit(f"giftty {words[0]}: status {result.returncode}")
    return json.loads(result.stdout)


def hypervolume(points, corner):
    area = reached = 0.0
    for wait, value in sorted((min(wait / corner[0], 1), min(value / corner[1], 1)) for wait, value in points):
        if value > reached:
            area += (value - reached) * (1 - wait)
            reached = value
    return area


def genetic(seed, count):
    """Returns the number of settings of the space, and the points of the front that tune finds."""
    words = ["tune", "s", "--group", "folder", "--hold-out", "0.01", "--maximise", "valueSeen"]
    words += ["--minimise", "p95(waiting)", "--seed", str(seed), "--tries", str(count), "--points", "1000"]
    words += ["--gifts", "1", "--actions", "0", "--search", "mode=queue,replace"]
    for key, (values, mode, _) in AXES.items():
        words += ["--search", f"{key}={values}" + (f" if mode={mode}" if mode else "")]
    found = run(*words)
    if found["sessions"]["tuned"] != sessions:
        return None
    return found["space"]["settings"], [
        (point["tuned"]["p95(waiting)"], point["tuned"]["valueSeen"]) for point in found["points"]
    ]


def at_random(seed, count):
    """Returns the points of different settings, each value of a setting as likely as another one."""
    chance = random.Random(seed)
    policies = []
    while len(policies) < count:
        mode = chance.choice(["queue", "replace"])
        chosen = {key: chance.choice(values) for key, (_, of, values) in AXES.items() if of in (None, mode)}
        policy = ",".join([mode] + [f"{key}={value}" for key, value in chosen.items()])
        if policy not in policies:
            policies.append(policy)
    return judged(policies)


def judged(policies):
    words = ["evaluate", "s/tuned"]
    for index, policy in enumerate(policies):
        words += ["--policy", f"p{index}:{policy}"]
    figures = [policy["figures"] for policy in run(*words)["policies"]]
    return [
        (one["waited"]["p95"] or 0, (one["value"] - one["valueNotSeen"]) / sessions) for one in figures
    ]


def words(shares):
    return f"{sum(shares) / len(shares) * 100:.1f} % ({min(shares) * 100:.1f} to {max(shares) * 100:.1f})"


with tempfile.TemporaryDirectory() as folder:
    sessions = 0
    for part, profile in enumerate(["calm", "party", "storm"]):
        for number in range(1, 4):
            sessions += 1
            path = f"{folder}/s/tuned/{profile}-{number}.ndjson"
            os.makedirs(os.path.dirname(path), exist_ok=True)
            subprocess.run(
                [giftty, "feed", "generate", "--seed", str(10 * part + number), "--profile", profile]
                + ["--duration", "2m", "-o", path], check=True)
    # One session more is in a folder of its own, and is held out with the seeds with which its folder comes first.
    os.makedirs(f"{folder}/s/other")
    subprocess.run(
        [giftty, "feed", "generate", "--seed", "99", "--duration", "1m", "-o", f"{folder}/s/other/1.ndjson"], check=True)
    corner = judged(["queue", "replace"])[0]
    used, seed = [], 0
    while len(used) < seeds:
        seed += 1
        if genetic(seed, 1) is not None:
            used.append(seed)
    for count in tries:
        found = [genetic(seed, count) for seed in used]
        one = words([hypervolume(points, corner) for _, points in found])
        other = words([hypervolume(at_random(seed, count), corner) for seed in used])
        print(f"{count} of {found[0][0]} settings tried: NSGA-II {one}, at random {other}", flush=True)
