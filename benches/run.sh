#!/bin/sh
# Runs every benchmark of the queries and writes the table into benches/README.md: some minutes, after the first build.
set -eu
cd "$(dirname "$0")/.."
target="${CARGO_TARGET_DIR:-$PWD/target}"

CARGO_TARGET_DIR="$target" cargo bench --bench rays --bench frustum --bench octree --bench behavior --bench agents --bench large --bench opacity --bench narration

# The peers have a target folder of their own, so that neither build makes the other one start over.
export CARGO_TARGET_DIR="$target/peers"
CRITERION_HOME="$target/criterion" cargo bench --manifest-path benches/peers/Cargo.toml --bench behavior --bench bevy --bench octree --bench opacity
cargo run --release --manifest-path benches/peers/Cargo.toml --bin table -- "$target"
