"""What the start and a still stretch of a program take."""

import statistics
import time

from bars import Bars, wait_until_live
from scenery import show_scenery
from session import Session, observe, sleep_to_middle_of_minute


def range_text(values, unit=""):
    middle = statistics.median(values)
    return f"{middle:.1f}{unit} ({min(values):.1f} … {max(values):.1f})"


def first_frames(options, *begins):
    """Returns, for each program, the milliseconds from exec to its first frames and the CPU time until then, with warm caches.

    The programs take turns, so that what else the machine does slows all of them alike.
    """
    found = [([], []) for _ in begins]
    with Session() as session:
        show_scenery(session)
        for run in range(options.runs + 2):
            for begin, (wall, cpu) in zip(begins, found):
                program = begin(Bars(session))
                frame = session.first_frame(program)
                # The program writes in the background what it keeps for its next start.
                time.sleep(1 if run < 2 else 0.3)
                program.stop()
                if run >= 2:
                    wall.append((frame.moment - program.started) * 1000)
                    cpu.append(frame.cpu_ms)
    return found


def measure_still(seconds, settings, has_clock=True):
    """What a bar uses in so many seconds, and how often it wakes up, captures and commits.

    The stretch is around a full minute if the bar has a clock.
    """
    with Session() as session:
        show_scenery(session)
        program = Bars(session).ours(settings)
        session.first_frame(program)
        wait_until_live(session)
        # The time is longer than each delay after the start.
        time.sleep(10)
        if has_clock:
            sleep_to_middle_of_minute(seconds)
        # A question wakes the program up, too: two questions in a row show what one takes.
        first, second = session.statistics(), session.statistics()
        asking = second["wakeUps"] - first["wakeUps"]
        time.sleep(1)
        used, moments, events = observe(session, program, seconds)
        last = session.statistics()
    wake_ups = last["wakeUps"] - second["wakeUps"] - asking
    captures, commits = (last[name] - second[name] for name in ("captures", "commits"))
    return used, moments, events, wake_ups, captures, commits
