#!/usr/bin/env python3
"""Takes a picture of the gift store's page as Chromium shows it, unlocked, with stills of the gifts.

    store-page.py --store .build/release/gift-store --output store.png

Needs chromedriver, which is spoken to over WebDriver (https://www.w3.org/TR/webdriver2/).
"""

import argparse
import base64
import json
import pathlib
import socket
import subprocess
import tempfile
import time
import urllib.request

TOKEN = "a-token-for-the-picture"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(what, condition, seconds=30):
    """Waits until the condition gives something."""
    end = time.monotonic() + seconds
    while True:
        try:
            if result := condition():
                return result
        except OSError:
            pass
        if time.monotonic() > end:
            raise SystemExit(f"store-page: waited {seconds} s for {what}")
        time.sleep(0.1)


class Browser:
    """One window of Chromium."""

    def __init__(self, port, profile):
        self.address = f"http://127.0.0.1:{port}/session"
        until("chromedriver", lambda: urllib.request.urlopen(f"http://127.0.0.1:{port}/status", timeout=5))
        arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1280,800",
            f"--user-data-dir={profile}",
        ]  # fmt: skip
        capabilities = {"alwaysMatch": {"goog:chromeOptions": {"args": arguments}}}
        self.address += "/" + self.call("POST", "", {"capabilities": capabilities})["sessionId"]

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            self.address + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"})  # fmt: skip
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def run(self, script):
        return self.call("POST", "/execute/sync", {"script": script, "args": []})

    def element(self, selector):
        return next(iter(self.call("POST", "/element", {"using": "css selector", "value": selector}).values()))

    def click(self, selector):
        self.call("POST", f"/element/{self.element(selector)}/click", {})

    def type(self, selector, text):
        self.call("POST", f"/element/{self.element(selector)}/value", {"text": text})


def picture(browser, page):
    """The page, as PNG bytes."""
    browser.call("POST", "/window/rect", {"width": 1280, "height": 943})
    browser.call("POST", "/url", {"url": page})
    until("the gifts", lambda: browser.run("return document.querySelectorAll('.card').length > 5"))
    browser.click("#motion")
    browser.click("#access")
    browser.type("#token", TOKEN + "\ue007")
    until("the unlocked store", lambda: browser.run("return document.querySelector('#access').textContent == 'Lock'"))
    browser.run("document.activeElement.blur()")
    until("the end of what is said", lambda: browser.run(
        "return document.querySelector('#notices').childElementCount == 0"))  # fmt: skip
    until("the stills", lambda: browser.run(
        "return [...document.querySelectorAll('.preview')].slice(0, 6).every(one => one.complete && one.naturalWidth)"))  # fmt: skip
    return base64.b64decode(browser.call("GET", "/screenshot"))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--store", required=True, help="the program gift-store")
    arguments.add_argument("--output", required=True, help="the picture's file")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        (folder / "token").write_text(TOKEN)
        ports = free_port(), free_port()
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        store = subprocess.Popen(
            [options.store, "--root", folder / "root", "--token-file", folder / "token", "--port", str(ports[0])], **quiet)
        driver = subprocess.Popen(["chromedriver", f"--port={ports[1]}"], env={"PATH": "/usr/bin:/bin", "TMPDIR": name}, **quiet)
        try:
            page = f"http://127.0.0.1:{ports[0]}/"
            until("the store", lambda: urllib.request.urlopen(page + "gifts", timeout=5))
            browser = Browser(ports[1], folder / "profile")
            try:
                made = picture(browser, page)
            finally:
                browser.call("DELETE", "")
        finally:
            driver.terminate()
            store.terminate()
            driver.wait()
            store.wait()
    pathlib.Path(options.output).write_bytes(made)


if __name__ == "__main__":
    main()
