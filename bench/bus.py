"""A message bus of a session's own, and a client of it that costs little itself."""

import os
import socket
import struct
import time

CONFIGURATION = """
<busconfig>
  <type>session</type>
  <listen>unix:path={path}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/> <allow send_destination="*" eavesdrop="true"/> <allow eavesdrop="true"/> <allow own="*"/>
  </policy>
  <limit name="max_incoming_bytes">1000000000</limit>
  <limit name="max_outgoing_bytes">1000000000</limit>
  <limit name="max_message_size">1000000000</limit>
  <limit name="max_replies_per_connection">50000</limit>
</busconfig>
"""

BUS = "org.freedesktop.DBus"
NOTIFICATIONS = "org.freedesktop.Notifications"


def _text(value):
    data = value.encode()
    return struct.pack("<I", len(data)) + data + b"\0"


def _pad(data, size):
    return data + bytes(-len(data) % size)


class Client:
    """One connection; only what notifications need: strings, unsigned numbers and empty arrays."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        while not self.socket.recv(4096).startswith(b"OK"):
            pass
        self.socket.sendall(b"BEGIN\r\n")
        self.serial = 0
        self.received = b""
        # By serial: when it came, and the first number in it; None: an error.
        self.answers = {}
        self.signals = []
        self.call(BUS, "/org/freedesktop/DBus", BUS, "Hello")

    def message(self, destination, path, interface, member, signature="", body=b""):
        """A call's serial and bytes."""
        self.serial += 1
        fields = b""
        for code, kind, value in (
            (1, "o", _text(path)), (2, "s", _text(interface)), (3, "s", _text(member)), (6, "s", _text(destination)),
        ):
            fields = _pad(fields, 8) + bytes([code, 1]) + kind.encode() + b"\0" + value
        if signature:
            fields = _pad(fields, 8) + b"\x08\x01g\0" + bytes([len(signature)]) + signature.encode() + b"\0"
        head = struct.pack("<BBBBIII", 0x6C, 1, 0, 1, len(body), self.serial, len(fields)) + fields
        return self.serial, _pad(head, 8) + body

    def call(self, *arguments, seconds=30):
        serial, data = self.message(*arguments)
        self.socket.sendall(data)
        return self.wait(serial, seconds)

    def wait(self, serial, seconds=30):
        """When the answer came, and its first number."""
        deadline = time.monotonic() + seconds
        while serial not in self.answers:
            self.read(deadline - time.monotonic())
        return self.answers.pop(serial)

    def follow_name(self):
        rule = f"type='signal',sender='{BUS}',member='NameOwnerChanged',arg0='{NOTIFICATIONS}'"
        self.call(BUS, "/org/freedesktop/DBus", BUS, "AddMatch", "s", _text(rule))

    def has_owner(self, name):
        """Whether somebody has a name."""
        return self.call(BUS, "/org/freedesktop/DBus", BUS, "NameHasOwner", "s", _text(name))[1] == 1

    def read(self, seconds):
        self.socket.settimeout(max(seconds, 0.001))
        self.received += self.socket.recv(1 << 20)
        now = time.monotonic()
        while len(self.received) >= 16:
            kind, length, fields = self.received[1], *struct.unpack_from("<I4xI", self.received, 4)
            start = 16 + fields + -fields % 8
            if len(self.received) < start + length:
                return
            body = self.received[start : start + length]
            if kind == 4:
                self.signals.append((now, self.received[16 : 16 + fields], body))
            elif kind in (2, 3):
                # The field "reply serial": code 5, of type u.
                at = self.received.index(b"\x05\x01u\0", 16) + 4
                number = struct.unpack_from("<I", body)[0] if kind == 2 and length == 4 else None
                self.answers[struct.unpack_from("<I", self.received, at)[0]] = (now, number)
            self.received = self.received[start + length :]

    def notify(self, summary, body="", milliseconds=-1):
        """The arguments of a call of Notify."""
        data = b""
        for part in ("bench", 0, "", summary, body):
            data = _pad(data, 4) + (struct.pack("<I", part) if isinstance(part, int) else _text(part))
        data = _pad(data, 4) + struct.pack("<I", 0)
        data = _pad(data + struct.pack("<I", 0), 8)
        data = _pad(data, 4) + struct.pack("<i", milliseconds)
        return NOTIFICATIONS, "/org/freedesktop/Notifications", NOTIFICATIONS, "Notify", "susssasa{sv}i", data
