"""A decoder of the binary wire, made from docs/protocol.md alone and on top of somebody else's CBOR (python3-cbor2),
so that it shares neither code nor mistakes with ours.
"""

import io

import cbor2

FIELDS = {
    0: ("hello", None),
    1: ("record", "seq time level label message metadata file function line thread cut"),
    2: ("gap", "first last count reason time"),
    3: ("heartbeat", "time monotonic next done sent token"),
    4: ("bye", "reason"),
    5: ("error", "code explanation"),
}
HELLO_KEYS = "version id boot name host pid time monotonic oldest next start level labels maxFrame".split()
FIRST_FRAME_LIMIT = 64 * 1024


class WireError(Exception):
    """The peer broke the protocol."""


class FrameReader:
    """Cuts a stream, fed in pieces of any size, into items: dictionaries with `kind` and the item's fields."""

    def __init__(self):
        self._buffer = bytearray()
        self._limit = FIRST_FRAME_LIMIT

    @property
    def is_inside_frame(self):
        return bool(self._buffer)

    def feed(self, data):
        """Returns the items that are whole now."""
        self._buffer += data
        items = []
        while (frame := self._next_frame()) is not None:
            items.append(self._decode(frame))
        return items

    def _next_frame(self):
        if len(self._buffer) < 4:
            return None
        length = int.from_bytes(self._buffer[:4], "big")
        if not 0 < length <= self._limit:
            raise WireError(f"a frame of {length} bytes, where at most {self._limit} are allowed")
        if len(self._buffer) < 4 + length:
            return None
        frame = bytes(self._buffer[4 : 4 + length])
        del self._buffer[: 4 + length]
        return frame

    def _decode(self, frame):
        rest = io.BytesIO(frame)
        array = cbor2.load(rest)
        if rest.read(1):
            raise WireError("bytes after the frame's array")
        # Shortest integers, definite lengths, in the written order: cbor2's own encoder writes exactly that.
        if cbor2.dumps(array) != frame:
            raise WireError(f"not the shortest encoding: {frame.hex()}")
        item = self._name_fields(array)
        if item["kind"] == "hello":
            self._limit = item["maxFrame"]
        return item

    def _name_fields(self, array):
        number, *values = array
        kind, names = FIELDS[number]
        if kind == "hello":
            (values,) = values
            if list(values) != HELLO_KEYS:
                raise WireError(f"a hello with {list(values)}")
            return {"kind": kind, **values}
        if len(values) != len(names.split()):
            raise WireError(f"a {kind} with {len(values)} fields")
        return {"kind": kind, **dict(zip(names.split(), values))}
