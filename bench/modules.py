"""Bars with the same modules, side by side: the first frame, memory, a still minute, and titles that change."""

import pathlib
import shutil
import statistics
import time

from bars import Bars, wait_until_live
from measures import first_frames
from memory import memory
from scenery import show_scenery
from session import BenchError, Session, wait

OURS = """
appearance = "dark"
renderer = "cpu"
[bar]
height = 32
font = "Sans 10"
start = ["workspaces", "window"]
center = ["clock"]
end = ["rates", "cpu", "memory", "disk"]
[clock]
format = "%a %e %b  %H:%M"
[rates]
format = "{down}"
interval = 5
[cpu]
format = "CPU {percent}%"
interval = 5
[memory]
format = "RAM {percent}%"
interval = 5
[disk]
format = "Disk {percent}%"
interval = 60
"""

WAYBAR = {
    "layer": "top", "height": 32, "modules-left": ["sway/workspaces", "sway/window"], "modules-center": ["clock"],
    "modules-right": ["network", "cpu", "memory", "disk"],
    "clock": {"format": "{:%a %e %b  %H:%M}"},
    "network": {"format": "{bandwidthDownBytes}", "interval": 5},
    "cpu": {"format": "CPU {usage}%", "interval": 5}, "memory": {"format": "RAM {percentage}%", "interval": 5},
    "disk": {"format": "Disk {percentage_used}%", "interval": 60},
}
STYLE = "* { font-family: Sans; font-size: 10pt; }"

# The bar with the cheapest titles that is known; it has no glass.
YAMBAR = """
bar:
  location: top
  height: 32
  background: 000000ff
  left:
    - i3:
        sort: ascending
        content:
          "": {string: {text: " {name} "}}
          current: {empty: {}}
    - foreign-toplevel:
        content:
          map: {default: {empty: {}}, conditions: {activated: {string: {text: "{title}", max: 80}}}}
  right:
    - cpu: {poll-interval: 5000, content: {map: {conditions: {id < 0: {string: {text: "CPU {cpu}% "}}}}}}
    - mem: {interval: 5000, content: {string: {text: "RAM {percent_used}% "}}}
    - clock: {date-format: "%a %e %b", time-format: "%H:%M", content: {string: {text: "{date} {time}"}}}
"""

# Seconds from the first title to the measurement.
TITLES_SETTLE = 10

# Changes the title of its terminal ten times a second, and tells how often it has.
TITLES = r"""
i=0
while :; do
  i=$((i + 1))
  printf '\033]2;The title of a window, number %d\007' "$i"
  echo "$i" >"$HOME/titles"
  sleep 0.1
done
"""


def ours(bars):
    return bars.ours(OURS)


def waybar(bars):
    return bars.waybar(WAYBAR, STYLE)


def yambar(bars):
    return bars.yambar(YAMBAR)


def report_modules(report, options):
    report.section("bars with the same modules (workspaces, window, clock, network, cpu, memory, disk)")
    report.note("hyaline shows titles that change continually twice a second, and looks behind its glass four times")
    report.note(f"a second while windows draw and nothing changes there; titles begin {TITLES_SETTLE} s before it")
    programs = [("hyaline", ours)] + ([("Waybar", waybar)] if shutil.which("waybar") else [])
    found = {}
    for name, begin in programs:
        (frames, _), = first_frames(options, begin)
        dirty, still, titles = at_rest(begin, options)
        found[name] = (statistics.median(frames), dirty, still.cpu_ms, still.switches, *titles)
    rows = [
        ("first frame, ms, median", ".0f"), ("private memory, MB", ".1f"),
        (f"CPU time of a still {options.still_seconds} s, ms", ".1f"), ("  its context switches", "d"),
        ("CPU time of a change of the title, ms", ".2f"), ("  its context switches", ".1f"),
    ]
    title = titles_of_yambar(options) if shutil.which("yambar") else None
    for place, (name, form) in enumerate(rows):
        own = found["hyaline"][place]
        other = found.get("Waybar", [None] * len(rows))[place]
        is_met = None if other is None else own <= other
        target = "" if other is None else f"Waybar {other:{form}}"
        if title and place >= 4:
            target += f", yambar {title[place - 4]:{form}}"
            is_met = own <= title[place - 4] and is_met is not False
        report.line(name, f"{own:{form}}", target, is_met)


def titles_of_yambar(options):
    """What a change of the title costs yambar, and its context switches."""
    with Session() as session:
        show_scenery(session)
        program = yambar(Bars(session))
        session.first_frame(program)
        time.sleep(options.settle)
        return change_titles(session, program, options)


def at_rest(begin, options):
    """Memory, what a still stretch takes, and what a change of the title does."""
    with Session() as session:
        show_scenery(session)
        program = begin(Bars(session))
        session.first_frame(program)
        if begin is ours:
            wait_until_live(session)
        time.sleep(options.settle)
        dirty = memory(program.pid).dirty
        before = program.usage()
        time.sleep(options.still_seconds)
        still = program.usage() - before
        return dirty, still, change_titles(session, program, options)


def change_titles(session, program, options):
    path = pathlib.Path(session.directory) / "titles"

    def told():
        try:
            return int(path.read_text())
        except (OSError, ValueError):
            return 0

    def count():
        # The shell truncates the file before it writes.
        return wait("a count of titles", told)

    session.start_observer(["foot", "sh", "-c", TITLES])
    # The window has come, and what the bar does for that is over.
    time.sleep(TITLES_SETTLE)
    first, before = count(), program.usage()
    time.sleep(options.live_seconds)
    used, changes = program.usage() - before, count() - first
    if changes == 0:
        raise BenchError("no title changed")
    return used.cpu_ms / changes, used.switches / changes
