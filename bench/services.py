"""A still minute of bars whose modules show services that tell nothing new."""

import json
import os
import pathlib
import shutil
import signal
import socket
import time

from bars import Bars, wait_until_live
from bus import CONFIGURATION, Client
from memory import memory
from process import OTHER
from scenery import show_scenery
from session import BenchError, Session, observe, sleep_to_middle_of_minute, wait

OURS = """
appearance = "dark"
renderer = "cpu"
[bar]
height = 32
font = "Sans 10"
start = ["tray", "media"]
center = ["clock"]
end = ["audio", "microphone", "backlight", "keyboard_light", "network", "bluetooth", "power_profile", "battery",
  "privacy", "systemd", "session"]
[clock]
format = "%a %e %b  %H:%M"
[tray]
format = "{title}"
[bluetooth]
format = "{name}"
"""
# What is to be seen of each service before anything is measured.
SEEN = ["Program", "Song", "home", "Headset", "balanced", "60%", "100%"]

WAYBAR = {
    "layer": "top", "height": 32, "modules-left": ["tray"], "modules-center": ["clock"],
    "modules-right": ["pulseaudio", "network", "bluetooth", "upower"],
    "clock": {"format": "{:%a %e %b  %H:%M}"},
}
STYLE = "* { font-family: Sans; font-size: 10pt; }"

# A bar of the two modules that hear what is in reach by radio.
RADIO = """
appearance = "dark"
renderer = "cpu"
[bar]
height = 32
font = "Sans 10"
end = ["network", "bluetooth"]
"""
POINTS, DEVICES = 500, 500

# CPU time of a still minute, in ms.
MOST_CPU = 4.9
# CPU time of a scan that hears so many, in ms.
MOST_SCAN_CPU = 10

# What is on the bus: the services of a laptop, a player that plays and an item of the tray.
RADIO_MOCK = pathlib.Path(__file__).resolve().parent / "radio.py"
MOCKS = pathlib.Path(__file__).resolve().parent.parent / "Tests" / "Mocks" / "services.py"
SERVICES = ["upower", "networkmanager", "bluez5", "logind", "power_profiles_daemon", "player", "item"]
# Their names, which are there before a program starts: Waybar ends where UPower's is missing.
NAMES = [
    "org.freedesktop.UPower", "org.freedesktop.NetworkManager", "org.bluez", "org.freedesktop.login1",
    "net.hadess.PowerProfiles", "org.mpris.MediaPlayer2.mock", "org.example.Program",
]


def report_services(report, options):
    seconds = options.still_seconds
    report.section(f"a still {seconds} s of bars that show services: tray, player, sound, network, Bluetooth, battery, …")
    if not shutil.which("pulseaudio"):
        raise BenchError("pulseaudio is not installed")
    used, moments, dirty = at_rest(lambda bars: bars.ours(OURS), options, is_ours=True)
    report.line("hyaline, CPU time, ms", f"{used.cpu_ms:.2f}", f"at most {MOST_CPU}", used.cpu_ms <= MOST_CPU)
    report.line("  moments at which it was awake", str(moments), "2: the clock's and a timer's", moments <= 2)
    report.line("  context switches", str(used.switches))
    report.line("  private memory, MB", f"{dirty:.1f}")
    if shutil.which("waybar"):
        used, moments, dirty = at_rest(lambda bars: bars.waybar(WAYBAR, STYLE), options)
        report.line("Waybar, those of them that it has, CPU time, ms", f"{used.cpu_ms:.2f}")
        report.line("  moments at which it was awake", str(moments))
        report.line("  context switches", str(used.switches))
        report.line("  private memory, MB", f"{dirty:.1f}")


def report_radio(report, options):
    """Scans of which every strength has changed, with the panels closed and with the panel of networks open."""
    report.section(f"a scan that hears {POINTS} access points and {DEVICES} Bluetooth devices")
    closed, opened = scans(options)
    report.line("hyaline, CPU time, ms", f"{closed:.2f}", f"at most {MOST_SCAN_CPU}", closed <= MOST_SCAN_CPU)
    report.line("  and with the panel of networks", f"{opened:.2f}")


def scans(options):
    """The CPU time of a scan in ms, with the panels closed and with the panel of networks open."""
    with Session() as session:
        show_scenery(session)
        start_bus(session)
        mock = session.start_observer([
            "/usr/bin/python3", session.write("radio.py", RADIO_MOCK.read_text()), str(POINTS), str(DEVICES)])
        program = Bars(session).ours(RADIO)
        session.first_frame(program)
        wait_until_live(session)
        wait("the network on the bar", lambda: "Network 0" in inspect(session))

        def measure():
            time.sleep(options.settle)
            before = program.usage()
            for _ in range(options.changes):
                os.kill(mock.pid, signal.SIGUSR1)
                time.sleep(1)
            return (program.usage() - before).cpu_ms / options.changes

        closed = measure()
        ask(session, {"command": "bar", "action": "activate", "module": "network", "gesture": "click"})
        return closed, measure()


def at_rest(begin, options, is_ours=False):
    """What a still stretch takes, the moments at which the program was awake, and its memory."""
    with Session() as session:
        show_scenery(session)
        start_services(session)
        program = begin(Bars(session))
        session.first_frame(program)
        if is_ours:
            wait_until_live(session)
            wait("all services on the bar", lambda: all(text in inspect(session) for text in SEEN))
        # Longer than anything that is put off at the start.
        time.sleep(max(options.settle, 10))
        dirty = memory(program.pid).dirty
        sleep_to_middle_of_minute(options.still_seconds)
        used, moments, _ = observe(session, program, options.still_seconds)
        return used, moments, dirty


def start_bus(session):
    """A bus of the session's own, which is the system's for the program."""
    socket_path = session.directory / "bus"
    session.environment |= {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={socket_path}"}
    configuration = session.write("bus.conf", CONFIGURATION.format(path=socket_path))
    session.start_observer(["dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile"])
    wait("the bus", socket_path.is_socket)


def start_services(session):
    start_bus(session)
    session.environment |= {"PULSE_SERVER": f"unix:{session.directory}/sound"}
    session.start_observer([
        "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no",
        "--high-priority=no", "--load=module-null-sink sink_name=one", "--load=module-null-source source_name=mic",
        f"--load=module-native-protocol-unix auth-anonymous=1 socket={session.directory}/sound",
    ])
    # The user of the session may not be able to read the repository.
    session.start_observer(["/usr/bin/python3", session.write("services.py", MOCKS.read_text()), *SERVICES])
    client = Client(str(session.directory / "bus"))
    for name in NAMES:
        wait(f"{name} on the bus", lambda name=name: client.has_owner(name))
    client.socket.close()


def inspect(session):
    """What is on the bar, as JSON."""
    return ask(session, {"command": "bar", "action": "inspect"})


def ask(session, request):
    """The answer of the program to a request, as JSON."""
    with socket.socket(socket.AF_UNIX) as control:
        control.settimeout(5)
        control.connect(str(session.directory / "hyaline-proxy-0.sock"))
        control.sendall(json.dumps(request).encode() + b"\n")
        answer = b""
        while not answer.endswith(b"\n"):
            chunk = control.recv(65536)
            if not chunk:
                raise BenchError(f"the control socket closed after {answer!r}")
            answer += chunk
    return answer.decode()
