"""The protocol's ancestors: both of their viewers at our app, and their app at our viewer."""

import pathlib
import re
import unittest

from support.output import ByteOutput
from support.programs import Publisher, Tail, wait_until_listed
from support.testcase import HostsTestCase

HERE = pathlib.Path(__file__).parent
LINES = ["plain", "a|b||c", "🎈 é", "|", "", "last"]


class Viewers(HostsTestCase):
    def setUp(self):
        super().setUp()
        segment = self.network.add_segment()
        self.alpha, self.beta = (self.network.add_host(name, segment) for name in ("alpha", "beta"))
        self.app = Publisher(self.alpha, "orders", "--no-advertise")

    def connect(self, greeting):
        viewer = self.beta.start(["nc", self.alpha.ipv4, str(self.app.port)], output=ByteOutput)
        viewer.write(greeting)
        return viewer

    def test_the_mac_viewer_gets_past_and_present_as_records_that_it_can_split(self):
        self.app.write_lines(LINES[:3])
        viewer = self.connect(b"ZXKitLogger_tcp_auth")
        viewer.stdout.wait_for(lambda stream: "🎈 é".encode() in stream, "the past")
        self.app.write_lines(LINES[3:])
        viewer.write(b"h")
        stream = viewer.stdout.wait_for(lambda stream: stream.endswith(b"|last"), "the present")
        # One that is nothing but bars, or nothing at all, would be dropped as empty.
        self.assertEqual(contents(stream.decode()), ["plain", "a|b||c", "🎈 é", "| ", " ", "last"])

    def test_the_articles_first_viewer_gets_lines_from_now_on(self):
        witness = Tail(self.alpha, f"127.0.0.1:{self.app.port}", "--level", "debug")
        self.app.write_lines(["before"])
        witness.wait_for_record(lambda record: record["message"] == "before", "the witness watches")
        viewer = self.connect(b"h")
        witness.wait_for_record(lambda record: self.beta.ipv4 in record["message"], "the app says that it watches")
        self.app.write_lines(LINES)
        stream = viewer.stdout.wait_for(lambda stream: stream.endswith(b"|last\n"), "all lines")
        self.assertEqual(contents(stream.decode().replace("\n", "")), LINES)
        self.assertEqual(stream.count(b"\n"), len(LINES))


class App(HostsTestCase):
    def test_an_app_of_theirs_is_listed_found_by_name_and_read(self):
        alpha, beta = self.two_hosts()
        app = alpha.start(["python3", HERE / "support" / "ancestor_app.py"], title="an ancestor's app")
        port = app.stdout.wait_for(lambda line: line.strip(), "its port")
        app.write("1 past\n1 two\\nlines\n".encode())
        alpha.start(
            ["avahi-publish", "-s", "ada-iPhone", "_zxkitlogger._tcp", port.strip(), "node=ZXKitLoggerBonjour"],
            title="its advertisement",
        )
        (entry,) = wait_until_listed(beta, "ada-iPhone")
        self.assertIsNone(entry["version"])
        viewer = Tail(beta, "ada-iPhone", "--level", "debug")
        viewer.wait_for_record(lambda record: record["message"] == "two\nlines", "the past")
        app.write("".join(f"{kind} {content}\n" for kind, content in zip("024182", LINES)).encode())
        viewer.wait_for_record(lambda record: record["message"] == "last", "the present")
        records = viewer.records
        self.assertEqual([record["message"] for record in records], ["past", "two\nlines", *LINES])
        levels = "info info debug warning error info info warning".split()
        self.assertEqual([record["level"] for record in records], levels)
        self.assertEqual({record["file"] for record in records}, {"Test.swift"})


def contents(stream):
    """What their viewers show: the fourth part of each record, of those that are the app's."""
    header = r"[01248]\|File: ([^|]*) -- Line: \d+ -- Function:[^|]* ----\|\d+\.\d{6}\|"
    parts = re.split(header, stream)
    return [content for file, content in zip(parts[1::2], parts[2::2]) if file == "stdin"]


if __name__ == "__main__":
    unittest.main()
