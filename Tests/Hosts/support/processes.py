"""One process of a test: fed, watched, signalled by its id, and never left behind."""

import os
import select
import signal
import subprocess

from .output import LineOutput
from .waiting import PATIENCE, Deadline, TimeLimitExceeded



def until_our_end(command):
    """The command, to be killed by the kernel when this process ends, even by SIGKILL, when no cleanup code runs.

    The kernel goes by the thread that started the process: only the main thread may.
    """
    # If this process ends before the wish is made, no signal will come: then the command must not even begin.
    guarded = ["sh", "-c", '[ "$PPID" = "$0" ] && exec "$@"', str(os.getpid())]
    return ["setpriv", "--pdeathsig", "KILL", *guarded, *command]


class RunningProcess:
    """A process that was started. Its output is collected from the start."""

    def __init__(self, command, title=None, environment=None, output=LineOutput):
        self.title = title or os.path.basename(command[0])
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, env=environment
        )
        os.set_blocking(self._process.stdin.fileno(), False)
        self.stdout = output(self._process.stdout)
        self.stderr = LineOutput(self._process.stderr)

    @property
    def pid(self):
        return self._process.pid

    @property
    def is_running(self):
        return self._process.poll() is None

    def write(self, data, seconds=PATIENCE):
        """Writes all of `data` to its standard input; it has to take it within `seconds`."""
        deadline = Deadline(seconds)
        rest = memoryview(data)
        while rest:
            _, writable, _ = select.select([], [self._process.stdin], [], deadline.left)
            if not writable:
                raise deadline.exceeded(f"{self.title} reads its input")
            rest = rest[os.write(self._process.stdin.fileno(), rest[: 1 << 16]) :]

    def close_input(self):
        self._process.stdin.close()

    def kill(self):
        """SIGKILL, as a crash would be: nothing of its own runs any more."""
        self._process.kill()
        self._process.wait()

    def pause(self):
        """SIGSTOP: it stands still until `resume`."""
        self._process.send_signal(signal.SIGSTOP)

    def resume(self):
        self._process.send_signal(signal.SIGCONT)

    def signal(self, number):
        self._process.send_signal(number)

    def wait(self, seconds=PATIENCE):
        """Waits for its end and for the last of its output; returns the exit status, negative for a signal."""
        try:
            status = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise TimeLimitExceeded(f"not within {seconds:g} s: {self.title} ends") from None
        self.stdout.join(seconds)
        self.stderr.join(seconds)
        return status

    def end(self):
        """Ends it in any case, politely first."""
        if self.is_running:
            self.resume()
            self._process.terminate()
            try:
                self._process.wait(3)
            except subprocess.TimeoutExpired:
                self.kill()
        if not self._process.stdin.closed:
            self._process.stdin.close()
        self.stdout.join(1)
        self.stderr.join(1)

    def transcript(self):
        """For a person who looks into a failed test."""
        status = "running" if self.is_running else f"exit status {self._process.returncode}"
        outputs = f"{self.stdout.transcript()}\n- its standard error\n{self.stderr.transcript()}"
        return f"--- {self.title} ({status})\n{outputs}"
