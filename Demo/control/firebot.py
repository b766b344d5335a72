#!/usr/bin/env python3
"""Lets Stream Deck plugins and scripts for Firebot's queues steer a room: its paths, a room behind them.

    giftty demo --control unix:/tmp/room        in one terminal
    Demo/control/firebot.py /tmp/room [PORT]    in another one (port 7472, as Firebot's)
    curl -X POST http://127.0.0.1:7472/api/v1/queues/gifts/toggle
"""
import json, socket, sys
from http.server import BaseHTTPRequestHandler, HTTPServer

def ask(request):
    """Sends one request to the room and returns its answer."""
    with socket.socket(socket.AF_UNIX) as room:
        room.connect(sys.argv[1])
        room.sendall(json.dumps({"id": 1, **request}).encode() + b"\n")
        return json.loads(room.makefile().readline())

class Queues(BaseHTTPRequestHandler):
    def do_GET(self):
        parts = self.path.strip("/").split("/")
        if parts[:3] != ["api", "v1", "queues"] or len(parts) > 5 or parts[3:4] not in ([], ["gifts"]):
            return self.send_error(404)
        state = ask({"get": "state"})["state"]
        if len(parts) == 5:
            action = parts[4] if parts[4] != "toggle" else "resume" if state["paused"] else "pause"
            answer = ask({"do": action})
            if "error" in answer:
                return self.send_error(400, answer["error"])
            state = ask({"get": "state"})["state"]
        queue = {"id": "gifts", "name": "Gifts", "active": not state["paused"], "length": state["waitingCount"]}
        body = json.dumps([queue] if len(parts) == 3 else queue).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

server = HTTPServer(("127.0.0.1", int((sys.argv + ["7472"])[2])), Queues)
print(f"http://127.0.0.1:{server.server_address[1]}/api/v1/queues", flush=True)
server.serve_forever()
