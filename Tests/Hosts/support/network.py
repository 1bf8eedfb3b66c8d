"""Hosts on a network, each a set of Linux namespaces, all inside the throw-away namespace of `in-namespace`.

No namespace has a name, so two runs at once can't take each other's: a namespace lives as long as a process in it,
and every process ends with the test (see `processes.until_our_end`).
"""

import os
import pathlib
import subprocess

from .output import LineOutput
from .processes import RunningProcess, until_our_end
from .waiting import PATIENCE, TimeLimitExceeded, wait_until

HERE = pathlib.Path(__file__).resolve().parent.parent
BUS_ADDRESS = "unix:path=/run/dbus/system_bus_socket"


def can_make_hosts():
    """Whether we are where interfaces and hosts can be made."""
    return os.environ.get("ZXKIT_TEST_NAMESPACE") == "1"


class Network:
    """Some hosts and the segments between them. Use it in `with`, or `close` it."""

    def __init__(self):
        self.hosts = []
        self.segments = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def add_segment(self):
        """A new Ethernet segment, with a subnet of its own."""
        segment = Segment(len(self.segments))
        self.segments.append(segment)
        return segment

    def add_host(self, name, *segments):
        """A new host attached to the segments; without a bus or daemon yet."""
        host = Host(name)
        self.hosts.append(host)
        for segment in segments:
            host.attach(segment)
        return host

    def close(self):
        """Ends every process of every host, which ends the hosts."""
        for host in self.hosts:
            host.close()
        for segment in self.segments:
            segment.close()

    def transcript(self):
        return "\n".join(host.transcript() for host in self.hosts)


class Segment:
    """A bridge that hosts are plugged into. Hosts are numbered from 1 in each: 10.77.N.1, fd77:0:0:N::1 ..."""

    def __init__(self, number):
        self.bridge = f"segment{number}"
        self.ipv4_prefix = f"10.77.{number}."
        self.ipv6_prefix = f"fd77:0:0:{number}::"
        self.cables = []
        # Without snooping, multicast reaches everybody at once; with it, the first queries are lost.
        ip("link", "add", self.bridge, "type", "bridge", "mcast_snooping", "0", "forward_delay", "0")
        ip("link", "set", self.bridge, "up")

    def close(self):
        # Cables would go with the hosts, but only when the kernel gets to it, and the next test reuses their names.
        for cable in self.cables:
            ip("link", "delete", cable, check=False)
        ip("link", "delete", self.bridge)


