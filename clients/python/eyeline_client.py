"""The client of eyeline for Python.

It sends the world of a program, and what the program itself answered, as a trace: one JSON object a line, over TCP or into a file.
Coordinates are right-handed with +Y up, in metres; times are in seconds; quaternions are x, y, z, w.

A client is used from one thread. Its calls only note numbers. `tick` hands them to a child process, which formats and writes the lines.
Where a child process cannot be started, and with `process=False`, the calls format the lines, and a thread writes them. In both cases
no call waits for eyeline or a disk.
"""

from __future__ import annotations

import array
import atexit
import collections
import io
import json
import marshal
import math
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import weakref
from typing import Any, Deque, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

__all__ = ["Client", "Group", "connect", "off", "to_file"]

Numbers = Iterable[float]
"""A list, a tuple, or an array of NumPy."""

_MAX_LINE = 16 * 1024 * 1024
_MAX_ITEM = _MAX_LINE // 4  # of a line
_MAX_QUEUE = 4 * 1024 * 1024
_MAX_FILE_QUEUE = 64 * 1024 * 1024
_MAX_F32 = 3.4028235677973366e38  # from here on, a number rounds to an infinite f32
_MIN_F32 = 2.0**-149
_KEYFRAME_EVERY = 5.0  # seconds of trace time
_RETRY_AFTER = 1.0  # seconds
_CLOSE_WITHIN = 1.0  # seconds
_WRITE_WITHIN = 60.0  # seconds, into a file
_END_WITHIN = 5.0  # seconds, for the child process to format what waits and to close a connection
_LOOK_EVERY = 0.05  # seconds, in which the child process looks whether the connection has changed

_VERDICTS = frozenset(["inside", "outside", "intersect", "visible", "culled"])
_SIZES = ("half_extents", "radius", "half_height", "height")

_NUMBER = "%.9g"  # nine digits tell all f32 apart
_THREE, _FOUR, _SIXTEEN = ("[" + ",".join([_NUMBER] * count) + "]" for count in (3, 4, 16))
_PLANES = "[" + ",".join([_FOUR] * 6) + "]"

# What a value that eyeline could not read raises, such as NaN, a list of the wrong length, or no number at all.
_REFUSED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def connect(name: str, address: str = "127.0.0.1:7420", queue: int = _MAX_QUEUE, process: bool = True) -> Client:
    """Makes a client that sends to `eyeline live`.

    `name` is that of the trace, `queue` the number of bytes that may wait. With `process=False` there is no child process.
    """
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdigit():
        raise ValueError(f"the address `{address}` is not HOST:PORT")
    python = _python() if process else None
    if python is not None:
        return _Remote(python, "connect", name, address, queue)
    lines = _Queue(queue)
    return Client(name, lines, _Tcp(lines, (host.strip("[]"), int(port))))


def to_file(name: str, path: Union[str, "os.PathLike[str]"], queue: int = _MAX_FILE_QUEUE, process: bool = True) -> Client:
    """Makes a client that writes a new file. Raises the error of a file that cannot be opened.

    A program that runs faster than the child process, as one does that never waits, loses no lines with `process=False`.
    """
    file = open(path, "wb", buffering=0)
    python = _python() if process else None
    if python is not None:
        file.close()
        return _Remote(python, "to_file", name, os.path.abspath(path), queue)
    lines = _Queue(queue)
    return Client(name, lines, _File(lines, file))


def off() -> Client:
    """Makes a client that does nothing. Each call costs one branch."""
    return Client("", None, None)


class Group:
    """Names whose poses and answers go together in arrays. Made by `Client.group`."""

    __slots__ = ("names",)

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(map(str.__str__, names))


