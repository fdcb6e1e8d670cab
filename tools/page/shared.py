#!/usr/bin/env python3
"""Opens pages of `eyeline share` in a browser without a window, from disk, and uses them with the mouse, by touch and by keys.

Tested are: the window starts without a message of the browser and without a request; the answer is beside the canvas as text; a
click selects, and the address follows; a link is opened; a touch turns the view; an unsaved change is kept, and offered when the
page is opened again; a scene is saved as a download; a file is opened; a page whose graphics context was lost and returned goes on
with its changes; nothing of a hostile scene leaves its place; a page without WebGL shows picture and text; a site is served; the window is
drawn as the program draws it; and the report that the page makes of each scene is that of the program, byte for byte.

EYELINE is the path of the program (default: target/debug/eyeline), and EYELINE_PAGE the folder with the window for browsers (default:
target/page-fast, which `tools/web.sh --fast` writes). BROWSER is the path of Chromium or Chrome. With a folder as the argument, pictures of the pages are written into it. Exit code 0 when everything
was found as expected, else 1.
"""

import base64
import functools
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from chromium import BROWSER, Chromium

PROGRAM = pathlib.Path(os.environ.get("EYELINE", "target/debug/eyeline")).resolve()
os.environ.setdefault("EYELINE_PAGE", str(pathlib.Path(__file__).resolve().parents[2] / "target" / "page-fast"))
# Levels that others made, where they are at hand.
LEVELS = pathlib.Path(__file__).resolve().parents[3] / "shared" / "levels"
SCENES = pathlib.Path(__file__).resolve().parents[2] / "scenes"

failures = []


def expect(found, wanted, what):
    if found != wanted:
        failures.append(f"{what}: {found!r} instead of {wanted!r}")


def eyeline(*args, code=0, cwd=None):
    environment = {**os.environ, "NO_COLOR": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
    done = subprocess.run([PROGRAM, *args], cwd=cwd, capture_output=True, text=True, timeout=300, env=environment)
    if code is not None:
        expect(done.returncode, code, f"exit code of {' '.join(map(str, args))} ({done.stderr.strip()[:300]})")
    return done.stdout


def start(browser, page, link="", what=""):
    """Opens a page and waits until its window runs. Returns the seconds."""
    begin = time.monotonic()
    browser.messages.clear()
    browser.requests.clear()
    browser.open(f"{page if str(page).startswith('http') else page.as_uri()}{link}")
    browser.wait("document.body.className")
    if browser.value("document.body.className") != "runs":
        sys.exit(f"shared: {what}: {browser.value('document.getElementById(`said`).textContent')}")
    expect(browser.messages, [], f"{what}: messages of the browser")
    return time.monotonic() - begin


def words(browser):
    return browser.value("document.getElementById('words').textContent")


def link(browser):
    return browser.value("decodeURIComponent(location.hash)")


def of_one_page(browser, folder, pictures):
    page = folder / "tour.html"
    eyeline("share", SCENES / "tour.json", "-o", page)
    seconds = start(browser, page, what="tour")
    print(f"tour: {page.stat().st_size / 2**20:.1f} MiB, {seconds:.1f} s until the window runs")
    expect([one for one in browser.requests if not one.startswith(("file:", "data:", "blob:"))], [], "requests of a page")
    expect(len([one for one in browser.requests if one.startswith("file:")]), 1, "files that a page loads")
    expect("right plane" in words(browser), True, "the answer beside the canvas")
    time.sleep(1)
    browser.key("Escape")
    time.sleep(0.5)
    if pictures:
        browser.picture(pictures / "tour.png")

    # A row of the outliner.
    browser.click(60, 229)
    browser.wait("location.hash.includes('barrel')", 10)
    expect("barrel" in words(browser), True, "the answer follows a click")
    browser.touch("touchStart", (560, 400))
    for x in range(560, 700, 20):
        browser.touch("touchMove", (x, 400))
    browser.touch("touchEnd")
    browser.wait("location.hash.includes('eye=')", 10)

    browser.open("about:blank")
    start(browser, page, "#select=guard,ball&step=3&tick=20", "a link")
    browser.wait("document.getElementById('words').textContent.includes('ball')", 10)
    expect(link(browser), "#select=guard,ball&step=3&tick=20", "a link stays as it was")
    browser.value("location.hash = '#select=guard,tent'")
    browser.wait("document.getElementById('words').textContent.includes('tent')", 10)


def settle(browser):
    """Waits for the first pictures, and closes what is open at the start."""
    time.sleep(1)
    browser.key("Escape")
    time.sleep(0.5)


def of_files(browser, folder, pictures):
    page = folder / "tour.html"
    downloads = folder / "downloads"
    browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads))
    browser.call("Page.setInterceptFileChooserDialog", enabled=True)
    kept = "Object.keys(localStorage).some((key) => key.startsWith('eyeline:'))"
    start(browser, page, what="files")
    settle(browser)
    browser.value("location.hash = '#select=barrel'")
    browser.wait("document.getElementById('words').textContent.includes('barrel')", 10)
    browser.key("Delete")
    browser.wait("!document.getElementById('words').textContent.includes('barrel')", 10)
    browser.wait(kept, 20)

    start(browser, page, what="a page that was left with changes")
    time.sleep(1)
    if pictures:
        browser.picture(pictures / "recover.png")
    # The first button of the offer.
    browser.key("Enter")
    time.sleep(1)
    browser.key("s", "KeyS", modifiers=2)
    browser.wait(f"!{kept}", 20)
    saved = downloads / "tour.json"
    until = time.monotonic() + 10
    while not saved.is_file() and time.monotonic() < until:
        time.sleep(0.1)
    names = [one["name"] for one in json.loads(saved.read_text())["objects"]]
    expect("crate" in names and "barrel" not in names, True, f"the saved scene has {names}")

    browser.events.clear()
    browser.key("o", "KeyO", modifiers=2)
    until = time.monotonic() + 10
    chosen = []
    while not chosen and time.monotonic() < until:
        browser.value("1")
        chosen = [one["params"] for one in browser.events if one["method"] == "Page.fileChooserOpened"]
    browser.call("DOM.enable")
    browser.call("DOM.setFileInputFiles", files=[str(SCENES / "octree.json")], backendNodeId=chosen[0]["backendNodeId"])
    browser.wait("!document.getElementById('words').textContent.includes('planes of `guard`')", 10)
    time.sleep(1)
    if pictures:
        browser.picture(pictures / "opened.png")


