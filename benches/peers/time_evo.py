"""Times evo (Python) on the two paths that benches/trajectory.rs has written, and stores the times for the table.

Usage: time_evo.py TARGET_FOLDER. Without evo (`pip install evo`) the table has no times of it.
"""

import copy
import json
import sys
import time
from importlib.metadata import version
from pathlib import Path

from evo.core import metrics, sync
from evo.tools import file_interface

UNITS = [metrics.PoseRelation.translation_part, metrics.PoseRelation.rotation_angle_deg]


def timed(work):
    """The time in nanoseconds, and the result. One round, as each takes seconds."""
    before = time.perf_counter_ns()
    result = work()
    return time.perf_counter_ns() - before, result


def errors(reference, estimate, correct_scale):
    """The alignment and the statistics of both absolute and both relative errors, as evo_ape and evo_rpe print them."""
    estimate = copy.deepcopy(estimate)
    estimate.align(reference, correct_scale=correct_scale)
    found = []
    for unit in UNITS:
        for metric in [metrics.APE(unit), metrics.RPE(unit)]:
            metric.process_data((reference, estimate))
            found.append(metric.get_all_statistics())
    return found


def main():
    folder = Path(sys.argv[1]) / "tmp"
    million, _ = timed(lambda: file_interface.read_tum_trajectory_file(folder / "million.txt"))
    read = file_interface.read_tum_trajectory_file
    reference, estimate = read(folder / "reference.txt"), read(folder / "estimate.txt")
    match, pair = timed(lambda: sync.associate_trajectories(reference, estimate))
    rigid, found = timed(lambda: errors(*pair, False))
    similar, _ = timed(lambda: errors(*pair, True))
    result = {
        "open": million,
        "match": match,
        "errors-se3": rigid,
        "errors-sim3": similar,
        "ape_rmse": found[0]["rmse"],
        "version": version("evo"),
    }
    (folder / "trajectory-evo.json").write_text(json.dumps(result))


if __name__ == "__main__":
    main()
