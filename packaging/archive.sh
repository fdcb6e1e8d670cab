#!/usr/bin/env bash
# Packs a built eyeline with its texts, as a release has it: release/eyeline-TARGET.tar.xz, or .zip for Windows.
#
# Usage: archive.sh TARGET, a Rust target such as x86_64-unknown-linux-gnu, whose program was built with
# `cargo build --release --target TARGET`. The program must run on this machine: it writes its manual pages and completions.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly TARGET=$1
readonly NAME=eyeline-$TARGET
readonly BUILT=${CARGO_TARGET_DIR:-target}/$TARGET/release

main() {
    local folder program=eyeline
    [[ $TARGET == *windows* ]] && program=eyeline.exe
    folder=$(mktemp -d)/$NAME
    mkdir -p "$folder/manual" "$folder/completions" release
    cp "$BUILT/$program" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$folder"
    "$BUILT/$program" manual -o "$folder/manual"
    local shell
    for shell in bash zsh fish powershell elvish; do
        "$BUILT/$program" completions "$shell" >"$folder/completions/eyeline.$shell"
    done
    if [[ $TARGET == *windows* ]]; then
        (cd "$(dirname "$folder")" && 7z a -bso0 archive.zip "$NAME")
        mv "$(dirname "$folder")/archive.zip" "release/$NAME.zip"
    else
        tar -C "$(dirname "$folder")" -cJf "release/$NAME.tar.xz" "$NAME"
    fi
    rm -r "$(dirname "$folder")"
}

main
