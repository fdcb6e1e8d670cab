#!/usr/bin/env bash
# Installs Mesa's software renderer where it is missing: on Linux with apt. Elsewhere the system's OpenGL draws.
set -euo pipefail

[[ $(uname -s) == Linux ]] || exit 0
libraries=$(ldconfig -p 2>/dev/null || /sbin/ldconfig -p)
if [[ $libraries == *libEGL.so.1* && $libraries == *libEGL_mesa.so.0* ]]; then
    exit 0
fi
command -v apt-get >/dev/null || {
    echo "error: libEGL of Mesa is missing, and there is no apt-get. Install Mesa before this action." >&2
    exit 2
}
as_root="env"
[[ $(id -u) == 0 ]] || as_root="sudo"
"$as_root" apt-get update
"$as_root" apt-get install --yes --no-install-recommends libegl1 libgl1-mesa-dri
