import DBus
import DesktopModel
import Geometry
import Glibc
import HeadlessSession
import Loop
import TestSupport
import Testing
import TextProcessing

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
    /// The ends of the texts of modules.
    private static let shown = [
      "battery": "60%", "network": "home", "bluetooth": "Headset", "power_profile": "Balanced",
      "media": "Song", "systemd": "2 failed",
    ]

    /// The services of a machine, which are there between SIGUSR1 and SIGUSR2.
    private static func startMachine(_ stage: ServiceStage) throws -> ServiceStage.Program {
      let machine = try stage.python(
        ServiceScripts.services, arguments: ["--on-signals"] + ServiceScripts.machine)
      try stage.wait("the services") { machine.lines == ["ready"] }
      return machine
    }

    /// An item of the tray, a player and systemd, which is both the system's and the user's, as there is one bus.
    private static func playPrograms(_ stage: ServiceStage) throws -> [FakeService] {
      [
        try stage.playItem("program"), try stage.playPlayer("Song"),
        try stage.play("org.freedesktop.systemd1") { service in
          service.add(
            "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager",
            ["NFailedUnits": .uint32(1)], methods: [.init("Subscribe")])
        },
      ]
    }

    @Test func `services that end twenty times come again each time, and nothing grows or stays`() throws {
      guard ServicePrograms.areInstalled(modules: ["import dbusmock"], packages: ["python3-dbusmock"]) else {
        return
      }
      let stage = try ServiceStage(Self.settings)
      defer { stage.stop() }
      let machine = try Self.startMachine(stage)
      let process = stage.desktop.bar.process.pid
      func descriptors() -> Int { names(in: "/proc/\(process)/fd").count }
      /// Opens the panel of the session, waits for what it offers, and closes it.
      func session(offers actions: [String]) throws {
        try stage.desktop.command("activate", #","module":"session""#)
        try stage.wait("the actions \(actions)") { try stage.desktop.entries() == actions }
        try stage.desktop.command("activate", #","module":"session""#)
        try stage.wait("no panel") { try stage.desktop.popups().isEmpty }
      }
      func restart(_ rounds: Int) throws {
        for _ in 0..<rounds {
          machine.process.send(SIGUSR1)
          let programs = try Self.playPrograms(stage)
          for (module, text) in Self.shown { try stage.wait(for: module, toShow: text) }
          try stage.wait("the item") { try stage.desktop.texts("tray") == ["program"] }
          // Actions that logind refuses are not offered.
          try session(offers: ["Lock", "Log out", "Restart", "Power off"])
          machine.process.send(SIGUSR2)
          for program in programs { program.bus.close() }
          for module in Self.shown.keys where module != "network" {
            try stage.wait(for: module, toShow: nil)
          }
          try stage.wait("no network of the service, and no item") {
            try stage.desktop.text("network")?.hasSuffix("home") != true
              && stage.desktop.items("tray").isEmpty
          }
          try session(offers: ["Lock", "Log out", "Suspend", "Restart", "Power off"])
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

    @Test func `a message bus that is restarted takes what its services told, and all of it returns`() throws
    {
      guard ServicePrograms.areInstalled(modules: ["import dbusmock"], packages: ["python3-dbusmock"]) else {
        return
      }
      let stage = try ServiceStage(Self.settings)
      defer { stage.stop() }
      let machine = try Self.startMachine(stage)
      let programs = try Self.playPrograms(stage)
      func waitForAll() throws {
        machine.process.send(SIGUSR1)
        for (module, text) in Self.shown { try stage.wait(for: module, toShow: text) }
        try stage.wait("the item") { try stage.desktop.texts("tray") == ["program"] }
      }
      try waitForAll()
      // The names of the services of the program itself.
      let (notifications, watcher) = ("org.freedesktop.Notifications", "org.kde.StatusNotifierWatcher")
      func isServed(_ name: String) throws -> Bool {
        let answer = try stage.services.answer(
          programs[0].bus, .ofBus("NameHasOwner", [.string(name)], expects: "b"))
        return try answer.get().first?.boolean == true
      }
      try stage.wait("the notifications") { try isServed(notifications) }
      try stage.rest()
      let strip = PixelRect(x: 0, y: 0, width: 640, height: 32)
      let picture = try stage.desktop.client.capture(strip)
      let process = stage.desktop.bar.process.pid
      func descriptors() -> Int { names(in: "/proc/\(process)/fd").count }
      let open = descriptors()
      for round in 1...3 {
        try stage.desktop.command("activate", #","module":"network""#)
        try stage.wait("the panel \(round)") { try stage.desktop.entries().contains { $0.hasPrefix("home") } }
        machine.process.send(SIGUSR2)
        stage.services.daemon.stop()
        for module in Self.shown.keys where module != "network" { try stage.wait(for: module, toShow: nil) }
        try stage.wait("nothing that the bus told \(round)") {
          let desktop = stage.desktop
          return try desktop.text("network")?.hasSuffix("home") != true && desktop.items("tray").isEmpty
            && !desktop.entries().contains { $0.hasPrefix("home") }
        }
        if try !stage.desktop.popups().isEmpty {
          try stage.desktop.command("activate", #","module":"network""#)
        }
        // The program waits for the bus, and does not try without pause.
        try stage.rest()
        try stage.services.daemon.start()
        try stage.wait("the programs \(round)") { programs.allSatisfy(\.isReady) }
        try stage.wait("the watcher \(round)") { try isServed(watcher) }
        programs[0].bus.call(
          Call(
            to: watcher, "/StatusNotifierWatcher", watcher, "RegisterStatusNotifierItem",
            [.string("org.example.program")])
        ) { _ in }
        try waitForAll()
        try stage.wait("the notifications \(round)") { try isServed(notifications) }
        try stage.rest()
        try stage.wait("the picture of before \(round)") {
          try stage.desktop.client.capture(strip).isSame(as: picture)
        }
      }
      let stillOpen = descriptors()
      #expect(stillOpen < open + 10, "descriptors: \(open) → \(stillOpen)")
    }
  }
}