class Client:
    """The world of a program and what changed in it since the last tick. Made by `connect`, `to_file` and `off`.

    No call raises because of what a program computes: an entry that eyeline could not read, such as a pose with NaN, is left out
    and counted in `refused`. With a child process it is counted a little later, and `close` completes the count.
    """

    def __init__(self, name: str, queue: Optional[_Queue], sink: Optional[_Sink]) -> None:
        self.refused = 0
        """The number of entries that were left out: a number is not finite, a size or scale is 0, or a name is unknown."""
        self._name = json.dumps(name.encode("utf-8", "replace").decode("utf-8"))
        self._queue = queue  # None when the client is off
        self._sink = sink
        self._dropped = 0  # when the client was closed
        self._entries: Dict[str, _Entry] = {}  # objects and cameras
        self._added: List[_Entry] = []  # entries that eyeline does not have yet
        self._changed: List[_Entry] = []  # entries that eyeline has, with new fields
        self._removed: Dict[str, _Entry] = {}  # entries that eyeline still has
        self._said: List[str] = []
        self._planes: List[float] = []
        self._planes_text = ""
        self._time = -math.inf
        self._offset = 0.0
        self._next_keyframe = -math.inf
        if sink is not None:
            sink.start()
            atexit.register(self.close)

    @property
    def dropped(self) -> int:
        """The number of lines that were dropped, because the queue was full or a connection ended.

        A tick that did not fit on its way to the child process counts as one.
        """
        return self._dropped if self._queue is None else self._queue.dropped

    @property
    def connected(self) -> bool:
        """Whether eyeline is connected, or the file is open."""
        return self._sink is not None and self._sink.connected

    def object(
        self,
        name: str,
        shape: Mapping[str, Any],
        position: Optional[Numbers] = None,
        rotation: Optional[Numbers] = None,
        scale: Optional[Numbers] = None,
        matrix: Optional[Numbers] = None,
        **fields: Any,
    ) -> None:
        """Adds an object, or replaces the object or camera of this name.

        `shape` is as in a scene file, such as `{"box": {"half_extents": [1, 1, 1]}}`. `matrix` takes the place of the pose.
        `fields` are further keys of an object in a scene file, such as `layers`.
        """
        if self._queue is None:
            return
        try:
            texts = {"shape": _shape(shape), **{key: _field(key, value) for key, value in fields.items()}}
            texts.update(_pose(position, rotation, scale, matrix))
            self._put("objects", _name(name), texts)
        except _REFUSED:
            self._refuse()

    def camera(
        self,
        name: str,
        position: Optional[Numbers] = None,
        rotation: Optional[Numbers] = None,
        matrix: Optional[Numbers] = None,
        **fields: Any,
    ) -> None:
        """Adds a camera, or replaces the object or camera of this name.

        `fields` are further keys of a camera in a scene file, such as `look_at`, `projection`, `near` and `far`.
        """
        if self._queue is None:
            return
        try:
            texts = {key: _field(key, value) for key, value in fields.items()}
            texts.update(_pose(position, rotation, None, matrix))
            self._put("cameras", _name(name), texts)
        except _REFUSED:
            self._refuse()

    def remove(self, name: str) -> None:
        """Removes an object or a camera."""
        if self._queue is None:
            return
        entry = self._entries.pop(name, None)
        if entry is None:
            self.refused += 1
            return
        entry.removed = True
        if entry.sent:
            self._removed[name] = entry

    def pose(
        self, name: str, position: Numbers, rotation: Optional[Numbers] = None, scale: Optional[Numbers] = None
    ) -> None:
        """Moves an object or a camera.

        `rotation` is a quaternion x, y, z, w. A camera has no scale, and it is ignored there. What is left out stays; after a
        `matrix` it is no rotation, and a scale of 1.
        """
        if self._queue is None:
            return
        try:
            entry = self._entries[name]
            fields = _pose(position, rotation, scale, None)
        except _REFUSED:
            self.refused += 1
            return
        self._place(entry, fields)

    def _place(self, entry: _Entry, fields: Dict[str, str]) -> None:
        if entry.kind == "cameras":
            fields.pop("scale", None)
        if "matrix" in entry.fields:
            entry.forget("matrix")
            fields.setdefault("rotation", '"rotation":[0,0,0,1]')
            if entry.kind == "objects":
                fields.setdefault("scale", '"scale":[1,1,1]')
        if "rotation" in fields:
            entry.forget("look_at", "euler")
        self._change(entry, fields)

    def matrix(self, name: str, numbers: Numbers) -> None:
        """Moves an object or a camera: `world_from_local`, 16 numbers column by column."""
        if self._queue is None:
            return
        try:
            entry = self._entries[name]
            fields = _pose(None, None, None, numbers)
        except _REFUSED:
            self.refused += 1
            return
        entry.forget("position", "rotation", "scale", "look_at", "euler")
        self._change(entry, fields)

    def shape(self, name: str, shape: Mapping[str, Any]) -> None:
        """Changes the shape of an object."""
        if self._queue is None:
            return
        try:
            text = _shape(shape)
            entry = self._object(name)
        except _REFUSED:
            self.refused += 1
            return
        self._change(entry, {"shape": text})

    def said_visibility(
        self,
        camera: str,
        object: str,
        verdict: str,
        planes: Optional[Iterable[Numbers]] = None,
        box: Optional[Mapping[str, Numbers]] = None,
        sphere: Optional[Mapping[str, Any]] = None,
    ) -> None:
        """Sends whether the program took an object as visible to a camera, and what it tested.

        `verdict` is inside, outside, intersect, visible or culled; `planes` are six inward `[nx, ny, nz, d]` in the order left,
        right, bottom, top, near, far; `box` has `min` and `max`, `sphere` has `center` and `radius`.
        """
        queue = self._queue
        if queue is None or not queue.accepts:
            return
        try:
            of = self._entries[camera]
            if of.kind != "cameras" or verdict not in _VERDICTS:
                raise ValueError
            text = f'{{"camera":{of.quoted},"object":{self._object(object).quoted},"verdict":"{verdict}"'
            if planes is not None:
                text += ',"planes":' + self._planes_json(planes)
            if box is not None:
                text += f',"box":{{"min":{_numbers(_THREE, box["min"])},"max":{_numbers(_THREE, box["max"])}}}'
            if sphere is not None:
                text += f',"sphere":{{"center":{_numbers(_THREE, sphere["center"])},"radius":{_number(sphere["radius"])}}}'
        except _REFUSED:
            self.refused += 1
            return
        self._said.append(text + "}")

    def said_ray(
        self,
        ray: Union[str, Mapping[str, Any]],
        hit: Optional[str],
        t: Optional[float] = None,
        point: Optional[Numbers] = None,
        normal: Optional[Numbers] = None,
    ) -> None:
        """Sends what a ray of the program hit.

        `ray` is the name of a ray of the scene that eyeline has open, or has `origin`, `direction` and, if it ends, `length`, and
        `mask`. `hit` is the name of an object, or None. The point is origin + t · direction.
        """
        queue = self._queue
        if queue is None or not queue.accepts:
            return
        try:
            quoted = "null" if hit is None else self._object(hit).quoted
            self._said.append(_ray(ray, quoted, t, point, normal))
        except _REFUSED:
            self.refused += 1

    def said_pairs(self, pairs: Iterable[Tuple[str, str]]) -> None:
        """Sends all pairs of objects that the program took as touching at this tick."""
        queue = self._queue
        if queue is None or not queue.accepts:
            return
        texts = []
        for a, b in pairs:
            try:
                texts.append(f"[{self._object(a).quoted},{self._object(b).quoted}]")
            except _REFUSED:
                self.refused += 1
        text = f'{{"pairs":[{",".join(texts)}]}}'
        if len(text) > _MAX_ITEM:
            self.refused += 1
        else:
            self._said.append(text)

    def said_agent(self, agent: str, status: Optional[str] = None, running: Any = None) -> None:
        """Sends the state of an agent of the scene that eyeline has open."""
        queue = self._queue
        if queue is None or not queue.accepts:
            return
        try:
            self._said.append(_agent(agent, status, running))
        except _REFUSED:
            self.refused += 1

    def group(self, names: Iterable[str]) -> Group:
        """Names for the four methods below, which take arrays of numbers: `array.array`, NumPy's, a buffer, or lists.

        A call with arrays of `float` or `double` takes some microseconds, however many names there are. An array of another length
        than that of the names is refused, and counts once.
        """
        return Group(names)

    def poses(
        self, group: Group, positions: Numbers, rotations: Optional[Numbers] = None, only: Optional[Sequence[int]] = None
    ) -> None:
        """Moves the objects or cameras of a group, as `pose` does: 3 numbers each, and 4 of a quaternion x, y, z, w.

        `only` are places in the group, for arrays that have what moved and nothing else.
        """
        if self._queue is None:
            return
        try:
            names = _names(group, only)
            places = _rows(_flat(positions, 3 * len(names)), 3)
            turns = [None] * len(names) if rotations is None else _rows(_flat(rotations, 4 * len(names)), 4)
        except _REFUSED:
            self.refused += 1
            return
        for name, place, turn in zip(names, places, turns):
            self.pose(name, place, turn)

    def matrices(self, group: Group, numbers: Numbers, only: Optional[Sequence[int]] = None) -> None:
        """Moves the objects or cameras of a group, as `matrix` does: 16 numbers each, column by column."""
        if self._queue is None:
            return
        try:
            names = _names(group, only)
            rows = _rows(_flat(numbers, 16 * len(names)), 16)
        except _REFUSED:
            self.refused += 1
            return
        for name, row in zip(names, rows):
            self.matrix(name, row)

    def said_visibilities(
        self, camera: str, group: Group, visible: Sequence[int], planes: Optional[Iterable[Numbers]] = None
    ) -> None:
        """Sends which objects of a group the program took as visible to a camera: a byte or bool each, 1 visible, 0 culled."""
        queue = self._queue
        if queue is None or not queue.accepts:
            return
        try:
            answers = _bytes(visible, len(group.names))
            if planes is not None:
                self._planes_json(planes)
        except _REFUSED:
            self.refused += 1
            return
        for name, answer in zip(group.names, answers):
            self.said_visibility(camera, name, "visible" if answer else "culled", planes)

    def said_rays(
        self,
        group: Group,
        origins: Numbers,
        directions: Numbers,
        hits: Sequence[int],
        t: Optional[Numbers] = None,
        points: Optional[Numbers] = None,
        normals: Optional[Numbers] = None,
        length: Optional[float] = None,
    ) -> None:
        """Sends what rays of the program hit: places in the group, or -1 for nothing. `length` is that of all the rays.

        `origins`, `directions`, `points` and `normals` have 3 numbers for each hit, `t` has one. Those of a ray that hit nothing are
        not read.
        """
        queue = self._queue
        if queue is None or not queue.accepts:
            return
        try:
            places = _integers(hits)
            count = len(places)
            starts = _rows(_flat(origins, 3 * count), 3)
            ways = _rows(_flat(directions, 3 * count), 3)
            none = [None] * count
            distances: Iterable[Any] = none if t is None else (row[0] for row in _rows(_flat(t, count), 1))
            ends: Iterable[Any] = none if points is None else _rows(_flat(points, 3 * count), 3)
            sides: Iterable[Any] = none if normals is None else _rows(_flat(normals, 3 * count), 3)
        except _REFUSED:
            self.refused += 1
            return
        for place, start, way, distance, end, side in zip(places, starts, ways, distances, ends, sides):
            ray = {"origin": start, "direction": way, "length": length}
            if place < 0:
                self.said_ray(ray, None)
            elif place < len(group.names):
                self.said_ray(ray, group.names[place], distance, end, side)
            else:
                self.refused += 1

    def tick(self, time: float) -> None:
        """Ends a tick: all that was added, moved, removed and said since the last one goes into the queue.

        A trace's time does not decrease: after a time below the last one, as when a level begins again, the trace goes on from the
        last one.
        """
        queue = self._queue
        if queue is None:
            return
        if not math.isfinite(time):
            self.refused += 1
            return
        if time + self._offset < self._time:
            self._offset = self._time - time
        self._time = max(self._time, time + self._offset)  # the sum is rounded
        if queue.accepts:
            keyframe = queue.needs_keyframe or self._time >= self._next_keyframe
            # The queue asks for a keyframe when lines were dropped or a connection ended in the meantime.
            while not queue.push(self._compose(keyframe), keyframe):
                keyframe = True
            if keyframe:
                self._next_keyframe = self._time + _KEYFRAME_EVERY
        # Without a connection there is nothing to keep: the next one begins with a keyframe.
        for entry in self._added:
            entry.sent = True
        for entry in self._changed:
            entry.changed = {}
        self._added = []
        self._changed = []
        self._removed = {}
        self._said = []

    def close(self) -> None:
        """Turns the client off, and writes what waits: to a connection for a few seconds at most.

        The end of a program closes its clients too.
        """
        queue, sink = self._queue, self._sink
        if queue is None or sink is None:
            return
        atexit.unregister(self.close)
        self._queue = self._sink = None
        queue.end()
        sink.join(_CLOSE_WITHIN if isinstance(sink, _Tcp) else _WRITE_WITHIN)
        self._dropped = queue.dropped

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _refuse(self) -> None:
        self.refused += 1

    def _object(self, name: str) -> _Entry:
        entry = self._entries[name]
        if entry.kind != "objects":
            raise ValueError
        return entry

    def _put(self, kind: str, name: str, fields: Dict[str, str]) -> None:
        entry = _Entry(kind, _json(name), fields)
        old = self._entries.get(name)
        if old is not None and old.kind == kind and old.fields.keys() == fields.keys():
            # `set` leaves what it does not name, so it is enough when no key goes away.
            self._change(old, fields)
            return
        if old is not None:
            self.remove(name)
        self._entries[name] = entry
        self._added.append(entry)

    def _change(self, entry: _Entry, fields: Dict[str, str]) -> None:
        for key, text in fields.items():
            if entry.fields.get(key) == text:
                continue
            entry.fields[key] = text
            if entry.sent:
                if not entry.changed:
                    self._changed.append(entry)
                entry.changed[key] = text

    def _planes_json(self, planes: Iterable[Numbers]) -> str:
        # All objects are tested with the same planes, so their text is kept.
        numbers = [float(number) for plane in planes for number in plane]
        if numbers != self._planes:
            self._planes_text = _numbers(_PLANES, numbers)
            self._planes = numbers
        return self._planes_text

    def _compose(self, keyframe: bool) -> List[str]:
        time = repr(float(self._time))
        head = f'{{"time":{time}'
        lines: List[str] = []
        placed = self._added  # entries whose matrix has to follow
        if keyframe:
            placed = list(self._entries.values())
            scene = f'{{"eyeline_trace":1,"name":{self._name},"time":{time},"scene":{{"eyeline":1'
            lines += _divide(head, _scene_items(placed), scene)
            sections: List[Tuple[str, List[str]]] = []
        else:
            changes = [f'{entry.quoted}:{{{",".join(entry.changed.values())}}}' for entry in self._changed if not entry.removed]
            removed = [("remove", [entry.quoted for entry in self._removed.values()])]
            sections = [("set", changes), *_scene_items(placed)]
            if any(name in self._entries for name in self._removed):
                # eyeline adds before it removes: a name that goes and comes back in one tick needs two lines.
                lines += _divide(head, removed)
            else:
                sections += removed
        # An entry of a scene has no matrix, and eyeline sets before it adds: another line sets the matrices.
        matrices = [
            f'{entry.quoted}:{{{entry.fields["matrix"]}}}'
            for entry in placed
            if not entry.removed and "matrix" in entry.fields
        ]
        if matrices:
            lines += _divide(head, sections)
            sections = [("set", matrices)]
        lines += _divide(head, [*sections, ("said", self._said)])
        return lines or [head + "}\n"]  # a tick in which nothing happened has a time


