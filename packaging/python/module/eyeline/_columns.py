"""Fields of many answers as arrays of NumPy, which is an optional dependency."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["column"]


def column(answers: Iterable[object], field: str) -> NDArray[Any]:
    """Return a field of all answers as an array."""
    try:
        import numpy as np
    except ImportError as error:
        raise ImportError("arrays need NumPy: `pip install eyeline[numpy]`") from error
    steps = field.split(".")
    values = _filled([_at(answer, steps) for answer in answers], field)
    return np.array(values, dtype=object) if _has_none(values) else np.array(values)


def _at(value: Any, steps: Sequence[str]) -> Any:
    """Return the value at the end of a path; of a list those of all its entries."""
    for number, step in enumerate(steps):
        if value is None:
            return None
        if not isinstance(value, (str, Mapping)) and isinstance(value, Sequence):
            return [_at(one, steps[number:]) for one in value]
        value = value[step] if isinstance(value, Mapping) else getattr(value, step)
    return value


def _filled(values: list[Any], field: str) -> list[Any]:
    """Return the values with `nan` for None among numbers, and a list of the right shape for None among lists."""
    lists = [value for value in values if _is_list(value)]
    if lists:
        lengths = {len(value) for value in lists}
        if len(lengths) > 1:
            raise ValueError(f"`{field}` is no array: its lists have {min(lengths)} to {max(lengths)} entries")
        length = lengths.pop()
        rows = [list(value) if _is_list(value) else [None] * length for value in values]
        flat = _filled([one for row in rows for one in row], field)
        return [flat[start : start + length] for start in range(0, length * len(rows), length)] if length else rows
    if any(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        return [math.nan if value is None else value for value in values]
    return values


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _has_none(values: list[Any]) -> bool:
    return any(_has_none(value) if isinstance(value, list) else value is None for value in values)
