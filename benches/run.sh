#!/bin/sh
# Runs every benchmark, one thread, and writes the table into benches/README.md. Some minutes after the first build.
set -eu
cd "$(dirname "$0")/.."
CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target}"
export CARGO_TARGET_DIR
CRITERION_HOME="$CARGO_TARGET_DIR/criterion"
export CRITERION_HOME

cargo bench --bench rays --bench frustum --bench narration
# Its dependencies stay apart, so that neither build makes the other one start over.
export CARGO_TARGET_DIR="$CARGO_TARGET_DIR/peers"
cargo bench --manifest-path benches/peers/Cargo.toml --bench bevy
cargo run --release --manifest-path benches/peers/Cargo.toml --bin table
