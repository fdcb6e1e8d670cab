#!/bin/sh
# An example for any CI server: checks the scenes of a repository against the baselines in it.
# Needs eyeline in PATH, and Mesa (Debian, Ubuntu: libegl1 libgl1-mesa-dri).
#
# Exit codes: 0 equal, 1 something differs or is missing, 2 something could not be read or drawn.
# Keep the folder check-report as an artifact: index.html opens from disk, junit.xml is for the server.
set -eu
export LIBGL_ALWAYS_SOFTWARE=1
exec eyeline check scenes --out check-report
