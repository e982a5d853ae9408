"""Measures how far the glass lies behind what moves, and how long a change takes until it is on the screen."""

import collections
import math
import os
import random
import shutil
import signal
import statistics
import time

from bars import CLOCK_ONLY, SETTINGS, Bars, wait_until_live
from pointer import Pointer
from scenery import COLOURS, show_colours, show_scenery
from screen import Screen, distance
from session import BenchError, Session, wait

FRAME = 1 / 60
# What leaks through the glass, and a little more.
TOLERANCE = 8
BAR_HEIGHT = 40
# Rows of the glass, and of the scenery below it.
GLASS, BESIDE = (8, 32), (52, 76)
# Away from texts at the start and in the middle; and at the end of the bar.
PLACES = 0.25, 1.0


def spread_text(values):
    """The median, and what 95 of 100 values do not exceed."""
    largest = sorted(values)[math.ceil(len(values) * 0.95) - 1]
    return f"{statistics.median(values):.1f} (p95 {largest:.1f})"


def report_lag(report, options):
    report.section("lag of live glass: behind it the colour changes with every frame; median (p95)")
    with Session() as session:
        commands = show_colours(session)
        screen = Screen(session, 80, PLACES[0])
        program = Bars(session).ours()
        session.first_frame(program)
        wait_until_live(session)
        known = learn_glass(screen, commands)
        os.write(commands, b"m")
        time.sleep(1)
        start = time.monotonic()
        time.sleep(options.live_seconds)
        os.write(commands, b"s")
        shown = read_lags(screen, start, known)
    if not shown.lags:
        raise BenchError("no colour was recognised in moving glass")
    frames, seconds = zip(*shown.lags)
    report.line("behind the scene, frames of the compositor", spread_text(frames),
                "median at most 2", statistics.median(frames) <= 2)
    report.line("behind the scene, ms", spread_text([value * 1000 for value in seconds]))
    counts = collections.Counter(frames)
    report.line("  pictures by frames of lag", ", ".join(f"{lag}: {counts[lag]}" for lag in sorted(counts)))
    report.line("  pictures that show no single frame's colour", f"{shown.mixed}")
    report.line("  ms from picture to picture of the compositor", spread_text(shown.intervals))


def learn_glass(screen, commands):
    """The glass over each colour, when nothing moves."""
    known = {}
    for _ in COLOURS:
        os.write(commands, b"n")
        picture = screen.settle()
        known[scene_of(picture)] = picture.mean(*GLASS)
    nearest = min(distance(known[a], known[b]) for a in known for b in known if a < b)
    if len(known) < len(COLOURS) or nearest < 2 * TOLERANCE:
        raise BenchError(f"{len(known)} colours through glass are {nearest:.1f} apart: too near each other")
    return known


def scene_of(picture):
    """The number of the colour beside the glass."""
    return COLOURS.index(tuple(round(channel) for channel in picture.mean(*BESIDE)))


Shown = collections.namedtuple("Shown", "lags mixed intervals")


def read_lags(screen, start, known):
    """For each picture since, how many pictures and seconds before the glass's colour was beside it last."""
    lags, mixed, last = [], 0, {}
    pictures = screen.update().pictures
    for index, picture in enumerate(pictures):
        last[scene_of(picture)] = index
        if picture.moment < start:
            continue
        glass = picture.mean(*GLASS)
        nearest = min(known, key=lambda scene: distance(known[scene], glass))
        if distance(known[nearest], glass) > TOLERANCE:
            mixed += 1
        else:
            then = last[nearest]
            lags.append((index - then, picture.moment - pictures[then].moment))
    moments = [picture.moment for picture in pictures if picture.moment >= start]
    return Shown(lags, mixed, [(after - before) * 1000 for before, after in zip(moments, moments[1:])])


def report_settings(report, options):
    report.section(f"a saved setting, of the bar's colour: from its file's rename, ms; median (p95) of {options.changes}")
    report_saves(report, "hyaline", *measure_saves(options, start_ours, save_ours), limit=100)
    if shutil.which("waybar"):
        report_saves(report, "Waybar, told by SIGUSR2", *measure_saves(options, start_waybar, save_waybar))


def report_saves(report, name, commits, pictures, limit=None):
    report.line(f"{name}, to the first picture that shows it", spread_text(pictures),
                limit and f"median at most {limit}", limit and statistics.median(pictures) <= limit)
    report.line("  to its first commit", spread_text(commits))


def measure_saves(options, begin, save):
    """Milliseconds from each save to the program's first commit of a picture, and to the screen."""
    commits, pictures = [], []
    with Session() as session:
        show_scenery(session)
        screen = Screen(session, 80, PLACES[0])
        program = begin(session)
        looks = {}
        for is_dark in (False, True):
            save(session, program, is_dark)
            time.sleep(1)
            looks[is_dark] = screen.settle().mean(*GLASS)
        if distance(looks[False], looks[True]) < 4 * TOLERANCE:
            raise BenchError(f"{program.arguments[0]} did not take new settings")
        for number in range(options.changes):
            # At any moment between two frames.
            time.sleep(random.random() * FRAME)
            look = looks[number % 2 == 1]
            moment = save(session, program, number % 2 == 1)
            right = screen.wait_for("the new settings", moment, lambda picture: (
                distance(picture.mean(*GLASS), look) <= TOLERANCE))
            commit = next(e for e in session.events(moment) if e.name.endswith("-picture"))
            commits.append((commit.moment - moment) * 1000)
            pictures.append((right.moment - moment) * 1000)
            screen.settle()
    return commits, pictures


def start_ours(session):
    program = Bars(session).ours()
    session.first_frame(program)
    wait_until_live(session)
    return program


