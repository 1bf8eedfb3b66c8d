"""What a process writes, collected by a thread, so that the process never waits for the test."""

import os
import threading

from .waiting import PATIENCE, Deadline


class Output:
    """Everything that came through one pipe so far. Safe to use while more comes."""

    def __init__(self, pipe):
        self._pipe = pipe
        self._changed = threading.Condition()
        self._ended = False
        self._thread = threading.Thread(target=self._collect, daemon=True)
        self._thread.start()

    @property
    def has_ended(self):
        """Whether the last writer has closed the pipe, and all that it wrote is here."""
        with self._changed:
            return self._ended

    def join(self, seconds):
        """Waits until the pipe has ended."""
        self._thread.join(seconds)

    def _collect(self):
        with self._pipe:
            while chunk := os.read(self._pipe.fileno(), 1 << 16):
                with self._changed:
                    self._take(chunk)
                    self._changed.notify_all()
        with self._changed:
            self._end()
            self._ended = True
            self._changed.notify_all()

    def _wait(self, answer, what, seconds):
        """Waits for something true from `answer`, asked under the lock after each change."""
        deadline = Deadline(seconds)
        with self._changed:
            while not (found := answer()):
                if self._ended:
                    raise AssertionError(f"the output ended before: {what}")
                if not self._changed.wait(deadline.left) and deadline.has_passed:
                    raise deadline.exceeded(what)
            return found


class ByteOutput(Output):
    """Output as it is."""

    def __init__(self, pipe):
        self._bytes = bytearray()
        super().__init__(pipe)

    @property
    def bytes(self):
        with self._changed:
            return bytes(self._bytes)

    def wait_for(self, predicate, what, seconds=PATIENCE):
        """Returns all bytes so far, as soon as `predicate` says yes to them."""
        return self._wait(lambda: predicate(self._bytes) and bytes(self._bytes), what, seconds)

    def transcript(self, length=2000):
        return repr(self.bytes[-length:])

    def _take(self, chunk):
        self._bytes += chunk

    def _end(self):
        pass


class LineOutput(Output):
    """Output as lines of text without their ends."""

    def __init__(self, pipe):
        self._lines = []
        self._part = b""
        super().__init__(pipe)

    @property
    def lines(self):
        """The whole lines so far, and after the end also one that was never ended."""
        with self._changed:
            return list(self._lines)

    @property
    def count(self):
        with self._changed:
            return len(self._lines)

    def wait_for(self, predicate, what, seconds=PATIENCE, after=0):
        """The first line, `after` so many, for which `predicate` says something true; returns what it said."""
        position = after

        def search():
            nonlocal position
            while position < len(self._lines):
                line = self._lines[position]
                position += 1
                if answer := predicate(line):
                    return answer
            return None

        return self._wait(search, what, seconds)

    def wait_for_count(self, count, seconds=PATIENCE):
        """Waits for that many lines or more."""
        self._wait(lambda: len(self._lines) >= count, f"{count} lines of output", seconds)

    def transcript(self, length=40):
        lines = self.lines
        left_out = [f"... {len(lines) - length} lines left out ..."] if len(lines) > length else []
        return "\n".join(left_out + lines[-length:])

    def _take(self, chunk):
        *whole, self._part = (self._part + chunk).split(b"\n")
        self._lines += [line.decode("utf-8", "replace") for line in whole]

    def _end(self):
        if self._part:
            self._lines.append(self._part.decode("utf-8", "replace"))
