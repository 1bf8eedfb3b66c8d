"""Waiting for an event, never for a while."""

import time

# Generous: discovery alone takes about a second, and two busy cores are shared by everything that a test starts.
PATIENCE = 20.0


class TimeLimitExceeded(AssertionError):
    """What a test waited for did not happen in time."""


class Deadline:
    """A moment in the future, on the clock that nobody sets."""

    def __init__(self, seconds):
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    @property
    def left(self):
        """Seconds left, 0 or more."""
        return max(0.0, self._end - time.monotonic())

    @property
    def has_passed(self):
        return self.left == 0

    def exceeded(self, what):
        """The error to raise when `what` did not happen."""
        return TimeLimitExceeded(f"not within {self.seconds:g} s: {what}")


def wait_until(condition, what, seconds=PATIENCE):
    """Asks `condition` every 20 ms until it says something true, and returns that."""
    deadline = Deadline(seconds)
    while True:
        answer = condition()
        if answer:
            return answer
        if deadline.has_passed:
            raise deadline.exceeded(what)
        time.sleep(0.02)
