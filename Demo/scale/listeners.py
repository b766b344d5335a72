#!/usr/bin/env python3
"""The listeners of listeners.sh: opens event streams, switches a setting, and waits until all have the news."""
import asyncio, json, os, re, statistics, sys, time, urllib.request

port, count, switches, token, process = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5]
authorization = "Bearer " + open(token).read().strip()
address = f"http://127.0.0.1:{port}/settings"
revisions = [0] * count
opened = 0
news = asyncio.Condition()


def processor_time():
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def switch(number):
    """Publishes another threshold, and returns the new revision."""
    with urllib.request.urlopen(address) as answer:
        settings, tag = json.load(answer), answer.headers["ETag"]
    settings["default"]["replaceAt"] = [0.2, 0.3][number % 2]
    body = json.dumps(settings).encode()
    fields = {"Authorization": authorization, "If-Match": tag, "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(address, body, fields, method="PUT")) as answer:
        return json.load(answer)["revision"]


async def listen(index):
    global opened
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
    event = b""
    while line := await reader.readline():
        if line.startswith(b"HTTP/1.1 "):
            if b" 200 " not in line:
                sys.exit(f"a listener was refused: {line.decode().strip()}")
            opened += 1
        elif line.startswith(b"event:"):
            event = line
        elif line.startswith(b"data:") and b"settings" in event:
            revisions[index] = int(re.search(rb'"revision": ?(\d+)', line)[1])
            async with news:
                news.notify_all()


async def main():
    tasks = []
    for index in range(count):
        tasks.append(asyncio.create_task(listen(index)))
        if index % 100 == 99:
            await asyncio.sleep(0.05)
    while opened < count:
        await asyncio.sleep(0.05)
    before, began, waits = processor_time(), time.monotonic(), []
    for number in range(switches):
        start = time.monotonic()
        revision = await asyncio.to_thread(switch, number)
        async with news:
            await asyncio.wait_for(news.wait_for(lambda: min(revisions) >= revision), 60)
        waits.append(time.monotonic() - start)
        await asyncio.sleep(max(0, 1 - waits[-1]))
    used = (processor_time() - before) / (time.monotonic() - began) * 100
    print(f"   {count} listeners, {switches} switches, one a second: all knew after {statistics.median(waits) * 1000:.0f} ms "
          f"(median), {max(waits) * 1000:.0f} ms (slowest); the store took {used:.1f} % of a core")
    for task in tasks:
        task.cancel()


asyncio.run(main())