class _Entry:
    """An object or a camera."""

    __slots__ = ("changed", "fields", "kind", "quoted", "removed", "sent")

    def __init__(self, kind: str, quoted: str, fields: Dict[str, str]) -> None:
        self.kind = kind
        self.quoted = quoted
        self.fields = fields  # by key: the JSON of key and value
        self.changed: Dict[str, str] = {}  # those of `fields` that changed since the last tick
        self.sent = False  # whether eyeline has it
        self.removed = False

    def forget(self, *keys: str) -> None:
        for key in keys:
            self.fields.pop(key, None)
            self.changed.pop(key, None)


def _scene_items(entries: List[_Entry]) -> List[Tuple[str, List[str]]]:
    def item(entry: _Entry) -> str:
        return ",".join([f'{{"name":{entry.quoted}', *[text for key, text in entry.fields.items() if key != "matrix"]]) + "}"

    return [
        (kind, [item(entry) for entry in entries if entry.kind == kind and not entry.removed]) for kind in ("objects", "cameras")
    ]


def _divide(head: str, sections: List[Tuple[str, List[str]]], scene: Optional[str] = None) -> Iterator[str]:
    """The items of the sections as one line, or several where it would be too long. `scene`: the start of a keyframe."""
    lines: List[Dict[str, List[str]]] = [{}]
    if sum(len(item) + 1 for _, items in sections for item in items) < _MAX_LINE - 1024:  # with room for what is around
        lines = [{section: items for section, items in sections if items}]
    else:
        length = 0
        for section, items in sections:
            for item in items:
                if length + len(item) + 1 > _MAX_LINE - 1024 and length > 0:
                    lines.append({})
                    length = 0
                length += len(item) + 1
                lines[-1].setdefault(section, []).append(item)
    for line in lines:
        text = {section: ",".join(items) for section, items in line.items()}
        lists = [f'"{kind}":[{text[kind]}]' for kind in ("objects", "cameras") if kind in text]
        if scene is not None:
            yield ",".join([scene, *lists]) + "}}\n"
            scene = None
        elif text:
            parts = [head]
            if "set" in text:
                parts.append(f'"set":{{{text["set"]}}}')
            if lists:
                parts.append(f'"add":{{{",".join(lists)}}}')
            parts += [f'"{section}":[{text[section]}]' for section in ("remove", "said") if section in text]
            yield ",".join(parts) + "}\n"


