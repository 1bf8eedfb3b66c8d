"""The harness itself: what the other tests rest on."""

import signal
import subprocess
import sys
import unittest

from support.network import HERE
from support.output import ByteOutput
from support.processes import RunningProcess
from support.testcase import HostsTestCase, Stopwatch
from support.waiting import TimeLimitExceeded, wait_until


class Hosts(HostsTestCase):
    def test_two_hosts_reach_each_other_over_both_families(self):
        segment = self.network.add_segment()
        alpha, beta = self.network.add_host("alpha", segment), self.network.add_host("beta", segment)
        for address in alpha.ipv4, alpha.ipv6:
            server = alpha.start(["nc", "-l", "-N", address, "7000"])
            wait_until(lambda: ":7000" in alpha.run(["ss", "-ltn"]).stdout, "the server listens")
            server.write(b"from alpha\n")
            client = beta.start(["nc", "-d", address, "7000"])
            client.stdout.wait_for(lambda line: line == "from alpha", "the line crosses")
            client.end()
            server.end()

    def test_each_host_has_its_own_name_and_nothing_of_the_outer_network(self):
        segment = self.network.add_segment()
        alpha = self.network.add_host("alpha", segment)
        self.assertEqual(alpha.run(["hostname"]).stdout, "alpha\n")
        links = alpha.run(["ip", "-brief", "link"]).stdout.splitlines()
        self.assertEqual([line.split("@")[0].split()[0] for line in links], ["lo", "eth0"])

    def test_a_service_of_one_host_is_seen_on_another_until_its_program_dies(self):
        alpha, beta = self.two_hosts()
        browser = beta.start(["avahi-browse", "--parsable", "_zxkitlogger._tcp"])
        publisher = alpha.start(["avahi-publish", "-s", "an app", "_zxkitlogger._tcp", "999", "v=1"])
        browser.stdout.wait_for(lambda line: line.startswith("+;eth0;") and "an\\032app" in line, "the service is seen")
        publisher.kill()
        watch = Stopwatch()
        browser.stdout.wait_for(lambda line: line.startswith("-;eth0;"), "the service is gone")
        self.measured("avahi itself: kill -9 of a publisher to its service gone on another host", watch.seconds)

    def test_a_daemon_can_be_stopped_and_started(self):
        alpha, beta = self.two_hosts()
        browser = beta.start(["avahi-browse", "--parsable", "_zxkitlogger._tcp"])
        alpha.start(["avahi-publish", "-f", "-s", "an app", "_zxkitlogger._tcp", "999"])
        browser.stdout.wait_for(lambda line: line.startswith("+;"), "the service is seen")
        alpha.stop_daemon()
        browser.stdout.wait_for(lambda line: line.startswith("-;"), "the service is gone")
        alpha.start_daemon()

    def test_a_host_without_ipv6_has_only_ipv4(self):
        segment = self.network.add_segment()
        alpha, beta = self.network.add_host("alpha", segment), self.network.add_host("beta", segment)
        alpha.switch_off_ipv6()
        self.assertNotIn("inet6", alpha.run(["ip", "address"]).stdout)
        self.assertIn("inet6", beta.run(["ip", "address"]).stdout)

    def test_what_a_test_started_ends_with_it_even_by_sigkill(self):
        script = (
            "import time\nfrom support.network import Network\n"
            "network = Network()\nhost = network.add_host('doomed', network.add_segment())\n"
            "process = host.start(['sh', '-c', 'echo started && exec sleep 600'])\n"
            "process.stdout.wait_for_count(1)\n"
            "print(host._holder.pid, process.pid, flush=True)\ntime.sleep(600)"
        )
        # A namespace of its own, because its bridge outlives it in ours.
        command = [HERE / "in-namespace", sys.executable, "-c", script]
        victim = subprocess.Popen(command, cwd=HERE, stdout=subprocess.PIPE, text=True)
        pids = [int(word) for word in victim.stdout.readline().split()]
        self.assertEqual(len(pids), 2)
        victim.send_signal(signal.SIGKILL)
        victim.wait()
        victim.stdout.close()
        for pid in pids:
            wait_until(lambda: not is_alive(pid), "the kernel has ended the processes")


class Processes(unittest.TestCase):
    def test_a_line_that_does_not_come_is_an_error_that_says_what_was_missing(self):
        process = RunningProcess(["sleep", "60"])
        self.addCleanup(process.end)
        with self.assertRaisesRegex(TimeLimitExceeded, "not within 0.1 s: a word"):
            process.stdout.wait_for(lambda line: True, "a word", seconds=0.1)

    def test_an_output_that_ends_too_early_is_an_error_at_once(self):
        process = RunningProcess(["echo", "something else"])
        self.addCleanup(process.end)
        with self.assertRaisesRegex(AssertionError, "the output ended before: a word"):
            process.stdout.wait_for(lambda line: line == "a word", "a word")

    def test_lines_are_whole_however_they_were_written(self):
        process = RunningProcess(["sh", "-c", "printf 'o'; sleep 0.1; printf 'ne\\ntwo\\nthr'; sleep 0.1; printf 'ee'"])
        self.addCleanup(process.end)
        self.assertEqual(process.wait(), 0)
        self.assertEqual(process.stdout.lines, ["one", "two", "three"])

    def test_bytes_arrive_unchanged(self):
        process = RunningProcess(["cat"], output=ByteOutput)
        self.addCleanup(process.end)
        data = bytes(range(256)) * 1000
        process.write(data)
        process.close_input()
        self.assertEqual(process.wait(), 0)
        self.assertEqual(process.stdout.bytes, data)

    def test_a_process_that_does_not_read_its_input_is_an_error(self):
        process = RunningProcess(["sleep", "60"])
        self.addCleanup(process.end)
        with self.assertRaisesRegex(TimeLimitExceeded, "sleep reads its input"):
            process.write(b"x" * (1 << 20), seconds=0.1)

    def test_a_paused_process_stands_still_and_goes_on(self):
        process = RunningProcess(["cat"])
        self.addCleanup(process.end)
        process.pause()
        process.write(b"held back\n")
        with self.assertRaises(TimeLimitExceeded):
            process.stdout.wait_for_count(1, seconds=0.2)
        process.resume()
        process.stdout.wait_for_count(1)


def is_alive(pid):
    """A process that has ended but not been waited for by the machine's init counts as ended."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


if __name__ == "__main__":
    unittest.main()
