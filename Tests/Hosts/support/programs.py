"""The built program `zxlog`, run in hosts: its three commands and what they print."""

import json
import os
import pathlib
import re
import unittest

from .waiting import PATIENCE, wait_until


def zxlog():
    """The path of the program to test."""
    if "ZXKIT_BIN" not in os.environ:
        raise unittest.SkipTest("ZXKIT_BIN doesn't say where the built zxlog is")
    path = pathlib.Path(os.environ["ZXKIT_BIN"]) / "zxlog"
    if not path.exists():
        raise AssertionError(f"{path} is not built")
    return path


# Options of `tail` that end it with 0 once it has the first line that was logged, even if that was before.
FIRST_LINE = ["--label", "stdin", "--from", "oldest", "--count", "1", "--timeout", "20"]


class Publisher:
    """`zxlog publish`: an app whose records are the lines that are written to it."""

    def __init__(self, host, name, *options, linger=600, wrapper=()):
        self.host = host
        self.name = name
        self.process = host.start(
            [*wrapper, zxlog(), "publish", name, "--linger", linger, *options], title=f"{host.name}: publish {name}"
        )
        pattern = re.compile(rf"listening on (\S+):(\d+) as (\S.*)")
        greeting = self.process.stderr.wait_for(pattern.search, f"{name} says where it listens")
        self.port = int(greeting[2])

    @property
    def pid(self):
        return self.process.pid

    def write_lines(self, lines, seconds=PATIENCE):
        """Logs one record for each line; they have to be taken within `seconds`."""
        self.process.write("".join(f"{line}\n" for line in lines).encode(), seconds)

    def address(self, ip=None):
        """HOST:PORT for a viewer elsewhere."""
        ip = ip or self.host.ipv4
        return f"[{ip}]:{self.port}" if ":" in ip else f"{ip}:{self.port}"


class Tail:
    """`zxlog tail --format json`: a viewer whose items can be waited for."""

    def __init__(self, host, *arguments):
        self.process = host.start(
            [zxlog(), "tail", "--format", "json", *arguments],
            title=f"{host.name}: tail {' '.join(map(str, arguments))}",
        )

    @property
    def items(self):
        return [json.loads(line) for line in self.process.stdout.lines]

    @property
    def records(self):
        return [item for item in self.items if item["kind"] == "record"]

    def wait_for_item(self, predicate, what, seconds=PATIENCE, after=0):
        """The first item, `after` so many, for which `predicate` is true."""

        def matching(line):
            item = json.loads(line)
            return item if predicate(item) else None

        return self.process.stdout.wait_for(matching, what, seconds, after)

    def wait_for_record(self, predicate, what, seconds=PATIENCE):
        return self.wait_for_item(lambda item: item["kind"] == "record" and predicate(item), what, seconds)


class Watch:
    """`zxlog list --json --watch`."""

    def __init__(self, host):
        self.process = host.start([zxlog(), "list", "--json", "--watch"], title=f"{host.name}: list --watch")

    def wait_for_event(self, event, what, seconds=PATIENCE, after=0):
        def matching(line):
            entry = json.loads(line)
            return entry if entry["event"] == event else None

        return self.process.stdout.wait_for(matching, what, seconds, after)


def through_nc(ip, port, hello, nc="nc"):
    """The command `printf HELLO | nc HOST PORT`, with nc for the process that is started, so that it can be ended."""
    return ["bash", "-c", f"exec {nc} {ip} {port} < <(printf '{hello}')"]


def list_apps(host, seconds=5):
    """The entries that `zxlog list --json` prints."""
    result = host.run([zxlog(), "list", "--json", "--timeout", seconds], seconds=seconds + PATIENCE, check=False)
    return [json.loads(line) for line in result.stdout.splitlines()]


def wait_until_listed(host, name):
    """Waits until a viewer on the host would find the app, and returns its one entry."""

    def entries():
        return [entry for entry in list_apps(host, seconds=2) if entry["name"] == name]

    return wait_until(entries, f"{name} is listed on {host.name}")
