import DBus
import DBusValues
import Geometry
import Glibc
import HeadlessSession
import JSON
import Loop
import TestSupport
import Testing

extension LiveTests {
  /// Services and programs of others that are killed and started again under a bar that shows them.
  @Suite struct ServiceRestartTests {
    private static let settings = """
      [bar]
      start = ["tray", "media"]
      center = []
      end = ["battery", "network", "bluetooth", "power_profile", "systemd", "session"]
      [tray]
      format = "{title}"
      [network]
      format = "{icon} {name}"
      [bluetooth]
      format = "{icon} {name}"
      [systemd]
      format = "{count} failed"

      """
    /// What modules show, by the ends of their texts.
    private static let shown = [
      "battery": "60%", "network": "home", "bluetooth": "Headset", "power_profile": "balanced",
      "media": "Song", "systemd": "2 failed",
    ]

    @Test func `services that end twenty times come again each time, and nothing grows or stays`() throws {
      guard ServicePrograms.areInstalled(modules: ["import dbusmock"], packages: ["python3-dbusmock"]) else {
        return
      }
      let stage = try ServiceStage(Self.settings)
      defer { stage.stop() }
      let machine = try stage.python(
        ServiceScripts.services, arguments: ["--on-signals"] + ServiceScripts.machine)
      try stage.wait("the services") { machine.lines == ["ready"] }
      let process = stage.desktop.bar.process.pid
      func descriptors() -> Int { names(in: "/proc/\(process)/fd").count }
      func restart(_ rounds: Int) throws {
        for _ in 0..<rounds {
          machine.process.send(SIGUSR1)
          let programs = [
            try stage.playItem("program"), try stage.playPlayer("Song"),
            try stage.play("org.freedesktop.systemd1") { service in
              // It is both the system's and the user's, as there is one bus.
              service.add(
                "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager",
                ["NFailedUnits": .uint32(1)], methods: [.init("Subscribe")])
            },
          ]
          for (module, text) in Self.shown { try stage.wait(for: module, toShow: text) }
          try stage.wait("the item") { try stage.desktop.texts("tray") == ["program"] }
          machine.process.send(SIGUSR2)
          for program in programs { program.bus.close() }
          for module in Self.shown.keys where module != "network" {
            try stage.wait(for: module, toShow: nil)
          }
          try stage.wait("no network of the service, and no item") {
            try stage.desktop.text("network")?.hasSuffix("home") != true
              && stage.desktop.items("tray").isEmpty
          }
        }
      }
      try restart(5)
      // Nothing wakes it while nothing happens.
      try stage.rest()
      let strip = PixelRect(x: 0, y: 0, width: 640, height: 32)
      let picture = try stage.desktop.client.capture(strip)
      let open = descriptors()
      let growths = try growths(of: process, most: 1024) {
        try restart(20)
        try stage.rest()
        try stage.wait("the picture without them") {
          try stage.desktop.client.capture(strip).isSame(as: picture)
        }
      }
      let stillOpen = descriptors()
      #expect(growths.last! <= 1024, "\(growths) kB")
      #expect(stillOpen < open + 10, "descriptors: \(open) → \(stillOpen)")
    }
  }
}
