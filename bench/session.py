"""A sway without a screen in a directory of its own, whose clients are watched on the wire."""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass

import wire
from process import MEASURED, NOBODY, OTHER, Program, become_child

SWAY = """
output HEADLESS-1 resolution 1920x1080@60Hz position 0 0
xwayland disable
default_border none
"""


class BenchError(Exception):
    """Something could not be measured."""


def wait(awaited, answer, seconds=20):
    """The first true answer; raises if there is none in time."""
    deadline = time.monotonic() + seconds
    while True:
        if found := answer():
            return found
        if time.monotonic() > deadline:
            raise BenchError(f"waited in vain for {awaited}")
        time.sleep(0.005)


@dataclass
class WireEvent:
    moment: float
    cpu_ms: float
    name: str


class Session:
    """Use it in a `with`; clients that are measured are run with `start`, others with `start_aside`."""

    def __init__(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="hyaline-bench."))
        self.directory.chmod(0o700)
        self.wire_log = self.directory / "wire.log"
        self.programs = []
        self.environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
            "HOME": str(self.directory), "XDG_RUNTIME_DIR": str(self.directory),
            # Mesa asks for this, and else in the account's home, whatever HOME says.
            "XDG_CACHE_HOME": str(self.directory / "cache"),
            # Where no bus is: nobody's real one, and none is started.
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.directory}/bus", "GSETTINGS_BACKEND": "memory",
        }

    def __enter__(self):
        try:
            (self.directory / "cache").mkdir()
            self.write("sway.config", SWAY)
            headless = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}
            self._run(["sway", "-c", str(self.directory / "sway.config")], self.environment | headless, OTHER)
            display = wait("sway's socket", self._display)
            address, = wait("sway's answer", lambda: list(self.directory.glob("sway-ipc.*.sock")))
            self.environment["SWAYSOCK"] = str(address)
            self.upstream = self.directory / display
            self.environment["WAYLAND_DISPLAY"] = display
            self._start_proxy()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for program in reversed(self.programs):
            program.stop()
        if os.environ.get("HYALINE_BENCH_KEEP"):
            print("kept:", self.directory)
        else:
            shutil.rmtree(self.directory, ignore_errors=True)

    def write(self, name, text):
        """A file in the session's directory; returns its path."""
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        self._give_away()
        return str(path)

    def replace(self, name, text):
        """Renames a new file into place; returns when, by CLOCK_MONOTONIC."""
        fresh = self.write("replacement", text)
        # Whoever watches the old file may see that its owner was set again.
        time.sleep(0.3)
        moment = time.monotonic()
        os.replace(fresh, self.directory / name)
        return moment

    def install(self, path):
        """A copy of a program that the session's user may run."""
        copy = self.directory / pathlib.Path(path).name
        if not copy.exists():
            shutil.copy(path, copy)
            # Pages that are not on the disk yet would count as the program's own dirty memory.
            os.sync()
        self._give_away()
        return str(copy)

    def start(self, arguments):
        """Runs a program on a processor of its own, through the proxy."""
        return self._run(arguments, self.environment | {"WAYLAND_DISPLAY": "proxy-0"}, MEASURED)

    def start_observer(self, arguments):
        """Runs a program beside the compositor, which it speaks to directly."""
        return self._run(arguments, self.environment, OTHER)

    def start_aside(self, main):
        """Runs a Python function in a process of its own."""
        return self._fork(main)

    def events(self, since=0.0):
        """What came over the wire since a moment of CLOCK_MONOTONIC."""
        if not self.wire_log.exists():
            return []
        found = []
        for line in self.wire_log.read_text().splitlines():
            words = line.split()
            if len(words) == 3 and float(words[0]) >= since:
                found.append(WireEvent(float(words[0]), int(words[1]) / 1e6, words[2]))
        return found

    def first_frame(self, program):
        """The first commit that shows a picture on a surface with a place on the screen."""
        def find():
            if not program.is_running():
                raise BenchError(f"{program.arguments[0]} ended: {pathlib.Path(program.log).read_text()[-500:]}")
            return next((e for e in self.events(program.started) if e.name == "commit-layer-picture"), None)

        return wait(f"the first frame of {program.arguments[0]}", find)

    def statistics(self):
        """What hyaline itself has counted."""
        with socket.socket(socket.AF_UNIX) as control:
            control.settimeout(5)
            control.connect(str(self.directory / "hyaline-proxy-0.sock"))
            control.sendall(b'{"command":"statistics"}\n')
            answer = b""
            while not answer.endswith(b"\n"):
                chunk = control.recv(65536)
                if not chunk:
                    raise BenchError(f"the control socket closed after {answer!r}")
                answer += chunk
        answer = json.loads(answer)
        return answer | answer["outputs"][0]

    def command(self, text):
        """Has sway do something."""
        address, = self.directory.glob("sway-ipc.*.sock")
        subprocess.run(["swaymsg", "-q", "-s", address, text], check=True)

    def _display(self):
        return next((f"wayland-{n}" for n in range(32) if (self.directory / f"wayland-{n}").is_socket()), None)

    def _run(self, arguments, environment, processor):
        name = pathlib.Path(arguments[0]).name
        program = Program(arguments, environment, str(self.directory / f"{name}.log"), processor)
        self.programs.append(program)
        return program

    def _fork(self, main):
        program = Program.__new__(Program)
        program.arguments, program.ending, program.pid = [main.__name__], None, os.fork()
        if program.pid == 0:
            try:
                os.setsid()
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                os.sched_setaffinity(0, {OTHER})
                become_child()
                main()
            finally:
                os._exit(1)
        self.programs.append(program)
        return program

    def _start_proxy(self):
        path = str(self.directory / "proxy-0")
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path)
            listener.listen(8)
            self._give_away()

            def proxy():
                wire.serve_proxy(listener, str(self.upstream), str(self.wire_log))

            self._fork(proxy)

    def _give_away(self):
        if os.geteuid() == 0:
            for path in [self.directory, *self.directory.rglob("*")]:
                os.lchown(path, NOBODY, NOBODY)


def observe(session, program, seconds):
    """What a program uses, at how many moments it is awake, and what it says on the wire."""
    before, moments, was_awake = program.usage(), 0, False
    last = before
    while last.seconds - before.seconds < seconds:
        time.sleep(0.25)
        now = program.usage()
        is_awake = now.switches != last.switches
        moments += is_awake and not was_awake
        last, was_awake = now, is_awake
    names = [event.name for event in session.events(before.seconds) if event.name != "connect"]
    return last - before, moments, [f"{names.count(name)} {name}" for name in sorted(set(names))]


def sleep_to_middle_of_minute(seconds):
    """So that a stretch of a minute has exactly one change of the minute in it, well inside."""
    if seconds == 60:
        time.sleep((25 - time.time()) % 60)
