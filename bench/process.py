"""Programs under measurement: started, observed and stopped."""

import ctypes
import os
import signal
import struct
import time
from dataclasses import dataclass

import wire

# Sway refuses to run as root, and a bar should not.
NOBODY = 65534
PROCESSORS = sorted(os.sched_getaffinity(0))
# The program under measurement has the first to itself.
MEASURED, OTHER = PROCESSORS[0], PROCESSORS[-1]


PR_SET_PDEATHSIG = 1


def become_child():
    """In a forked process: gives up what root may do, and ends with the parent, however that ends."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    # Last: a change of the user would undo it.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


@dataclass
class Usage:
    """What a process has used so far, or between two moments."""

    cpu_ms: float
    switches: int
    seconds: float

    def __sub__(self, earlier):
        return Usage(
            self.cpu_ms - earlier.cpu_ms, self.switches - earlier.switches, self.seconds - earlier.seconds)


class Program:
    """A process that ends with this object's `stop`; `started` is stamped just before execve."""

    def __init__(self, arguments, environment, log, processor=OTHER):
        reading, writing = os.pipe()
        self.arguments = arguments
        self.log = log
        self.ending = None
        self.pid = os.fork()
        if self.pid == 0:
            self._become(arguments, environment, log, processor, writing)
        os.close(writing)
        stamp = os.read(reading, 8)
        os.close(reading)
        self.started = struct.unpack("=d", stamp)[0] if stamp else time.monotonic()

    @staticmethod
    def _become(arguments, environment, log, processor, stamp):
        try:
            os.setsid()
            os.sched_setaffinity(0, {processor})
            become_child()
            os.chdir(environment["HOME"])
            os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
            output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            os.dup2(output, 1)
            os.dup2(output, 2)
            os.write(stamp, struct.pack("=d", time.monotonic()))
            os.execvpe(arguments[0], arguments, environment)
        except OSError as error:
            os.write(2, f"{arguments[0]}: {error}\n".encode())
        finally:
            os._exit(127)

    def is_running(self):
        if self.ending is None:
            pid, ending = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.ending = ending
        return self.ending is None

    def usage(self):
        """Threads that have ended are in the CPU time, but not in the switches."""
        cpu = time.clock_gettime_ns(wire.cpu_clock(self.pid)) / 1e6
        return Usage(cpu, self._switches(), time.monotonic())

    def _switches(self):
        count = 0
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{thread}/status") as status:
                count += sum(int(line.split()[1]) for line in status if line.startswith("voluntary"))
        return count

    def stop(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            deadline = time.monotonic() + 3
            while self.is_running() and time.monotonic() < deadline:
                if number is not None:
                    os.kill(self.pid, number)
                    number = None
                time.sleep(0.01)
