"""An app never fails for want of a daemon, a bus or a library; it says so once, and advertises when it can."""

import glob
import time
import unittest

from support.programs import FIRST_LINE, Publisher, Tail, Watch, list_apps, zxlog
from support.testcase import HostsTestCase, Stopwatch


class DiscoveryTrouble(HostsTestCase):
    def setUp(self):
        super().setUp()
        segment = self.network.add_segment()
        self.alpha, self.beta = (self.network.add_host(name, segment) for name in ("alpha", "beta"))
        self.beta.start_daemon()

    def test_an_app_advertises_by_itself_when_the_daemon_starts_five_seconds_later(self):
        self.alpha.start_bus()
        self.check_that_it_is_used("a daemon")

    def test_an_app_advertises_by_itself_when_even_the_bus_starts_five_seconds_later(self):
        self.check_that_it_is_used("a bus and daemon")

    def check_that_it_is_used(self, what):
        watch = Watch(self.beta)
        app = Publisher(self.alpha, "orders")
        app.write_lines(["logged without a daemon"])
        self.wait_for_trouble(app)
        # The case is a daemon that comes this late, so this is no wait for something to happen.
        time.sleep(5)
        self.alpha.start_daemon()
        ready = Stopwatch()
        watch.wait_for_event("found", "the app is found after its daemon came", seconds=30)
        self.measured(f"{what} ready 5 s after an app to the app found on another host", ready.seconds)
        tail = Tail(self.beta, "orders", *FIRST_LINE)
        self.assertEqual(tail.process.wait(30), 0)
        self.assertEqual(tail.records[0]["message"], "logged without a daemon")

    def test_an_app_advertises_again_after_the_daemon_was_restarted(self):
        self.alpha.start_daemon()
        watch = Watch(self.beta)
        Publisher(self.alpha, "orders")
        watch.wait_for_event("found", "the app is found")
        seen = watch.process.stdout.count
        self.alpha.stop_daemon()
        watch.wait_for_event("removed", "the app is removed with its daemon", after=seen)
        seen = watch.process.stdout.count
        self.alpha.start_daemon()
        ready = Stopwatch()
        watch.wait_for_event("found", "the app is found again", seconds=30, after=seen)
        self.measured("restarted daemon ready to the app found again on another host", ready.seconds)

    def test_without_the_avahi_library_an_app_starts_logs_and_says_once_why_it_cannot_advertise(self):
        self.alpha.start_daemon()
        app = Publisher(self.alpha, "orders", wrapper=without_avahi_library())
        app.write_lines(["logged without the library"])
        # Ends by its time limit: long enough that a second record, were there one, would have come.
        watching = ["--from", "oldest", "--timeout", "10"]
        own = Tail(self.beta, app.address(), "--label", "zxkit", *watching)
        lines = Tail(self.beta, app.address(), "--label", "stdin", *watching)
        self.assertEqual((own.process.wait(20), lines.process.wait(20)), (0, 0))
        self.assertEqual([record["message"] for record in lines.records], ["logged without the library"])
        complaints = [record for record in own.records if "libavahi-client" in str(record)]
        self.assertEqual(len(complaints), 1, f"one record says it: {own.records}")
        self.assertEqual(list_apps(self.beta, seconds=2), [])

    def test_without_a_daemon_a_viewer_says_so_and_watches_a_given_address(self):
        self.alpha.start_daemon()
        self.beta.stop_daemon()
        app = Publisher(self.alpha, "orders")
        app.write_lines(["found by address"])
        by_name = self.beta.start([zxlog(), "tail", "orders"])
        by_name.stderr.wait_for(lambda line: "daemon" in line, "the viewer says that there is no daemon")
        by_address = Tail(self.beta, app.address(), *FIRST_LINE)
        self.assertEqual(by_address.process.wait(30), 0)

    def wait_for_trouble(self, app):
        """Waits until the app has said in one record that it isn't advertised."""
        tail = Tail(self.beta, app.address(), "--label", "zxkit", "--from", "oldest")
        tail.wait_for_record(lambda record: record["level"] == "warning", "the app says that it isn't advertised")
        tail.process.end()


def without_avahi_library():
    """A command in which the next program runs as where libavahi-client was never installed."""
    (library,) = glob.glob("/usr/lib/*/libavahi-client.so.3")
    hide = f'mount --bind /dev/null "{library}" && exec "$@"'
    return ["unshare", "--mount", "sh", "-c", hide, "sh"]


if __name__ == "__main__":
    unittest.main()
