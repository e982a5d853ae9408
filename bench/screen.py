"""What the output shows over time, as ScreenWatch, a client of the compositor, captures it."""

import pathlib
import time
from dataclasses import dataclass

from bars import PRODUCTS
from session import BenchError, wait


@dataclass
class Picture:
    """What columns of the output showed from a moment on, of CLOCK_MONOTONIC; none are known if it was not captured."""

    moment: float
    size: tuple[int, int]
    scale: float
    columns: list[list[tuple[int, int, int]]]

    @staticmethod
    def read(line):
        _, moment, width, height, scale, *columns = line.split()
        return Picture(float(moment), (int(width), int(height)), float(scale), [_pixels(text) for text in columns])

    def mean(self, first, end):
        """The mean colour of some rows of the first column."""
        rows = self.columns[0][first:end]
        return tuple(sum(channel) / len(rows) for channel in zip(*rows))


def _pixels(text):
    data = bytes.fromhex(text)
    return list(zip(data[0::3], data[1::3], data[2::3]))


def distance(one, other):
    """How far apart two colours are, in the channel in which they differ most."""
    return max(abs(a - b) for a, b in zip(one, other))


class Screen:
    """Watches `rows` logical pixels of columns at `places`, which are fractions of the output's width."""

    def __init__(self, session, rows, *places):
        self.program = session.start_observer(
            [session.install(PRODUCTS / "ScreenWatch"), str(rows), *map(str, places)])
        self.log = pathlib.Path(self.program.log).open()
        self.rest = ""
        # Each description of the output, each picture that differs from the one before, and what was shown in between
        # while the output changed.
        self.outputs, self.pictures, self.missed = [], [], []
        wait("the watch of the screen", lambda: self.update().outputs)

    def update(self):
        """Reads what has come."""
        *lines, self.rest = (self.rest + self.log.read()).split("\n")
        found = {"output": self.outputs, "frame": self.pictures, "missed": self.missed}
        for line in lines:
            kind = line.partition(" ")[0]
            if kind not in found:
                raise BenchError(f"the watch of the screen ended: {line}")
            found[kind].append(Picture.read(line))
        return self

    def settle(self):
        """Waits until nothing has changed for a while; returns the last picture."""
        time.sleep(0.5)
        wait("a still screen", lambda: self.update().pictures and time.monotonic() - self.pictures[-1].moment > 0.5)
        return self.pictures[-1]

    def pictures_since(self, moment):
        """The pictures that were shown after a moment."""
        return [picture for picture in self.update().pictures if picture.moment > moment]

    def wait_for(self, awaited, moment, is_right):
        """The first picture after a moment of which something holds."""
        return wait(awaited, lambda: next(filter(is_right, self.pictures_since(moment)), None))
