"""Measures who serves notifications, as its clients see it."""

import shutil
import statistics
import threading
import time
from dataclasses import dataclass

from bus import CONFIGURATION, Client
from memory import memory
from process import OTHER
from session import BenchError, Session, wait


@dataclass
class Figures:
    """Milliseconds, but for `growth` in MB and counts."""

    start: float
    median: float
    p99: float
    flood: float
    flood_answers: int
    growth: float
    large: float
    after_large: float


def measure(arguments, prepare=lambda session: None, runs=5):
    """Starts it several times, the last time for good."""
    with Session() as session:
        path = session.write("bus.conf", CONFIGURATION.format(path=session.directory / "bus"))
        session._run(["dbus-daemon", f"--config-file={path}", "--nofork", "--nopidfile"], session.environment, OTHER)
        wait("the bus", (session.directory / "bus").is_socket)
        client = Client(str(session.directory / "bus"))
        client.follow_name()
        prepare(session)
        starts = []
        for run in range(runs):
            client.signals.clear()
            program = session.start(arguments(session))
            while not (owned := [moment for moment, _, body in client.signals if _has_owner(body)]):
                client.read(20)
            starts.append((owned[0] - program.started) * 1000)
            if run + 1 < runs:
                time.sleep(0.3)
                program.stop()
        time.sleep(1)
        latencies = _latencies(client)
        time.sleep(2)
        flood, answers = _flood(client)
        time.sleep(3)
        before = memory(program.pid).dirty
        for number in range(5000):
            client.call(*client.notify(f"Message {number}", "One of many", 100))
        time.sleep(5)
        growth = memory(program.pid).dirty - before
        large = _timed(client, "Large", "word " * 2_000_000)
        after = _timed(client, "After")
        if not program.is_running():
            raise BenchError(f"{program.arguments[0]} ended")
        return Figures(
            statistics.median(starts), statistics.median(latencies), latencies[int(len(latencies) * 0.99) - 1], flood,
            answers, growth, large, after)


def _has_owner(body):
    """Whether NameOwnerChanged tells of a new owner, such as :1.42, its last argument."""
    return body[-2:-1].isdigit()


def _timed(client, summary, body=""):
    sent = time.monotonic()
    return (client.call(*client.notify(summary, body, 400), seconds=60)[0] - sent) * 1000


def _latencies(client):
    """Of 200 calls that follow one another at the pace of a busy chat."""
    found = []
    for number in range(200):
        found.append(_timed(client, f"Message {number}"))
        time.sleep(0.025)
    return sorted(found)


def _flood(client):
    """Of a thousand calls at once: until the last answer, and how many numbers came back."""
    calls = [client.message(*client.notify(f"Flood {number}", "", 1000)) for number in range(1000)]
    sent = time.monotonic()
    sender = threading.Thread(target=lambda: [client.socket.sendall(data) for _, data in calls])
    sender.start()
    answers = [client.wait(serial, 60) for serial, _ in calls]
    sender.join()
    return (max(moment for moment, _ in answers) - sent) * 1000, len({number for _, number in answers})


def report_notifications(report, options, binary):
    report.section("Notifications (of ours beside mako; drawing by software)")
    ours = measure(
        lambda session: [session.install(binary), "run", "--notifications-only"], runs=options.runs)
    mako = measure(lambda session: ["mako"], runs=options.runs) if shutil.which("mako") else None
    if mako is None:
        report.note("mako is not installed: its figures are missing")

    def line(name, unit, key, ratio=None, target=None):
        """A figure beside mako's; `ratio`: the most it may be as a part of mako's in the same run."""
        figure, theirs = getattr(ours, key), getattr(mako, key) if mako else None
        if ratio and theirs:
            target = ratio * theirs
            words = f"at most {ratio:g} of mako's"
        else:
            words = f"<= {target} {unit}" if target else None
        report.line(
            name, f"{figure:.2f} {unit} ({'-' if theirs is None else f'{theirs:.2f}'})", words,
            figure <= target if target else None)

    line("from exec to the name", "ms", "start", ratio=1.1)
    line("a call, median", "ms", "median", ratio=1.2)
    line("a call, 99 of 100; a frame may be in the way", "ms", "p99")
    line("1000 calls at once", "ms", "flood", ratio=1)
    report.line(
        "  different numbers among the answers", str(ours.flood_answers), "1000", ours.flood_answers == 1000)
    line("memory after 5000", "MB", "growth", target=2)
    line("a body of 10 MB", "ms", "large", ratio=0.1)
    line("  the call after it", "ms", "after_large", ratio=3)