def save_ours(session, program, is_dark):
    settings = SETTINGS if is_dark else SETTINGS.replace('"dark"', '"light"')
    return session.replace("settings/settings.toml", settings)


def start_waybar(session):
    program = Bars(session).waybar(CLOCK_ONLY, waybar_style(is_dark=True))
    session.first_frame(program)
    time.sleep(1)
    return program


def save_waybar(session, program, is_dark):
    moment = session.replace("waybar.css", waybar_style(is_dark))
    os.kill(program.pid, signal.SIGUSR2)
    return moment


def waybar_style(is_dark):
    return f"window#waybar {{ background: {'#202020' if is_dark else '#e0e0e0'}; color: #808080; }}"


# What a module in the middle of the bar opens: the settings that make it so, and rows and a column, a fraction of the
# output's width, where the popup has neither text nor edge.
MENU = ", ".join(f'{{ label = "An entry of a menu, number {number}", run = "none" }}' for number in range(8))
POPUPS = {
    "a calendar": (SETTINGS, (BAR_HEIGHT + 60, BAR_HEIGHT + 140), 0.5 - 160 / 1920),
    "a menu": (SETTINGS.replace('"clock"', '"text.menu"') + f'[text.menu]\ntext = "Menu"\nmenu = [{MENU}]\n',
               (BAR_HEIGHT + 60, BAR_HEIGHT + 140), 0.5 + 80 / 1920),
}


def report_popups(report, options):
    report.section(f"a popup: from the release of the button, ms; median (p95) of {options.changes}")
    for what, (settings, rows, place) in POPUPS.items():
        seen, whole = zip(*measure_popups(options, settings, rows, place))
        report.line(f"{what}, to the first picture in which it is seen", spread_text(seen), "median at most 50",
                    statistics.median(seen) <= 50)
        report.line("  to the picture in which it is whole", spread_text(whole))


def measure_popups(options, settings, rows, place):
    """For each click the milliseconds to the first picture with the popup, and to the last one that differs."""
    found = []
    with Session() as session:
        show_scenery(session)
        screen = Screen(session, rows[1] + 8, place)
        program = Bars(session).ours(settings)
        session.first_frame(program)
        wait_until_live(session)
        pointer = Pointer(session, 1920, 1080)
        for _ in range(options.changes):
            pointer.move(960, BAR_HEIGHT // 2)
            before = screen.settle()
            # At any moment between two frames.
            time.sleep(random.random() * FRAME)
            moment = pointer.click()
            first = screen.wait_for("the popup", moment, lambda picture: difference(picture, before, rows) > 1)
            last = screen.settle()
            whole = screen.wait_for("all of the popup", moment, lambda picture: (
                difference(picture, last, rows) <= 1))
            if difference(last, before, rows) <= TOLERANCE:
                raise BenchError("a click opened no popup that can be told from what is behind it")
            found.append(((first.moment - moment) * 1000, (whole.moment - moment) * 1000))
            pointer.click()
            screen.settle()
    return found


def difference(picture, other, rows):
    """How far apart some rows of two pictures are on average."""
    first, end = rows
    pairs = zip(picture.columns[0][first:end], other.columns[0][first:end])
    return sum(distance(*pair) for pair in pairs) / (end - first)


# Commands to sway by what they change, each with how often it is done in one session: outputs only become more there.
OUTPUT_CHANGES = {
    "another mode": (["output HEADLESS-1 mode 1280x720@60Hz", "output HEADLESS-1 mode 1920x1080@60Hz"], 100),
    "another scale": (["output HEADLESS-1 scale 1.5", "output HEADLESS-1 scale 1"], 100),
    "a new output": (["create_output"], 3),
}


def report_outputs(report, options):
    report.section(
        f"a change of the output: from its event to a picture with the right bar; median (p95) of {options.changes}")
    bars = [("hyaline", start_ours)] + [("Waybar", start_waybar)] * bool(shutil.which("waybar"))
    for what, (commands, limit) in OUTPUT_CHANGES.items():
        for name, begin in bars:
            # A new output has a picture before its clients can know of it.
            most = 2 if name == "hyaline" and what != "a new output" else None
            found = []
            while len(found) < options.changes:
                count = min(limit, options.changes - len(found))
                found += measure_output_changes(begin, commands, count)
            counts, times = zip(*found)
            report.line(f"{what}: {name}, ms", spread_text(times))
            report.line("  pictures until then, the right one included", spread_text(counts),
                        most and f"median at most {most}", most and statistics.median(counts) <= most)


def measure_output_changes(begin, commands, count):
    """For each change the number of pictures until the bar is right, that one included, and the milliseconds."""
    found = []
    with Session() as session:
        screen = Screen(session, BAR_HEIGHT + 8, *PLACES)
        begin(session)
        colour = screen.settle().mean(*GLASS)
        for number in range(count):
            time.sleep(random.random() * FRAME)
            asked = time.monotonic()
            session.command(commands[number % len(commands)])
            event = wait("the output's event", lambda: next(
                (output.moment for output in screen.update().outputs if output.moment > asked), None))
            right = screen.wait_for("the right bar", event, lambda picture: is_right(picture, screen, colour))
            shown = sum(event <= picture.moment <= right.moment for picture in screen.pictures + screen.missed)
            found.append((shown, (right.moment - event) * 1000))
            screen.settle()
    return found


def is_right(picture, screen, colour):
    """Whether the bar has its height, colour and length on the output as it was last described."""
    output = screen.outputs[-1]
    height = round(BAR_HEIGHT * output.scale)
    return (picture.size, picture.scale) == (output.size, output.scale) and all(
        all(distance(pixel, colour) <= TOLERANCE for pixel in column[:height])
        and distance(column[height], colour) > TOLERANCE for column in picture.columns)
