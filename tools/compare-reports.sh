#!/usr/bin/env bash
# Compares the reports of two builds of eyeline: every scene of this project, and the levels in ../shared/levels where they are present.
#
#     tools/compare-reports.sh BEFORE AFTER [PATH…]
#
# BEFORE and AFTER are programs. Without a PATH all scenes and levels are compared. A report includes its messages and its exit code.
# The exit code is 0 when all reports are equal byte for byte, 1 when one differs, 2 when a program cannot be run.
set -uo pipefail

[[ $# -ge 2 ]] || { sed -n '2,8p' "$0" | cut -c3- >&2; exit 2; }
before=$(realpath -- "$1") && after=$(realpath -- "$2") || exit 2
shift 2
cd "$(dirname "$0")/.." || exit 2
shopt -s nullglob
paths=("$@")
[[ ${#paths[@]} -gt 0 ]] || paths=(scenes/*.json scenes/*.gltf scenes/*.glb scenes/*.xml ../shared/levels/*.glb ../shared/levels/*.obj)

folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT

# report PROGRAM PATH OUTPUT: all that the program says about a file.
report() {
    "$1" report "$2" --root .. >"$3.json" 2>"$3.txt" </dev/null
    echo "exit code $?" >>"$3.txt"
}

differing=0
for path in "${paths[@]}"; do
    report "$before" "$path" "$folder/before"
    report "$after" "$path" "$folder/after"
    if ! cmp -s "$folder/before.json" "$folder/after.json" || ! cmp -s "$folder/before.txt" "$folder/after.txt"; then
        differing=$((differing + 1))
        echo "$path differs:"
        diff "$folder/before.json" "$folder/after.json" | cut -c1-300 | head -n 6
        diff "$folder/before.txt" "$folder/after.txt" | cut -c1-300 | head -n 6
    fi
done
echo "${#paths[@]} reports, $differing differ"
[[ $differing -eq 0 ]]
