#!/usr/bin/env bash
# Finds eyeline: the input `eyeline`, else the one in PATH. Without it, names the build that the next steps restore or make.
#
# Reads: PROGRAM (the input), GITHUB_ACTION_PATH (the source of eyeline), RUNNER_TEMP, RUNNER_OS, RUNNER_ARCH, ImageOS.
# Outputs: program (its path), build (true or false), key (of the cache).
set -euo pipefail

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 2
}

found=
if [[ -n ${PROGRAM:-} ]]; then
    found=$(command -v -- "$PROGRAM") || fail "the input \`eyeline\` is not a program: $(printf '%q' "$PROGRAM")"
else
    found=$(command -v eyeline) || true
fi

if [[ -n $found ]]; then
    [[ $found == /* ]] || found=$PWD/$found
    [[ $found != *$'\n'* ]] || fail "the path of eyeline has a line break"
    printf 'program=%s\nbuild=false\nkey=\n' "$found" >>"$GITHUB_OUTPUT"
    exit
fi

# The sources that a build reads, and the system for which it is: any change of these is another program.
source_digest=$(cd "$GITHUB_ACTION_PATH" && find Cargo.toml Cargo.lock src scenes -type f -print0 | LC_ALL=C sort -z |
    { xargs -0 git hash-object --no-filters --; find src scenes -type f | LC_ALL=C sort; } | git hash-object --stdin)
{
    printf 'program=%s/eyeline-build/bin/eyeline\n' "$RUNNER_TEMP"
    printf 'build=true\n'
    printf 'key=eyeline-%s-%s-%s-%s\n' "$RUNNER_OS" "$RUNNER_ARCH" "${ImageOS:-own}" "$source_digest"
} >>"$GITHUB_OUTPUT"
