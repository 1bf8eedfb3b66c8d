"""A thousand viewers of one app: all get the same bytes, and those that are looked at closely get every line."""

import resource
import selectors
import socket
import unittest
import zlib

from support.processes import RunningProcess, until_our_end
from support.programs import Publisher
from support.testcase import HostsTestCase, Stopwatch
from support.wire import FrameReader

VIEWERS = 1_000
CLOSE_LOOKS = 10
LINES = 50_000
CHUNK = 1_000
# From then on one viewer reads nothing, and another is cut, until half of the lines are there.
TROUBLE, RECOVERY = LINES // 4, LINES // 2


class ThousandViewers(HostsTestCase):
    def test_all_get_the_same_bytes_and_some_are_checked_line_by_line(self):
        allow_descriptors(VIEWERS + 200)
        app = Publisher(ThisHost(self), "crowd", "--viewers", VIEWERS + 20, "--access", "loopback", "--no-advertise")
        crowd = Crowd("127.0.0.1", app.port)
        self.addCleanup(crowd.close)
        watch = Stopwatch()
        self.feed(app, crowd)
        crowd.read_until(lambda: crowd.everybody_has(crowd.looks[0].byte_count))
        self.measured(f"{LINES:,} lines to {VIEWERS:,} viewers", watch.seconds)
        expected = [line(number) for number in range(LINES)]
        for viewer in crowd.looks:
            self.assert_same_lines(viewer.messages, expected)
            self.assertEqual(viewer.gaps, 0)
        sums = {(viewer.byte_count, viewer.checksum) for viewer in crowd.others}
        self.assertEqual(len(sums), 1, "all others got the same bytes")

    def feed(self, app, crowd):
        """Logs all lines, at the pace of those who are looked at closely."""
        for first in range(0, LINES, CHUNK):
            if first == TROUBLE:
                crowd.looks[1].is_paused = True
                crowd.cut(crowd.looks[2])
            if first == RECOVERY:
                crowd.looks[1].is_paused = False
                crowd.resume(crowd.looks[2])
            app.write_lines([line(number) for number in range(first, first + CHUNK)])
            crowd.read_until(lambda: len(crowd.looks[0].messages) >= first + CHUNK)
        crowd.read_until(lambda: all(len(viewer.messages) == LINES for viewer in crowd.looks))


class ThisHost:
    """Where the test itself runs: its viewers are sockets of its own."""

    name = "here"

    def __init__(self, test):
        self.test = test

    def start(self, command, title):
        process = RunningProcess(until_our_end(map(str, command)), title=title)
        self.test.addCleanup(process.end)
        return process


class Viewer:
    """One connection; its bytes from the first record on are counted and summed."""

    def __init__(self, connection):
        self.connection = connection
        self.byte_count = 0
        self.checksum = 0
        self.is_paused = False

    def take(self, data):
        self.byte_count += len(data)
        self.checksum = zlib.crc32(data, self.checksum)


class CloseLook(Viewer):
    """One whose frames are decoded."""

    def __init__(self, connection, hello):
        super().__init__(connection)
        self.reader = FrameReader()
        self.reader.feed(hello)
        self.messages, self.gaps, self.next = [], 0, 0

    def take(self, data):
        super().take(data)
        for item in self.reader.feed(data):
            if item["kind"] == "record" and item["label"] == "stdin":
                self.messages.append(item["message"])
                self.next = item["seq"] + 1
            self.gaps += item["kind"] == "gap"


class Crowd:
    def __init__(self, ip, port):
        self.address = (ip, port)
        self.selector = selectors.DefaultSelector()
        self.buffer = bytearray(1 << 20)
        self.looks = [self.add(close=True) for _ in range(CLOSE_LOOKS)]
        self.others = [self.add(close=False) for _ in range(VIEWERS - CLOSE_LOOKS)]

    def add(self, close, start="now"):
        connection = socket.create_connection(self.address, timeout=30)
        connection.sendall(f"ZXLOG/1 cbor label=stdin from={start}\n".encode())
        hello = read_frame(connection)
        connection.setblocking(False)
        viewer = CloseLook(connection, hello) if close else Viewer(connection)
        self.boot = FrameReader().feed(hello)[0]["boot"]
        self.selector.register(connection, selectors.EVENT_READ, viewer)
        return viewer

    def cut(self, viewer):
        self.selector.unregister(viewer.connection)
        viewer.connection.close()

    def resume(self, viewer):
        """Goes on where it was, as a receiver does."""
        again = self.add(close=True, start=f"{self.boot}:{viewer.next}")
        self.selector.modify(again.connection, selectors.EVENT_READ, viewer)
        # A part of a frame that was cut comes again.
        viewer.connection, viewer.reader = again.connection, again.reader

    def close(self):
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()
        self.selector.close()

    def everybody_has(self, count):
        return all(viewer.byte_count >= count for viewer in self.others)

    def read_until(self, is_done):
        watch = Stopwatch()
        while not is_done():
            if watch.seconds > 120:
                raise AssertionError("not everything came within 120 s")
            for key, _ in self.selector.select(timeout=1):
                if not key.data.is_paused:
                    self.read(key.data)

    def read(self, viewer):
        try:
            count = viewer.connection.recv_into(self.buffer)
        except BlockingIOError:
            # The event was of the connection before.
            return
        if count == 0:
            raise AssertionError("a viewer was cut off")
        viewer.take(memoryview(self.buffer)[:count])


def read_frame(connection):
    data = receive(connection, 4)
    return data + receive(connection, int.from_bytes(data, "big"))


def receive(connection, count):
    data = b""
    while len(data) < count:
        data += connection.recv(count - len(data)) or fail()
    return data


def fail():
    raise AssertionError("the app closed the connection")


def line(number):
    return f"line {number:06} of fifty thousand"


def allow_descriptors(count):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard), hard))


if __name__ == "__main__":
    unittest.main()
