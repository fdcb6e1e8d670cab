#!/usr/bin/env bash
# Installs what eyeline needs from the system, and only what is missing: a linker for Rust, the shared libraries
# that a window loads at run time (X11 or Wayland), and OpenGL with a software driver for pictures without a
# display. Supports apt, dnf and pacman; macOS and Windows need nothing. Ends at once when nothing is missing.
# `tools/setup.sh attacks` also installs Python 3, which the scripts in tools/attacks need; `tools/setup.sh browser` Python 3
# and Chromium, for tools/page; `tools/setup.sh engines` Python 3 with venv and Node.js, for answerers/.
set -euo pipefail

readonly ALSO=${1:-}

# Libraries that are loaded at run time: library, then its package for apt, dnf and pacman.
readonly LIBRARIES="
libX11.so.6            libx11-6            libX11             libx11
libX11-xcb.so.1        libx11-xcb1         libX11-xcb         libx11
libxcb.so.1            libxcb1             libxcb             libxcb
libXcursor.so.1        libxcursor1         libXcursor         libxcursor
libXi.so.6             libxi6              libXi              libxi
libxkbcommon.so.0      libxkbcommon0       libxkbcommon       libxkbcommon
libxkbcommon-x11.so.0  libxkbcommon-x11-0  libxkbcommon-x11   libxkbcommon-x11
libwayland-client.so.0 libwayland-client0  libwayland-client  wayland
libwayland-egl.so.1    libwayland-egl1     libwayland-egl     wayland
libEGL.so.1            libegl1             libglvnd-egl       libglvnd
libGL.so.1             libgl1              libglvnd-glx       libglvnd
"

main() {
    case "$(uname -s)" in
        Linux) ;;
        Darwin | MINGW* | MSYS* | CYGWIN*)
            say "nothing to install on this system"
            return
            ;;
        *) fail "do not know $(uname -s); install a C compiler and linker, X11 or Wayland, and OpenGL by hand" ;;
    esac

    local manager packages
    manager=$(package_manager)
    packages=$(missing_packages "$manager")
    if [[ -n $packages ]]; then
        [[ $manager != none ]] || fail "missing: $(listed "$packages"); found none of apt, dnf and pacman to install it"
        say "installing $(listed "$packages")"
        # Words are packages here.
        # shellcheck disable=SC2086
        install "$manager" $packages || fail "$manager could not install $(listed "$packages")"
        packages=$(missing_packages "$manager")
        [[ -z $packages ]] || fail "still missing after installing: $(listed "$packages")"
    fi
    say "nothing is missing"
    command -v cargo >/dev/null || say "note: cargo is not on the PATH; https://rustup.rs installs it"
}

say() { printf 'setup: %s\n' "$*"; }

fail() {
    printf 'setup: error: %s\n' "$*" >&2
    exit 1
}

listed() { printf '%s' "${1//$'\n'/, }"; }

package_manager() {
    local manager
    for manager in apt-get dnf pacman; do
        if command -v "$manager" >/dev/null; then
            echo "$manager"
            return
        fi
    done
    echo none
}

# The packages to install, one a line; for an unknown package manager the names of what is missing.
missing_packages() {
    local known library apt dnf pacman
    known=$(known_libraries)
    {
        while read -r library apt dnf pacman; do
            if [[ -n $library ]] && ! has_library "$library" "$known"; then
                pick "$1" "$apt" "$dnf" "$pacman" "$library"
            fi
        done <<<"$LIBRARIES"
        has_driver || pick "$1" "libegl-mesa0 libgl1-mesa-dri" "mesa-libEGL mesa-dri-drivers" mesa "an OpenGL driver"
        [[ -z $ALSO ]] || command -v python3 >/dev/null ||
            pick "$1" python3 python3 python "Python 3"
        [[ $ALSO != browser ]] || has_browser ||
            pick "$1" chromium chromium chromium "Chromium"
        if [[ $ALSO == engines ]]; then
            command -v npm >/dev/null || pick "$1" "nodejs npm" "nodejs npm" "nodejs npm" "Node.js with npm"
            python3 -c 'import ensurepip' 2>/dev/null || pick "$1" python3-venv python3 python "Python 3 with venv"
        fi
        command -v cc >/dev/null || pick "$1" "gcc libc6-dev" "gcc glibc-devel" gcc "a C compiler and linker (cc)"
    } | sort -u
}

has_browser() {
    local name
    for name in "${BROWSER:-chromium}" chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" >/dev/null && return
    done
    return 1
}

# pick MANAGER APT DNF PACMAN NAME: the packages for that manager.
pick() {
    case $1 in
        apt-get) printf '%s\n' "$2" ;;
        dnf) printf '%s\n' "$3" ;;
        pacman) printf '%s\n' "$4" ;;
        *) printf '%s\n' "$5" ;;
    esac
}

# The libraries that the dynamic linker finds; a non-root PATH may lack ldconfig's folder.
known_libraries() { PATH="$PATH:/usr/sbin:/sbin" ldconfig -p 2>/dev/null || true; }

# has_library NAME KNOWN
has_library() {
    [[ $2 == *"$1 "* ]] && return
    local folder
    while read -r folder; do
        [[ -e $folder/$1 ]] && return
    done < <(library_folders)
    return 1
}

library_folders() {
    tr ':' '\n' <<<"${LD_LIBRARY_PATH:-}"
    printf '%s\n' /usr/lib/*-linux-gnu* /usr/lib64 /usr/lib /usr/local/lib
}

# Whether EGL finds a driver: another vendor's, or Mesa's with its software rasteriser.
has_driver() {
    local file folder
    for file in /usr/share/glvnd/egl_vendor.d/*.json /etc/glvnd/egl_vendor.d/*.json; do
        [[ -e $file && $file != *mesa* ]] && return
    done
    compgen -G '/usr/share/glvnd/egl_vendor.d/*mesa*.json' >/dev/null || return
    while read -r folder; do
        compgen -G "$folder/dri/swrast_dri.so" >/dev/null && return
        compgen -G "$folder/libgallium-*.so" >/dev/null && return
    done < <(library_folders)
    return 1
}

install() {
    local manager=$1
    shift
    local as_root=()
    if [[ $(id -u) -ne 0 ]]; then
        command -v sudo >/dev/null || fail "neither root nor sudo; as root, install: $*"
        as_root=(sudo)
    fi
    case $manager in
        apt-get)
            "${as_root[@]}" apt-get update -qq || say "apt-get update failed; trying with the lists at hand"
            "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes \
                apt-get install -y -qq --no-install-recommends "$@" >/dev/null
            ;;
        dnf) "${as_root[@]}" dnf install -y -q "$@" ;;
        pacman) "${as_root[@]}" pacman -Sy --noconfirm --needed "$@" ;;
    esac
}

main
