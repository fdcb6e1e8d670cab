#!/usr/bin/env python3
"""Asks all engines that are set up all their questions, and writes docs/engines.md.

    python3 answerers/run.py                              # all engines, 20,000 cases of each question
    python3 answerers/run.py --engine three jolt          # only these; the rows of the others stay
    python3 answerers/run.py --for 60s                    # at most a minute for each question
    python3 answerers/run.py --only-write                 # writes the document again, after a change of checked.json
    python3 answerers/run.py --check --engine three       # writes nothing; ends with 1 when a kind of fault is new

It needs Python 3.9 and no packages. The results of the hunts stay in answerers/build/hunt, their summary in
docs/engines/results.json, and what was found by hand about each fault is in answerers/checked.json.
"""

import argparse
import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
HUNTS = HERE / "build" / "hunt"
DOCUMENT = ROOT / "docs" / "engines.md"
SCENES = ROOT / "docs" / "engines"
SUMMARY = SCENES / "results.json"
SEED = 1

QUESTIONS = [
    "frustum-box", "frustum-sphere", "ray-box", "ray-sphere", "ray-cylinder", "ray-cone", "ray-capsule", "ray-triangle",
    "box-box", "transformed-box",
]
SOLID_RAYS = ["ray-box", "ray-sphere", "ray-cylinder", "ray-cone", "ray-capsule"]
NPM = "npm ci"
PIP = "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt"
CARGO = "cargo build --release"


@dataclass(frozen=True)
class Engine:
    """An engine with a runner."""

    folder: str
    title: str
    questions: tuple
    setup: str  # in the folder
    needs: str  # a file that is there when the engine is set up: in the folder, or a program of the system
    ask: str


def javascript(folder, title, questions, package):
    return Engine(folder, title, tuple(questions), NPM, f"node_modules/{package}/package.json", "node answerer.mjs")


def python(folder, title, questions, package):
    pattern = f".venv/lib/python3*/site-packages/{package}*"
    return Engine(folder, title, tuple(questions), PIP, pattern, ".venv/bin/python answerer.py")


def rust(folder, title, questions):
    program = f"target/release/answerer-{folder}"
    return Engine(folder, title, tuple(questions), CARGO, program, program)


FRUSTA = ["frustum-box", "frustum-sphere"]
BOXES = ["box-box", "transformed-box"]
ENGINES = [
    javascript("three", "three.js", [*FRUSTA, "ray-box", "ray-sphere", "ray-triangle", *BOXES], "three"),
    javascript("babylon", "Babylon.js", [*FRUSTA, "ray-box", "ray-triangle", *BOXES], "@babylonjs/core"),
    javascript("playcanvas", "PlayCanvas", [*FRUSTA, "ray-box", "ray-sphere", "ray-triangle", *BOXES], "playcanvas"),
    rust("bevy", "bevy", FRUSTA),
    Engine(
        "godot", "Godot", ("ray-box", "ray-sphere", "ray-cylinder", "ray-triangle", *BOXES), "apt-get install godot3-server",
        "godot3-server", "sh -c 'godot3-server -s answerer.gd 2> build/messages | grep --line-buffered ^{'",
    ),
    javascript("jolt", "Jolt Physics", [*SOLID_RAYS, *BOXES], "jolt-physics"),
    Engine(
        "bullet", "Bullet", (*SOLID_RAYS, "ray-triangle", *BOXES), "apt-get install libbullet-dev && make", "build/answerer",
        "build/answerer",
    ),
    python("pybullet", "PyBullet", ["ray-box", "ray-sphere", "ray-cylinder", "ray-capsule", "ray-triangle"], "pybullet"),
    rust("parry", "parry3d", [*SOLID_RAYS, "ray-triangle", *BOXES]),
    javascript("rapier", "Rapier", [*SOLID_RAYS, "ray-triangle"], "@dimforge/rapier3d-compat"),
    rust("rapier-rust", "Rapier (Rust)", [*SOLID_RAYS, "ray-triangle", *BOXES]),
    javascript("cannon", "cannon-es", ["ray-box", "ray-sphere", "ray-triangle", *BOXES], "cannon-es"),
    python("mujoco", "MuJoCo", ["ray-box", "ray-sphere", "ray-cylinder", "ray-capsule", "ray-triangle"], "mujoco"),
    python("trimesh", "trimesh", ["ray-box", "ray-triangle", "transformed-box"], "trimesh"),
]


