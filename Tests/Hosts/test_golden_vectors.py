"""The checked-in bytes and what they mean, read by a decoder that was written from the protocol's description alone."""

import datetime
import json
import pathlib
import unittest

import cbor2

from support.wire import FIRST_FRAME_LIMIT, FrameReader, WireError

VECTORS = pathlib.Path(__file__).parent.parent / "Vectors"
LEVELS = ["trace", "debug", "info", "notice", "warning", "error", "critical"]


class GoldenVectors(unittest.TestCase):
    def test_every_item_is_read_as_what_its_json_says(self):
        vectors = json.loads((VECTORS / "items.json").read_text())
        self.assertGreater(len(vectors), 20)
        for vector in vectors:
            with self.subTest(vector["name"]):
                (item,) = FrameReader().feed(bytes.fromhex(vector["hex"]))
                self.assertEqual(as_json(item), vector["item"])

    def test_bytes_that_are_wrong_are_no_items(self):
        vectors = json.loads((VECTORS / "errors.json").read_text())
        self.assertGreater(len(vectors), 20)
        for vector in vectors:
            data = bytes.fromhex(vector["hex"])
            with self.subTest(vector["name"]):
                # The length is looked at before anything else, and is all that is wrong there.
                length = int.from_bytes(data[:4], "big")
                by_length = "emptyFrame" if length == 0 else "frameTooLong" if length > FIRST_FRAME_LIMIT else None
                self.assertEqual(vector["error"] in ("emptyFrame", "frameTooLong"), by_length is not None)
                self.assertIn(vector["error"], (by_length,) if by_length else ("malformed", "tooDeep", "unexpected"))
                with self.assertRaises(REFUSALS):
                    for item in FrameReader().feed(data):
                        check(item)

    def test_the_checks_let_every_item_through(self):
        for vector in json.loads((VECTORS / "items.json").read_text()):
            with self.subTest(vector["name"]):
                for item in FrameReader().feed(bytes.fromhex(vector["hex"])):
                    check(item)


# What the decoder raises for what is no item.
REFUSALS = (WireError, cbor2.CBORDecodeError, KeyError, TypeError, ValueError)

NUMBERS = "seq monotonic next done sent oldest start maxFrame version".split()
TEXTS = "label message reason code explanation id boot name host".split()


def check(item):
    """Checks the types of an item's fields, which the decoder leaves to its user."""
    for field, value in item.items():
        if field in NUMBERS and not (type(value) is int and value >= 0):
            raise WireError(f"{field} is {value}")
        if field == "time" and type(value) is not int:
            raise WireError(f"time is {value}")
        if field == "level" and value not in range(len(LEVELS)):
            raise WireError(f"level is {value}")
        if field in TEXTS and type(value) is not str:
            raise WireError(f"{field} is {value}")
        if field in ("file", "function", "token") and not (value is None or type(value) is str):
            raise WireError(f"{field} is {value}")
        if field == "metadata":
            check_metadata(value)
    if item["kind"] == "gap":
        check_gap(item)


def check_metadata(value):
    if value is not None and type(value) is not dict:
        raise WireError(f"metadata is {value}")
    for inner in (value or {}).values():
        check_value(inner, 2)


def check_value(value, depth):
    if depth > 16:
        raise WireError("nested too deep")
    if type(value) not in (str, list, dict):
        raise WireError(f"a value of metadata is {value}")
    for inner in value.values() if type(value) is dict else value if type(value) is list else []:
        check_value(inner, depth + 1)


def check_gap(gap):
    first, last, count = gap["first"], gap["last"], gap["count"]
    if first is not None and last < first:
        raise WireError("a gap that ends before it begins")
    if first is not None and count is not None and count != last - first + 1:
        raise WireError("a gap whose count isn't that of its range")


def as_json(item):
    """An item of the binary stream as the protocol says that it looks in JSON."""
    item = dict(item)
    if "time" in item:
        item["time"] = rfc3339(item["time"])
    if item["kind"] in ("record", "hello"):
        item["level"] = LEVELS[item["level"]]
    return item


def rfc3339(nanoseconds):
    seconds, fraction = divmod(nanoseconds, 1_000_000_000)
    days, rest = divmod(seconds, 86_400)
    year, month, day = civil(days)
    return f"{year:04}-{month:02}-{day:02}T{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}.{fraction:09}Z"


def civil(days):
    """Python's own dates have no nanoseconds, but they count days as everybody does."""
    date = datetime.date(1970, 1, 1) + datetime.timedelta(days=days)
    return date.year, date.month, date.day


if __name__ == "__main__":
    unittest.main()
