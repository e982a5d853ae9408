"""The programs that are compared, and how they are started in a session."""

import json
import pathlib
import time

from session import wait

ROOT = pathlib.Path(__file__).resolve().parent.parent
PRODUCTS = ROOT / ".build/release"

SETTINGS = """
appearance = "dark"
[bar]
height = 40
material = "systemMaterial"
font = "Sans 11"
start = ["text.hello"]
center = ["clock"]
[clock]
format = "%a %e %b  %H:%M"
[text.hello]
text = "Hyaline"
"""

# The bar without a settings file, and one with the clock of that alone: both look alike but for the modules.
DEFAULT = ""
DEFAULT_CLOCK = """
[bar]
center = ["clock"]
"""

CLOCK_ONLY = {
    "layer": "top", "height": 40, "modules-left": ["custom/hello"], "modules-center": ["clock"],
    "custom/hello": {"format": "Hyaline"}, "clock": {"format": "{:%a %e %b  %H:%M}"},
}
# What a desktop's bar has; the modules sample every five seconds, as Waybar's own do or slower.
FULL = CLOCK_ONLY | {
    "modules-left": ["sway/workspaces", "sway/window"], "modules-right": ["network", "cpu", "memory", "clock"],
    "network": {"interval": 5}, "cpu": {"interval": 5}, "memory": {"interval": 5},
}


def texts_bar(glass="bar", material="systemMaterial"):
    """The settings of a bar with a text in each zone, which shows the same for ever."""
    return f"""
appearance = "dark"
[bar]
height = 40
glass = "{glass}"
material = "{material}"
font = "Sans 11"
start = ["text.left"]
center = ["text.middle"]
end = ["text.right"]
[text.left]
text = "Hyaline"
[text.middle]
text = "A bar of glass"
[text.right]
text = "12:34"
"""


class Bars:
    """How the programs that are compared are started in a session."""

    def __init__(self, session):
        self.session = session

    def ours(self, settings=SETTINGS):
        settings = self.session.write("settings/settings.toml", settings)
        program = self.session.install(PRODUCTS / "hyaline")
        return self.session.start([program, "run", "--settings", settings])

    def waybar(self, configuration, style=None):
        path = self.session.write("waybar.json", json.dumps(configuration))
        styling = [] if style is None else ["-s", self.session.write("waybar.css", style)]
        return self.session.start(["waybar", "-c", path, *styling])

    def yambar(self, configuration):
        return self.session.start(["yambar", "-c", self.session.write("yambar.yml", configuration)])

    def empty_client(self):
        return self.session.start([self.session.install(ROOT / ".build/empty-client")])


def wait_until_live(session):
    wait("live glass", lambda: session.statistics()["source"] == "live")
    time.sleep(1)