def main():
    options = read_options()
    summary = json.loads(SUMMARY.read_text(encoding="utf-8")) if SUMMARY.exists() else {}
    checked = json.loads((HERE / "checked.json").read_text(encoding="utf-8"))
    eyeline = options.eyeline.resolve()
    if not eyeline.exists():
        sys.exit(f"{options.eyeline} does not exist: build it with `cargo build`, or give --eyeline PATH")
    SCENES.mkdir(parents=True, exist_ok=True)
    chosen = [engine for engine in ENGINES if not options.engine or engine.folder in options.engine]
    if options.check:
        sys.exit(check(chosen, eyeline, options, summary))
    for engine in chosen:
        if options.only_write:
            for question in engine.questions:
                if (folder_of(engine.folder, question) / "results.json").exists():
                    summary.setdefault(engine.folder, {})[question] = of_results(engine.folder, question)
            continue
        if not is_set_up(engine):
            print(f"{engine.folder}: not set up. In answerers/{engine.folder}: {engine.setup}")
            continue
        for question in engine.questions:
            if options.question and question not in options.question:
                continue
            found = hunt(eyeline, engine, question, options)
            summary.setdefault(engine.folder, {})[question] = found
    keep_known(summary)
    SUMMARY.write_text(lines_of(summary), encoding="utf-8")
    shown = Shown(summary, checked, eyeline)
    DOCUMENT.write_text(document(shown), encoding="utf-8")
    shown.remove_old_scenes()
    unchecked = [f"{f['engine']} {f['question']} {f['kind']}" for f in shown.faults if f["remark"] is None]
    print(f"{DOCUMENT.relative_to(ROOT)}: {len(shown.faults)} distinct faults, {len(shown.scenes)} scenes")
    if unchecked:
        print("not checked yet: " + ", ".join(unchecked))


def check(chosen, eyeline, options, summary):
    """Asks engines again. Returns 1 when one is not set up, or has a kind of fault that the document does not have."""
    code = 0
    for engine in chosen:
        if not is_set_up(engine):
            print(f"{engine.folder}: not set up. In answerers/{engine.folder}: {engine.setup}")
            code = 1
            continue
        for question in engine.questions:
            if options.question and question not in options.question:
                continue
            known = summary.get(engine.folder, {}).get(question, {}).get("faults", {})
            new = set(hunt(eyeline, engine, question, options)["faults"]) - set(known)
            if new:
                print(f"{engine.folder} {question}: new in docs/engines.md: {', '.join(sorted(new))}")
                code = 1
    return code


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cases", type=int, default=20_000, help="cases of each question (default: %(default)s)")
    parser.add_argument("--for", dest="time", help="end each question after this time, such as 60s")
    names = [engine.folder for engine in ENGINES]
    parser.add_argument("--engine", nargs="+", choices=names, metavar="NAME", help="only these: " + ", ".join(names))
    parser.add_argument("--question", nargs="+", choices=QUESTIONS, metavar="QUESTION", help="only these questions")
    parser.add_argument("--eyeline", type=Path, default=ROOT / "target/debug/eyeline", help="the program (default: %(default)s)")
    parser.add_argument("--only-write", action="store_true", help="ask nothing, and write the document again")
    parser.add_argument("--check", action="store_true", help="write nothing, and end with 1 when a kind of fault is new")
    return parser.parse_args()


def is_set_up(engine):
    return any((HERE / engine.folder).glob(engine.needs)) or shutil.which(engine.needs) is not None


