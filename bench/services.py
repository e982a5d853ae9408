"""A still minute of bars whose modules show services that tell nothing new."""

import json
import shutil
import socket
import time

from bars import Bars, wait_until_live
from bus import CONFIGURATION
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
  "systemd", "session"]
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

# CPU time of a still minute, in ms.
MOST_CPU = 4.9

# The services of a laptop by python-dbusmock, an item of the tray, and a player that plays.
SERVICES = r"""
import ctypes, os, signal
import dbus, dbus.bus, dbus.mainloop.glib, dbus.service
from dbusmock import mockobject
from gi.repository import GLib

def battery(mock):
    mock.SetupDisplayDevice(2, 2, 60.0, 30.0, 50.0, 5.0, 3600, 0, True, 'battery', 1)

def network(mock):
    device = mock.AddWiFiDevice('mock0', 'wlan0', 100)
    point = mock.AddAccessPoint(device, 'p1', 'home', '00:23:F8:7E:12:BB', 2, 2425, 5400, 82, 0x100)
    connection = mock.AddWiFiConnection(device, 'c1', 'home', 'wpa-psk')
    mock.AddActiveConnection([device], connection, point, 'a1', 2)

def bluetooth(mock):
    mock.AddAdapter('hci0', 'machine')
    mock.AddDevice('hci0', '11:22:33:44:55:66', 'Headset')
    mock.ConnectDevice('hci0', '11:22:33:44:55:66')

def connect():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    return dbus.bus.BusConnection(os.environ['DBUS_SYSTEM_BUS_ADDRESS'])

def serve(template, set_up):
    bus, module = connect(), mockobject.load_module(template)
    interface = getattr(module, 'MAIN_IFACE', mockobject.OBJECT_MANAGER_IFACE)
    name = dbus.service.BusName(module.BUS_NAME, bus, do_not_queue=True)
    mock = mockobject.DBusMockObject(
        name, module.MAIN_OBJ, interface, {}, None, getattr(module, 'IS_OBJECT_MANAGER', False))
    mock.AddTemplate(template, {})
    mockobject.objects[module.MAIN_OBJ] = mock
    set_up(mock)
    GLib.MainLoop().run()

def player():
    name = dbus.service.BusName('org.mpris.MediaPlayer2.bench', connect())
    song = dbus.Dictionary({'xesam:title': 'Song', 'mpris:length': dbus.Int64(10 ** 9)}, signature='sv')
    mock = mockobject.DBusMockObject(
        name, '/org/mpris/MediaPlayer2', 'org.mpris.MediaPlayer2.Player',
        {'PlaybackStatus': 'Playing', 'CanSeek': True, 'Metadata': song}, None, False)
    GLib.MainLoop().run()

def item():
    bus, watcher = connect(), 'org.kde.StatusNotifierWatcher'
    name = dbus.service.BusName('org.example.Program', bus)
    mock = mockobject.DBusMockObject(
        name, '/StatusNotifierItem', 'org.kde.StatusNotifierItem',
        {'Id': 'program', 'Title': 'Program', 'Status': 'Active', 'IconName': 'mail-unread'}, None, False)
    def register(owner):
        if owner:
            bus.call_async(watcher, '/StatusNotifierWatcher', watcher, 'RegisterStatusNotifierItem', 's',
                ['org.example.Program'], None, None)
    watch = bus.watch_name_owner(watcher, register)
    GLib.MainLoop().run()

for main in [lambda: serve('upower', battery), lambda: serve('networkmanager', network),
        lambda: serve('bluez5', bluetooth), lambda: serve('logind', lambda mock: None),
        lambda: serve('power_profiles_daemon', lambda mock: None), player, item]:
    if os.fork() == 0:
        # PR_SET_PDEATHSIG: it ends with the process that all of them were forked from, however that ends.
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        main()
GLib.MainLoop().run()
"""


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


def start_services(session):
    socket_path = session.directory / "bus"
    sound = f"unix:{session.directory}/sound"
    session.environment |= {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={socket_path}", "PULSE_SERVER": sound}
    configuration = session.write("bus.conf", CONFIGURATION.format(path=socket_path))
    session.start_observer(["dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile"])
    wait("the bus", socket_path.is_socket)
    session.start_observer([
        "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no",
        "--high-priority=no", "--load=module-null-sink sink_name=one", "--load=module-null-source source_name=mic",
        f"--load=module-native-protocol-unix auth-anonymous=1 socket={session.directory}/sound",
    ])
    session.start_observer(["/usr/bin/python3", session.write("services.py", SERVICES)])


def inspect(session):
    """What is on the bar, as JSON."""
    with socket.socket(socket.AF_UNIX) as control:
        control.settimeout(5)
        control.connect(str(session.directory / "hyaline-proxy-0.sock"))
        control.sendall(json.dumps({"command": "bar", "action": "inspect"}).encode() + b"\n")
        answer = b""
        while not answer.endswith(b"\n"):
            chunk = control.recv(65536)
            if not chunk:
                raise BenchError(f"the control socket closed after {answer!r}")
            answer += chunk
    return answer.decode()
