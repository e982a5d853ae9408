"""A NetworkManager and a BlueZ in reach of many networks and devices: radio.py POINTS DEVICES, by python3-dbus.

With each SIGUSR1 they tell one scan: the strength of every access point and device, and when it was heard.
"""

import os
import random
import signal
import sys

import dbus
import dbus.bus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

MANAGER, BLUEZ = "org.freedesktop.NetworkManager", "org.bluez"
ROOT = "/org/freedesktop/NetworkManager"
DEVICE, ACTIVE, SAVED = f"{ROOT}/Devices/1", f"{ROOT}/ActiveConnection/1", f"{ROOT}/Settings/1"
PROPERTIES = "org.freedesktop.DBus.Properties"


def table(properties):
    return dbus.Dictionary(properties, signature="sv")


def paths(values):
    return dbus.Array([dbus.ObjectPath(value) for value in values], signature="o")


class Objects(dbus.service.Object):
    """An object manager of objects that do not change."""

    def __init__(self, bus, path, objects):
        super().__init__(bus, path)
        self.objects = objects

    @dbus.service.method("org.freedesktop.DBus.ObjectManager", out_signature="a{oa{sa{sv}}}")
    def GetManagedObjects(self):
        return dbus.Dictionary({
            dbus.ObjectPath(path): dbus.Dictionary(
                {name: table(values) for name, values in interfaces.items()}, signature="sa{sv}")
            for path, interfaces in self.objects.items()
        }, signature="oa{sa{sv}}")


class Adapter(dbus.service.Object):
    """The adapter of BlueZ, which looks for devices all the time."""

    @dbus.service.method("org.bluez.Adapter1")
    def StartDiscovery(self):
        pass

    @dbus.service.method("org.bluez.Adapter1")
    def StopDiscovery(self):
        pass


def networks(points):
    return {
        ROOT: {MANAGER: {
            "State": dbus.UInt32(70), "Connectivity": dbus.UInt32(4), "NetworkingEnabled": True,
            "WirelessEnabled": True, "WirelessHardwareEnabled": True,
            "ActiveConnections": paths([ACTIVE]), "PrimaryConnection": dbus.ObjectPath(ACTIVE),
        }},
        DEVICE: {
            f"{MANAGER}.Device": {"Interface": "wlan0", "IpInterface": "wlan0", "State": dbus.UInt32(100)},
            f"{MANAGER}.Device.Wireless": {
                "AccessPoints": paths(points), "ActiveAccessPoint": dbus.ObjectPath(points[0]),
            },
        },
        ACTIVE: {f"{MANAGER}.Connection.Active": {
            "Id": "home", "Type": "802-11-wireless", "State": dbus.UInt32(2), "Default": True, "Vpn": False,
            "Devices": paths([DEVICE]), "SpecificObject": dbus.ObjectPath(points[0]),
            "Connection": dbus.ObjectPath(SAVED),
        }},
    } | {
        path: {f"{MANAGER}.AccessPoint": {
            "Ssid": dbus.ByteArray(b"Network %d" % number), "Strength": dbus.Byte(50), "LastSeen": dbus.Int32(1),
            "Frequency": dbus.UInt32(2412), "Flags": dbus.UInt32(1), "WpaFlags": dbus.UInt32(0),
            "RsnFlags": dbus.UInt32(0x188),
        }} for number, path in enumerate(points)
    }


def devices(found):
    adapter = {"/org/bluez/hci0": {"org.bluez.Adapter1": {"Powered": True, "Discovering": True}}}
    return adapter | {
        path: {"org.bluez.Device1": {
            "Address": "00:00:00:00:00:00", "Alias": f"Device {number}", "Paired": False, "Connected": False,
            "RSSI": dbus.Int16(-60), "Adapter": dbus.ObjectPath("/org/bluez/hci0"),
        }} for number, path in enumerate(found)
    }


def tell(bus, path, interface, changed):
    message = dbus.lowlevel.SignalMessage(path, PROPERTIES, "PropertiesChanged")
    message.append(interface, table(changed), dbus.Array([], signature="s"), signature="sa{sv}as")
    bus.send_message(message)


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(os.environ["DBUS_SYSTEM_BUS_ADDRESS"])
    points = [f"{ROOT}/AccessPoint/{number}" for number in range(int(sys.argv[1]))]
    found = [f"/org/bluez/hci0/dev_{number}" for number in range(int(sys.argv[2]))]
    kept = [
        Objects(bus, "/org/freedesktop", networks(points)), Objects(bus, "/", devices(found)),
        Adapter(bus, "/org/bluez/hci0"), dbus.service.BusName(MANAGER, bus), dbus.service.BusName(BLUEZ, bus),
    ]

    def scan():
        heard = dbus.Int32(random.randrange(1 << 20))
        for path in points:
            strength = dbus.Byte(random.randrange(101))
            tell(bus, path, f"{MANAGER}.AccessPoint", {"Strength": strength, "LastSeen": heard})
        for path in found:
            tell(bus, path, "org.bluez.Device1", {"RSSI": dbus.Int16(-random.randrange(30, 100))})
        return True

    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, scan)
    GLib.MainLoop().run()
    del kept


main()