class _Queue:
    """The lines that wait, as groups of one tick.

    When a group would not fit, the oldest ones are dropped, and so are those up to the next keyframe: they refer to a world that
    eyeline then does not have.
    """

    def __init__(self, limit: int) -> None:
        self.dropped = 0
        self.accepts = True  # whether there is a connection, or the first attempt to connect lasts
        self.needs_keyframe = True  # whether the next group has to begin with one
        self._limit = limit
        self._groups: Deque[Tuple[bytes, int, bool]] = collections.deque()  # with the number of lines, and whether a keyframe
        self._length = 0  # bytes
        self._ended = False
        self._news = threading.Condition()

    def push(self, lines: List[str], keyframe: bool) -> bool:
        """Returns whether it took the lines. If not, they have to begin with a keyframe."""
        data = "".join(lines).encode("ascii")
        with self._news:
            if not self.accepts:
                return True
            while self._groups and self._length + len(data) > self._limit:
                self._drop()
                while self._groups and not self._groups[0][2]:
                    self._drop()
                self.needs_keyframe = not self._groups
            if self.needs_keyframe and not keyframe:
                return False
            self.needs_keyframe = False
            self._groups.append((data, len(lines), keyframe))
            self._length += len(data)
            self._news.notify()
            return True

    def take(self) -> Optional[bytes]:
        """Waits for the oldest group. None when there is none and none will come."""
        with self._news:
            self._news.wait_for(lambda: self._groups or self._ended)
            if not self._groups:
                return None
            data, _, _ = self._groups.popleft()
            self._length -= len(data)
            return data

    def close(self) -> None:
        """Drops all that waits, and takes no more until `accepts` is set again."""
        with self._news:
            while self._groups:
                self._drop()
            self.needs_keyframe = True
            self.accepts = False

    def end(self) -> None:
        with self._news:
            self._ended = True
            self._news.notify_all()

    def wait_for_end(self, seconds: float) -> bool:
        """Returns whether the end has come."""
        with self._news:
            return self._news.wait_for(lambda: self._ended, seconds)

    def _drop(self) -> None:
        data, lines, _ = self._groups.popleft()
        self._length -= len(data)
        self.dropped += lines


class _Sink(threading.Thread):
    """The thread that writes what is in the queue."""

    def __init__(self, queue: _Queue) -> None:
        super().__init__(name="eyeline", daemon=True)
        self.connected = False
        self._queue = queue


class _Tcp(_Sink):
    def __init__(self, queue: _Queue, address: Tuple[str, int]) -> None:
        super().__init__(queue)
        self._address = address

    def run(self) -> None:
        while True:
            try:
                with socket.create_connection(self._address, timeout=_RETRY_AFTER) as connection:
                    connection.settimeout(None)
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    self._queue.accepts = True
                    self.connected = True
                    for data in iter(self._queue.take, None):
                        connection.sendall(data)
                    return
            except OSError:
                pass
            finally:
                self.connected = False
                self._queue.close()
            if self._queue.wait_for_end(_RETRY_AFTER):
                return


class _File(_Sink):
    def __init__(self, queue: _Queue, file: io.FileIO) -> None:
        super().__init__(queue)
        self.connected = True
        self._file = file

    def run(self) -> None:
        try:
            with self._file:
                for data in iter(self._queue.take, None):
                    view = memoryview(data)
                    while view:
                        view = view[self._file.write(view) :]
        except OSError:
            pass
        finally:
            self.connected = False
            self._queue.close()


def _number(value: float) -> str:
    return _numbers(_NUMBER, (value,))


def _numbers(pattern: str, values: Numbers) -> str:
    values = tuple(values)
    text = pattern % values
    # Only `nan` and `inf` have an n, and only numbers from 1e9 on have `e+`.
    if "n" in text or ("e+" in text and not all(abs(value) < _MAX_F32 for value in values)):
        raise ValueError
    return text


def _name(name: str) -> str:
    if not name or not isinstance(name, str):
        raise ValueError
    _json(name)
    return name


def _ray(ray: Any, hit: str, t: Optional[float], point: Optional[Numbers], normal: Optional[Numbers]) -> str:
    """What is said of a ray. `hit` is JSON."""
    if isinstance(ray, str):
        text = '{"ray":' + _json(ray)
    else:
        text = f'{{"ray":{{"origin":{_numbers(_THREE, ray["origin"])},"direction":{_numbers(_THREE, ray["direction"])}'
        if ray.get("length") is not None:
            text += f',"length":{_number(ray["length"])}'
        if ray.get("mask") is not None:
            text += f',"mask":{_json(ray["mask"])}'
        text += "}"
    text += ',"hit":' + hit
    if t is not None:
        text += f',"t":{_number(t)}'
    if point is not None:
        text += f',"point":{_numbers(_THREE, point)}'
    if normal is not None:
        text += f',"normal":{_numbers(_THREE, normal)}'
    return text + "}"


def _agent(agent: str, status: Optional[str], running: Any) -> str:
    text = '{"agent":' + _json(agent)
    if status is not None:
        text += ',"status":' + _json(status)
    if running is not None:
        text += ',"running":' + _json(running)
    return text + "}"


def _flat(values: Any, count: int) -> Tuple[str, bytes]:
    """A copy of so many numbers: the code of their type, `f` or `d`, and the bytes."""
    try:
        view = memoryview(values)
    except TypeError:
        view = memoryview(array.array("d", _flattened(values)))
    if view.format not in ("d", "f"):
        view = memoryview(array.array("d", _flattened(view.tolist())))
    if view.nbytes != count * view.itemsize:
        raise ValueError
    return view.format, view.tobytes()


