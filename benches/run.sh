#!/bin/sh
# Runs the benchmarks that are named, or all, and writes their tables into benches/README.md.
set -eu
cd "$(dirname "$0")/.."
target="${CARGO_TARGET_DIR:-$PWD/target}"
[ $# -gt 0 ] || set -- rays frustum octree behavior agents large commands opacity mesh narration skin cut visibility hunt live trajectory check \
    occlusion edit redraw growth scaling

ours= whole= peers=
for name; do
    case "$name" in
    # These run the program, the window or OpenGL.
    commands | check | live | occlusion | edit | redraw | growth | scaling) whole="$whole --bench $name" ;;
    *) ours="$ours --bench $name" ;;
    esac
    # Some have peers that are in a package of their own.
    case "$name" in
    frustum) peers="$peers --bench bevy" ;;
    behavior | mesh | octree | opacity | scaling) peers="$peers --bench $name" ;;
    esac
done
export CARGO_TARGET_DIR="$target"
# Without the window and OpenGL, the library is built in a third of the time.
# shellcheck disable=SC2086
[ -z "$ours" ] || cargo bench --no-default-features --features scene $ours
# shellcheck disable=SC2086
[ -z "$whole" ] || cargo bench $whole

# The peers have a target folder of their own, so that neither build makes the other one start over.
export CARGO_TARGET_DIR="$target/peers"
# They do not choose an instruction set at run time, so they are built for that of this machine.
# shellcheck disable=SC2086
[ -z "$peers" ] || CRITERION_HOME="$target/criterion" RUSTFLAGS="-C target-cpu=native" cargo bench --manifest-path benches/peers/Cargo.toml $peers
# Embree is compared by its Python binding: `pip install embreex numpy`. Without it the table has no figures of it.
case " $* " in
*" mesh "*)
    rm -f "$target/tmp/mesh-embree.json"
    if python3 -c 'import embreex' 2>/dev/null; then python3 benches/peers/time_embree.py "$target"; fi
    ;;
esac
# evo is a Python package: `pip install evo`. Without it the table has no times of it.
case " $* " in
*" trajectory "*)
    rm -f "$target/tmp/trajectory-evo.json"
    if python3 -c 'import evo' 2>/dev/null; then python3 benches/peers/time_evo.py "$target"; fi
    ;;
esac
cargo run --release --manifest-path benches/peers/Cargo.toml --bin table -- "$target" "$@"
