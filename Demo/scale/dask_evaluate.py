"""Evaluates a folder of sessions with Dask: a cluster of processes on this machine, or one that exists already.

    .build/scale/bin/python3 Demo/scale/dask_evaluate.py sessions parts --policy queue --policy replace --format json

Each partition runs `giftty evaluate --partial` and leaves its sums in the folder of the parts, which all workers must see.
A worker that dies loses its partition, which Dask gives to another one; the sums have the same bytes whoever makes them.
"""

import argparse
import os
import pathlib
import signal
import subprocess


def evaluate(giftty, sessions, target, policies, death):
    """Writes the sums of some sessions. If `death` names a file, the first worker that gets here kills itself."""
    if death and not os.path.exists(death):
        pathlib.Path(death).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    subprocess.run(
        [giftty, "evaluate", "@/dev/stdin", "--partial", target, "--jobs", "1", "--keep-going", *policies],
        input="\n".join(sessions) + "\n", text=True, check=True)
    return target


def main():
    from distributed import Client, LocalCluster

    parser = argparse.ArgumentParser()
    parser.add_argument("sessions")
    parser.add_argument("parts")
    parser.add_argument("--policy", action="append", default=[])
    parser.add_argument("--format", default="text")
    parser.add_argument("--partitions", type=int, default=16)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--scheduler", help="the address of a cluster; without it, processes of this machine")
    parser.add_argument("--kill-one", action="store_true", help="kill the worker of the first partition once")
    arguments = parser.parse_args()

    giftty = os.environ.get("GIFTTY", "giftty")
    parts = pathlib.Path(arguments.parts).resolve()
    parts.mkdir(parents=True, exist_ok=True)
    sessions = sorted(str(path.resolve()) for path in pathlib.Path(arguments.sessions).rglob("*.ndjson"))
    policies = [word for policy in arguments.policy for word in ("--policy", policy)]
    count = max(1, min(arguments.partitions, len(sessions)))
    death = str(parts / "killed") if arguments.kill_one else None

    cluster = None
    if not arguments.scheduler:
        cluster = LocalCluster(
            n_workers=arguments.workers, threads_per_worker=1, processes=True, dashboard_address=None,
            host="127.0.0.1")
    with Client(arguments.scheduler or cluster) as client:
        futures = [
            client.submit(
                evaluate, giftty, sessions[index::count], str(parts / f"part-{index:04}.json"), policies,
                death if index == 0 else None, pure=False, retries=3)
            for index in range(count)
        ]
        files = client.gather(futures)
    if cluster:
        cluster.close()
    subprocess.run([giftty, "evaluate", "--format", arguments.format, "--merge", *files], check=True)


if __name__ == "__main__":
    main()