def _flattened(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        if hasattr(value, "__len__"):
            yield from _flattened(value)
        else:
            yield value


def _rows(numbers: Tuple[str, bytes], length: int) -> Iterator[Tuple[float, ...]]:
    return struct.iter_unpack(f"{length}{numbers[0]}", numbers[1])


def _integers(values: Sequence[int]) -> array.array:
    if isinstance(values, array.array) and values.typecode == "q":
        return values
    return array.array("q", values.tolist() if hasattr(values, "tolist") else values)


def _bytes(values: Any, count: int) -> bytes:
    if isinstance(values, (bytes, bytearray)):
        answers = bytes(values)
    else:
        try:
            view = memoryview(values)
            answers = view.tobytes() if view.itemsize == 1 else bytes(map(bool, view.tolist()))
        except TypeError:
            answers = bytes(map(bool, values))
    if len(answers) != count:
        raise ValueError
    return answers


def _names(group: Group, only: Optional[Sequence[int]]) -> Sequence[str]:
    if only is None:
        return group.names
    places = _integers(only)
    if len(places) > 0 and min(places) < 0:
        raise ValueError
    return [group.names[place] for place in places]


def _json(value: Any) -> str:
    text = json.dumps(value, allow_nan=False, separators=(",", ":"), default=lambda array: array.tolist())
    json.loads(text, parse_float=_number_of_json, parse_int=_number_of_json)
    json.dumps(value, ensure_ascii=False, default=lambda array: array.tolist()).encode()  # raises where text is not Unicode
    if len(text) > _MAX_ITEM:
        raise ValueError
    return text


def _number_of_json(text: str) -> float:
    if not abs(float(text)) < _MAX_F32:
        raise ValueError
    return float(text)


def _field(key: str, value: Any) -> str:
    return f'"{key}":{_json(value)}'


def _shape(shape: Mapping[str, Any]) -> str:
    text = _field("shape", shape)
    (kind,) = shape.values()
    for size in _SIZES:
        value = kind.get(size, 1.0)
        if not all(number >= _MIN_F32 for number in (value if hasattr(value, "__len__") else [value])):
            raise ValueError
    if not 4 <= len(kind.get("points", range(4))) <= 256:
        raise ValueError
    return text


def _pose(
    position: Optional[Numbers], rotation: Optional[Numbers], scale: Optional[Numbers], matrix: Optional[Numbers]
) -> Dict[str, str]:
    fields = {}
    if matrix is not None:
        numbers = tuple(map(float, matrix))  # those of NumPy warn where these raise
        fields["matrix"] = '"matrix":' + _numbers(_SIXTEEN, numbers)
        a, b, c, _, d, e, f, _, g, h, i, *_ = numbers
        _check_inverse(a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e))
        return fields
    if position is not None:
        fields["position"] = '"position":' + _numbers(_THREE, position)
    if rotation is not None:
        rotation = tuple(rotation)
        fields["rotation"] = '"rotation":' + _numbers(_FOUR, rotation)
        if max(rotation) < _MIN_F32 and min(rotation) > -_MIN_F32:
            raise ValueError
    if scale is not None:
        scale = tuple(scale)
        fields["scale"] = '"scale":' + _numbers(_THREE, scale)
        for factor in scale:
            _check_inverse(float(factor))
    return fields


def _check_inverse(factor: float) -> None:
    """eyeline refuses a pose that has no inverse in f32."""
    if not 1.0 / abs(factor) < _MAX_F32:
        raise ValueError


# The child process. The program's side writes messages: their length in 4 bytes, and what `marshal` makes of (time or None, numbers,
# calls). `numbers` are doubles: a record a call, which begins with one of these codes. The calls that the records `_CALL` mean are in
# `calls`, in their order. The child makes the same calls to a `Client` of its own. It answers with its counts.
_CALL, _MOVE, _TURN, _MATRIX, _SEES, _VISIBLE, _RAY = (float(code) for code in range(7))
_LENGTHS = {_CALL: 1, _MOVE: 5, _TURN: 9, _MATRIX: 18, _SEES: 25, _VISIBLE: 4, _RAY: 9}
_VERDICT_CODES = {verdict: float(code) for code, verdict in enumerate(sorted(_VERDICTS))}
_WITH_PLANES, _WITH_BOX, _WITH_SPHERE = 8, 16, 32  # added to the code of the verdict
_WITH_LENGTH, _WITH_T, _WITH_POINT, _WITH_NORMAL = 1, 2, 4, 8
_HEAD = struct.Struct("<I")
_STATUS = struct.Struct("<QQ??")  # dropped, refused, connected, accepts


def _records(numbers: Sequence[float], calls: Iterable[tuple]) -> Iterator[Tuple[float, Any]]:
    """The code of each record, and its numbers or its call."""
    coming = iter(calls)
    at = 0
    while at < len(numbers):
        code = numbers[at]
        length = _LENGTHS[code]
        if code == _VISIBLE:
            what = int(numbers[at + 3])
            length += 6 * bool(what & _WITH_BOX) + 4 * bool(what & _WITH_SPHERE)
        elif code == _RAY:
            what = int(numbers[at + 1])
            length += bool(what & _WITH_LENGTH) + bool(what & _WITH_T)
            length += 3 * bool(what & _WITH_POINT) + 3 * bool(what & _WITH_NORMAL)
        yield code, next(coming) if code == _CALL else numbers[at + 1 : at + length]
        at += length


def _packed(numbers: Sequence[Any]) -> bytes:
    try:
        return struct.pack(f"{len(numbers)}d", *numbers)
    except struct.error as error:
        raise ValueError from error


def _unpacked(data: bytes) -> Tuple[float, ...]:
    return struct.unpack(f"{len(data) // 8}d", data)


def _message(time: Optional[float], numbers: bytes, calls: List[tuple]) -> bytes:
    data = marshal.dumps((time, numbers, calls), 2)
    return _HEAD.pack(len(data)) + data


def _python() -> Optional[str]:
    """The interpreter for a child process. None where the program is not a plain Python."""
    # In a virtual environment of Windows, `executable` starts the interpreter as another process.
    path = getattr(sys, "_base_executable", None) if sys.platform == "win32" else sys.executable
    known = path and os.path.basename(path).lower().startswith(("python", "pypy"))
    return path if known and not getattr(sys, "frozen", False) and os.path.isfile(__file__) else None


