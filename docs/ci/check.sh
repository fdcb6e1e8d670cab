#!/bin/sh
# For any CI server, and for hooks: checks the scenes of a repository against the baselines in it.
#
#     sh check.sh                            # all scenes; the report is in check-report
#     sh check.sh --since main               # only the scenes that changed since the branch main
#     sh check.sh --since main --out FOLDER  # all that follows is for `eyeline check`
#
# Needs eyeline in PATH, or its path in EYELINE; and Mesa (Debian, Ubuntu: libegl1 libgl1-mesa-dri).
#
# `--since` takes a commit or a branch. Its commit is fetched from `origin` when the clone does not have it. The scenes are
# compared with the commit at which the branch began, when the clone has the history for it. All scenes are checked when
# there is no commit to compare with: the value is empty or only zeros (the first push of a branch), or cannot be fetched.
#
# Exit codes: 0 equal, 1 something differs or is missing, 2 something could not be read or drawn.
# Keep the folder check-report as an artifact: index.html opens from disk, junit.xml is for the server.
set -eu
export LIBGL_ALWAYS_SOFTWARE=1

say() { printf 'check: %s\n' "$*" >&2; }

# Prints the commit that a revision names in this clone.
commit_of() { git rev-parse --verify --quiet --end-of-options "$1^{commit}"; }

# Fetches a commit or a branch from `origin`. A name that is neither is not given to git.
fetch() {
    git remote get-url origin >/dev/null 2>&1 || return 1
    case $1 in
    *[!0-9a-f]*) wanted=refs/heads/${1#origin/} ;;
    *) if test ${#1} -ge 40; then wanted=$1; else wanted=refs/heads/$1; fi ;;
    esac
    case $wanted in
    refs/*) git check-ref-format "$wanted" || return 1 ;;
    esac
    # In a full clone, a depth would cut the history.
    depth=
    if test "$(git rev-parse --is-shallow-repository)" = true; then depth=--depth=1; fi
    GIT_TERMINAL_PROMPT=0 git fetch --quiet --no-tags $depth origin "$wanted" >/dev/null 2>&1
}

# Prints the commit with which the scenes are compared; nothing when there is none.
base() {
    case $1 in
    *[!0]*) ;;
    *) return ;;
    esac
    commit=$(commit_of "$1" || commit_of "origin/$1") || {
        test "$1" != HEAD && fetch "$1" && commit=$(commit_of FETCH_HEAD)
    } || return 0
    git merge-base "$commit" HEAD 2>/dev/null || printf '%s\n' "$commit"
}

if test "${1-}" = --since; then
    test $# -ge 2 || {
        echo "usage: sh check.sh [--since REVISION] [ARGUMENT OF eyeline check]..." >&2
        exit 2
    }
    since=$2
    shift 2
    commit=$(base "$since")
    test $# -gt 0 || set -- --out check-report
    if test -n "$commit"; then
        set -- --only-changed="$commit" "$@"
    else
        say "no commit to compare with, so all scenes are checked"
    fi
fi
test $# -gt 0 || set -- --out check-report
exec "${EYELINE:-eyeline}" check "$@"
