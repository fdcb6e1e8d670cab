#!/usr/bin/env bash
# Packs an executable for npm, installs the tarballs in a fresh folder without a network, and runs what was installed.
#
#     tools/packages/npm.sh EXECUTABLE [FOLDER]
#
# The tarballs are left in FOLDER when it is given. Needs Node.js 18 with npm, on Linux.
# The exit code is 0 when everything runs as it should.
set -euo pipefail

[[ $# -ge 1 && $# -le 2 && -x $1 ]] || { sed -n '2,7p' "$0" | cut -c3- >&2; exit 2; }
executable=$(realpath -- "$1")
root=$(realpath -- "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tarballs=$(realpath -m -- "${2:-$work/tarballs}")

say() { printf 'npm: %s\n' "$*"; }

fail() {
    printf 'npm: error: %s\n' "$*" >&2
    exit 1
}

# equal WHAT FOUND EXPECTED
equal() { [[ $2 == "$3" ]] || fail "$1 is \`$2\`, expected \`$3\`"; }

# code COMMAND…: prints the exit code of a command whose output does not count.
code() {
    local status=0
    "$@" >"$work/stdout" 2>"$work/stderr" || status=$?
    echo "$status"
}

# install FOLDER OPTION… TARBALL…: into a new folder, from these files alone.
install() {
    local folder=$1
    shift
    mkdir "$folder"
    echo '{ "private": true }' >"$folder/package.json"
    (cd "$folder" && npm install --offline --no-audit --no-fund --loglevel=error --cache "$work/cache" "$@")
}

platform=$(node -p 'process.platform + "-" + process.arch')
version=$("$executable" --version) && version=${version#eyeline }
unset EYELINE EYELINE_BINARY

say "packing $version for $platform"
node "$root/packaging/npm/pack.mjs" "$tarballs" "$version" "$platform=$executable"
main=$tarballs/eyeline-$version.tgz
program=$tarballs/eyeline-$platform-$version.tgz
[[ -f $main && -f $program ]] || fail "a tarball is missing in $tarballs"

say "installing into a fresh folder"
install "$work/fresh" "$main" "$program"
cd "$work/fresh"
installed=node_modules/.bin/eyeline
equal "npx eyeline --version" "$(npx --offline eyeline --version)" "eyeline $version"

say "a report, by the installed program and by $executable"
"$executable" report "$root/scenes/tour.json" >"$work/expected.json"
npx --offline eyeline report "$root/scenes/tour.json" >"$work/found.json"
cmp "$work/expected.json" "$work/found.json" || fail "the reports differ"

say "pictures and exit codes"
npx --offline eyeline render "$root/scenes/tour.json" --size 320x200 -o tour.png
[[ -s tour.png ]] || fail "there is no picture"
equal "the exit code of two equal scenes" "$(code "$installed" diff "$root/scenes/tour.json" "$root/scenes/tour.json")" 0
equal "the exit code of two scenes that differ" "$(code "$installed" diff "$root/scenes/tour.json" "$root/scenes/cone.json")" 1
equal "the exit code of a missing file" "$(code "$installed" report none.json)" 2
trace='{"eyeline_trace": 1, "scene": {"eyeline": 1}, "time": 0}'
equal "reports of a trace on standard input" "$("$installed" live - --headless <<<"$trace" 2>"$work/stderr" | grep -c eyeline_report)" 1

# ended SIGNAL PROGRAM: prints the exit code of a program to which the signal is sent while it waits for clients.
ended() {
    local waiting status=0
    : >"$work/stderr"
    # bash lets a program in the background ignore SIGINT.
    env --default-signal=INT "$2" live 127.0.0.1:0 --headless </dev/null >"$work/stdout" 2>"$work/stderr" &
    waiting=$!
    until grep -q 127.0.0.1 "$work/stderr"; do sleep 0.1; done
    kill -s "$1" "$waiting"
    wait "$waiting" || status=$?
    echo "$status"
}

say "signals"
for signal in TERM HUP INT; do
    equal "the exit code after SIG$signal" "$(ended "$signal" "$PWD/$installed")" "$(ended "$signal" "$executable")"
    ! pgrep -f "$PWD/node_modules/@eyeline" >/dev/null || fail "the program runs on after SIG$signal"
done

say "EYELINE_BINARY"
printf '#!/bin/sh\necho another "$@"\nexit 7\n' >"$work/another"
chmod +x "$work/another"
equal "another program" "$(EYELINE_BINARY=$work/another "$installed" a 'b c' || echo "exit code $?")" $'another a b c\nexit code 7'
equal "the exit code of a missing program" "$(EYELINE_BINARY=$work/none code "$installed")" 2

say "an installation without optional packages"
install "$work/bare" --omit=optional "$main"
equal "its exit code" "$(code "$work/bare/node_modules/.bin/eyeline" --version)" 2
grep -q "@eyeline/$platform is not installed" "$work/stderr" || fail "the message is: $(cat "$work/stderr")"
say "everything runs"
