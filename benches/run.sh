#!/bin/sh
# Runs the benchmarks that are named, or all that have tables, and writes these into benches/README.md: some minutes, after
# the first build.
set -eu
cd "$(dirname "$0")/.."
target="${CARGO_TARGET_DIR:-$PWD/target}"
[ $# -gt 0 ] || set -- rays frustum octree behavior agents large opacity mesh narration skin cut trajectory

ours= peers=
for name; do
    ours="$ours --bench $name"
    # Some have peers that are in a package of their own.
    case "$name" in
    frustum) peers="$peers --bench bevy" ;;
    behavior | mesh | octree | opacity) peers="$peers --bench $name" ;;
    esac
done
# shellcheck disable=SC2086
CARGO_TARGET_DIR="$target" cargo bench $ours

# The peers have a target folder of their own, so that neither build makes the other one start over.
export CARGO_TARGET_DIR="$target/peers"
# shellcheck disable=SC2086
[ -z "$peers" ] || CRITERION_HOME="$target/criterion" cargo bench --manifest-path benches/peers/Cargo.toml $peers
# evo is a Python package: `pip install evo`. Without it the table has no times of it.
case " $* " in
*" trajectory "*)
    rm -f "$target/tmp/trajectory-evo.json"
    if python3 -c 'import evo' 2>/dev/null; then python3 benches/peers/time_evo.py "$target"; fi
    ;;
esac
cargo run --release --manifest-path benches/peers/Cargo.toml --bin table -- "$target" "$@"
