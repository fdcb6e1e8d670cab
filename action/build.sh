#!/usr/bin/env bash
# Builds eyeline from the source that the runner fetched with the action.
#
# Reads: GITHUB_ACTION_PATH (the source), RUNNER_TEMP (the build goes to eyeline-build in it).
set -euo pipefail

command -v cargo >/dev/null || {
    echo "error: cargo is not in PATH. Install Rust before this action, or give the input \`eyeline\`." >&2
    exit 2
}
cargo install --locked --path "$GITHUB_ACTION_PATH" --root "$RUNNER_TEMP/eyeline-build" \
    --target-dir "$RUNNER_TEMP/eyeline-target"
