"""A viewer that was out of the world for longer than the app waits comes back by itself, and misses nothing."""

import unittest

from support.programs import Publisher, Tail
from support.testcase import HostsTestCase, Stopwatch

# The app takes a viewer for dead after three heartbeats of 5 s and a second.
PATIENCE = 60


class SleepingViewer(HostsTestCase):
    def setUp(self):
        super().setUp()
        self.alpha, self.beta = self.two_hosts()
        self.app = Publisher(self.alpha, "orders", "--access", "anywhere")
        address = self.app.address()
        # It hears from the app who comes and goes.
        self.witness = Tail(self.alpha, self.app.address("127.0.0.1"), "--level", "debug")
        self.sleeper = Tail(self.beta, address, "--from", "oldest", "--label", "stdin")
        self.app.write_lines(["before"])
        self.witness.wait_for_record(lambda record: record["message"] == "before", "the witness watches")
        self.sleeper.wait_for_record(lambda record: record["message"] == "before", "the sleeper watches")

    def test_a_viewer_that_was_stopped_is_left_and_resumes_when_it_goes_on(self):
        self.sleeper.process.pause()
        self.wait_until_it_is_left("a stopped viewer is taken for dead")
        self.log_meanwhile()
        self.sleeper.process.resume()
        self.check_that_it_has_everything("after it went on")

    def test_a_connection_that_a_broken_link_leaves_half_open_is_noticed_by_both_sides(self):
        interface = self.beta.interfaces[0]
        interface.set_up(False)
        self.wait_until_it_is_left("a viewer behind a broken link is taken for dead")
        self.sleeper.wait_for_item(
            lambda item: item["kind"] == "state" and item["state"] == "waiting", "the viewer notices too", PATIENCE
        )
        self.log_meanwhile()
        interface.set_up(True)
        self.check_that_it_has_everything("after the link was mended")

    def wait_until_it_is_left(self, what):
        watch = Stopwatch()
        self.witness.wait_for_record(
            lambda record: "left broadcast" in record["message"] and "no sign of life" in record["message"], what, PATIENCE
        )
        self.measured(what, watch.seconds)

    def log_meanwhile(self):
        self.lines = [f"meanwhile {number}" for number in range(1_000)]
        self.app.write_lines(self.lines)
        self.witness.wait_for_record(lambda record: record["message"] == self.lines[-1], "all of it is logged")

    def check_that_it_has_everything(self, what):
        watch = Stopwatch()
        self.sleeper.wait_for_record(lambda record: record["message"] == self.lines[-1], "it has caught up", PATIENCE)
        self.measured(f"{what}: until it has everything", watch.seconds)
        self.assert_same_lines([record["message"] for record in self.sleeper.records], ["before", *self.lines])
        self.assertEqual([item for item in self.sleeper.items if item["kind"] == "gap"], [])


if __name__ == "__main__":
    unittest.main()
