"""Chromium without a window, driven over a pipe by its DevTools protocol; needs only Python."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
BROWSER = os.environ.get("BROWSER") or next((found for found in map(shutil.which, NAMES) if found), None)


class Chromium:
    """A browser with one tab. `messages` are the lines of its console, and `requests` the addresses that it asked for."""

    def __init__(self, size=(1280, 720), arguments=()):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        # The browser reads from 3 and writes to 4, so no other end may have these numbers.
        to_browser, from_browser = [tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in os.pipe()) for _ in range(2)]
        flags = [
            "--headless=new", "--no-sandbox", "--enable-unsafe-swiftshader", "--use-gl=angle", "--use-angle=swiftshader",
            "--ignore-gpu-blocklist", "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe",
            f"--user-data-dir={self.profile.name}", f"--window-size={size[0]},{size[1]}", *arguments, "about:blank",
        ]

        def pipes():
            os.dup2(to_browser[0], 3)
            os.dup2(from_browser[1], 4)

        self.process = subprocess.Popen(
            [BROWSER, *flags], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=pipes, close_fds=False
        )
        os.close(to_browser[0])
        os.close(from_browser[1])
        self.write, self.read = to_browser[1], from_browser[0]
        self.buffer, self.count, self.events = b"", 0, []
        self.messages, self.requests, self.session = [], [], None
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(one for one in targets if one["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=False)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.write)
        os.close(self.read)
        self.profile.cleanup()

    def _message(self, until):
        """The next message of the browser."""
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.read], [], [], max(0, until - time.monotonic()))
            if not ready:
                raise TimeoutError("the browser does not answer")
            part = os.read(self.read, 1 << 20)
            if not part:
                raise EOFError("the browser has ended")
            self.buffer += part
        one, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(one)
        method, values = message.get("method"), message.get("params", {})
        if method == "Runtime.consoleAPICalled":
            self.messages.append(" ".join(str(one.get("value", one.get("description"))) for one in values["args"]))
        elif method == "Log.entryAdded":
            self.messages.append(" ".join(filter(None, [values["entry"]["text"], values["entry"].get("url")])))
        elif method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.messages.append("exception: " + details.get("exception", {}).get("description", details["text"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])
        elif method:
            self.events.append(message)
        return message

    def call(self, method, timeout=120, **parameters):
        """Calls a method of the protocol. Returns its result."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + timeout
        while True:
            answer = self._message(until)
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def open(self, address, timeout=120):
        """Opens an address and waits until the page is loaded."""
        self.events.clear()
        self.call("Page.navigate", url=address)
        until = time.monotonic() + timeout
        while not any(one["method"] == "Page.loadEventFired" for one in self.events):
            self._message(until)

    def value(self, script, timeout=120):
        """The value of a script, which may be a promise."""
        found = self.call(
            "Runtime.evaluate", timeout=timeout, expression=script, awaitPromise=True, returnByValue=True, userGesture=True
        )
        if "exceptionDetails" in found:
            details = found["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return found["result"].get("value")

    def wait(self, script, seconds=60):
        """Waits until a script has a true value, and returns it."""
        until = time.monotonic() + seconds
        while True:
            found = self.value(script)
            if found:
                return found
            if time.monotonic() > until:
                raise TimeoutError(f"not within {seconds} s: {script}")
            time.sleep(0.05)

    def picture(self, path=None):
        """A picture of the page as PNG."""
        pixels = base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
        if path:
            with open(path, "wb") as file:
                file.write(pixels)
        return pixels

    def mouse(self, kind, x, y, button="none", clicks=0):
        held = 1 if button == "left" and kind != "mouseReleased" else 0
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=held, clickCount=clicks)

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, "left", 1)
        self.mouse("mouseReleased", x, y, "left", 1)

    def drag(self, start, end, steps=8):
        self.mouse("mouseMoved", *start)
        self.mouse("mousePressed", *start, "left", 1)
        for i in range(1, steps + 1):
            at = [a + (b - a) * i / steps for a, b in zip(start, end)]
            self.mouse("mouseMoved", *at, "left")
        self.mouse("mouseReleased", *end, "left", 1)

    def key(self, key, code=None, text=None, modifiers=0):
        common = {"key": key, "code": code or key, "modifiers": modifiers}
        self.call("Input.dispatchKeyEvent", type="keyDown", **common, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def touch(self, kind, *points):
        """`kind` is touchStart, touchMove or touchEnd."""
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)])
