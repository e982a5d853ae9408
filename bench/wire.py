"""The Wayland wire protocol: a proxy that notes what a client commits, and requests of a client of our own."""

import array
import os
import select
import socket
import struct
import time

SOCKET_DESCRIPTORS = 28
# Interface and opcode of the requests that end an object, so that its number may become another's.
DESTRUCTORS = {
    ("wl_surface", 0), ("wl_subcompositor", 0), ("zwlr_layer_shell_v1", 1),
    ("zwlr_screencopy_manager_v1", 2), ("zwlr_screencopy_frame_v1", 1),
}
BOUND = {"wl_compositor", "wl_subcompositor", "zwlr_layer_shell_v1", "zwlr_screencopy_manager_v1"}


def receive(source):
    """Bytes and descriptors; no bytes: closed."""
    data, ancillary, _, _ = source.recvmsg(65536, socket.CMSG_SPACE(SOCKET_DESCRIPTORS * 4))
    descriptors = array.array("i")
    for level, kind, content in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            descriptors.frombytes(content[: len(content) // 4 * 4])
    return data, list(descriptors)


def send(target, data, descriptors=()):
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))] if descriptors else []
    sent = target.sendmsg([data], rights)
    target.sendall(data[sent:])


def messages(buffer):
    """The whole messages in `buffer`, as (object, opcode, body), and what is left of it."""
    found = []
    while len(buffer) >= 8:
        target, head = struct.unpack_from("=II", buffer)
        if len(buffer) < head >> 16:
            break
        found.append((target, head & 0xFFFF, buffer[8 : head >> 16]))
        buffer = buffer[head >> 16 :]
    return found, buffer


class Observer:
    """Follows the requests of one client as far as they concern what it shows and captures."""

    def __init__(self, note):
        self.note = note
        self.rest = b""
        self.kinds = {1: "wl_display"}
        self.roles = {}
        self.attached = {}

    def feed(self, data):
        requests, self.rest = messages(self.rest + data)
        for target, opcode, body in requests:
            kind = self.kinds.get(target)
            if kind:
                self.observe(target, kind, opcode, body)
            if (kind, opcode) in DESTRUCTORS:
                del self.kinds[target]

    def observe(self, target, kind, opcode, body):
        def word(index):
            return struct.unpack_from("=I", body, index * 4)[0]

        match kind, opcode:
            case "wl_display", 1:
                self.kinds[word(0)] = "wl_registry"
            case "wl_registry", 0:
                length = word(1)
                name = body[8 : 7 + length].decode()
                if name in BOUND:
                    self.kinds[word(2 + (length + 3) // 4 + 1)] = name
            case "wl_compositor", 0:
                self.kinds[word(0)] = "wl_surface"
                self.roles[word(0)] = "none"
                self.attached[word(0)] = False
            case "wl_subcompositor", 1:
                self.roles[word(1)] = "subsurface"
            case "zwlr_layer_shell_v1", 0:
                self.roles[word(1)] = "layer"
            case "zwlr_screencopy_manager_v1", 0 | 1:
                self.kinds[word(0)] = "zwlr_screencopy_frame_v1"
            case "zwlr_screencopy_frame_v1", 0 | 2:
                self.note("capture")
            case "wl_surface", 1:
                self.attached[target] = word(0) != 0
            case "wl_surface", 6:
                self.note(f"commit-{self.roles[target]}" + ("-picture" if self.attached[target] else ""))
                self.attached[target] = False


def serve_proxy(listener, upstream, log_path):
    """Forwards every client of `listener` to `upstream`, and notes `time CPU-ns event` lines; never returns."""
    log = open(log_path, "a", buffering=1)
    poll = select.poll()
    poll.register(listener, select.POLLIN)
    routes = {}

    def accept():
        client, _ = listener.accept()
        pid = struct.unpack("=iII", client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
        clock = cpu_clock(pid)

        def note(event):
            log.write(f"{time.monotonic():.6f} {time.clock_gettime_ns(clock)} {event}\n")

        server = socket.socket(socket.AF_UNIX)
        server.connect(upstream)
        note("connect")
        routes[client.fileno()] = (client, server, Observer(note))
        routes[server.fileno()] = (server, client, None)
        for end in (client, server):
            poll.register(end, select.POLLIN)

    def forward(source, target, observer):
        data, descriptors = receive(source)
        if data:
            if observer:
                observer.feed(data)
            send(target, data, descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        return bool(data)

    while True:
        for descriptor, _ in poll.poll():
            if descriptor == listener.fileno():
                accept()
            elif descriptor in routes:
                source, target, observer = routes[descriptor]
                try:
                    is_open = forward(source, target, observer)
                except OSError:
                    is_open = False
                if not is_open:
                    for end in (source, target):
                        poll.unregister(end)
                        del routes[end.fileno()]
                        end.close()


def cpu_clock(pid):
    """The clock of a process's CPU time, as clock_getcpuclockid(3) makes it."""
    return (~pid << 3) | 2
