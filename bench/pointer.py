"""A pointer of our own in a session, by the protocol wlr-virtual-pointer."""

import socket
import struct
import time

from session import BenchError
from wire import messages, receive

LEFT = 0x110
REGISTRY, ANSWER, MANAGER, POINTER = 2, 3, 4, 5


class Pointer:
    """Moves over an output of `width` × `height` logical pixels, and clicks."""

    def __init__(self, session, width, height):
        self.size = width, height
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(5)
        self.socket.connect(str(session.upstream))
        self._request(1, 1, struct.pack("=I", REGISTRY))
        self._request(1, 0, struct.pack("=I", ANSWER))
        name = self._find("zwlr_virtual_pointer_manager_v1")
        self._request(REGISTRY, 0, struct.pack("=I", name) + self._text("zwlr_virtual_pointer_manager_v1")
                      + struct.pack("=II", 1, MANAGER))
        self._request(MANAGER, 0, struct.pack("=II", 0, POINTER))

    def move(self, x, y):
        self._request(POINTER, 1, struct.pack("=IIIII", self._time(), x, y, *self.size))
        self._request(POINTER, 4, b"")

    def click(self):
        """Presses and releases the left button; returns when it was released, by CLOCK_MONOTONIC."""
        for state in (1, 0):
            moment = time.monotonic()
            self._request(POINTER, 2, struct.pack("=III", self._time(), LEFT, state))
            self._request(POINTER, 4, b"")
        return moment

    def _find(self, wanted):
        """The number of a global, which the compositor announces before it answers the sync."""
        rest, names = b"", {}
        while True:
            data, _ = receive(self.socket)
            if not data:
                raise BenchError("sway closed the connection of the pointer")
            events, rest = messages(rest + data)
            for target, opcode, body in events:
                if target == ANSWER:
                    if wanted not in names:
                        raise BenchError(f"sway does not offer {wanted}")
                    return names[wanted]
                if target == REGISTRY and opcode == 0:
                    name, length = struct.unpack_from("=II", body)
                    names[body[8 : 8 + length - 1].decode()] = name

    def _request(self, target, opcode, body):
        self.socket.sendall(struct.pack("=II", target, (8 + len(body)) << 16 | opcode) + body)

    @staticmethod
    def _text(text):
        data = text.encode() + b"\0"
        return struct.pack("=I", len(data)) + data + b"\0" * (-len(data) % 4)

    @staticmethod
    def _time():
        return int(time.monotonic() * 1000) & 0xFFFFFFFF
