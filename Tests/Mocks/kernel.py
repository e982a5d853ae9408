"""Runs a program on a machine whose lights, sensor, processors and memory are played.

usage: kernel.py FOLDER COMMAND ...

FOLDER, which is empty, gets files like those of the kernel. The program and all that it starts see them in place of the
kernel's, in a namespace of mounts; no other program does. The figures rise and fall as long as the program runs, and what is
written to the files of FOLDER/class takes effect as for a device. Signals to end are passed on to the program.
"""

import math
import os
import signal
import subprocess
import sys
import time

# The devices, by their folders in /sys/class, with their files.
DEVICES = {
    "backlight/panel": {"type": "raw", "brightness": 620, "actual_brightness": 620, "max_brightness": 1000},
    "leds/tpacpi::kbd_backlight": {"brightness": 1, "max_brightness": 2},
    "hwmon/hwmon0": {"name": "coretemp", "temp1_label": "Package id 0", "temp1_input": 47000},
}
CORES = 4
MEMORY = 16 << 20  # KiB
# Mounts the files, whose folder is the first argument, and starts the program.
MOUNTED = """
mkdir "$0/sys"
mount --rbind /sys "$0/sys"
for class in "$0"/sys/class/*; do
  name=${class##*/}
  [ -e "$0/class/$name" ] || ln -s "$class" "$0/class/$name"
done
mount --bind "$0/class" /sys/class
for name in stat meminfo loadavg; do mount --bind "$0/proc/$name" "/proc/$name"; done
exec "$@"
"""


def wave(moment, middle, height):
    """A figure that swings, with a smaller and faster swing."""
    return middle + height * (0.7 * math.sin(moment / 2.1) + 0.3 * math.sin(moment / 0.7))


class Figures:
    """The figures of the machine, in files that keep their lengths: a reader sees each of them as a whole."""

    def __init__(self, folder):
        self.folder = folder
        self.begin = self.last = time.monotonic()
        self.busy = self.idle = 0.0
        os.mkdir(os.path.join(folder, "proc"))
        for device, files in DEVICES.items():
            os.makedirs(os.path.join(folder, "class", device))
            for name, content in files.items():
                self.write(os.path.join("class", device, name), f"{content}\n")
        self.update()

    def write(self, path, text):
        file = os.open(os.path.join(self.folder, path), os.O_WRONLY | os.O_CREAT, 0o644)
        os.write(file, text.encode())
        os.close(file)

    def update(self):
        now = time.monotonic()
        moment, passed = now - self.begin, now - self.last
        self.last = now
        share = min(max(wave(moment, 0.42, 0.35), 0.02), 1)
        # A hundred ticks a second for each processor.
        self.busy += 100 * passed * share
        self.idle += 100 * passed * (1 - share)
        ticks = [(f"cpu{core}", 1) for core in range(CORES)]
        self.write("proc/stat", "".join(
            f"{name} {int(self.busy * cores):012} 0 0 {int(self.idle * cores):012} 0 0 0 0 0 0\n"
            for name, cores in [("cpu", CORES)] + ticks))
        used = int(MEMORY * wave(moment / 2 + 4, 0.46, 0.24))
        self.write("proc/meminfo", "".join(
            f"{name + ':':<16}{size:>12} kB\n" for name, size in [
                ("MemTotal", MEMORY), ("MemFree", MEMORY - used), ("MemAvailable", MEMORY - used), ("Buffers", 0),
                ("Cached", 0), ("SwapTotal", 0), ("SwapFree", 0)]))
        self.write("proc/loadavg", f"{wave(moment, 1.8, 0.9):.2f} 1.43 0.97 2/345 6789\n")
        self.write("class/hwmon/hwmon0/temp1_input", f"{int(wave(moment, 55000, 12000)):06}\n")


def main():
    folder = os.path.abspath(sys.argv[1])
    figures = Figures(folder)
    # Whoever is not root has its rights in a namespace of users alone.
    rights = [] if os.geteuid() == 0 else ["--map-current-user", "--keep-caps"]
    program = subprocess.Popen(["unshare", "--mount", *rights, "sh", "-ec", MOUNTED, folder, *sys.argv[2:]])
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: program.send_signal(number))
    while program.poll() is None:
        figures.update()
        time.sleep(0.1)
    sys.exit(program.returncode if program.returncode >= 0 else 128 - program.returncode)


main()
