#!/usr/bin/env bash
# Makes the Debian package of a built eyeline, checks it, and installs it in a new root.
#
# Usage: deb.sh [PROFILE [ROOT]] (default: release, and no installation)
#
# The program must be built: `cargo build --release --locked`. With ROOT, which must not exist, debootstrap makes a Debian there, apt
# installs the package in it, and the script runs the program, its manual page and its completions. That needs to be run as root.
# CARGO_TARGET_DIR is honoured.
set -euo pipefail
cd "$(dirname "$0")/../.."

readonly PROFILE=${1:-release} ROOT=${2:-}
readonly TARGET=${CARGO_TARGET_DIR:-target}
readonly MADE=target/packages

say() { printf '%s\n' "deb: $*"; }

fail() {
    say "error: $*" >&2
    exit 1
}

main() {
    local program=$TARGET/$PROFILE/eyeline package
    [[ -x $program ]] || fail "$program does not exist; run cargo build --profile $PROFILE --locked"
    command -v cargo-deb >/dev/null || fail "cargo-deb is missing; run cargo install cargo-deb --locked"
    texts "$program"
    package=$(cargo deb --no-build --profile "$PROFILE" --quiet | tail -n 1)
    [[ -f $package ]] || fail "cargo-deb did not make a package"
    checked "$package"
    [[ -z $ROOT ]] || installed "$package"
    say "$package"
}

# The manual pages and completions, which the program writes itself.
texts() {
    rm -rf "$MADE/manual" "$MADE/completions"
    mkdir -p "$MADE/manual" "$MADE/completions"
    "$1" manual -o "$MADE/manual"
    "$1" completions bash >"$MADE/completions/eyeline"
    "$1" completions zsh >"$MADE/completions/_eyeline"
    "$1" completions fish >"$MADE/completions/eyeline.fish"
}

# What each file's own tool says. A tool that is missing is named.
checked() {
    tool desktop-file-validate packaging/linux/eyeline.desktop
    tool appstreamcli validate --no-net packaging/linux/org.eyeline.Eyeline.metainfo.xml
    # The project has no address for mail; a distribution writes its own.
    tool lintian --fail-on error --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog "$1"
    local page
    for page in "$MADE"/manual/*.1; do
        tool mandoc -T lint -W error "$page"
    done
    bash -n "$MADE/completions/eyeline"
}

tool() {
    if command -v "$1" >/dev/null; then
        "$@" || fail "$1 found errors"
    else
        say "not checked: $1 is missing"
    fi
}

installed() {
    [[ ! -e $ROOT ]] || fail "$ROOT exists; name a folder that does not"
    debootstrap --variant=minbase --include=ca-certificates stable "$ROOT" >/dev/null
    cp "$1" "$ROOT/tmp/eyeline.deb"
    inside apt-get update -q >/dev/null
    inside apt-get install -y -q --no-install-recommends /tmp/eyeline.deb man-db bash-completion shared-mime-info >/dev/null
    inside eyeline --version
    scene >"$ROOT/tmp/a.eyeline.json"
    inside bash -c 'cd /tmp && eyeline report a.eyeline.json -o a.report.json && grep -q "\"object\": \"ball\", \"hit\": true" a.report.json'
    inside bash -c 'cd /tmp && LIBGL_ALWAYS_SOFTWARE=1 eyeline render a.eyeline.json -o a.png'
    inside man -w eyeline-report >/dev/null
    inside bash -c '. /usr/share/bash-completion/completions/eyeline && complete -p eyeline' >/dev/null
    inside bash -c 'update-mime-database /usr/share/mime && grep -q "eyeline.scene" /usr/share/mime/globs2'
    inside apt-get remove -y -q eyeline >/dev/null
    inside bash -c '! command -v eyeline'
    say "installed in $ROOT, run, and removed again"
}

# A ray that hits a ball.
scene() {
    cat <<'SCENE'
{ "eyeline": 1, "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }],
  "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }] }
SCENE
}

inside() { chroot "$ROOT" /usr/bin/env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }

main
