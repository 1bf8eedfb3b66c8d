"""The binary stream, decoded by a program that was written from the protocol's description alone."""

import random
import unittest

import cbor2

from support.output import ByteOutput
from support.programs import Publisher
from support.testcase import HostsTestCase
from support.wire import FrameReader, WireError

LINES = 1_000


class IndependentDecoder(HostsTestCase):
    def setUp(self):
        super().setUp()
        segment = self.network.add_segment()
        alpha, beta = (self.network.add_host(name, segment) for name in ("alpha", "beta"))
        app = Publisher(alpha, "orders")
        self.lines = [line(number) for number in range(LINES)]
        app.write_lines(self.lines)
        viewer = beta.start(["nc", alpha.ipv4, str(app.port)], output=ByteOutput)
        viewer.write(b"ZXLOG/1 cbor level=debug label=stdin heartbeat=1\n")
        self.stream = viewer.stdout.wait_for(has_everything, "all records and a heartbeat")

    def test_a_thousand_frames_fed_one_byte_at_a_time_decode_to_what_was_logged(self):
        reader = FrameReader()
        items = [item for index in range(len(self.stream)) for item in reader.feed(self.stream[index : index + 1])]
        self.check(items)

    def test_a_thousand_random_chunkings_decode_to_what_was_logged(self):
        seed = random.SystemRandom().getrandbits(32)
        print(f"\nseed: {seed}", flush=True)
        randomness = random.Random(seed)
        whole = FrameReader().feed(self.stream)
        self.check(whole)
        for round in range(1_000):
            reader = FrameReader()
            items = []
            for chunk in chunks(self.stream, randomness):
                items += reader.feed(chunk)
            self.assertTrue(items == whole, f"round {round} of seed {seed}")

    def check(self, items):
        self.assertEqual(items[0]["kind"], "hello")
        self.assertEqual(items[0]["version"], 1)
        self.assertEqual(items[0]["labels"], ["stdin"])
        records = [item for item in items if item["kind"] == "record"]
        self.assert_same_lines([record["message"] for record in records], self.lines)
        self.assertIn("heartbeat", [item["kind"] for item in items])
        for record in records:
            self.assertEqual((record["level"], record["label"], record["cut"]), (2, "stdin", None))


class Decoder(unittest.TestCase):
    """That the decoder itself would notice."""

    def test_a_frame_of_no_bytes_is_an_error(self):
        with self.assertRaises(WireError):
            FrameReader().feed(b"\0\0\0\0")

    def test_a_frame_above_the_limit_is_an_error_before_its_bytes_come(self):
        with self.assertRaises(WireError):
            FrameReader().feed((64 * 1024 + 1).to_bytes(4, "big"))

    def test_an_integer_that_is_longer_than_needed_is_an_error(self):
        with self.assertRaises(WireError):
            FrameReader().feed(frame(bytes.fromhex("82 18 04 61 78")))

    def test_a_record_with_a_field_too_few_is_an_error(self):
        with self.assertRaises(WireError):
            FrameReader().feed(frame(cbor2.dumps([1, 1, 0, 2, "label", "message", None, "file", "function", 1, 1])))

    def test_a_good_frame_is_an_item_as_soon_as_its_last_byte_is_there(self):
        data = frame(cbor2.dumps([4, "shutdown"]))
        reader = FrameReader()
        self.assertEqual(reader.feed(data[:-1]), [])
        self.assertTrue(reader.is_inside_frame)
        self.assertEqual(reader.feed(data[-1:]), [{"kind": "bye", "reason": "shutdown"}])
        self.assertFalse(reader.is_inside_frame)


def line(number):
    """Lines in several scripts and of many lengths: CBOR writes a length in 0, 1, 2 or 4 further bytes."""
    return f"line {number} " + "aé€🎈"[number % 4] * (70_000 if number == LINES // 2 else number * 37 % 400)


def frame(body):
    return len(body).to_bytes(4, "big") + body


def has_everything(stream):
    items = FrameReader().feed(stream)
    kinds = [item["kind"] for item in items]
    return kinds.count("record") >= LINES and "heartbeat" in kinds


def chunks(data, randomness):
    """Cuts data into pieces whose sizes are spread over all magnitudes."""
    position = 0
    while position < len(data):
        size = 1 << randomness.randrange(17)
        size = randomness.randint(1, size)
        yield data[position : position + size]
        position += size


if __name__ == "__main__":
    unittest.main()