def hunt(eyeline, engine, question, options):
    """Asks one question. Returns the results: without a check, what the document needs of them."""
    folder = folder_of(engine.folder, question)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (HERE / engine.folder / "build").mkdir(exist_ok=True)
    command = [eyeline, "hunt", question, "--ask", engine.ask, "--seed", str(SEED), "--cases", str(options.cases)]
    command += ["--for", options.time] if options.time else []
    command += ["--json"] if options.check else ["--out", f"../build/hunt/{folder.name}"]
    done = subprocess.run(command, cwd=HERE / engine.folder, capture_output=True, text=True, encoding="utf-8")
    if done.returncode not in (0, 1):
        sys.exit(f"{engine.folder} {question}: {done.stderr.strip() or done.stdout.strip()}")
    found = json.loads(done.stdout) if options.check else of_results(engine.folder, question)
    print(f"{engine.folder} {question}: {found['faults'] or 'no fault'}", flush=True)
    return found


def folder_of(engine, question):
    """The results of a hunt."""
    return HUNTS / f"{engine}-{question}"


def of_results(engine, question):
    """What the document needs of the results of a hunt."""
    results = json.loads((folder_of(engine, question) / "results.json").read_text(encoding="utf-8"))
    kept = ["answerer", "seed", "cases", "undecided", "faults", "needless", "mistakes", "ended_early"]
    found = {key: results[key] for key in kept}
    found["families"] = {name: family for name, family in results["families"].items() if family["faults"]}
    found["examples"] = simplest_examples(results["examples"])
    return found


def simplest_examples(examples):
    """The simplest example of each kind, family and truth."""
    best = {}
    for example in examples:
        place = (example["kind"], example["family"], truth_word(example))
        if place not in best or difficulty(example) < difficulty(best[place]):
            best[place] = example
    return [kept_of(example) for example in best.values()]


def kept_of(example):
    """What the document needs of an example: the case itself only when it has no scene."""
    kept = ["kind", "family", "words", "scene"] + ([] if example["scene"] else ["shrunk"])
    kept += ["shrunk_answer", "shrunk_truth"] if "shrunk_answer" in example else ["answer", "truth"]
    return {key: example[key] for key in kept}


def truth_word(example):
    """What is right in the smallest case of a ray: a miss, a hit at the start, or one further away."""
    truth = example["shrunk_truth"] if "shrunk_truth" in example else example["truth"]
    if "hit" not in truth:
        return ""
    return ("hit" if truth["t"] > 1e-12 else "start") if truth["hit"] else "miss"


def difficulty(example):
    """How much there is to read in a case. Cases with a scene come first."""
    return (example["scene"] is None, len(example["words"]))


