"""eyeline answers the questions that games and simulations ask of space, and explains every answer.

The functions run the program `eyeline`, which `pip install eyeline` installs too:

* `report` answers all questions of a scene, `recording` those of many ticks, `explain` has the steps of one answer;
* `render` draws a scene, and a notebook shows a `Scene` as its picture;
* `check` compares scenes with their stored answers and pictures;
* `hunt` finds faults of another program.

Their results are dataclasses with the keys of the program's JSON, in `eyeline.answers`. Lists of answers are `Answers`: an answer is found
by its number or its name, and `array` returns a field of all answers as an array of NumPy.
"""

from ._answers import Answers, Unanswered
from ._check import check
from ._errors import EyelineError, EyelineWarning
from ._explain import explain
from ._hunt import hunt
from ._picture import Picture
from ._program import executable
from ._record import Record
from ._render import render
from ._report import recording, report
from ._scene import Scene
from .answers.check import CheckResults
from .answers.explanation import Explained
from .answers.hunt import HuntResults
from .answers.report import Recording, Report

__all__ = [
    "Answers",
    "CheckResults",
    "Explained",
    "EyelineError",
    "EyelineWarning",
    "HuntResults",
    "Picture",
    "Record",
    "Recording",
    "Report",
    "Scene",
    "Unanswered",
    "check",
    "executable",
    "explain",
    "hunt",
    "recording",
    "render",
    "report",
]
