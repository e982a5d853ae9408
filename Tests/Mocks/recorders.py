"""A PipeWire of its own with a camera, and with programs that seem to receive the screen and to record a microphone.

usage: recorders.py FOLDER

FOLDER is that of its socket, pipewire-0, which every user may open. It runs until it is terminated. It needs Debian's packages
pipewire and pipewire-bin.
"""

import ctypes
import json
import os
import signal
import subprocess
import sys
import time

# Their nodes need a clock, and neither devices nor sound.
SETTINGS = """
context.properties = { core.daemon = true core.name = pipewire-0 }
context.spa-libs = { audio.convert.* = audioconvert/libspa-audioconvert support.* = support/libspa-support }
context.modules = [
  { name = libpipewire-module-protocol-native } { name = libpipewire-module-metadata }
  { name = libpipewire-module-spa-node-factory } { name = libpipewire-module-client-node }
  { name = libpipewire-module-access } { name = libpipewire-module-adapter } { name = libpipewire-module-link-factory }
]
context.objects = [
  { factory = spa-node-factory args = {
    factory.name = support.node.driver node.name = Clock node.group = pipewire.dummy priority.driver = 20000 } }
]
"""
FORMAT = """{ direction: Input, mode: dsp,
  format: { mediaType: audio, mediaSubtype: raw, format: F32P, rate: 48000, channels: 1, position: [ MONO ] } }"""
# The nodes by their names, with their properties.
NODES = {
    "Webcam": {"media.class": "Video/Source", "device.api": "v4l2"},
    "Meeting": {"media.class": "Stream/Input/Video"},
    "Recorder": {"media.class": "Stream/Input/Audio"},
}


def end_with_parent():
    # PR_SET_PDEATHSIG
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def start(*command):
    return subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=end_with_parent)


def node(name):
    """The identifier of the node of this name; None: it is not there yet."""
    dump = subprocess.run(["pw-dump"], capture_output=True, text=True, check=False)
    for thing in json.loads(dump.stdout or "[]"):
        if (thing.get("info") or {}).get("props", {}).get("node.name") == name:
            return str(thing["id"])
    return None


def awaited(name):
    """The identifier of the node of this name; ends the program if there is none after ten seconds."""
    end = time.monotonic() + 10
    while (identifier := node(name)) is None:
        if time.monotonic() > end:
            sys.exit(f"PipeWire has no node {name}")
        time.sleep(0.2)
    return identifier


def main():
    folder = os.path.abspath(sys.argv[1])
    os.environ.update({"XDG_RUNTIME_DIR": folder, "PIPEWIRE_RUNTIME_DIR": folder})
    settings = os.path.join(folder, "recorders.conf")
    with open(settings, "w") as file:
        file.write(SETTINGS)
    os.umask(0)
    start("pipewire", "-c", settings)
    awaited("Clock")
    for name, properties in NODES.items():
        properties = {
            "node.always-process": True, "node.want-driver": True, "node.name": name, "application.name": name, **properties}
        start("pw-record", "-P", json.dumps(properties), "/dev/null")
        # A session manager does this for programs that use something.
        subprocess.run(["pw-cli", "set-param", awaited(name), "PortConfig", FORMAT], stdout=subprocess.DEVNULL, check=False)
    signal.pause()


main()
