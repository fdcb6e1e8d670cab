#!/usr/bin/env bash
# Checks the scenes and keeps the exit code for later steps. Fails only when its inputs are wrong.
#
# Reads: EYELINE (the program), SCENES (one path a line), SINCE (a commit or a branch), ALL (true: all scenes), REPORT (a
# folder in the repository), MEMORY, RUNNER_TEMP.
# Outputs: code (the exit code of `eyeline check`). Writes eyeline-unused.txt into RUNNER_TEMP.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
log=$RUNNER_TEMP/eyeline-check.log
unused=$RUNNER_TEMP/eyeline-unused.txt

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 2
}

# Results that the repository contains are not those of this run.
[[ -n $REPORT && $REPORT != -* ]] || fail "the input \`report\` must be the path of a folder"
[[ ! -L $REPORT ]] || fail "the folder of the report is a symbolic link: $(printf '%q' "$REPORT")"
rm -f -- "$REPORT/results.json" "$unused"

paths=()
while IFS= read -r path; do
    [[ -z $path ]] || paths+=("$path")
done <<<"$SCENES"

options=(--format github --out "$REPORT")
[[ -z $MEMORY ]] || options+=(--memory "$MEMORY")
since=(--since "$SINCE")
[[ $ALL != true && -n $SINCE ]] || since=()

# The runner executes no command between these two lines. Names in files are in the output.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
printf '::stop-commands::%s\n' "$token"
code=0
GITHUB_STEP_SUMMARY='' sh "$here/../docs/ci/check.sh" ${since[@]+"${since[@]}"} "${options[@]}" \
    -- ${paths[@]+"${paths[@]}"} 2>&1 |
    tee -- "$log" || code=${PIPESTATUS[0]}
"$EYELINE" check --unused -- ${paths[@]+"${paths[@]}"} >"$unused" 2>/dev/null || true
printf '\n::%s::\n' "$token"

# The annotations, which eyeline escapes. No other line can begin like this, and no other command is taken.
grep -a '^::error ' -- "$log" || true

printf 'code=%d\n' "$code" >>"$GITHUB_OUTPUT"
