"""The client of eyeline for Python.

It sends the world of a program, and what the program itself answered, as a trace: one JSON object a line, over TCP or into a file.
Coordinates are right-handed with +Y up, in metres; times are in seconds; quaternions are x, y, z, w.

A client is used from one thread. It formats lines there, and a thread of its own writes them: no call waits for eyeline or a disk.
"""

from __future__ import annotations

import atexit
import collections
import io
import json
import math
import os
import socket
import threading
from typing import Any, Deque, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union

__all__ = ["Client", "connect", "off", "to_file"]

Numbers = Iterable[float]
"""A list, a tuple, or an array of NumPy."""

_MAX_LINE = 16 * 1024 * 1024
_MAX_ITEM = _MAX_LINE // 4  # of a line
_MAX_QUEUE = 4 * 1024 * 1024
_MAX_F32 = 3.4028235677973366e38  # from here on, a number rounds to an infinite f32
_MIN_F32 = 2.0**-149
_KEYFRAME_EVERY = 5.0  # seconds of trace time
_RETRY_AFTER = 1.0  # seconds
_CLOSE_WITHIN = 1.0  # seconds

_VERDICTS = frozenset(["inside", "outside", "intersect", "visible", "culled"])
_SIZES = ("half_extents", "radius", "half_height", "height")

_NUMBER = "%.9g"  # nine digits tell all f32 apart
_THREE, _FOUR, _SIXTEEN = ("[" + ",".join([_NUMBER] * count) + "]" for count in (3, 4, 16))
_PLANES = "[" + ",".join([_FOUR] * 6) + "]"

# What a value that eyeline could not read raises, such as NaN, a list of the wrong length, or no number at all.
_REFUSED = (ArithmeticError, AttributeError, KeyError, TypeError, ValueError)


def connect(name: str, address: str = "127.0.0.1:7420", queue: int = _MAX_QUEUE) -> Client:
    """Makes a client that sends to `eyeline live`.

    `name` is that of the trace, `queue` the number of bytes that may wait.
    """
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdigit():
        raise ValueError(f"the address `{address}` is not HOST:PORT")
    lines = _Queue(queue)
    return Client(name, lines, _Tcp(lines, (host.strip("[]"), int(port))))


def to_file(name: str, path: Union[str, "os.PathLike[str]"], queue: int = _MAX_QUEUE) -> Client:
    """Makes a client that writes a new file. Raises the error of a file that cannot be opened."""
    lines = _Queue(queue)
    return Client(name, lines, _File(lines, open(path, "wb", buffering=0)))


def off() -> Client:
    """Makes a client that does nothing. Each call costs one branch."""
    return Client("", None, None)


class Client:
    """The world of a program and what changed in it since the last tick. Made by `connect`, `to_file` and `off`.

    No call raises because of what a program computes: an entry that eyeline could not read, such as a pose with NaN, is left out
    and counted in `refused`.
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
        """The number of lines that were dropped, because the queue was full or a connection ended."""
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
            self._put("objects", name, texts)
        except _REFUSED:
            self.refused += 1

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
            self._put("cameras", name, texts)
        except _REFUSED:
            self.refused += 1

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
            if isinstance(ray, str):
                text = '{"ray":' + _json(ray)
            else:
                text = f'{{"ray":{{"origin":{_numbers(_THREE, ray["origin"])},"direction":{_numbers(_THREE, ray["direction"])}'
                if ray.get("length") is not None:
                    text += f',"length":{_number(ray["length"])}'
                if ray.get("mask") is not None:
                    text += f',"mask":{_json(ray["mask"])}'
                text += "}"
            text += ',"hit":' + ("null" if hit is None else self._object(hit).quoted)
            if t is not None:
                text += f',"t":{_number(t)}'
            if point is not None:
                text += f',"point":{_numbers(_THREE, point)}'
            if normal is not None:
                text += f',"normal":{_numbers(_THREE, normal)}'
        except _REFUSED:
            self.refused += 1
            return
        self._said.append(text + "}")

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
            text = '{"agent":' + _json(agent)
            if status is not None:
                text += ',"status":' + _json(status)
            if running is not None:
                text += ',"running":' + _json(running)
        except _REFUSED:
            self.refused += 1
            return
        self._said.append(text + "}")

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
        """Turns the client off, and writes what waits, for a second at most. The end of a program closes its clients too."""
        queue, sink = self._queue, self._sink
        if queue is None or sink is None:
            return
        atexit.unregister(self.close)
        self._queue = self._sink = None
        queue.end()
        sink.join(_CLOSE_WITHIN)
        self._dropped = queue.dropped

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _object(self, name: str) -> _Entry:
        entry = self._entries[name]
        if entry.kind != "objects":
            raise ValueError
        return entry

    def _put(self, kind: str, name: str, fields: Dict[str, str]) -> None:
        if not name or not isinstance(name, str):
            raise ValueError
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
