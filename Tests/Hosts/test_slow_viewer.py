"""A viewer that stands still costs nobody anything, and is told what it missed."""

import collections
import unittest

from support.programs import Publisher, Tail
from support.testcase import HostsTestCase, Stopwatch

LINES = 200_000
CHUNK = 2_000
# What the healthy viewer may be behind: less than the journal of 8 MiB holds, so that it always keeps up.
LEAD = 10_000


class SlowViewer(HostsTestCase):
    def test_a_stopped_viewer_holds_up_nobody_and_gets_what_is_held_and_gaps_for_the_rest(self):
        alpha, beta = self.two_hosts()
        app = Publisher(alpha, "orders")
        everything = ["--level", "trace", "--from", "oldest"]
        healthy, stopped = Tail(beta, "orders", *everything), Tail(beta, "orders", *everything)
        app.write_lines(["the first line"])
        for viewer in healthy, stopped:
            viewer.wait_for_record(lambda record: record["message"] == "the first line", "the viewer watches")

        stopped.process.pause()
        feeding = Stopwatch()
        longest = self.feed(app, healthy)
        self.measured(f"{LINES:,} lines logged past a stopped viewer, at the pace of a healthy one", feeding.seconds)
        self.measured("longest time that the app took for 2,000 lines meanwhile", longest)
        self.check_that_it_has_everything(healthy)

        stopped.process.resume()
        resumed = Stopwatch()
        last = f"line {LINES - 1:06} "
        stopped.wait_for_record(lambda record: record["message"].startswith(last), "it has caught up", seconds=60)
        self.measured("continuing the stopped viewer to its last record", resumed.seconds)
        self.check_truth(stopped, healthy)
        self.assertTrue(app.process.is_running)

    def feed(self, app, healthy):
        """Logs all lines; returns the longest time that the app took to read one chunk, in seconds."""
        longest = 0.0
        for first in range(0, LINES, CHUNK):
            if first > LEAD:
                healthy.process.stdout.wait_for_count(first - LEAD, seconds=60)
            watch = Stopwatch()
            app.write_lines([line(number) for number in range(first, first + CHUNK)])
            longest = max(longest, watch.seconds)
        return longest

    def check_that_it_has_everything(self, healthy):
        last = line(LINES - 1)
        healthy.wait_for_record(lambda record: record["message"] == last, "the last line", seconds=60)
        items = healthy.items
        messages = [item["message"] for item in items if item["kind"] == "record" and item["label"] == "stdin"]
        self.assert_same_lines(messages, ["the first line", *map(line, range(LINES))])
        self.assertEqual(gap_numbers(items), set())

    def check_truth(self, stopped, healthy):
        """Received and told-as-missing are disjoint and together everything; what was received is what was logged."""
        # Both go on watching, and the app goes on telling of their comings and goings: look once.
        items, logged = stopped.items, numbered(healthy.items)
        self.assertEqual(repeated_numbers(items), [], "nothing came twice")
        received, told = numbered(items), gap_numbers(items)
        self.assertEqual(received.keys() & told, set(), "nothing that came was called missing")
        self.assertTrue(told, "more was logged than the app holds, so something has to be missing")
        whole_range = set(range(min(received), max(received) + 1))
        self.assertEqual(whole_range - received.keys() - told, set(), "nothing is missing silently")

        for number, message in received.items():
            # The one may already have a record of the app's own that is still on its way to the other.
            if number in logged:
                self.assertEqual(message, logged[number])
        lines = {number for number, message in logged.items() if message.startswith("line ")}
        self.assertEqual(len(lines), LINES)
        self.assertEqual(lines - received.keys() - told, set(), "every line came or was called missing")
        print(f"\nthe stopped viewer received {len(received):,} and was told of {len(told):,} missing", flush=True)


def line(number):
    return f"line {number:06} " + "." * 100


def numbered(items):
    """The messages by their numbers."""
    return {item["seq"]: item["message"] for item in items if item["kind"] == "record"}


def repeated_numbers(items):
    counts = collections.Counter(item["seq"] for item in items if item["kind"] == "record")
    return [number for number, count in counts.items() if count > 1]


def gap_numbers(items):
    """The numbers that will not come. A gap `level` says something else: more would have been wanted."""
    gaps = [item for item in items if item["kind"] == "gap" and item["reason"] != "level"]
    return {number for gap in gaps for number in range(gap["first"], gap["last"] + 1)}


if __name__ == "__main__":
    unittest.main()