def lines_of(summary):
    """JSON with one line for each engine and question."""
    engines = []
    for folder, questions in summary.items():
        lines = [f"  {json.dumps(q)}: {json.dumps(found, ensure_ascii=False)}" for q, found in questions.items()]
        engines.append(f" {json.dumps(folder)}: {{\n" + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(engines) + "\n}\n"


def keep_known(summary):
    """Removes engines and questions that have no runner any more."""
    questions = {engine.folder: engine.questions for engine in ENGINES}
    for folder in list(summary):
        summary[folder] = {q: found for q, found in summary[folder].items() if q in questions.get(folder, ())}
        if not summary[folder]:
            del summary[folder]


class Shown:
    """The distinct faults, with their remarks and scenes."""

    def __init__(self, summary, checked, eyeline):
        self.summary, self.checked, self.eyeline = summary, checked, eyeline
        self.faults, self.scenes = [], {}
        for engine in ENGINES:
            for question in engine.questions:
                found = summary.get(engine.folder, {}).get(question)
                for kind in found["faults"] if found else ():
                    self._add(engine.folder, question, kind, found["examples"], checked)

    def _add(self, engine, question, kind, examples, checked):
        examples = [example for example in examples if example["kind"] == kind]
        rest = list(examples)
        for entry in checked:
            if engine in entry["engines"] and question in entry["questions"] and kind in entry.get("kinds", ()):
                of_entry = [example for example in rest if is_of_entry(example, entry)]
                if of_entry:
                    rest = [example for example in rest if example not in of_entry]
                    self._show(engine, question, kind, of_entry, entry)
        if rest or not examples:
            self._show(engine, question, kind, rest, None)

    def _show(self, engine, question, kind, examples, entry):
        families = sorted({example["family"] for example in examples})
        best = min(examples, key=difficulty, default=None)
        if entry:  # the families and truths whose examples show the cause best
            shown = [e for e in examples if e["family"] in entry.get("shown", families)]
            shown = [e for e in shown if truth_word(e) in entry.get("shown_truths", [truth_word(e)])]
            best = min(shown or examples, key=difficulty)
        fault = {
            "engine": engine, "question": question, "kind": kind, "families": families, "example": best, "scene": None,
            "entry": entry, "verdict": entry and entry["verdict"], "remark": entry and entry["remark"],
        }
        of_t = kind == "wrong_normal" and any(f["question"] == question and f["entry"] is entry for f in self.faults)
        same = next((f for f in self.faults if f["scene"] and is_same(f["example"], best)), None)
        if same:
            fault["scene"] = same["scene"]
        elif best and best["scene"] and not (entry and of_t):  # one scene is enough for a wrong t and its normal
            stem = f"{engine}-{question}-{best['family']}-{kind.replace('_', '-')}"
            name = f"{stem}.json" if f"{stem}.json" not in self.scenes else f"{stem}-2.json"
            if self._is_there(name, folder_of(engine, question) / best["scene"]):
                fault["scene"] = name
        self.faults.append(fault)

    def _is_there(self, name, of_hunt):
        """Copies a scene of a hunt. Without the hunt the copy of an earlier run stays. One that does not open is removed."""
        path = SCENES / name
        if of_hunt.exists():
            path.write_text(of_hunt.read_text(encoding="utf-8").rstrip() + "\n", encoding="utf-8")
        if not path.exists():
            return False
        for command in (["report", path], ["check", path, "--only", "expectations"]):
            if subprocess.run([self.eyeline, *command], capture_output=True).returncode != 0:
                print(f"{name} does not open: eyeline {command[0]} fails")
                path.unlink()
                return False
        self.scenes[name] = True
        return True

    def remove_old_scenes(self):
        for path in SCENES.glob("*.json"):
            if path != SUMMARY and path.name not in self.scenes:
                path.unlink()

    def of(self, engine, question, kind=None):
        places = [("engine", engine), ("question", question)] + ([("kind", kind)] if kind else [])
        return [fault for fault in self.faults if all(fault[key] == value for key, value in places)]


def is_same(example, other):
    """Whether two programs gave the same answer to the same case."""
    keys = ["kind", "words", "shrunk_answer"]
    return other is not None and "shrunk_answer" in other and [example.get(k) for k in keys] == [other.get(k) for k in keys]


def is_of_entry(example, entry):
    """Whether an example has the cause that an entry of checked.json describes: by its family and its truth."""
    return example["family"] in entry.get("families", [example["family"]]) and truth_word(example) in entry.get(
        "truths", [truth_word(example)]
    )


VERDICTS = {
    "fault": "the answer is wrong, and the cause is a mistake in the engine",
    "documented": "the answer is off by a tolerance that the engine documents or calls approximate",
    "limit": "the engine compares with an absolute number, so that very small or grazing cases are answered otherwise",
    "rounding": "the engine computes with 32 bits, or with a formula that loses digits",
    "meaning": "the engine defines the question otherwise, and its documentation does not say how",
}


def document(shown):
    lines = [
        "# Engines under the hunt", "",
        "`eyeline hunt` asked the engines below questions about space and judged their answers exactly. This page has what it found, "
        "checked by hand. [hunt.md](hunt.md) says how the hunt works, and [answerers](../answerers/README.md) has the small programs that "
        "connect it to the engines: each says in its first lines which functions of the engine it uses and how.", "",
        f"Each question was asked with seed {SEED} and {cases_text(shown.summary)}. The cases are chosen to be difficult: starts on surfaces, rays along "
        "edges, sizes from a micrometre to 10,000 km. The rates are rates of such cases and no rates in a game.", "",
        "A number is the number of faults per million decided cases. A case is undecided, and counts for nothing, when one unit in the last "
        "place of its 32-bit numbers would change the right answer. `none` means no fault, and `–` that the engine does not have the "
        "question, or that its runner does not ask it. The kinds of faults are those of [hunt.md](hunt.md#the-truth). The word behind a kind is the "
        "verdict of the check by hand:", "",
        "| verdict | meaning |", "|---|---|",
        *[f"| {word} | {about} |" for word, about in VERDICTS.items()], "",
        "A test of view volumes plane by plane answers visible for some boxes beside an edge of the volume. The runners declare that, and it is no "
        "fault. *Needless* is its share of the bodies out of view.", "",
        "To run it again, set up the engines of interest as in [answerers](../answerers/README.md), build eyeline, and run", "",
        "```sh", "python3 answerers/run.py                 # or --engine three jolt, --cases 100000, --for 60s", "```", "",
        "The same seed makes the same cases on every machine. Engines that are not set up keep their rows. The script writes this page; "
        "the remarks are in `answerers/checked.json`.", "",
        "## All engines", "",
    ]
    lines += overview(shown)
    for engine in ENGINES:
        if engine.folder in shown.summary:
            lines += ["", *section(shown, engine)]
            while lines[-1] == "":
                lines.pop()
    return "\n".join(lines) + "\n"


def cases_text(summary):
    counts = {found["cases"] for questions in summary.values() for found in questions.values()}
    if len(counts) == 1:
        return f"{counts.pop():,} cases"
    return f"{min(counts, default=0):,} to {max(counts, default=0):,} cases; each section says how many"


def overview(shown):
    asked = [q for q in QUESTIONS if any(q in questions for questions in shown.summary.values())]
    lines = ["| engine | " + " | ".join(asked) + " |", "|---" * (len(asked) + 1) + "|"]
    for engine in ENGINES:
        questions = shown.summary.get(engine.folder)
        if questions:
            cells = [cell(shown, engine, question, questions.get(question)) for question in asked]
            lines.append(f"| [{engine.title}](#{anchor(heading(engine, questions))}) {version(questions)} | " + " | ".join(cells) + " |")
    return lines


def cell(shown, engine, question, found):
    if found is None:
        return "–"
    parts = []
    for kind, count in found["faults"].items():
        faults = shown.of(engine.folder, question, kind)
        faults.sort(key=verdict_order)
        scene = next((fault["scene"] for fault in faults if fault["scene"]), None)
        word = f"[{kind}](engines/{scene})" if scene else f"[{kind}](#{anchor(f'{engine.title}: {question}')})"
        verdicts = dict.fromkeys(fault["verdict"] or "not checked yet" for fault in faults)
        parts.append(f"{per_million(count, decided(found))} {word} ({', '.join(verdicts)})")
    if question in FRUSTA and found["needless"]:
        parts.append(f"needless: {100 * found['needless']:.1f} %")
        if not found["faults"]:
            parts.insert(0, "none")
    return "<br>".join(parts) or "none"


def verdict_order(fault):
    """Faults of the engine first."""
    return [*VERDICTS, None].index(fault["verdict"])


def version(questions):
    return next(iter(questions.values()))["answerer"]["version"]


def heading(engine, questions):
    return f"{engine.title} {version(questions)}"


def anchor(text):
    """The anchor that GitHub makes of a heading."""
    return "".join("-" if c == " " else c for c in text.lower() if c.isalnum() or c in " -_")


def decided(found):
    return found["cases"] - found["undecided"]


def per_million(count, of):
    rate = 1e6 * count / max(of, 1)
    return f"{rate:,.0f}" if rate >= 9.5 else f"{rate:.2g}"


def section(shown, engine):
    questions = shown.summary[engine.folder]
    lines = [f"## {heading(engine, questions)}", ""]
    clean = [q for q in QUESTIONS if q in questions and not questions[q]["faults"]]
    if clean:
        lines += [f"No fault in {listed([f'`{q}`' for q in clean])}.", ""]
    for question in QUESTIONS:
        found = questions.get(question)
        notes = [entry["note"] for entry in shown.checked if is_note(entry, engine.folder, question)]
        if found and (found["faults"] or found["mistakes"] or notes):
            lines += part(shown, engine, question, found, notes)
    return lines


def listed(words):
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def declared(answerer):
    words = ["conservative"] if answerer["conservative"] else []
    words += ["normals"] if answerer["normals"] else []
    words += ["hollow"] if answerer["inside"] == "hollow" else []
    tolerance = [f"{key} within {value:g}" for key, value in answerer["tolerance"].items() if value is not None]
    return listed(words + tolerance) if words + tolerance else "nothing"


def is_note(entry, engine, question):
    """Whether an entry of checked.json is a remark about a question as a whole."""
    return "note" in entry and engine in entry["engines"] and question in entry["questions"]


def part(shown, engine, question, found, notes):
    lines = [f"### {engine.title}: {question}", ""]
    lines += [f"{decided(found):,} decided of {found['cases']:,} cases; the runner declares: {declared(found['answerer'])}.", ""]
    for mistake in found["mistakes"][:1]:  # the best one
        lines += [
            f"The answers are those of the mistake `{mistake['key']}` in {100 * mistake['share']:.1f} % of the {mistake['cases']:,} cases in "
            f"which this rule and the right one differ (`eyeline mistakes {question}`).", "",
        ]
    if found["families"]:
        lines += ["| family | faults per million of its cases |", "|---|---|"]
        families = sorted(found["families"].items(), key=lambda item: -item[1]["faults"] / item[1]["cases"])
        lines += [f"| {name} | {per_million(family['faults'], family['cases'])} |" for name, family in families]
        lines.append("")
    for note in notes:
        lines += [note, ""]
    faults = sorted(shown.of(engine.folder, question), key=verdict_order)
    for i, fault in enumerate(faults):
        lines += described(fault, next((one for one in faults[:i] if fault["entry"] and one["entry"] is fault["entry"]), None))
    return lines


def described(fault, same_cause):
    """A fault; `same_cause` is an earlier one with the same remark."""
    remark = fault["remark"] or "This fault is not checked yet."
    if same_cause:
        remark = f"The cause is that of `{same_cause['kind']}` above."
    lines = [f"**`{fault['kind']}`, {fault['verdict'] or 'not checked yet'}**{in_families(fault['families'])}. {remark}"]
    example = fault["example"]
    if example is None:
        return [lines[0], ""]
    prefix = "shrunk_" if "shrunk_answer" in example else ""
    answer, truth = example[f"{prefix}answer"], example[f"{prefix}truth"]
    lines += ["", f"- Smallest case: {example['words']}."]
    lines.append(f"- Answer: `{as_json(rounded(answer))}`. Right: `{as_json(rounded(truth))}`.")
    if fault["scene"]:
        lines.append(f"- Open it: [{fault['scene']}](engines/{fault['scene']})")
    elif "shrunk" in example:
        lines.append(f"- Case: `{as_json(example['shrunk'])}`")
    return lines + [""]


def in_families(families):
    return f" in {listed(families)}" if families else ""


def rounded(value):
    """Numbers with 7 digits, which is enough to see a fault."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    if isinstance(value, float):
        short = float(f"{value:.7g}")
        return int(short) if short.is_integer() and abs(short) < 1e15 else short
    return value


def as_json(value):
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    main()
