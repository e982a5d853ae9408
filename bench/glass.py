"""What islands of glass and glass that bends its backdrop cost, beside one sheet of `systemMaterial`."""

import functools
import re
import statistics
import subprocess

from bars import PRODUCTS, texts_bar
from measures import first_frames, measure_still, range_text
from process import MEASURED
from session import BenchError

# Milliseconds that the first frame may take longer than that of one sheet.
MOST_DELAY = 1


@functools.cache
def rendering():
    """The output of `RenderingBenchmark`, which runs once for all sections."""
    program = PRODUCTS / "RenderingBenchmark"
    answer = subprocess.run(["taskset", "-c", str(MEASURED), program], capture_output=True, text=True, timeout=300)
    if answer.returncode:
        raise BenchError(answer.stderr.strip() or f"{program.name} ended with {answer.returncode}")
    return answer.stdout


def figures(pattern, count=None):
    """The figures that a pattern finds in what `RenderingBenchmark` tells: those of OpenGL ES, then those of the CPU.

    There have to be `count` of them, or one or more if that is None.
    """
    found = [float(figure) for figure in re.findall(pattern, rendering())]
    if not found or count not in (None, len(found)):
        raise BenchError(f"RenderingBenchmark tells {len(found)} figures like {pattern!r}")
    return found


def report_islands(report, options):
    report.section("a bar of three islands beside one of one sheet")
    names = ["live frame", "live frame, side by side", "live frame by the CPU", "live frame by the CPU, side by side"]
    for name, share in zip(names, figures(r"([\d.]+) of the sheet", len(names))):
        report.line(name, f"{share}", "at most 1.1 of one sheet's", share <= 1.1)
    report_bar(report, options, texts_bar(glass="zones"))


def report_refraction(report, options):
    report.section("a bar of glass that bends its backdrop beside one of systemMaterial")
    names = ["live frame", "live frame by the CPU"]
    for name, share in zip(names, figures(r"([\d.]+) of the floating bar", len(names))):
        report.line(name, f"{share}", "at most 1.3 of the other's", share <= 1.3)
    report_bar(report, options, texts_bar(material="glass"))


def report_bar(report, options, settings):
    """Reports the first frame of a bar without a clock beside that of one sheet, and what it does at rest."""
    (wall, cpu), (plain_wall, plain_cpu) = first_frames(
        options, lambda bars: bars.ours(settings), lambda bars: bars.ours(texts_bar()))
    most = statistics.median(plain_wall) + MOST_DELAY
    report.line("first frame, ms", range_text(wall), f"at most {most:.1f}", statistics.median(wall) <= most)
    report.line("  of that, CPU time, ms", range_text(cpu))
    report.line("  of one sheet of systemMaterial", range_text(plain_wall))
    report.line("  of that, CPU time, ms", range_text(plain_cpu))
    used, moments, events, _, captures, commits = measure_still(options.still_seconds, settings, has_clock=False)
    report.line(
        f"at rest for {options.still_seconds} s: moments awake, captures, commits", f"{moments}, {captures}, {commits}",
        "0, 0, 0", moments == captures == commits == 0)
    report.line("  CPU time, ms", f"{used.cpu_ms:.2f}")
    report.line("  on the wire: " + (", ".join(events) or "nothing"), "")
