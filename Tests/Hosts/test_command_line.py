"""How `zxlog` behaves as a program among others: its ends, its statuses, its signals."""

import os
import re
import signal
import tempfile
import unittest

from support.programs import FIRST_LINE, Publisher, Tail, zxlog
from support.testcase import HostsTestCase


class CommandLine(HostsTestCase):
    def setUp(self):
        super().setUp()
        self.alpha = self.network.add_host("alpha", self.network.add_segment())

    def test_tail_ends_with_1_when_the_records_did_not_come_in_time(self):
        app = Publisher(self.alpha, "orders")
        app.write_lines(["only one"])
        enough = Tail(self.alpha, app.address(), *FIRST_LINE)
        too_few = Tail(self.alpha, app.address(), "--label", "stdin", "--count", "2", "--timeout", "2")
        nothing = Tail(self.alpha, app.address(), "--label", "nobody", "--timeout", "2")
        self.assertEqual(enough.process.wait(), 0)
        self.assertEqual(too_few.process.wait(), 1)
        self.assertEqual(nothing.process.wait(), 1)

    def test_tail_ends_in_time_even_if_nobody_takes_its_output(self):
        app = Publisher(self.alpha, "orders")
        # More than a pipe holds.
        app.write_lines(["a line of some hundred bytes " + "x" * 80] * 3_000)
        with tempfile.TemporaryDirectory() as folder:
            pipe = os.path.join(folder, "pipe")
            os.mkfifo(pipe)
            reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
            self.addCleanup(os.close, reader)
            script = 'exec "$0" tail "$1" --from oldest --count 100000 --timeout 2 > "$2"'
            tail = self.alpha.start(["sh", "-c", script, zxlog(), app.address(), pipe])
            self.assertEqual(tail.wait(), 1)

    def test_tail_shows_only_what_matches_the_expression(self):
        app = Publisher(self.alpha, "orders")
        app.write_lines(["order 1", "payment 2", "order 3", "the end"])
        tail = Tail(self.alpha, app.address(), "--grep", "^order|end$", "--count", "3", "--timeout", "20")
        self.assertEqual(tail.process.wait(), 0)
        self.assertEqual([record["message"] for record in tail.records], ["order 1", "order 3", "the end"])

    def test_tail_follows_several_apps_and_each_line_names_its_own(self):
        apps = {name: Publisher(self.alpha, name) for name in ("orders", "payments")}
        tail = self.alpha.start([zxlog(), "tail", "--label", "stdin", *(app.address() for app in apps.values())])
        for name, app in apps.items():
            app.write_lines([f"a line of {name}"])
        for name, app in apps.items():
            names_its_source = re.compile(rf"{app.port}.*a line of {name}").search
            tail.stdout.wait_for(names_its_source, f"the line of {name}, and where it is from")

    def test_publish_ends_with_0_at_the_end_of_its_input_and_says_goodbye_to_its_viewers(self):
        app = Publisher(self.alpha, "orders", linger=1)
        tail = Tail(self.alpha, app.address(), "--label", "stdin")
        app.write_lines(["the last words"])
        tail.wait_for_record(lambda record: record["message"] == "the last words", "the record")
        app.process.close_input()
        self.assertEqual(app.process.wait(), 0)
        tail.wait_for_item(lambda item: "shutdown" in str(item), "the viewer knows that it was a shutdown")

    def test_a_last_line_without_its_end_is_a_record_too(self):
        app = Publisher(self.alpha, "orders")
        app.process.write(b"no line end")
        app.process.close_input()
        tail = Tail(self.alpha, app.address(), *FIRST_LINE)
        self.assertEqual(tail.process.wait(), 0)
        self.assertEqual(tail.records[0]["message"], "no line end")

    def test_signals_end_each_command_cleanly(self):
        app = Publisher(self.alpha, "orders")
        for number in signal.SIGINT, signal.SIGTERM:
            tail = Tail(self.alpha, app.address(), "--from", "oldest")
            tail.process.stdout.wait_for_count(1)
            tail.process.signal(number)
            self.assertEqual(tail.process.wait(), 0, f"tail and {number.name}")
        app.process.signal(signal.SIGTERM)
        self.assertEqual(app.process.wait(), 0, "publish and SIGTERM")

    def test_a_reader_that_has_seen_enough_ends_the_viewer(self):
        app = Publisher(self.alpha, "orders")
        app.write_lines(f"line {number}" for number in range(10_000))
        pipeline = f"{zxlog()} tail {app.address()} --label stdin --from oldest | head -n 3; echo ${{PIPESTATUS[0]}}"
        output = self.alpha.run(["bash", "-c", pipeline]).stdout.splitlines()
        self.assertEqual((len(output), output[-1]), (4, "0"))

    def test_a_mistake_on_the_command_line_is_told_in_one_line_and_ends_with_2(self):
        for arguments in [["tail", "--level", "loud"], ["tail", "--count"], ["list", "orders"], ["publish"], ["wash"]]:
            with self.subTest(arguments):
                result = self.alpha.run([zxlog(), *arguments], check=False)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertEqual(len(result.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
