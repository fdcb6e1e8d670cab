#!/usr/bin/env bash
# Builds the window for browsers into target/page, where `eyeline share` finds it: eyeline.wasm.gz and eyeline.js.
# Installs what that needs, and only what is missing: the target wasm32-unknown-unknown of Rust, and wasm-opt. With `--fast` the program
# is larger and slower, is built in a tenth of the time, and is written into target/page-fast: EYELINE_PAGE=target/page-fast eyeline share …
set -euo pipefail
cd "$(dirname "$0")/.."

readonly TARGET=wasm32-unknown-unknown
readonly BINARYEN=132.0.0
readonly TOOLS=${CARGO_TARGET_DIR:-target}/tools
# A folder of its own, so that this build and others do not wait for each other.
readonly BUILT=${CARGO_TARGET_DIR:-target}/web

main() {
    local profile=page
    case "${1:-}" in
        "") ;;
        --fast) profile=page-fast ;;
        *) fail "unknown argument $1; give --fast or nothing" ;;
    esac
    command -v cargo >/dev/null || fail "cargo is not on the PATH; https://rustup.rs installs it"
    local built=$BUILT/$TARGET/$profile/eyeline.wasm out=${CARGO_TARGET_DIR:-target}/$profile
    build "$profile"
    local work
    work=$(mktemp -d)
    # shellcheck disable=SC2064
    trap "rm -rf '$work'" EXIT
    bindgen "$built" "$work"
    if [[ $profile == page ]]; then
        optimise "$work/eyeline_bg.wasm"
    fi
    mkdir -p "$out"
    gzip -9 --no-name --stdout "$work/eyeline_bg.wasm" >"$out/eyeline.wasm.gz"
    { printf '// eyeline %s\n' "$(version_of eyeline Cargo.lock)" && cat "$work/eyeline.js"; } >"$out/eyeline.js"
    say "$out has the window for browsers: $(($(wc -c <"$out/eyeline.wasm.gz") / 1024)) KiB compressed"
}

say() { printf 'web: %s\n' "$*"; }

fail() {
    printf 'web: error: %s\n' "$*" >&2
    exit 1
}

# version_of CRATE LOCK
version_of() { grep -A 1 "^name = \"$1\"\$" "$2" | sed -n 's/^version = "\(.*\)"$/\1/p' | head -n 1; }

# build PROFILE
build() {
    # The wide types of boxes and rays have instructions of their own there.
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128"
    local arguments=(rustc --locked --lib --crate-type cdylib --target "$TARGET" --profile "$1" --target-dir "$BUILT" --quiet)
    if has_target; then
        cargo "${arguments[@]}"
    elif command -v rustup >/dev/null; then
        say "installing the target $TARGET"
        rustup target add "$TARGET"
        cargo "${arguments[@]}"
    else
        fail "Rust's library for $TARGET is missing; with rustup: rustup target add $TARGET, on Debian: apt-get install libstd-rust-dev-wasm32"
    fi
}

has_target() { compgen -G "$(rustc --print sysroot)/lib/rustlib/$TARGET/lib/libstd-*.rlib" >/dev/null; }

# bindgen PROGRAM FOLDER: writes the JavaScript between the page and the program.
bindgen() {
    local wanted found
    wanted=$(version_of wasm-bindgen Cargo.lock)
    found=$(version_of wasm-bindgen-cli-support tools/bindgen/Cargo.lock)
    [[ $found == "$wanted" ]] || fail "tools/bindgen has wasm-bindgen-cli-support $found, and Cargo.lock wasm-bindgen $wanted; make them equal"
    cargo run --quiet --locked --manifest-path tools/bindgen/Cargo.toml --target-dir "$TOOLS/bindgen" -- "$1" "$2"
}

# optimise FILE
optimise() {
    local optimiser=$TOOLS/node_modules/.bin/wasm-opt
    if [[ ! -x $optimiser ]]; then
        command -v npm >/dev/null || fail "wasm-opt is missing, and npm, which installs it; install Node.js, or give --fast"
        say "installing wasm-opt $BINARYEN"
        npm install --silent --no-audit --no-fund --no-save --prefix "$TOOLS" "binaryen@$BINARYEN"
    fi
    # What rustc uses; with all features it would write some that browsers do not read yet.
    "$optimiser" -Oz --strip-producers --enable-bulk-memory --enable-multivalue --enable-mutable-globals \
        --enable-nontrapping-float-to-int --enable-reference-types --enable-sign-ext --enable-simd "$1" -o "$1"
}

main "$@"
