#!/bin/sh
# An example for any CI server with several machines. Each machine checks a part of the scenes:
#
#     sh shards.sh part 1 4        # on the first of four machines: writes check-part-1
#
# A later job with the same checkout and the folders of all machines joins them:
#
#     sh shards.sh merge           # joins check-part-* into check-report
#
# Needs eyeline in PATH, and for the parts Mesa (Debian, Ubuntu: libegl1 libgl1-mesa-dri).
#
# Keep check-part-N as artifacts for the later job, and check-report as its result: index.html opens from disk, junit.xml is
# for the server. Keep the folder .check-cache between runs: scenes in which nothing changed are then not drawn again.
#
# Exit codes: 0 equal, 1 something differs or is missing, 2 something could not be read or drawn. A part ends with 0 also when
# something differs, so that the later job runs and ends with 1.
set -eu
export LIBGL_ALWAYS_SOFTWARE=1
case ${1:-} in
part)
    XDG_CACHE_HOME=$PWD/.check-cache
    export XDG_CACHE_HOME
    code=0
    eyeline check --shard "$2/$3" --out "check-part-$2" || code=$?
    test "$code" -eq 1 || exit "$code"
    ;;
merge)
    exec eyeline check --merge check-part-* --out check-report
    ;;
*)
    echo "usage: sh shards.sh part I N, or sh shards.sh merge" >&2
    exit 2
    ;;
esac
