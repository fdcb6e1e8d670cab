"""Lists of answers, in which an answer is found by its number or by its name."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, overload

from ._columns import column

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ABSENT", "Answers", "Unanswered"]


class _Entry(Protocol):
    def to_json(self) -> dict[str, Any]: ...


T = TypeVar("T", bound=_Entry)


@dataclass(frozen=True, slots=True)
class Unanswered:
    """An entry that has an error in place of its answer, such as an object whose mesh could not be read."""

    place: int
    """The number of the entry in the list of the report, from 0."""
    name: str
    error: str
    keys: Mapping[str, Any] = dataclasses.field(hash=False, repr=False)
    """All keys of the entry."""


class Answers(Sequence[T], Generic[T]):
    """The answers of one list, in the order of the report: `answers[0]`, `answers["crate"]`, `for answer in answers`.

    The name of an answer is its first field. `unanswered` has the entries without an answer; `error` is the reason why the whole list
    has none. A list that the report does not have is empty, and its `is_written` is false.
    """

    __slots__ = ("_answers", "_places", "error", "is_written", "unanswered")

    def __init__(
        self,
        answers: Iterable[T] = (),
        unanswered: Iterable[Unanswered] = (),
        error: str | None = None,
        *,
        is_written: bool = True,
    ) -> None:
        """Make a list of answers."""
        self._answers = tuple(answers)
        self._places: dict[str, list[int]] | None = None
        self.unanswered = tuple(unanswered)
        self.error = error
        self.is_written = is_written

    @classmethod
    def read(cls, entry: Callable[[Mapping[str, Any]], T], required: Collection[str], value: Any) -> Answers[T]:
        """Read a list of JSON, or `{ "error" }` in its place."""
        if isinstance(value, dict):
            return cls(error=value["error"])
        answers: list[T] = []
        unanswered: list[Unanswered] = []
        for place, one in enumerate(value):
            if "error" in one and not one.keys() >= required:
                unanswered.append(Unanswered(place, str(next(iter(one.values()))), one["error"], one))
            else:
                answers.append(entry(one))
        return cls(answers, unanswered)

    def to_json(self) -> list[Any] | dict[str, Any]:
        """Write the JSON from which this was read."""
        if self.error is not None:
            return {"error": self.error}
        written: list[Any] = [one.to_json() for one in self._answers]
        for one in self.unanswered:
            written.insert(one.place, dict(one.keys))
        return written

    def array(self, field: str) -> NDArray[Any]:
        """Return a field of all answers as an array of NumPy; `nan` is in place of numbers that are null.

        `field` is a name, or a path such as `"aabb.min"` or `"planes.p_distance"`. Vectors and lists add an axis each.
        """
        return column(self._answers, field)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the answers, in the order of the report."""
        return tuple(map(_name, self._answers))

    def named(self, name: str) -> tuple[T, ...]:
        """Return all answers of a name, such as the problems of a kind."""
        if self._places is None:
            places: dict[str, list[int]] = {}
            for place, one in enumerate(self._answers):
                places.setdefault(_name(one), []).append(place)
            self._places = places
        return tuple(self._answers[place] for place in self._places.get(name, ()))

    @overload
    def __getitem__(self, index: int | str) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | str | slice) -> T | tuple[T, ...]:
        """Return the answer of a number or of a name. A name without an answer raises `KeyError` with the reason."""
        if not isinstance(index, str):
            return self._answers[index]
        found = self.named(index)
        if len(found) == 1:
            return found[0]
        if found:
            raise KeyError(f"{len(found)} answers are named `{index}`; `named` returns all of them")
        raise KeyError(self._why_not(index))

    def _why_not(self, name: str) -> str:
        if self.error is not None:
            return f"there are no answers: {self.error}"
        for one in self.unanswered:
            if one.name == name:
                return f"`{name}` has no answer: {one.error}"
        if not self._answers:
            return f"there is no answer named `{name}`: the list is empty"
        names = list(dict.fromkeys(self.names))
        return f"there is no answer named `{name}`; there are {', '.join(names[:20])}{' …' if len(names) > 20 else ''}"

    def __contains__(self, item: object) -> bool:
        """Whether an answer has this name, or is this one."""
        return bool(self.named(item)) if isinstance(item, str) else item in self._answers

    def __iter__(self) -> Iterator[T]:
        """Iterate over the answers."""
        return iter(self._answers)

    def __len__(self) -> int:
        """Return the number of answers."""
        return len(self._answers)

    def __eq__(self, other: object) -> bool:
        """Whether all answers are equal, and all entries without one."""
        return isinstance(other, Answers) and self._key() == other._key()

    def __hash__(self) -> int:
        """Return a number that is the same for equal lists."""
        return hash(self._key())

    def __repr__(self) -> str:
        """Return the answers as text."""
        missing = f", unanswered={list(self.unanswered)!r}" if self.unanswered else ""
        error = f", error={self.error!r}" if self.error is not None else ""
        return f"Answers({list(self._answers)!r}{missing}{error})"

    def _key(self) -> tuple[object, ...]:
        return self._answers, self.unanswered, self.error, self.is_written


def _name(answer: object) -> str:
    """Return the value of the first field."""
    return str(getattr(answer, type(answer).__match_args__[0]))  # type: ignore[attr-defined]


ABSENT: Answers[Any] = Answers(is_written=False)
"""A list that the report does not have."""
