"""Watching with what every machine has: a line, a pipe and nc."""

import json
import unittest

from support.programs import Publisher, through_nc
from support.testcase import HostsTestCase


class PlainTools(HostsTestCase):
    def setUp(self):
        super().setUp()
        segment = self.network.add_segment()
        self.alpha, self.beta = (self.network.add_host(name, segment) for name in ("alpha", "beta"))
        self.app = Publisher(self.alpha, "orders")

    def test_a_line_through_nc_gives_json_lines_with_the_hello_first(self):
        self.app.write_lines([f'line {number} "\\ \t é 🎈' for number in range(100)])
        viewer = self.connect("nc", r"ZXLOG/1 json\n")
        viewer.stdout.wait_for(lambda line: "line 99 " in line, "the last record")
        items = [json.loads(line) for line in viewer.stdout.lines]

        self.assertEqual(items[0]["kind"], "hello")
        self.assertEqual((items[0]["name"], items[0]["host"]), ("orders", "alpha"))
        self.assertTrue(all(line.startswith('{"kind":') for line in viewer.stdout.lines), "the kind comes first")
        messages = [item["message"] for item in items if item["kind"] == "record" and item["label"] == "stdin"]
        self.assertEqual(messages, [f'line {number} "\\ \t é 🎈' for number in range(100)])

    def test_a_viewer_that_ends_its_commands_goes_on_watching(self):
        viewer = self.connect("nc -N", r"ZXLOG/1 json label=stdin\n")
        viewer.stdout.wait_for(lambda line: json.loads(line)["kind"] == "hello", "the hello")
        self.app.write_lines(["logged after the end of file"])
        viewer.stdout.wait_for(lambda line: "logged after the end of file" in line, "a live record")

    def test_the_text_encoding_is_one_readable_line_for_each_record(self):
        self.app.write_lines(["a readable line", "an \x1b[31mescape and \u202e what it does"])
        viewer = self.connect("nc", r"ZXLOG/1 text label=stdin\n")
        viewer.stdout.wait_for_count(2)
        self.assertIn("a readable line", viewer.stdout.lines[0])
        self.assertNotRegex(viewer.stdout.lines[1], "[\x1b\u202e]")

    def test_a_bad_hello_is_answered_by_one_error_line_and_the_end(self):
        for hello, code in [
            (r"ZXLOG/9 json\n", "unsupported-version"),
            (r"ZXLOG/1 xml\n", "unsupported-encoding"),
            (r"ZXLOG/1 json level=loud\n", "bad-request"),
            (r"ZXLOG/1 json id=0000000000000000\n", "wrong-app"),
            (r"what is this\n", "bad-request"),
        ]:
            with self.subTest(hello):
                viewer = self.connect("nc", hello)
                viewer.wait()
                self.assertEqual(len(viewer.stdout.lines), 1)
                self.assertRegex(viewer.stdout.lines[0], f"^ZXLOG/1 error {code} .+")

    def test_a_browser_gets_a_plain_answer_that_says_what_this_is(self):
        viewer = self.connect("nc", r"GET / HTTP/1.1\r\nHost: alpha\r\n\r\n")
        viewer.wait()
        self.assertRegex(viewer.stdout.lines[0], r"^HTTP/1\.[01] \d\d\d ")
        self.assertIn("zxlog", "\n".join(viewer.stdout.lines))

    def connect(self, nc, hello):
        """What a person types as `printf HELLO | nc HOST PORT`."""
        return self.beta.start(through_nc(self.alpha.ipv4, self.app.port, hello, nc))


if __name__ == "__main__":
    unittest.main()
