"""The services of a laptop by python-dbusmock, players of media and items of the tray, each a process of its own.

usage: services.py [--on-signals] NAME[=TEXT[|TEXT]] ...

NAME is upower, networkmanager, bluez5, logind, power_profiles_daemon, geoclue, systemd=UNIT|UNIT, player=TITLE|ARTIST or
item=TITLE|ICON|ENTRY,ENTRY. They are on the bus of DBUS_SYSTEM_BUS_ADDRESS. With --on-signals, SIGUSR1 starts them and SIGUSR2
kills them.

They are forked, since Python and its libraries take longer to start than all else.
"""

import ctypes
import os
import signal
import sys

import dbus
import dbus.bus
import dbus.mainloop.glib
import dbus.service
from dbusmock import mockobject
from gi.repository import GLib


def battery(mock):
    mock.SetupDisplayDevice(2, 2, 60.0, 30.0, 50.0, 5.0, 3600, 0, True, "battery", 1)


def network(mock):
    device = mock.AddWiFiDevice("mock0", "wlan0", 100)
    point = mock.AddAccessPoint(device, "p1", "home", "00:23:F8:7E:12:BB", 2, 2425, 5400, 82, 0x100)
    connection = mock.AddWiFiConnection(device, "c1", "home", "wpa-psk")
    mock.AddActiveConnection([device], connection, point, "a1", 2)


def bluetooth(mock):
    mock.AddAdapter("hci0", "machine")
    mock.AddDevice("hci0", "11:22:33:44:55:66", "Headset")
    mock.ConnectDevice("hci0", "11:22:33:44:55:66")


def connect():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    return dbus.bus.BusConnection(os.environ["DBUS_SYSTEM_BUS_ADDRESS"])


def serve(template, set_up=lambda mock: None, **parameters):
    """A service of a template of python-dbusmock."""
    bus, module = connect(), mockobject.load_module(template)
    interface = getattr(module, "MAIN_IFACE", mockobject.OBJECT_MANAGER_IFACE)
    name = dbus.service.BusName(module.BUS_NAME, bus, do_not_queue=True)
    mock = mockobject.DBusMockObject(
        name, module.MAIN_OBJ, interface, {}, None, getattr(module, "IS_OBJECT_MANAGER", False))
    mock.AddTemplate(template, dbus.Dictionary(parameters, signature="sv"))
    mockobject.objects[module.MAIN_OBJ] = mock
    set_up(mock)
    GLib.MainLoop().run()


def player(title="Song", artist=None, cover=None):
    """A player that plays; `cover` is the path of a picture."""
    name = dbus.service.BusName("org.mpris.MediaPlayer2.mock", connect())
    song = {"xesam:title": title, "mpris:length": dbus.Int64(10 ** 9)}
    if artist:
        song["xesam:artist"] = dbus.Array([artist], signature="s")
    if cover:
        song["mpris:artUrl"] = "file://" + cover
    mock = mockobject.DBusMockObject(
        name, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player",
        {"PlaybackStatus": "Playing", "CanSeek": True, "CanControl": True,
            "Metadata": dbus.Dictionary(song, signature="sv")}, None, False)
    GLib.MainLoop().run()


def menu(name, labels):
    """The menu of an item by com.canonical.dbusmenu; an entry without a label is a separator, one with a + is checked."""
    interface = "com.canonical.dbusmenu"

    def entry(number, properties, entries=()):
        return dbus.Struct(
            (dbus.Int32(number), dbus.Dictionary(properties, signature="sv"), dbus.Array(entries, signature="v")),
            signature="ia{sv}av")

    def properties(label):
        if not label:
            return {"type": "separator"}
        if label[0] == "+":
            return {"label": label[1:], "toggle-type": "checkmark", "toggle-state": dbus.Int32(1)}
        return {"label": label}

    mock = mockobject.DBusMockObject(name, "/Menu", interface, {}, None, False)
    mock.layout = entry(0, {}, [entry(number + 1, properties(label)) for number, label in enumerate(labels)])
    mock.AddMethod(interface, "GetLayout", "iias", "u(ia{sv}av)", "ret = (dbus.UInt32(1), self.layout)")
    mock.AddMethod(interface, "AboutToShow", "i", "b", "ret = False")
    mock.AddMethod(interface, "Event", "isvu", "", "")
    return mock


