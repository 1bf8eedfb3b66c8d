"""An app logs on one host; a viewer on another finds it and watches it live."""

import re
import unittest

from support.programs import Publisher, Tail, Watch, list_apps, wait_until_listed, zxlog
from support.testcase import HostsTestCase, Stopwatch


class MainJob(HostsTestCase):
    def test_every_line_of_ten_thousand_arrives_on_the_other_host_once_and_in_order(self):
        alpha, beta = self.two_hosts()
        app = Publisher(alpha, "orders")
        lines = [f"order {number:05} accepted, total {number * 7 % 1000} €" for number in range(10_000)]
        # Half of it is past when the viewer comes, half is logged while it watches.
        app.write_lines(lines[:5_000])
        watch = Stopwatch()
        tail = Tail(beta, "orders", "--label", "stdin", "--from", "oldest", "--count", "10000", "--timeout", "60")
        tail.process.stdout.wait_for_count(1_000)
        self.measured("start of a viewer on another host to its first 1,000 records, by name", watch.seconds)
        app.write_lines(lines[5_000:])

        self.assertEqual(tail.process.wait(60), 0)
        records = tail.records
        self.assert_same_lines([record["message"] for record in records], lines)
        numbers = [record["seq"] for record in records]
        self.assertTrue(all(low < high for low, high in zip(numbers, numbers[1:])), "numbers only rise")
        self.assertEqual({record["label"] for record in records}, {"stdin"})
        self.assertEqual([item for item in tail.items if item["kind"] == "gap"], [])

    def test_an_app_is_listed_once_with_what_it_advertises(self):
        alpha, beta = self.two_hosts()
        app = Publisher(alpha, "orders")
        entry = wait_until_listed(beta, "orders")[0]
        self.assertEqual([entry["name"] for entry in list_apps(beta)], ["orders"], "one entry for one app")

        advertised = advertised_text(beta)
        self.assertEqual(advertised["node"], "ZXKitLoggerBonjour")
        self.assertEqual(advertised["v"], "1")
        self.assertEqual(advertised["name"], "orders")
        self.assertEqual(advertised["enc"], "cbor,json,text")
        self.assertEqual(advertised["access"], "open")
        self.assertEqual(advertised["pid"], str(app.pid))
        self.assertEqual(advertised["host"], "alpha")
        self.assertRegex(advertised["id"], "^[0-9a-f]{16}$")
        self.assertRegex(advertised["boot"], "^[0-9a-f]{16}$")

        self.assertEqual(entry["host"], "alpha")
        self.assertEqual(entry["port"], app.port)
        self.assertEqual(entry["pid"], app.pid)
        self.assertEqual(entry["id"], advertised["id"])
        self.assertEqual(entry["boot"], advertised["boot"])
        self.assertEqual(entry["version"], 1)
        self.assertIn(alpha.ipv4, " ".join(map(str, entry["addresses"])))

    def test_a_killed_app_leaves_the_list_and_its_viewer_says_why_it_waits(self):
        alpha, beta = self.two_hosts()
        watch = Watch(beta)
        start = Stopwatch()
        app = Publisher(alpha, "orders")
        app.write_lines(["the last words"])
        watch.wait_for_event("found", "the app is found")
        self.measured("start of an app to `list --watch` says found on another host", start.seconds)
        tail = Tail(beta, "orders", "--from", "oldest")
        tail.wait_for_record(lambda record: record["message"] == "the last words", "the viewer has the record")
        seen = len(tail.items)

        death = Stopwatch()
        app.process.kill()
        waiting = tail.wait_for_item(is_waiting, "the viewer says that it waits", after=seen)
        self.measured("kill -9 of an app to `tail` says why it waits", death.seconds)
        self.assertTrue(waiting["reason"], "a reason is given")
        removed = watch.wait_for_event("removed", "the app is removed from the list")
        self.measured("kill -9 of an app to `list --watch` says removed", death.seconds)
        self.assertEqual((removed["name"], removed["pid"]), ("orders", app.pid))
        self.assertTrue(tail.process.is_running)

    def test_a_viewer_tells_people_on_its_standard_error_why_it_waits(self):
        alpha, beta = self.two_hosts()
        app = Publisher(alpha, "orders")
        tail = beta.start([zxlog(), "tail", "orders", "--from", "oldest"])
        app.write_lines(["the last words"])
        tail.stdout.wait_for(lambda line: "the last words" in line, "the record is printed")
        told = tail.stderr.count
        app.process.kill()
        says_that_it_waits = re.compile("wait.*orders|orders.*wait", re.IGNORECASE).search
        tail.stderr.wait_for(says_that_it_waits, "it says that it waits", after=told)
        self.assertNotIn("wait", " ".join(tail.stdout.lines[1:]).lower(), "standard output is for records")

    def test_a_viewer_goes_on_with_an_app_that_was_killed_and_started_again(self):
        alpha, beta = self.two_hosts()
        first = Publisher(alpha, "orders")
        tail = Tail(beta, "orders", "--from", "oldest")
        first.write_lines(["from the first run"])
        tail.wait_for_record(lambda record: record["message"] == "from the first run", "a record of the first run")
        first.process.kill()
        second = Publisher(alpha, "orders")
        watch = Stopwatch()
        second.write_lines(["from the second run"])
        tail.wait_for_record(lambda record: record["message"] == "from the second run", "a record of the second run")
        self.measured("restart of an app to its first record in a viewer that was watching", watch.seconds)

    def test_a_viewer_that_was_first_finds_the_app_when_it_comes(self):
        alpha, beta = self.two_hosts()
        tail = Tail(beta, "--label", "stdin", "--count", "1", "--timeout", "30")
        app = Publisher(alpha, "orders")
        app.write_lines(["hello"])
        self.assertEqual(tail.process.wait(40), 0)
        self.assertEqual([record["message"] for record in tail.records], ["hello"])
        self.assertIn("orders", tail.records[0]["source"])


def is_waiting(item):
    return item["kind"] == "state" and item["state"] == "waiting"


def advertised_text(host):
    """The one advertised app's TXT record as Avahi's own browser shows it, as a dictionary."""
    result = host.run(["avahi-browse", "--parsable", "--resolve", "--terminate", "_zxkitlogger._tcp"])
    texts = {line.split(";", 9)[9] for line in result.stdout.splitlines() if line.startswith("=")}
    assert len(texts) == 1, f"one app has one text: {texts}"
    strings = [string.strip('"') for string in texts.pop().split('" "')]
    return dict(string.split("=", 1) for string in strings)


if __name__ == "__main__":
    unittest.main()
