#!/usr/bin/env python3
"""Opens the page of `eyeline check --out` in a browser without a window, and tests what a reader does with it: filters, search,
keys, swipe, blink, the commands that accept, colours, links, and printing.

The project that is checked is generated: scenes that are equal, that differ, that have no baseline, and that cannot be read. A
copy of the page ends with a script that clicks, types and records what it finds; the browser prints that record.

EYELINE is the path of the program (default: target/debug/eyeline), BROWSER that of Chromium or Chrome. With a folder as the
argument, pictures of the page are written into it. Exit code 0 when everything was found as expected, else 1.
"""

import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(os.environ.get("EYELINE", "target/debug/eyeline")).resolve()
NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
BROWSER = os.environ.get("BROWSER") or next((found for found in map(shutil.which, NAMES) if found), None)

failures = []


def expect(found, wanted, what):
    if found != wanted:
        failures.append(f"{what}: {found!r} instead of {wanted!r}")


def eyeline(folder, *args, code):
    environment = {**os.environ, "NO_COLOR": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
    done = subprocess.run([PROGRAM, *args], cwd=folder, capture_output=True, text=True, timeout=300, env=environment)
    expect(done.returncode, code, f"exit code of {' '.join(args)}")


def scene(x, color="#e69f00"):
    ball = {"name": "ball", "shape": {"sphere": {"radius": 1}}, "position": [x, 1, 0], "color": color}
    camera = {"name": "eye", "position": [0, 1, 6], "projection": {"perspective": {"fov_y": 40, "aspect": 1.5}}, "near": 1, "far": 20}
    check = {"views": [{"name": name, "size": [240, 160]} for name in ("a", "b")]}
    view = {"eye": [3, 4, 8], "target": [0, 1, 0], "fov_y": 45}
    return {"eyeline": 1, "view": view, "objects": [ball], "cameras": [camera], "check": check}


def project(folder):
    """A project with one scene of each state, and a second one whose picture alone differs."""
    scenes = folder / "scenes"
    scenes.mkdir()

    def write(name, value):
        (scenes / f"{name}.json").write_text(value if isinstance(value, str) else json.dumps(value, indent=1))

    for name in ("decided", "drawn", "same", "unread"):
        write(name, scene(0))
    eyeline(folder, "check", "--update", code=0)
    write("decided", scene(9))
    write("drawn", {**scene(0), "view": {"eye": [3, 4, 7], "target": [0, 1, 0], "fov_y": 45}})
    write("new", scene(0))
    write("unread", "{ \"eyeline\": 1,\n \"objects\": ] }")
    eyeline(folder, "check", "--out", "report", "--no-pages", code=2)
    return folder / "report" / "index.html"


def browse(page, *options):
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-prefers-reduced-motion"]
    command = [BROWSER, *flags, "--virtual-time-budget=8000", *options, page]
    return subprocess.run(command, capture_output=True, text=True, timeout=120).stdout


# What a reader does. Each step has a name, and its record is the value that its function returns.
STEPS = """
const visible = () => [...document.querySelectorAll("section")].filter((one) => !one.hidden)
  .map((one) => one.querySelector("h2 bdi").textContent);
const click = (selector) => document.querySelector(selector).click();
const key = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const type = (text) => {
  const field = document.querySelector("nav input");
  field.value = text;
  field.dispatchEvent(new Event("input"));
};
const figure = () => [...document.querySelectorAll("section")].find((one) => one.textContent.includes("decided"))
  .querySelector("figure");
const style = (selector) => getComputedStyle(figure().querySelector(selector));
const labels = () => [...document.querySelectorAll(".accept button")].map((one) => one.textContent).filter((text) => text !== "Copy");
// A browser without a window answers at any time, or never, whether a page may write to its clipboard.
const copied = [];
let clipboard = { writeText: async (text) => { copied.push(text); } };
Object.defineProperty(navigator, "clipboard", { get: () => clipboard });
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const steps = {
  "at first": () => visible(),
  "place at first": () => document.querySelector(".place").textContent,
  "state: all": () => { click('[data-filter="all"]'); return visible(); },
  "state: equal": () => { click('[data-filter="equal"]'); return visible(); },
  "state: error": () => { click('[data-filter="error"]'); return visible(); },
  "kind: decisions": () => { click('[data-filter="all"]'); click('[data-kind="verdict"]'); return visible(); },
  "kind: pictures": () => { click('[data-kind="picture"]'); return visible(); },
  "kind: none": () => { click('[data-kind="picture"]'); return visible().length; },
  "search": () => { type("DRAWN"); return visible(); },
  "search in vain": () => { type("no such text"); return [visible(), document.querySelector(".none").hidden]; },
  "search ends": () => { type(""); return visible().length; },
  "key f": () => { click('[data-filter="all"]'); key("f"); return visible().length; },
  "keys j and k": () => { key("j"); const first = document.activeElement.id; key("j"); const second = document.activeElement.id;
    key("k"); return [first, second, document.activeElement.id, location.hash]; },
  "place": () => document.querySelector(".place").textContent,
  "key ?": () => { key("?"); return document.querySelector("details").open; },
  "key 2": () => { key("2"); return figure().dataset.mode; },
  "swipe": () => {
    const box = figure().querySelector(".before img").getBoundingClientRect();
    figure().querySelector(".stage").dispatchEvent(new PointerEvent("pointermove", { clientX: box.left + box.width / 4, bubbles: true }));
    return [figure().querySelector(".stage").style.getPropertyValue("--at"), style(".after").clipPath, style(".difference").display];
  },
  "blink": async () => {
    key("b");
    const seen = new Set();
    for (let i = 0; i < 4; i++) { await wait(700); seen.add(style(".after").visibility + style(".before").visibility); }
    return [...seen].sort();
  },
  "difference": () => { key("d"); return [style(".before").display, style(".after").display, style(".difference").display]; },
  "key 1": () => { key("1"); return figure().dataset.mode; },
  "key z": () => { key("z"); return document.body.className; },
  "key t": () => { const seen = []; for (let i = 0; i < 3; i++) { key("t"); seen.push(document.documentElement.dataset.theme); } return seen; },
  "colours": () => { const seen = []; for (let i = 0; i < 3; i++) { key("t"); seen.push(getComputedStyle(document.body).colorScheme + " "
    + getComputedStyle(document.body).backgroundColor); } return seen.slice(0, 2); },
  "accept one": () => [...document.querySelectorAll("section")].find((one) => one.textContent.includes("drawn"))
    .querySelector(".accept code").textContent,
  "copy": async () => { key("c"); await wait(50); return [copied, labels()]; },
  "copy without a clipboard": async () => { await wait(2100); clipboard = null; key("c"); await wait(50);
    return [copied.length, labels().length]; },
  "accept all": () => { click('[data-filter="differs"]'); return [document.querySelector(".together").hidden,
    document.querySelector(".together code").textContent]; },
  "accept nothing": () => { click('[data-filter="error"]'); return document.querySelector(".together").hidden; },
  "narrow": () => {
    click('[data-filter="all"]');
    document.body.style.width = "400px";
    const cut = [...document.querySelectorAll("section *")].filter((one) => !one.closest("table") || one.matches("table"))
      .filter((one) => one.getBoundingClientRect().right > 400);
    document.body.style.width = "";
    return cut.length;
  },
  "print": () => {
    // The rules of the printed page, as rules of the page on the screen.
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSMediaRule && rule.media.mediaText === "print").flatMap((rule) => [...rule.cssRules]);
    const printed = document.createElement("style");
    printed.textContent = rules.map((rule) => rule.cssText).join("\\n");
    key("t");
    document.head.append(printed);
    const shown = (selector) => [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
    const found = [document.documentElement.dataset.theme, getComputedStyle(document.body).colorScheme,
      document.querySelectorAll(".printed li").length, shown(".printed li"), shown("nav, .modes, header details, .accept button"),
      ["before", "after", "difference"].map((part) => style(`.${part}`).display).join(" ")];
    printed.remove();
    return found;
  },
  "pictures": () => [...document.images].map((one) => one.naturalWidth).sort(),
};
(async () => {
  const record = {};
  for (const [name, step] of Object.entries(steps)) {
    try { record[name] = await step(); } catch (error) { record[name] = String(error); }
  }
  const out = document.createElement("pre");
  out.id = "record";
  out.textContent = btoa(JSON.stringify(record));
  document.body.append(out);
})();
"""

EXPECTED = {
    "at first": ["decided", "unread", "drawn", "new"],
    "place at first": "4 scenes shown",
    "state: all": ["decided", "unread", "drawn", "new", "same"],
    "state: equal": ["same"],
    "state: error": ["unread"],
    "kind: decisions": ["decided"],
    "kind: pictures": ["decided", "drawn"],
    "kind: none": 5,
    "search": ["drawn"],
    "search in vain": [[], False],
    "search ends": 5,
    "key f": 4,
    "keys j and k": ["scene-0", "scene-1", "scene-0", "#scene-0"],
    "place": "1 of 4",
    "key ?": True,
    "key 2": "swipe",
    "swipe": ["25%", "inset(0px 0px 0px 25%)", "none"],
    "blink": ["hiddenvisible", "visiblehidden"],
    "difference": ["none", "none", "block"],
    "key 1": "side",
    "key z": "full",
    "key t": ["dark", "light", ""],
    "colours": ["dark rgb(18, 18, 18)", "light rgb(255, 255, 255)"],
    "accept one": "eyeline check --accept scenes/drawn.json --out report",
    "copy": [["eyeline check --accept scenes/decided.json --out report"], ["Copied"]],
    "copy without a clipboard": [1, 1],
    "accept all": [False, "eyeline check --accept scenes/decided.json scenes/drawn.json --out report"],
    "accept nothing": True,
    "narrow": 0,
    "print": ["dark", "light", 5, True, False, "block block block"],
}


def main():
    if BROWSER is None:
        sys.exit("there is no Chromium: install it (`tools/setup.sh browser`), or give its path in BROWSER")
    pictures = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        page = project(folder)
        text = page.read_text()
        expect(re.findall(r'(?:src|href)="(?!data:|#)([^"]*)"', text), [], "addresses outside the page")
        stepped = page.with_name("stepped.html")
        stepped.write_text(text.replace("</body>", f"<script>{STEPS}</script></body>"))
        dom = browse(stepped.as_uri(), "--dump-dom")
        found = re.search(r'id="record">([^<]*)<', dom)
        if found is None:
            sys.exit("the page has no record of the steps: the browser did not run its script")
        record = json.loads(base64.b64decode(found[1]))
        widths = record.pop("pictures")
        expect(set(widths), {240}, "widths of the pictures")
        for name, wanted in EXPECTED.items():
            expect(record.get(name), wanted, name)
        expect(sorted(record), sorted(EXPECTED), "steps")
        # A link to a scene that the first filter hides shows it.
        linked = browse(f"{page.as_uri()}#scene-4", "--dump-dom")
        expect(re.search(r'<section id="scene-4"[^>]*hidden', linked), None, "a linked scene is hidden")
        printed = folder / "page.pdf"
        browse(page.as_uri(), f"--print-to-pdf={printed}", "--no-pdf-header-footer")
        expect(printed.is_file() and printed.read_bytes()[:5], b"%PDF-", "printed page")
        if pictures:
            pictures.mkdir(parents=True, exist_ok=True)
            shutil.copy(printed, pictures / "page.pdf")
            for name, size, options in [("light", "1280,1400", []), ("dark", "1280,1400", ["--blink-settings=preferredColorScheme=0"]),
                                        ("narrow", "600,1400", [])]:
                browse(page.as_uri(), f"--screenshot={pictures / name}.png", f"--window-size={size}", *options)
    for failure in failures:
        print(failure)
    print(f"{len(EXPECTED)} steps in {pathlib.Path(BROWSER).name}: {len(failures)} not as expected")
    sys.exit(bool(failures))


main()
