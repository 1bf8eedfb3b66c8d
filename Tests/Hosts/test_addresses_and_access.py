"""Over which addresses an app is watched, and by whom."""

import unittest

from support.programs import FIRST_LINE, Publisher, Tail, list_apps, through_nc, wait_until_listed
from support.testcase import HostsTestCase


class WithoutIPv6(HostsTestCase):
    def test_an_app_on_a_host_without_ipv6_is_listed_and_watched_over_ipv4(self):
        segment = self.network.add_segment()
        alpha, beta = (self.network.add_host(name, segment) for name in ("alpha", "beta"))
        alpha.switch_off_ipv6()
        for host in alpha, beta:
            host.start_daemon()
        app = Publisher(alpha, "orders")
        app.write_lines(["over IPv4"])
        for viewer in beta, alpha:
            entry = wait_until_listed(viewer, "orders")[0]
            self.assertNotIn("fd77", str(entry["addresses"]))
            tail = Tail(viewer, "orders", *FIRST_LINE)
            self.assertEqual(tail.process.wait(30), 0)
            self.assertEqual(tail.records[0]["message"], "over IPv4")


class BothFamilies(HostsTestCase):
    def test_an_app_is_watched_over_either_family(self):
        segment = self.network.add_segment()
        alpha, beta = (self.network.add_host(name, segment) for name in ("alpha", "beta"))
        app = Publisher(alpha, "orders")
        app.write_lines(["over either"])
        for ip in alpha.ipv4, alpha.ipv6:
            tail = Tail(beta, app.address(ip), *FIRST_LINE)
            self.assertEqual(tail.process.wait(30), 0, ip)


class Access(HostsTestCase):
    """`alpha` and `near` share a segment; `far` is behind a router."""

    def setUp(self):
        super().setUp()
        home, away = self.network.add_segment(), self.network.add_segment()
        self.alpha = self.network.add_host("alpha", home)
        self.near = self.network.add_host("near", home)
        self.far = self.network.add_host("far", away)
        router = self.network.add_host("router", home, away)
        router.set_kernel_option("net/ipv4/ip_forward", 1)
        router.set_kernel_option("net/ipv6/conf/all/forwarding", 1)
        home_side, away_side = router.interfaces
        for host, gateway in (self.alpha, home_side), (self.near, home_side), (self.far, away_side):
            host.run(["ip", "route", "add", "default", "via", gateway.ipv4])
            host.run(["ip", "-6", "route", "add", "default", "via", gateway.ipv6])

    def test_a_viewer_from_a_routed_subnet_is_refused_by_default(self):
        app = Publisher(self.alpha, "orders")
        app.write_lines(["for neighbours only"])
        for ip in self.alpha.ipv4, self.alpha.ipv6:
            self.assert_refused(self.far, ip, app)
        tail = Tail(self.far, app.address(), "--from", "oldest")
        tail.wait_for_item(lambda item: item["kind"] == "state" and "unauthorized" in str(item), "tail says why")
        self.assertEqual(tail.records, [])

    def test_a_viewer_on_an_attached_subnet_or_the_host_itself_is_served_by_default(self):
        app = Publisher(self.alpha, "orders")
        app.write_lines(["for neighbours"])
        for ip in self.alpha.ipv4, self.alpha.ipv6:
            self.assert_served(self.near, ip, app)
        for ip in self.alpha.ipv4, "127.0.0.1", "::1":
            self.assert_served(self.alpha, ip, app)

    def test_a_viewer_from_a_routed_subnet_is_served_where_anywhere_was_chosen(self):
        app = Publisher(self.alpha, "orders", "--access", "anywhere")
        app.write_lines(["for everybody"])
        for ip in self.alpha.ipv4, self.alpha.ipv6:
            self.assert_served(self.far, ip, app)

    def test_only_the_host_itself_is_served_where_loopback_was_chosen(self):
        for host in self.alpha, self.near:
            host.start_daemon()
        app = Publisher(self.alpha, "orders", "--access", "loopback")
        app.write_lines(["for me"])
        self.assert_served(self.alpha, "127.0.0.1", app)
        wait_until_listed(self.alpha, "orders")
        self.assertEqual(list_apps(self.near, seconds=3), [], "it isn't advertised where it can't be watched")
        for ip in self.alpha.ipv4, self.alpha.ipv6:
            attempt = self.near.start(through_nc(ip, app.port, r"ZXLOG/1 json\n"))
            attempt.wait()
            self.assertNotIn("hello", attempt.stdout.transcript())

    def assert_served(self, viewer, ip, app):
        tail = Tail(viewer, app.address(ip), *FIRST_LINE)
        self.assertEqual(tail.process.wait(30), 0, f"{viewer.name} at {ip}")

    def assert_refused(self, viewer, ip, app):
        """One error line and nothing else."""
        attempt = viewer.start(through_nc(ip, app.port, r"ZXLOG/1 json\n"))
        attempt.wait()
        self.assertEqual(len(attempt.stdout.lines), 1)
        self.assertRegex(attempt.stdout.lines[0], "^ZXLOG/1 error unauthorized .+")


if __name__ == "__main__":
    unittest.main()