class _Remote(Client):
    """A client whose calls are made again in a child process."""

    def __init__(self, python: str, kind: str, name: str, target: str, limit: int) -> None:
        self._messages: Deque[bytes] = collections.deque()
        self._numbers: List[Any] = []  # the records of this tick
        self._calls: List[tuple] = []
        self._queue: Any = self._messages  # None when the client is off, as the next two
        self._extend = self._numbers.extend
        self._say = self._extend  # None when answers have nowhere to go
        self._ids: Dict[str, float] = {}  # of objects and cameras
        self._objects: Dict[str, float] = {}
        self._cameras: Dict[str, float] = {}
        self._names: Dict[float, str] = {}  # of all ids that are in `_messages`
        self._freed: List[float] = []  # ids without an entry
        self._next_id = 0.0
        self._groups: Dict[Group, int] = {}  # the numbers under which the child process has them
        self._group_names: List[Tuple[str, ...]] = []
        self._planes: Any = None  # those that are in `_numbers`
        self._limit = limit
        self._end_within = _WRITE_WITHIN if kind == "to_file" else _END_WITHIN
        self._length = 0  # bytes of `_messages`
        self._sending = memoryview(b"")  # the rest of a message that has been sent in part
        self._ticks = 0
        self._lost = 0  # ticks that did not fit into the queue
        self._left: Dict[str, List[Tuple[float, Any]]] = {}  # by name: what they changed
        self._left_groups: List[tuple] = []
        self._refused = 0  # on this side
        self._status = (0, 0, kind == "to_file", True)
        self._received = b""
        here, there = socket.socketpair()
        shared = hasattr(there, "share")  # on Windows
        try:
            self._process = subprocess.Popen(
                [python, "-I", "-S", os.path.abspath(__file__), "shared" if shared else "stdin"],
                stdin=subprocess.PIPE if shared else there,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
            if shared:
                self._process.stdin.write(there.share(self._process.pid))
                self._process.stdin.close()
        except OSError:
            here.close()
            raise
        finally:
            there.close()
        here.setblocking(False)
        self._socket = here
        self._push(_message(None, b"", [(kind, name.encode("utf-8", "replace").decode("utf-8"), target, limit)]))
        _remotes.add(self)
        atexit.register(self.close)

    @property
    def refused(self) -> int:
        self._look()
        return self._refused + self._status[1]

    @property
    def dropped(self) -> int:
        self._look()
        return self._lost + self._status[0]

    @property
    def connected(self) -> bool:
        self._look()
        return self._extend is not None and self._status[2]

    def remove(self, name: str) -> None:
        if self._extend is None:
            return
        code = self._ids.pop(name, None)
        if code is None:
            self._refused += 1
            return
        self._objects.pop(name, None)
        self._cameras.pop(name, None)
        self._freed.append(code)
        self._call("remove", self._names[code], code)

    def pose(
        self, name: str, position: Numbers, rotation: Optional[Numbers] = None, scale: Optional[Numbers] = None
    ) -> None:
        extend = self._extend
        if extend is None:
            return
        try:
            if scale is not None or position is None:
                self._call("place", self._names[self._ids[name]], _pose(position, rotation, scale, None))
                return
            x, y, z = position
            if rotation is None:
                extend((_MOVE, self._ids[name], x, y, z))
            else:
                a, b, c, d = rotation
                extend((_TURN, self._ids[name], x, y, z, a, b, c, d))
        except _REFUSED:
            self._refused += 1

    def matrix(self, name: str, numbers: Numbers) -> None:
        extend = self._extend
        if extend is None:
            return
        try:
            record = (_MATRIX, self._ids[name], *numbers)
            if len(record) != 18:
                raise ValueError
        except _REFUSED:
            self._refused += 1
            return
        extend(record)

    def shape(self, name: str, shape: Mapping[str, Any]) -> None:
        if self._extend is None:
            return
        try:
            self._call("shape", self._names[self._objects[name]], _shape(shape))
        except _REFUSED:
            self._refused += 1

    def said_visibility(
        self,
        camera: str,
        object: str,
        verdict: str,
        planes: Optional[Iterable[Numbers]] = None,
        box: Optional[Mapping[str, Numbers]] = None,
        sphere: Optional[Mapping[str, Any]] = None,
    ) -> None:
        extend = self._say
        if extend is None:
            return
        try:
            if planes is None and box is None and sphere is None:
                extend((_VISIBLE, self._cameras[camera], self._objects[object], _VERDICT_CODES[verdict]))
                return
            of, seen, what = self._cameras[camera], self._objects[object], _VERDICT_CODES[verdict]
            inputs: Tuple[Any, ...] = ()
            if box is not None:
                what += _WITH_BOX
                x, y, z = box["min"]
                a, b, c = box["max"]
                inputs = (x, y, z, a, b, c)
            if sphere is not None:
                what += _WITH_SPHERE
                x, y, z = sphere["center"]
                inputs += (x, y, z, sphere["radius"])
            if planes is not None:
                what += _WITH_PLANES
                self._see(planes)
            extend((_VISIBLE, of, seen, what, *inputs))
        except _REFUSED:
            self._refused += 1

    def said_ray(
        self,
        ray: Union[str, Mapping[str, Any]],
        hit: Optional[str],
        t: Optional[float] = None,
        point: Optional[Numbers] = None,
        normal: Optional[Numbers] = None,
    ) -> None:
        extend = self._say
        if extend is None:
            return
        try:
            code = -1.0 if hit is None else self._objects[hit]
            if isinstance(ray, str) or ray.get("mask") is not None:
                self._call("said", _ray(ray, "null" if hit is None else _json(hit), t, point, normal))
                return
            x, y, z = ray["origin"]
            a, b, c = ray["direction"]
            what = 0.0
            inputs: Tuple[Any, ...] = ()
            length = ray.get("length")
            if length is not None:
                what += _WITH_LENGTH
                inputs = (length,)
            if t is not None:
                what += _WITH_T
                inputs += (t,)
            if point is not None:
                what += _WITH_POINT
                d, e, f = point
                inputs += (d, e, f)
            if normal is not None:
                what += _WITH_NORMAL
                d, e, f = normal
                inputs += (d, e, f)
            extend((_RAY, what, code, x, y, z, a, b, c, *inputs))
        except _REFUSED:
            self._refused += 1

    def said_pairs(self, pairs: Iterable[Tuple[str, str]]) -> None:
        if self._say is None:
            return
        known = []
        for a, b in pairs:
            try:
                known.append((self._names[self._objects[a]], self._names[self._objects[b]]))
            except _REFUSED:
                self._refused += 1
        self._call("pairs", known)

    def said_agent(self, agent: str, status: Optional[str] = None, running: Any = None) -> None:
        if self._say is None:
            return
        try:
            self._call("said", _agent(agent, status, running))
        except _REFUSED:
            self._refused += 1

    def poses(
        self, group: Group, positions: Numbers, rotations: Optional[Numbers] = None, only: Optional[Sequence[int]] = None
    ) -> None:
        if self._extend is None:
            return
        try:
            places, count = _only(group, only)
            turns = None if rotations is None else _flat(rotations, 4 * count)
            self._call("poses", self._number_of(group), _flat(positions, 3 * count), turns, places)
        except _REFUSED:
            self._refused += 1

    def matrices(self, group: Group, numbers: Numbers, only: Optional[Sequence[int]] = None) -> None:
        if self._extend is None:
            return
        try:
            places, count = _only(group, only)
            self._call("matrices", self._number_of(group), _flat(numbers, 16 * count), places)
        except _REFUSED:
            self._refused += 1

    def said_visibilities(
        self, camera: str, group: Group, visible: Sequence[int], planes: Optional[Iterable[Numbers]] = None
    ) -> None:
        if self._say is None:
            return
        try:
            answers = _bytes(visible, len(group.names))
            if planes is not None:
                self._see(planes)
            self._call("visibilities", camera, self._number_of(group), answers, planes is not None)
        except _REFUSED:
            self._refused += 1

    def said_rays(
        self,
        group: Group,
        origins: Numbers,
        directions: Numbers,
        hits: Sequence[int],
        t: Optional[Numbers] = None,
        points: Optional[Numbers] = None,
        normals: Optional[Numbers] = None,
        length: Optional[float] = None,
    ) -> None:
        if self._say is None:
            return
        try:
            places = _integers(hits)
            count = len(places)
            self._call(
                "rays",
                self._number_of(group),
                _flat(origins, 3 * count),
                _flat(directions, 3 * count),
                places.tobytes(),
                None if t is None else _flat(t, count),
                None if points is None else _flat(points, 3 * count),
                None if normals is None else _flat(normals, 3 * count),
                None if length is None else float(length),
            )
        except _REFUSED:
            self._refused += 1

    def tick(self, time: float) -> None:
        if self._extend is None:
            return
        if not math.isfinite(time):
            self._refused += 1
            return
        try:
            data = _packed(self._numbers)
        except _REFUSED:
            data = self._packed_valid()
        message = _message(float(time), data, self._calls)
        self._numbers.clear()
        self._calls = []
        self._planes = None
        self._ticks += 1
        if self._ticks % 8 == 0:
            self._receive()
        self._push(message)
        if self._freed and not self._messages:
            for code in self._freed:
                del self._names[code]
            self._freed = []

    def close(self) -> None:
        if self._extend is None:
            return
        atexit.unregister(self.close)
        self._queue = self._extend = self._say = None
        end = time.monotonic() + self._end_within
        try:
            self._socket.settimeout(self._end_within)
            while self._next():
                self._socket.settimeout(max(0.001, end - time.monotonic()))
                self._sending = self._sending[self._socket.send(self._sending) :]
            self._socket.shutdown(socket.SHUT_WR)
            while self._read():
                self._socket.settimeout(max(0.001, end - time.monotonic()))
        except OSError:  # also of a time that is over
            pass
        self._end(max(0.1, end - time.monotonic()))

    def _put(self, kind: str, name: str, fields: Dict[str, str]) -> None:
        name = str.__str__(name)  # no class that is derived from it
        code = self._ids.get(name)
        if code is None:
            code = self._next_id
            self._next_id += 1.0
            self._ids[name] = code
            self._names[code] = name
        of, other = (self._objects, self._cameras) if kind == "objects" else (self._cameras, self._objects)
        of[name] = code
        other.pop(name, None)
        self._call("put", name, code, kind, fields)

    def _refuse(self) -> None:
        self._refused += 1

    def _call(self, *call: Any) -> None:
        self._numbers.append(_CALL)
        self._calls.append(call)

    def _number_of(self, group: Group) -> int:
        number = self._groups.get(group)
        if number is None:
            number = self._groups[group] = len(self._group_names)
            self._group_names.append(group.names)
            self._call("group", number, group.names)
        return number

    def _see(self, planes: Any) -> None:
        # All objects are tested with the same planes, so they are sent once a tick. The program may change its lists.
        if self._planes is not None and type(planes) is list and planes == self._planes:
            return
        planes = [list(plane) for plane in planes]
        numbers = [number for plane in planes for number in plane]
        if len(planes) != 6 or any(len(plane) != 4 for plane in planes):
            raise ValueError
        _packed(numbers)
        self._planes = planes
        self._numbers.append(_SEES)
        self._numbers += numbers

    def _packed_valid(self) -> bytes:
        """The records of this tick without those that have something else than numbers."""
        calls, kept = [], []
        for code, fields in _records(self._numbers, self._calls):
            if code == _CALL:
                kept.append(code)
                calls.append(fields)
                continue
            try:
                _packed(fields)
                kept += [code, *fields]
            except _REFUSED:
                self._refused += 1
        self._calls = calls
        return _packed(kept)

    def _push(self, message: bytes) -> None:
        while self._messages and self._length + len(message) > self._limit:
            oldest = self._messages.popleft()
            self._length -= len(oldest)
            self._lose(oldest)
        self._messages.append(message)
        self._length += len(message)
        self._flush()

    def _flush(self) -> None:
        """Sends what the child process takes now."""
        try:
            while self._next():
                self._sending = self._sending[self._socket.send(self._sending) :]
        except (BlockingIOError, InterruptedError):
            pass
        except OSError:  # the child process has ended
            self._queue = self._extend = self._say = None
            self._end(0.1)

    def _next(self) -> bool:
        """Makes `_sending` what is to be sent next, if there is something."""
        if self._sending:
            return True
        if self._left or self._left_groups:
            self._sending = memoryview(self._changes_left())
        elif self._messages:
            message = self._messages.popleft()
            self._length -= len(message)
            self._sending = memoryview(message)
        return bool(self._sending)

    def _lose(self, message: bytes) -> None:
        """Keeps what a tick that is dropped has changed, the last of it for each name."""
        self._lost += 1
        _, data, calls = marshal.loads(message[_HEAD.size :])
        for code, fields in _records(_unpacked(data), calls):
            if code in (_MOVE, _TURN, _MATRIX):
                self._leave(self._names[fields[0]], code, fields)
            elif code == _CALL:
                kind, *arguments = fields
                if kind == "group":
                    self._left_groups.append(fields)
                elif kind in ("put", "remove", "shape", "place"):
                    self._leave(arguments[0], code, fields)
                elif kind in ("poses", "matrices"):
                    self._leave_all(kind, *arguments)

    def _leave_all(self, kind: str, number: int, numbers: tuple, *others: Any) -> None:
        names = self._group_names[number]
        if others[-1] is not None:
            places = array.array("q", others[-1])
            names = [names[place] for place in places]
        turns = others[0] if kind == "poses" else None
        rows: Iterable[Tuple[float, ...]] = _rows(numbers, 16 if kind == "matrices" else 3)
        if turns is not None:
            rows = (place + turn for place, turn in zip(rows, _rows(turns, 4)))
        code = _MATRIX if kind == "matrices" else _MOVE if turns is None else _TURN
        for name, row in zip(names, rows):
            if name in self._ids:
                self._leave(name, code, (self._ids[name], *row))
            else:
                self._refused += 1

    def _leave(self, name: str, code: float, fields: Any) -> None:
        left = self._left.setdefault(name, [])
        if code == _CALL:
            kind = fields[0]
            if kind in ("put", "remove"):
                left.clear()
            elif kind == "shape":
                left[:] = [record for record in left if record[0] != _CALL or record[1][0] != "shape"]
            elif left and _is_pose(left[-1]):
                fields = ("place", name, {**_pose_of(left.pop()), **fields[2]})
            left.append((code, fields))
            return
        if not all(-_MAX_F32 < number < _MAX_F32 for number in fields):
            self._refused += 1
            return
        if code == _TURN and all(-_MIN_F32 < number < _MIN_F32 for number in fields[4:]):
            self._refused += 1
            return
        if code == _MATRIX:
            try:
                _pose(None, None, None, fields[1:])
            except _REFUSED:
                self._refused += 1
                return
            left[:] = [record for record in left if record[0] != _MATRIX and not _is_pose(record)]
        elif left and _is_pose(left[-1]):
            before = left.pop()
            if before[0] == _CALL:
                left.append((_CALL, ("place", name, {**_pose_of(before), **_pose_of((code, fields))})))
                return
            if before[0] == _TURN and code == _MOVE:
                code, fields = _TURN, (*fields, *before[1][4:])
        left.append((code, fields))

    def _changes_left(self) -> bytes:
        """A message with what the dropped ticks have changed. Names that went away come first."""
        records = [record for left in self._left.values() for record in left]
        records.sort(key=lambda record: record[0] != _CALL or record[1][0] != "remove")
        numbers: List[float] = [_CALL] * (len(self._left_groups) + 1)
        calls = [*self._left_groups, ("gap",)]
        for code, fields in records:
            numbers.append(code)
            if code == _CALL:
                calls.append(fields)
            else:
                numbers += fields
        self._left = {}
        self._left_groups = []
        return _message(None, _packed(numbers), calls)

    def _look(self) -> None:
        if self._extend is not None:
            self._receive()
            self._flush()

    def _receive(self) -> None:
        try:
            self._read()
        except OSError:  # there is nothing, or the child process has ended, which the next message finds out
            pass

    def _read(self) -> bool:
        data = self._socket.recv(1 << 16)
        self._received += data
        count = len(self._received) // _STATUS.size
        if count > 0:
            self._status = _STATUS.unpack_from(self._received, (count - 1) * _STATUS.size)
            self._received = self._received[count * _STATUS.size :]
            if self._extend is not None:
                self._say = self._extend if self._status[3] else None
        return bool(data)

    def _end(self, seconds: float) -> None:
        self._socket.close()
        self._lost += len(self._messages) + bool(self._sending)
        self._messages.clear()
        self._sending = memoryview(b"")
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _forked(self) -> None:
        """A copy of the program by `fork` has no child process: its client is off."""
        self._queue = self._extend = self._say = None
        self._socket.close()
        atexit.unregister(self.close)


_remotes: "weakref.WeakSet[_Remote]" = weakref.WeakSet()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: [client._forked() for client in list(_remotes)])


