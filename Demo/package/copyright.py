#!/usr/bin/env python3
"""Prints what is inside a program besides its own code: the Swift packages with their versions.

    copyright.py giftty Package.resolved
"""

import json
import sys

# The packages that the player contains; the server contains all of them.
PLAYER = {"swift-argument-parser"}

name, path = sys.argv[1:]
print(f"{name} is the work of its authors.")
print()
print("The program also contains these works, or parts of them:")
print()
print("Swift's standard libraries and FoundationEssentials")
print("  https://www.swift.org")
print("  Apache License 2.0 with Runtime Library Exception")
with open(path, encoding="utf-8") as file:
    for pin in sorted(json.load(file)["pins"], key=lambda pin: pin["identity"]):
        if name == "giftty" and pin["identity"] not in PLAYER:
            continue
        print()
        print(pin["identity"], pin["state"].get("version", pin["state"]["revision"]))
        print(f"  {pin['location'].removesuffix('.git')}")
        print("  Apache License 2.0")
print()
print("On Debian, the text of the Apache License is in /usr/share/common-licenses/Apache-2.0.")