class Host:
    """A host: its own network, host name, and /run with its own bus and avahi-daemon."""

    def __init__(self, name):
        self.name = name
        self.processes = []
        self.interfaces = []
        self.bus = None
        self.daemon = None
        self._holder = self._hold_namespaces()

    # MARK: its network

    def attach(self, segment):
        """Plugs a new interface into the segment and returns its name: eth0, eth1 ..."""
        interface = Interface(self, f"eth{len(self.interfaces)}", segment)
        self.interfaces.append(interface)
        return interface

    @property
    def ipv4(self):
        """The address of its first interface."""
        return self.interfaces[0].ipv4

    @property
    def ipv6(self):
        return self.interfaces[0].ipv6

    def switch_off_ipv6(self):
        """As an administrator does, for interfaces there and to come."""
        for which in "all", "default":
            self.set_kernel_option(f"net/ipv6/conf/{which}/disable_ipv6", 1)

    def set_kernel_option(self, path, value):
        """Writes below /proc/sys, where /proc/sys/net is that of the host."""
        self.run(["sh", "-c", f"echo {value} > /proc/sys/{path}"])

    # MARK: its bus and daemon

    def start_bus(self):
        self.bus = self.start(
            ["dbus-daemon", f"--config-file={HERE}/bus.conf", "--nofork", "--nopidfile", "--nosyslog"]
        )
        self._wait_for_service(self.bus, "org.freedesktop.DBus.GetId", "")

    def start_daemon(self):
        """Starts avahi-daemon and waits until services can be added. Starts the bus if there is none."""
        if self.bus is None:
            self.start_bus()
        self.daemon = self.start(
            ["avahi-daemon", f"--file={HERE}/avahi-daemon.conf"]
            + ["--no-drop-root", "--no-chroot", "--no-rlimits", "--no-proc-title"]
        )
        # 2 is AVAHI_SERVER_RUNNING (avahi-common/defs.h): the host name is settled.
        self._wait_for_service(self.daemon, "org.freedesktop.Avahi.Server.GetState", "int32 2")

    def stop_daemon(self):
        """As on a shutdown: it says goodbye for its services."""
        self.daemon.end()

    def kill_daemon(self):
        """As in a crash of the host: nobody hears a goodbye."""
        self.daemon.kill()

    def _wait_for_service(self, process, method, answer):
        name = method.rpartition(".")[0].removesuffix(".Server")
        question = ["dbus-send", f"--bus={BUS_ADDRESS}", "--print-reply=literal", "--reply-timeout=1000"]

        def is_ready():
            if not process.is_running:
                raise AssertionError(f"{self.name} can't start its services\n{process.transcript()}")
            reply = self.run([*question, f"--dest={name}", "/", method], check=False)
            return reply.returncode == 0 and answer in reply.stdout

        wait_until(is_ready, f"{process.title} on {self.name} is ready")

    # MARK: its processes

    def start(self, command, title=None, output=LineOutput, environment=None):
        """Starts a command in the host. It is ended with the test at the latest."""
        process = RunningProcess(
            self._inside(command),
            title=title or f"{self.name}: {os.path.basename(str(command[0]))}",
            environment=self._environment(environment),
            output=output,
        )
        self.processes.append(process)
        return process

    def run(self, command, seconds=PATIENCE, check=True):
        """Runs a command in the host to its end; `stdout` and `stderr` of what it returns are text."""
        try:
            result = subprocess.run(
                self._inside(command), capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=seconds,
                env=self._environment(),
            )
        except subprocess.TimeoutExpired:
            raise TimeLimitExceeded(f"not within {seconds:g} s: {command} ends on {self.name}") from None
        if check and result.returncode != 0:
            raise AssertionError(f"{self.name}: {command} ended with {result.returncode}: {result.stderr}")
        return result

    def close(self):
        for process in reversed(self.processes):
            process.end()
        self._holder.end()

    def transcript(self):
        return "\n".join(process.transcript() for process in self.processes)

    def _inside(self, command):
        enter = ["nsenter", f"--target={self._holder.pid}", "--net", "--mount", "--uts", "--"]
        return [*enter, *until_our_end(map(str, command))]

    def _environment(self, additions=None):
        return {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": BUS_ADDRESS, "LC_ALL": "C.UTF-8", **(additions or {})}

    def _hold_namespaces(self):
        """A process that does nothing but keep the host's namespaces alive."""
        inside = f"hostname {self.name} && echo ready && exec cat"
        holder = RunningProcess(until_our_end([str(HERE / "in-namespace"), "sh", "-c", inside]), title=self.name)
        holder.stdout.wait_for(lambda line: line == "ready", f"host {self.name} is made")
        return holder


class Interface:
    """A host's end of a cable into a segment."""

    def __init__(self, host, name, segment):
        self.name = name
        self._host = host
        number = len(segment.cables) + 1
        self.ipv4 = f"{segment.ipv4_prefix}{number}"
        self.ipv6 = f"{segment.ipv6_prefix}{number}"
        other_end = f"{segment.bridge}-{number}"
        ip("link", "add", other_end, "type", "veth", "peer", "name", name, "netns", str(host._holder.pid))
        segment.cables.append(other_end)
        ip("link", "set", other_end, "master", segment.bridge, "up")
        # Nobody else has our addresses: don't spend a second asking.
        host.set_kernel_option(f"net/ipv6/conf/{name}/accept_dad", 0)
        host.run(["ip", "address", "add", f"{self.ipv4}/24", "dev", name])
        host.run(["ip", "address", "add", f"{self.ipv6}/64", "dev", name, "nodad"], check=False)
        self.set_up(True)

    def set_up(self, is_up):
        """Plugs the cable in or out, as its host sees it. IPv6 addresses are gone with it."""
        self._host.run(["ip", "link", "set", self.name, "up" if is_up else "down"])


def ip(*arguments, check=True):
    """Runs `ip` in the namespace that all bridges are in."""
    result = subprocess.run(["ip", *arguments], capture_output=True, text=True, timeout=PATIENCE)
    if check and result.returncode != 0:
        raise AssertionError(f"ip {' '.join(arguments)}: {result.stderr}")