def _only(group: Group, only: Optional[Sequence[int]]) -> Tuple[Optional[bytes], int]:
    if only is None:
        return None, len(group.names)
    places = _integers(only)
    if len(places) > 0 and not 0 <= min(places) <= max(places) < len(group.names):
        raise ValueError
    return places.tobytes(), len(places)


def _is_pose(record: Tuple[float, Any]) -> bool:
    return record[0] in (_MOVE, _TURN) or (record[0] == _CALL and record[1][0] == "place")


def _pose_of(record: Tuple[float, Any]) -> Dict[str, str]:
    code, fields = record
    if code == _CALL:
        return fields[2]
    return _pose(fields[1:4], None if code == _MOVE else fields[4:], None, None)


class _Replay:
    """What the child process does with the messages."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.names: Dict[float, str] = {}
        self.groups: Dict[int, Group] = {}
        self.planes: List[Tuple[float, ...]] = []

    def run(self, numbers: Sequence[float], calls: Iterable[tuple]) -> None:
        client, names = self.client, self.names
        for code, fields in _records(numbers, calls):
            if code == _TURN:
                client.pose(names[fields[0]], fields[1:4], fields[4:])
            elif code == _MOVE:
                client.pose(names[fields[0]], fields[1:])
            elif code == _VISIBLE:
                self.visible(*fields)
            elif code == _RAY:
                self.ray(fields)
            elif code == _MATRIX:
                client.matrix(names[fields[0]], fields[1:])
            elif code == _SEES:
                self.planes = [fields[i : i + 4] for i in range(0, 24, 4)]
            else:
                getattr(self, fields[0])(*fields[1:])

    def visible(self, camera: float, object: float, what: float, *inputs: float) -> None:
        flags = int(what)
        box = {"min": inputs[:3], "max": inputs[3:6]} if flags & _WITH_BOX else None
        sphere = {"center": inputs[-4:-1], "radius": inputs[-1]} if flags & _WITH_SPHERE else None
        planes = self.planes if flags & _WITH_PLANES else None
        self.client.said_visibility(self.names[camera], self.names[object], _VERDICT_OF[flags & 7], planes, box, sphere)

    def ray(self, fields: Sequence[float]) -> None:
        flags = int(fields[0])
        ray: Dict[str, Any] = {"origin": fields[2:5], "direction": fields[5:8]}
        at = 8
        t = point = normal = None
        if flags & _WITH_LENGTH:
            ray["length"] = fields[at]
            at += 1
        if flags & _WITH_T:
            t = fields[at]
            at += 1
        if flags & _WITH_POINT:
            point = fields[at : at + 3]
            at += 3
        if flags & _WITH_NORMAL:
            normal = fields[at:]
        self.client.said_ray(ray, None if fields[1] < 0 else self.names[fields[1]], t, point, normal)

    def put(self, name: str, code: float, kind: str, fields: Dict[str, str]) -> None:
        self.names[code] = name
        self.client._put(kind, name, fields)

    def remove(self, name: str, code: float) -> None:
        self.names.pop(code, None)
        if name in self.client._entries:  # it may have come and gone in ticks that were dropped
            self.client.remove(name)

    def shape(self, name: str, text: str) -> None:
        self.client._change(self.client._entries[name], {"shape": text})

    def place(self, name: str, fields: Dict[str, str]) -> None:
        self.client._place(self.client._entries[name], fields)

    def said(self, text: str) -> None:
        if self.client._queue.accepts:
            self.client._said.append(text)

    def pairs(self, pairs: List[Tuple[str, str]]) -> None:
        self.client.said_pairs(pairs)

    def group(self, number: int, names: Tuple[str, ...]) -> None:
        self.groups[number] = Group(names)

    def poses(self, group: int, positions: tuple, rotations: Optional[tuple], only: Optional[bytes]) -> None:
        self.client.poses(self.groups[group], _array(positions), _array(rotations), _places(only))

    def matrices(self, group: int, numbers: tuple, only: Optional[bytes]) -> None:
        self.client.matrices(self.groups[group], _array(numbers), _places(only))

    def visibilities(self, camera: str, group: int, visible: bytes, planes: bool) -> None:
        self.client.said_visibilities(camera, self.groups[group], visible, self.planes if planes else None)

    def rays(self, group: int, origins: tuple, directions: tuple, hits: bytes, *answer: Any) -> None:
        t, points, normals, length = answer
        self.client.said_rays(
            self.groups[group], _array(origins), _array(directions), _places(hits), _array(t), _array(points), _array(normals), length
        )

    def gap(self) -> None:
        self.client._next_keyframe = -math.inf


_VERDICT_OF = sorted(_VERDICTS)


def _array(numbers: Optional[Tuple[str, bytes]]) -> Any:
    return None if numbers is None else memoryview(numbers[1]).cast(numbers[0])


def _places(numbers: Optional[bytes]) -> Any:
    return None if numbers is None else array.array("q", numbers)


def _child() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # which a terminal sends to both processes
    shared = sys.argv[1] == "shared"
    pipe = socket.fromshare(sys.stdin.buffer.read()) if shared else socket.socket(fileno=os.dup(0))
    if not shared:
        os.close(0)
    pipe.settimeout(_LOOK_EVERY)
    parent = os.getppid()
    replay: Optional[_Replay] = None
    sent = None
    data = bytearray()

    def answer() -> None:
        nonlocal sent
        client = replay.client
        status = (client.dropped, client.refused, client.connected, client._queue is not None and client._queue.accepts)
        if status != sent:
            try:
                pipe.send(_STATUS.pack(*status))
                sent = status
            except OSError:
                pass  # the program does not read now, or has ended

    while os.getppid() == parent:
        try:
            part = pipe.recv(1 << 20)
        except socket.timeout:
            if replay is not None:
                answer()
            continue
        except OSError:
            break
        if not part:
            break
        data += part
        while len(data) >= _HEAD.size:
            end = _HEAD.size + _HEAD.unpack_from(data)[0]
            if len(data) < end:
                break
            moment, numbers, calls = marshal.loads(bytes(data[_HEAD.size : end]))
            del data[:end]
            if replay is None:
                kind, name, target, limit = calls[0]
                replay = _Replay(globals()[kind](name, target, limit, process=False))
                continue
            replay.run(_unpacked(numbers), calls)
            if moment is not None:
                replay.client.tick(moment)
            answer()
    if replay is not None:
        replay.client.close()
        answer()


if __name__ == "__main__":
    _child()
