#!/usr/bin/env bash
# Builds the wheel, installs it in a fresh virtual environment, and runs what was installed: the program, the tests of the module, and the
# examples of its text for PyPI.
#
#     tools/packages/python.sh [--profile PROFILE] [--out FOLDER]     builds with maturin, default: release
#     tools/packages/python.sh --wheel FILE                           installs a wheel that was built
#
# PROFILE is one of Cargo.toml, such as `first`. CARGO_TARGET_DIR says where cargo builds. The wheel is left in FOLDER when it is given.
# Needs Python 3.11 with venv, on Linux or macOS, and PyPI for maturin, NumPy, mypy and ruff. The exit code is 0 when everything runs as it
# should.
set -euo pipefail

root=$(realpath -- "$(dirname "$0")/../..")
profile=release out='' wheel=''
while [[ $# -gt 0 ]]; do
    case $1 in
        --profile) profile=${2-} ;;
        --out) out=${2-} ;;
        --wheel) wheel=${2-} ;;
        *) sed -n '2,10p' "$0" | cut -c3- >&2; exit 2 ;;
    esac
    [[ -n ${2-} ]] || { echo "python: error: $1 needs a value" >&2; exit 2; }
    shift 2
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() { printf 'python: %s\n' "$*"; }

fail() {
    printf 'python: error: %s\n' "$*" >&2
    exit 1
}

# equal WHAT FOUND EXPECTED
equal() { [[ $2 == "$3" ]] || fail "$1 is \`$2\`, expected \`$3\`"; }

# environment FOLDER PACKAGE…: a fresh virtual environment.
environment() {
    python3 -m venv "$1"
    "$1/bin/pip" install --quiet --disable-pip-version-check "${@:2}"
}

if [[ -z $wheel ]]; then
    say "building with the profile $profile"
    out=${out:-$work/wheels}
    mkdir -p "$out"
    out=$(realpath -- "$out")
    environment "$work/maturin" "maturin>=1.9,<2"
    (cd "$root/packaging/python" && "$work/maturin/bin/maturin" build --profile "$profile" --out "$out")
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml" | head -n 1)
    wheel=$(echo "$out/eyeline-$version-"*.whl)
fi
[[ -f $wheel ]] || fail "there is no wheel \`$wheel\`"
wheel=$(realpath -- "$wheel")
say "$(du -h "$wheel" | cut -f 1) $(basename "$wheel")"

say "installing into a fresh virtual environment"
environment "$work/fresh" "${wheel}[numpy]" mypy ruff
# Nothing but the wheel may be found.
unset EYELINE PYTHONPATH
export PATH=$work/fresh/bin:/usr/bin:/bin PYTHONDONTWRITEBYTECODE=1
cd "$work"

version=$(basename "$wheel" | cut -d - -f 2)
equal "eyeline --version" "$(eyeline --version)" "eyeline $version"
equal "the version of the package" "$(python -c 'from importlib.metadata import version; print(version("eyeline"))')" "$version"
equal "the program of the module" "$(python -c 'import eyeline; print(eyeline.executable())')" "$work/fresh/bin/eyeline"
equal "an answer" "$(python - "$root/scenes/tour.json" <<'PYTHON'
import sys

import eyeline

print(eyeline.report(sys.argv[1]).frusta["guard"].objects["crate"].rejected_by)
PYTHON
)" right
eyeline render "$root/scenes/tour.json" --size 320x200 -o tour.png
[[ -s tour.png ]] || fail "there is no picture"

say "types, without the sources of the module"
cat >typed.py <<'PYTHON'
import eyeline

verdict: str = eyeline.report("tour.json").frusta["guard"].objects["crate"].verdict
number: int = eyeline.report("tour.json").frusta["guard"].objects["crate"].verdict
PYTHON
! mypy --strict --cache-dir "$work/types" typed.py >types.txt || fail "mypy does not find the types of the installed module"
equal "the number of errors" "$(grep -c 'error: ' types.txt)" 1

say "tests"
cd "$root/packaging/python"
python -m unittest discover --top-level-directory . --start-directory tests

say "lints"
ruff check --no-cache .
ruff format --no-cache --check .
mypy --cache-dir "$work/types"
say "everything runs"
