"""A client that shows a picture behind the bar, and another with every frame while it is told to."""

import itertools
import math
import os
import random
import select
import socket
import struct
import time

import wire

WIDTH, HEIGHT = 1920, 400
# After how many frames the first picture is shown again.
STEPS = 16
# Frames to show after a command: all that the compositor asks for, none, or the next one.
COMMANDS = {b"m": math.inf, b"s": 0, b"n": 1}
# So far apart that each is known through glass.
COLOURS = list(itertools.product((0, 128, 255), repeat=3))[:STEPS]

# The compositor wants numbers without gaps, in the order of their first use.
DISPLAY, REGISTRY, SYNC, COMPOSITOR, SHM, SHELL, SURFACE, LAYER, POOL = range(1, 10)
BUFFERS = POOL + 1
CALLBACKS = BUFFERS + STEPS
BOTTOM_LAYER = 1
ANCHOR_TOP_LEFT_RIGHT = 1 | 4 | 8
XRGB8888 = 1


class Scenery:
    """Speaks to the compositor in plain words of 32 bits; commands `m` (move), `s` (stand) and `n` (next) come on a pipe.

    `picture` makes so many rows of it, of which a frame begins `step` rows below the one before.
    """

    def __init__(self, path, commands, picture, step):
        self.commands = commands
        self.picture, self.picture_step = picture, step
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.rest = b""
        self.frames_left = 0
        self.is_frame_due = False
        self.callback = CALLBACKS
        self.step = 0

    def show(self):
        """Never returns; ends with the compositor or with the commands."""
        self._bind()
        self._request(COMPOSITOR, 0, SURFACE)
        self._request(SHELL, 0, LAYER, SURFACE, 0, BOTTOM_LAYER, "scenery")
        self._request(LAYER, 0, WIDTH, HEIGHT)
        self._request(LAYER, 1, ANCHOR_TOP_LEFT_RIGHT)
        self._request(LAYER, 2, -1)
        self._request(SURFACE, 6)
        self._make_buffers()
        while True:
            for target, opcode, body in self._events():
                if target == LAYER and opcode == 0:
                    self._request(LAYER, 6, struct.unpack_from("=I", body)[0])
                    if self.step == 0:
                        self._draw()
                elif target == self.callback:
                    self.is_frame_due = True
            if self.frames_left and self.is_frame_due:
                self.frames_left -= 1
                self._draw()

    def _bind(self):
        self._request(DISPLAY, 1, REGISTRY)
        self._request(DISPLAY, 0, SYNC)
        names, is_complete = {}, False
        while not is_complete:
            for target, opcode, body in self._events():
                if target == REGISTRY and opcode == 0:
                    name, length = struct.unpack_from("=II", body)
                    names[body[8 : 7 + length].decode()] = name
                is_complete = is_complete or target == SYNC
        for interface, version, number in [
            ("wl_compositor", 4, COMPOSITOR), ("wl_shm", 1, SHM), ("zwlr_layer_shell_v1", 1, SHELL),
        ]:
            self._request(REGISTRY, 0, names[interface], interface, version, number)

    def _make_buffers(self):
        rows = HEIGHT + self.picture_step * (STEPS - 1)
        memory = os.memfd_create("scenery")
        os.write(memory, self.picture(rows))
        self._request(SHM, 0, POOL, WIDTH * rows * 4, descriptor=memory)
        for step in range(STEPS):
            offset = step * self.picture_step * WIDTH * 4
            self._request(POOL, 0, BUFFERS + step, offset, WIDTH, HEIGHT, WIDTH * 4, XRGB8888)

    def _draw(self):
        self.is_frame_due = False
        self.callback = CALLBACKS + self.step % 2
        self._request(SURFACE, 1, BUFFERS + self.step % STEPS, 0, 0)
        self._request(SURFACE, 2, 0, 0, WIDTH, HEIGHT)
        self._request(SURFACE, 3, self.callback)
        self._request(SURFACE, 6)
        self.step += 1

    def _events(self):
        readable, _, _ = select.select([self.socket, self.commands], [], [])
        if self.commands in readable:
            command = os.read(self.commands, 1)
            if not command:
                os._exit(0)
            self.frames_left = COMMANDS[command]
        if self.socket not in readable:
            return []
        data = self.socket.recv(65536)
        if not data:
            os._exit(0)
        found, self.rest = wire.messages(self.rest + data)
        return found

    def _request(self, target, opcode, *arguments, descriptor=None):
        body = b""
        for argument in arguments:
            if isinstance(argument, str):
                text = argument.encode() + b"\0"
                body += struct.pack("=I", len(text)) + text + bytes(-len(text) % 4)
            else:
                body += struct.pack("=I", argument & 0xFFFFFFFF)
        message = struct.pack("=II", target, (8 + len(body)) << 16 | opcode) + body
        wire.send(self.socket, message, [] if descriptor is None else [descriptor])


def show_scenery(session):
    """Shows a picture behind the bar, which can be moved; returns where commands to it are written."""
    return _show(session, picture, 4)


def show_colours(session):
    """Shows a colour behind the bar, the next of `COLOURS` with every frame; returns where commands to it are written."""
    return _show(session, colours, HEIGHT)


def _show(session, picture, step):
    reading, writing = os.pipe()

    def scenery():
        os.close(writing)
        Scenery(str(session.upstream), reading, picture, step).show()

    session.start_aside(scenery)
    os.close(reading)
    time.sleep(0.5)
    return writing


def colours(rows):
    """The colours, each as high as a frame."""
    return b"".join(bytes([*reversed(COLOURS[y // HEIGHT]), 255]) * WIDTH for y in range(rows))


def picture(rows):
    """Soft colours with noise and hard edges, the same every time."""
    generator = random.Random(1)
    noise = [generator.randrange(40) for _ in range(4096)]
    lines = []
    for y in range(rows):
        line = bytearray()
        for x in range(0, WIDTH, 8):
            edge = 90 if (x // 96 + y // 12) % 5 == 0 else 0
            grain = noise[(x * 7 + y * 131) % 4096]
            pixel = bytes([60 + x % 120 + grain, 40 + y % 100 + edge, 30 + (x + y) % 90 + edge, 255])
            line += pixel * 8
        lines.append(bytes(line))
    return b"".join(lines)
