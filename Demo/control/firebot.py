#!/usr/bin/env python3
"""Lets Stream Deck plugins and scripts for Firebot's queues steer a room: its paths, a room behind them.

    giftty demo --control unix:/tmp/room        in one terminal
    Demo/control/firebot.py /tmp/room [PORT]    in another one (port 7472, as Firebot's)
    curl -X POST http://127.0.0.1:7472/api/v1/queues/gifts/toggle
"""
import json, re, socket, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

def ask(request):
    """Sends one request to the room and returns its answer."""
    with socket.socket(socket.AF_UNIX) as room:
        room.connect(sys.argv[1])
        room.sendall(json.dumps({"id": 1, **request}).encode() + b"\n")
        return json.loads(room.makefile().readline())

class Queues(BaseHTTPRequestHandler):
    def do_GET(self):
        path = re.fullmatch(r"/api/v1/queues(/gifts(/(pause|resume|toggle|clear))?)?/?", self.path)
        local = re.fullmatch(r"(127\.0\.0\.1|localhost)(:\d+)?", self.headers.get("Host", ""))
        if not path or not local or self.headers.get("Sec-Fetch-Site", "none") != "none" or self.headers.get("Origin"):
            return self.send_error(403 if path else 404)  # Pages of browsers must not steer the room.
        try:
            paused = ask({"get": "state"})["state"]["paused"]
            if path[3]: ask({"do": path[3] if path[3] != "toggle" else "resume" if paused else "pause"})
            state = ask({"get": "state"})["state"]
        except (OSError, ValueError, KeyError):
            return self.send_error(503, "no room listens")
        queue = {"id": "gifts", "name": "Gifts", "active": not state["paused"], "length": state["waitingCount"]}
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(queue if path[1] else [queue]).encode())
    do_POST = do_GET

if len(sys.argv) < 2: sys.exit(__doc__)
server = ThreadingHTTPServer(("127.0.0.1", int((sys.argv + ["7472"])[2])), Queues)
print(f"http://127.0.0.1:{server.server_address[1]}/api/v1/queues", flush=True)
server.serve_forever()