def item(title="Program", icon="mail-unread", labels=""):
    """An item of the tray, which registers with each watcher that comes; `labels` are those of its menu."""
    bus, watcher, service = connect(), "org.kde.StatusNotifierWatcher", f"org.example.{title}"
    name = dbus.service.BusName(service, bus)
    properties = {"Id": title.lower(), "Title": title, "Status": "Active", "IconName": icon}
    if labels:
        entries = menu(name, labels.split(","))
        properties.update({"ItemIsMenu": False, "Menu": dbus.ObjectPath("/Menu")})
    mock = mockobject.DBusMockObject(
        name, "/StatusNotifierItem", "org.kde.StatusNotifierItem", properties, None, False)

    def register(owner):
        if owner:
            bus.call_async(
                watcher, "/StatusNotifierWatcher", watcher, "RegisterStatusNotifierItem", "s", [service], None, None)

    watch = bus.watch_name_owner(watcher, register)
    GLib.MainLoop().run()


def systemd(*units):
    """Managers of the system and of the user in one, whose units of these names have failed."""
    name = dbus.service.BusName("org.freedesktop.systemd1", connect(), do_not_queue=True)
    interface = "org.freedesktop.systemd1.Manager"
    mock = mockobject.DBusMockObject(
        name, "/org/freedesktop/systemd1", interface, {"NFailedUnits": dbus.UInt32(len(units))}, None, False)
    failed = [
        (unit, unit.split(".")[0].capitalize(), "loaded", "failed", "failed", "", "/unit", 0, "", "/") for unit in units]
    mock.AddMethod(interface, "ListUnitsFiltered", "as", "a(ssssssouso)", f"ret = {failed}")
    mock.AddMethod(interface, "Subscribe", "", "", "")
    mock.AddMethod(interface, "RestartUnit", "ss", "o", "ret = '/job'")
    GLib.MainLoop().run()


def geoclue():
    """GeoClue, which some program asks for the place of the machine."""
    name = dbus.service.BusName("org.freedesktop.GeoClue2", connect(), do_not_queue=True)
    mock = mockobject.DBusMockObject(
        name, "/org/freedesktop/GeoClue2/Manager", "org.freedesktop.GeoClue2.Manager", {"InUse": True}, None, False)
    GLib.MainLoop().run()


SERVICES = {
    "upower": lambda: serve("upower", battery),
    "networkmanager": lambda: serve("networkmanager", network),
    "bluez5": lambda: serve("bluez5", bluetooth),
    # What the machine cannot do tells an answer of logind from none.
    "logind": lambda: serve("logind", CanSuspend="na"),
    "power_profiles_daemon": lambda: serve("power_profiles_daemon"),
    "geoclue": geoclue,
    "systemd": systemd,
    "player": player,
    "item": item,
}


def start(names):
    """The identifiers of the processes that serve what is named."""
    children = []
    for argument in names:
        name, _, texts = argument.partition("=")
        child = os.fork()
        if child == 0:
            # PR_SET_PDEATHSIG: it ends with the process that all of them were forked from, however that ends.
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)
            SERVICES[name](*(texts.split("|") if texts else []))
        children.append(child)
    return children


def follow_signals(names):
    """Only waits for signals, and starts or kills the services."""
    signals = {signal.SIGUSR1, signal.SIGUSR2}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    print("ready", flush=True)
    children = []
    while True:
        if signal.sigwait(signals) == signal.SIGUSR1:
            children += start(names)
        else:
            for child in children:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
            children.clear()


if sys.argv[1:2] == ["--on-signals"]:
    follow_signals(sys.argv[2:])
else:
    start(sys.argv[1:])
    GLib.MainLoop().run()
