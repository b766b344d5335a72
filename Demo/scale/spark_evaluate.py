"""Evaluates a folder of sessions with Spark: each partition of their names is piped through `giftty evaluate --partial`.

    .build/scale/bin/python3 Demo/scale/spark_evaluate.py sessions parts --policy queue --policy replace --format json

The sums come back as one line of JSON for each partition. A partition whose command fails is tried again, up to four times.
With spark-submit, or another --master, the workers must see the sessions and the program.
"""

import argparse
import os
import pathlib
import shlex
import subprocess


def main():
    from pyspark import SparkConf, SparkContext

    parser = argparse.ArgumentParser()
    parser.add_argument("sessions")
    parser.add_argument("parts")
    parser.add_argument("--policy", action="append", default=[])
    parser.add_argument("--format", default="text")
    parser.add_argument("--partitions", type=int, default=16)
    parser.add_argument("--master", default=f"local[{os.cpu_count()},4]", help="local[CORES,TRIES] without a cluster")
    parser.add_argument("--fail-one", action="store_true", help="let the first command that starts fail once")
    arguments = parser.parse_args()

    giftty = os.environ.get("GIFTTY", "giftty")
    parts = pathlib.Path(arguments.parts).resolve()
    parts.mkdir(parents=True, exist_ok=True)
    sessions = sorted(str(path.resolve()) for path in pathlib.Path(arguments.sessions).rglob("*.ndjson"))
    command = [giftty, "evaluate", "@/dev/stdin", "--partial", "-", "--jobs", "1", "--keep-going"]
    command += [word for policy in arguments.policy for word in ("--policy", policy)]
    if arguments.fail_one:
        marker = shlex.quote(str(parts / "failed"))
        command = ["sh", "-c", f"mkdir {marker} 2>/dev/null && exit 1; exec {shlex.join(command)}"]

    configuration = SparkConf().setMaster(arguments.master).setAppName("giftty evaluate")
    configuration.set("spark.ui.enabled", "false").set("spark.driver.bindAddress", "127.0.0.1")
    configuration.set("spark.driver.host", "127.0.0.1")
    context = SparkContext(conf=configuration)
    context.setLogLevel("OFF")
    try:
        count = max(1, min(arguments.partitions, len(sessions)))
        sums = context.parallelize(sessions, count).pipe(shlex.join(command), checkCode=True).collect()
    finally:
        context.stop()
    files = []
    for index, line in enumerate(sums):
        file = parts / f"part-{index:04}.json"
        file.write_text(line + "\n")
        files.append(str(file))
    subprocess.run([giftty, "evaluate", "--format", arguments.format, "--merge", *files], check=True)


if __name__ == "__main__":
    main()
