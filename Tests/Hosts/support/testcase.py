"""What all tests across hosts share."""

import os
import pathlib
import time
import unittest

from .network import Network, can_make_hosts


class HostsTestCase(unittest.TestCase):
    """A test with a network of its own, torn down after it; what its processes said is printed if it failed."""

    def setUp(self):
        if not can_make_hosts():
            self.skipTest("hosts can only be made below Tests/Hosts/in-namespace")
        self.network = Network()
        self.addCleanup(self.network.close)

    def run(self, result=None):
        troubles_before = _trouble_count(result)
        super().run(result)
        if _trouble_count(result) > troubles_before and hasattr(self, "network"):
            print(f"\n=== what the processes of {self.id()} said\n{self.network.transcript()}\n===", flush=True)
        return result

    def two_hosts(self):
        """Two hosts on one segment, with bus and daemon."""
        segment = self.network.add_segment()
        hosts = [self.network.add_host(name, segment) for name in ("alpha", "beta")]
        for host in hosts:
            host.start_daemon()
        return hosts

    def assert_same_lines(self, lines, expected):
        """Says where the first difference is; unittest's own comparison takes minutes for so many."""
        for number, (line, wanted) in enumerate(zip(lines, expected)):
            if line != wanted:
                self.fail(f"line {number} is {line!r} where {wanted!r} should be")
        self.assertEqual(len(lines), len(expected), "lines in all")

    def measured(self, what, seconds):
        """Prints a time, and keeps it for the summary at the end of all tests."""
        line = f"measured: {what}: {seconds:.3f} s"
        print(f"\n{line}", flush=True)
        if path := os.environ.get("ZXKIT_MEASUREMENTS"):
            with pathlib.Path(path).open("a") as file:
                file.write(line + "\n")


class Stopwatch:
    """Seconds since it was made."""

    def __init__(self):
        self._start = time.monotonic()

    @property
    def seconds(self):
        return time.monotonic() - self._start


def _trouble_count(result):
    return len(result.failures) + len(result.errors) if result else 0