def of_lost_context(browser, folder, pictures):
    browser.open("about:blank")
    start(browser, folder / "tour.html", what="lost context")
    settle(browser)
    browser.value("location.hash = '#select=barrel'")
    browser.wait("document.getElementById('words').textContent.includes('barrel')", 10)
    browser.key("Delete")
    browser.wait("!document.getElementById('words').textContent.includes('barrel')", 10)
    browser.value("location.hash = '#select=guard,tent&step=2'")
    browser.wait("document.getElementById('words').textContent.includes('tent')", 10)
    browser.value(
        "globalThis.context = document.getElementById('window').getContext('webgl2').getExtension('WEBGL_lose_context');"
        "context.loseContext()"
    )
    browser.wait("document.getElementById('said').textContent.includes('stopped')", 10)
    visibility = "getComputedStyle(document.getElementById('window')).visibility"
    expect(browser.value(visibility), "hidden", "the picture and the message are seen while there is no context")
    if pictures:
        browser.picture(pictures / "stopped.png")
    browser.value("context.restoreContext()")
    browser.wait("document.getElementById('said').textContent === ''", 20)
    time.sleep(1)
    expect(browser.value(visibility), "visible", "the window after the context has returned")
    expect(link(browser), "#select=guard,tent&step=2", "the link after the context has returned")
    if pictures:
        browser.picture(pictures / "returned.png")
    browser.key("z", "KeyZ", modifiers=2)
    browser.value("location.hash = '#select=barrel'")
    browser.wait("document.getElementById('words').textContent.includes('barrel')", 10)
    messages = {one for one in browser.messages if not one.startswith("WebGL: CONTEXT_LOST")}
    expect(messages, set(), "messages of a lost context")


def of_hostile_names(browser, folder):
    bad = "</script><script>window.broken = 1</script><img src=x onerror='window.broken = 1'>"
    scene = {
        "eyeline": 1, "title": bad, "about": f"{bad}\n\n<script>window.broken = 1</script>",
        "cameras": [{"name": bad, "position": [0, 0, 5]}],
        "objects": [{"name": f"{bad}2", "shape": {"sphere": {"radius": 1}}}], "select": [bad, f"{bad}2"],
    }
    (folder / "bad.json").write_text(json.dumps(scene))
    eyeline("share", "bad.json", "-o", "bad.html", cwd=folder)
    start(browser, folder / "bad.html", what="hostile names")
    expect(browser.value("window.broken"), None, "a name that is a script")
    expect(browser.value("document.querySelectorAll('img').length"), 1, "elements of a page")
    expect(browser.value("document.title"), bad, "title of the page")


