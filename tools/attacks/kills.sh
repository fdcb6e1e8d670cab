#!/usr/bin/env bash
# Kills eyeline (SIGKILL) at random times while it writes, and fails when a file is left that must not be there.
#
# Usage: kills.sh [SECONDS] (default: 20).
#
# EYELINE is the path of the program (default: target/debug/eyeline). Killed are `check --out`, `check --update`, `check --accept`,
# `render -o` and the moving pictures of a session, in a folder of their own. After each kill:
#
# - each baseline and each picture is the old or the new file, completely;
# - results.json, if it is there, is JSON with the state "running" or "done", and the folder has no picture without it;
# - after the next run no `.eyeline-*` file is there, and all files are the new ones.
#
# Exit code 0 when all of this holds, else 1.
set -euo pipefail

seconds=${1:-20}
program=$(realpath "${EYELINE:-target/debug/eyeline}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir .git scenes screenshots old new
breaches=0
kills=0
runs=0

breach() {
    echo "breach: $1"
    breaches=$((breaches + 1))
}

# The scenes of a version: `old` has a sphere, `new` a box.
scenes() {
    local shape='{ "sphere": { "radius": 1 } }'
    [[ $1 == old ]] || shape='{ "box": { "half_extents": [1, 0.5, 1] } }'
    for name in a b; do
        echo "{ \"eyeline\": 1, \"cameras\": [{ \"name\": \"guard\", \"position\": [0, 0, 5] }],
            \"objects\": [{ \"name\": \"o\", \"shape\": $shape }],
            \"check\": { \"views\": [{ \"name\": \"x\", \"size\": [160, 120] }, { \"name\": \"y\", \"size\": [80, 60] }] } }" \
            >scenes/$name.json
    done
}

# A recorded camera path with a picture at each tick.
session() {
    {
        for i in $(seq 0 30); do
            echo "$i.0 0.$i 0 3 0 0 0 1"
        done
    } >walk.txt
    echo '{ "eyeline": 1, "tick_rate": 1, "sessions": [{ "name": "walk", "file": "walk.txt" }] }' >session.json
}

# Runs the program to its end. Code 1 is a difference that was found.
whole() {
    local code=0
    "$program" "$@" >log.txt 2>&1 || code=$?
    ((code <= 1)) || {
        cat log.txt
        echo "eyeline $* ended with $code"
        exit 1
    }
}

# Runs the program, and kills it after a random part of the time of a whole run (in milliseconds). Files are written at the end
# of a run, so three of four kills are in its second half.
killed() {
    local time=$1 code=0
    shift
    local after=$((RANDOM % (time * 6 / 10 + 1) + time / 2))
    ((RANDOM % 4)) || after=$((RANDOM % (time / 2 + 1) + 1))
    timeout --foreground -s KILL "$((after / 1000)).$(printf %03d $((after % 1000)))" "$program" "$@" >log.txt 2>&1 || code=$?
    runs=$((runs + 1))
    ((code != 137)) || kills=$((kills + 1))
}

# The time of a whole run in milliseconds.
time_of() {
    local begin
    begin=$(date +%s%N)
    whole "$@"
    echo $((($(date +%s%N) - begin) / 1000000))
}

# Each baseline is one of a whole run.
expect_whole_baselines() {
    local file name
    for file in screenshots/*; do
        name=$(basename "$file")
        cmp -s "$file" "old/$name" || cmp -s "$file" "new/$name" || breach "$1: $name is neither the old nor the new baseline"
    done
}

# Each baseline is that of a version, and nothing else is there.
expect_baselines() {
    diff -rq screenshots "$2" >log.txt || breach "$1: after the next run: $(tr '\n' ' ' <log.txt)"
}

# No temporary file is left.
expect_swept() {
    local left
    left=$(find . -name '.eyeline-*')
    [[ -z $left ]] || breach "$1: left after the next run: $left"
}

# The results of a run can be read, and its pictures are listed in them.
expect_results() {
    if [[ -e out/results.json ]]; then
        python3 -c 'import json, sys; sys.exit(json.load(open("out/results.json"))["state"] not in sys.argv[1:])' "${@:2}" 2>log.txt ||
            breach "$1: results.json is not that of a run: $(tail -1 log.txt)"
    elif [[ -n $(find out -type f 2>/dev/null) ]]; then
        breach "$1: files without results.json: $(find out -type f | head -3 | tr '\n' ' ')"
    fi
}

# Copies the baselines of a version.
restore() {
    rm -rf screenshots
    cp -r "$1" screenshots
}

for version in old new; do
    scenes $version
    whole check --update
    rm -rf "$version"
    cp -r screenshots "$version"
done
! diff -rq old new >log.txt || { echo "both versions have the same baselines"; exit 1; }
session
for theme in dark light; do
    whole render scenes/a.json -o "$theme.png" --theme $theme
    whole render session.json -o "$theme.gif" --ticks 0..20 --every 5 --size 160x120 --theme $theme
done
restore old
of_out=$(time_of check --out out)
of_accept=$(time_of check --accept a b --out out)
restore old
of_update=$(time_of check --update)
cp dark.png a.png
cp dark.gif a.gif
of_picture=$(time_of render scenes/a.json -o a.png --theme light)
of_clip=$(time_of render session.json -o a.gif --ticks 0..20 --every 5 --size 160x120 --theme light)

end=$((SECONDS + seconds))
while ((SECONDS < end)); do
    restore old
    killed "$of_out" check --out out
    expect_results "check --out" running done
    expect_baselines "check --out" old
    whole check --out out
    expect_results "check --out, the next run" done
    expect_swept "check --out"

    killed "$of_accept" check --accept a b --out out
    expect_whole_baselines "check --accept"
    whole check --out out
    whole check --accept a b --out out
    expect_swept "check --accept"
    expect_baselines "check --accept" new

    restore old
    killed "$of_update" check --update
    expect_whole_baselines "check --update"
    whole check --update
    expect_swept "check --update"
    expect_baselines "check --update" new

    for theme in light dark; do
        killed "$of_picture" render scenes/a.json -o a.png --theme $theme
        cmp -s a.png dark.png || cmp -s a.png light.png || breach "render -o: the picture is neither the old nor the new one"
        killed "$of_clip" render session.json -o a.gif --ticks 0..20 --every 5 --size 160x120 --theme $theme
        cmp -s a.gif dark.gif || cmp -s a.gif light.gif || breach "render --ticks: the clip is neither the old nor the new one"
        whole render scenes/a.json -o a.png --theme $theme
        whole render session.json -o a.gif --ticks 0..20 --every 5 --size 160x120 --theme $theme
        expect_swept "render"
        cmp -s a.png $theme.png && cmp -s a.gif $theme.gif || breach "render: the next run did not write the new picture"
    done
done
echo "$runs runs, $kills of them killed: $breaches breaches"
((kills > 0)) || { echo "no run was killed"; exit 1; }
((breaches == 0))