def of_reports(browser, page, folder, is_wanted):
    """The same reports in the page and in the program, of all files of a folder that are scenes or levels."""
    files = [one for one in folder.rglob("*") if one.is_file() and "thumbnails" not in one.parts]
    start(browser, page, what="reports")
    browser.value("globalThis.tested = new wasm_bindgen.Page('tested')")
    for file in files:
        text = json.dumps(base64.b64encode(file.read_bytes()).decode())
        path = json.dumps("/tested/" + file.relative_to(folder).as_posix())
        browser.value(f"tested.place({path}, Uint8Array.from(atob({text}), (c) => c.charCodeAt(0)))")
    names = sorted(one.name for one in folder.iterdir() if is_wanted(one))
    differ = 0
    for name in names:
        environment = {**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1"}
        command = [PROGRAM, "report", name]
        expected = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, env=environment).stdout
        try:
            found = browser.value(f"tested.report({json.dumps('/tested/' + name)}, 0)", timeout=300)
        except RuntimeError as error:
            found = str(error)
        if found != expected:
            differ += 1
            at = next((i for i, (a, b) in enumerate(zip(found, expected)) if a != b), min(len(found), len(expected)))
            part = slice(max(0, at - 60), at + 60)
            failures.append(f"report of {name} at byte {at}: {found[part]!r} instead of {expected[part]!r}")
    print(f"reports of {folder.name}: {len(names) - differ} of {len(names)} are equal")


DRAWN = ["frustum", "visibility", "octree", "guard", "touch_cup", "courtyard"]
# So many pixels of the window, which has 921,600, may differ: other arithmetic rounds the edges of triangles differently, and puts
# lines between two pixels, as those of a tree, on the other one.
MOST_PIXELS = 900


def of_pictures(browser, folder, pictures):
    """The whole window in the page and as the program draws it. A lesson would hide answers, so the scenes are without one."""
    scenes = folder / "scenes"
    shutil.copytree(SCENES, scenes, ignore=shutil.ignore_patterns("thumbnails"))
    counts = []
    for name in DRAWN:
        scene = scenes / f"{name}.json"
        text = json.loads(scene.read_text())
        text.pop("lesson", None)
        scene.write_text(json.dumps(text))
        page, drawn = [folder / f"{name}.{ending}" for ending in ("html", "png")]
        shown = (pictures or folder) / f"{name}.page.png"
        eyeline("share", scene, "-o", page)
        start(browser, page, what=name)
        browser.mouse("mouseMoved", 600, 14)
        time.sleep(2)
        browser.picture(shown)
        eyeline("render", scene, "--ui", "--theme", "light", "--size", "1280x720", "-o", drawn)
        found = json.loads(eyeline("diff", "--json", shown, drawn, code=None))["differences"]
        counts.append(found[0].get("pixels", {}).get("over") if found else 0)
        if counts[-1] is None or counts[-1] > MOST_PIXELS:
            failures.append(f"picture of {name}: {found[0]['text']}")
    print(f"pictures: {counts} pixels differ")


def of_no_webgl(folder):
    with Chromium(arguments=["--disable-3d-apis"]) as browser:
        browser.open((folder / "tour.html").as_uri())
        browser.wait("document.body.className", 30)
        expect(browser.value("document.body.className"), "failed", "a page without WebGL")
        expect("cannot start" in browser.value("document.getElementById('said').textContent"), True, "what it says")
        expect(browser.value("document.querySelector('img').naturalWidth > 0"), True, "its picture")
        expect("right plane" in words(browser), True, "its text")


class Quiet(http.server.SimpleHTTPRequestHandler):
    missing = []

    def log_message(self, *_):
        pass

    def send_error(self, *arguments, **named):
        self.missing.append(self.path)
        super().send_error(*arguments, **named)


def of_site(browser, folder, pictures):
    site = folder / "site"
    eyeline("share", SCENES / "tour.json", SCENES / "octree.json", "--site", site, "--title", "Two scenes")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    browser.open(f"{address}/index.html")
    expect(browser.value("[...document.querySelectorAll('li strong')].map((one) => one.textContent)"), ["Tour", "Split planes"], "index")
    if pictures:
        browser.picture(pictures / "site.png")
    start(browser, f"{address}/octree.html", what="a page of a site")
    expect([one for one in browser.requests if not one.startswith(address)], [], "requests of a site")
    expect(Quiet.missing, [], "files that the site lacks")
    server.shutdown()


def main():
    if not BROWSER:
        sys.exit("shared: no Chromium; `tools/setup.sh browser` installs it")
    pictures = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder).resolve()
        with Chromium() as browser:
            of_one_page(browser, folder, pictures)
            of_files(browser, folder, pictures)
            of_lost_context(browser, folder, pictures)
            of_hostile_names(browser, folder)
            of_site(browser, folder, pictures)
            of_pictures(browser, folder, pictures)
            of_reports(browser, folder / "tour.html", SCENES, lambda one: one.suffix == ".json")
            if LEVELS.is_dir():
                of_reports(browser, folder / "tour.html", LEVELS, lambda one: one.suffix in (".glb", ".obj"))
        of_no_webgl(folder)
    for failure in failures:
        print(f"shared: {failure}")
    print("shared: as expected" if not failures else f"shared: {len(failures)} differ")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
