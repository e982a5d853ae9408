import DBus
import DesktopModel
import Geometry
import Glibc
import HeadlessSession
import Loop
import TestSupport
import Testing
import TextProcessing

/// A bar of modules that show services, with a bus on which those are, played by the test or programs of their own.
@MainActor final class ServiceStage {
  let services: BusStage
  let desktop: ModuleStage
  private var programs = 0

  /// Returns when the glass is live; `scale` is that of the output, and `environment` adds to that of the bar.
  init(
    size: PixelSize = PixelSize(width: 640, height: 480), scale: Double = 1, reducesMotion: Bool = true,
    environment: @escaping (HeadlessSway) throws -> [String: String] = { _ in [:] }, _ settings: String
  ) throws {
    let services = try BusStage()
    self.services = services
    desktop = try ModuleStage(
      size: size, rules: scale == 1 ? "" : "output HEADLESS-1 scale \(scale)\n", reducesMotion: reducesMotion,
      environment: { sway in try Self.environment(services).merging(environment(sway)) { $1 } },
      { _ in settings })
  }

  /// Ends the bar and the compositor.
  func stop() { desktop.stop() }

  private static func environment(_ services: BusStage) -> [String: String] {
    ["DBUS_SESSION_BUS_ADDRESS": services.daemon.address, "DBUS_SYSTEM_BUS_ADDRESS": services.daemon.address]
  }

  /// Waits until a condition holds, serving the bus meanwhile, and throws if that never comes to pass.
  func wait(_ awaited: String, _ condition: () throws -> Bool) throws {
    try services.wait(awaited, condition)
  }

  /// Waits until a module shows a text that ends so; nil: that it shows nothing.
  func wait(for module: String, toShow ending: String?) throws {
    var text: String?
    do {
      try wait("\(module): \(ending ?? "nothing")") {
        text = try desktop.text(module)
        return ending.map { text?.hasSuffix($0) == true } ?? (text?.isEmpty != false)
      }
    } catch {
      throw SessionError.timeout(
        awaited: "\(module): \(ending ?? "nothing"), got \(text ?? "nothing")", log: desktop.bar.log)
    }
  }

  /// Waits until the kernel does not switch to the bar for a second; only time shows that no timer of the bar's wakes it.
  func rest() throws {
    func letTimePass(_ time: Duration) { _ = services.loop.run(for: time) { false } }
    try eventuallyRests("no wake-ups", letTimePass: letTimePass) {
      let status = readText("/proc/\(desktop.bar.process.pid)/status") ?? ""
      return status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
    }
  }

  /// A program under way, and what it has printed.
  final class Program {
    let process: SessionProcess
    private let output: String

    fileprivate init(_ process: SessionProcess, output: String) {
      (self.process, self.output) = (process, output)
    }

    /// The program's lines on standard output so far.
    var lines: [String] { (readText(output) ?? "").split(separator: "\n").map(String.init) }

    /// Kills it at once.
    func kill() {
      process.send(SIGKILL)
      process.stop()
    }
  }

  /// Starts a program that finds the buses by its environment.
  func start(_ arguments: [String], environment: [String: String] = [:]) throws -> Program {
    programs += 1
    let output = desktop.session.directory.file("program-\(programs).out")
    let process = try desktop.session.start(
      arguments, name: "program-\(programs)",
      environment: Self.environment(services).merging(environment) { $1 }, output: output)
    return Program(process, output: output)
  }

  /// Starts a script in the Python that Debian's libraries belong to.
  func python(
    _ script: String, arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> Program {
    let path = try desktop.session.directory.write(script, to: "script-\(programs).py")
    return try start(["/usr/bin/python3", path] + arguments, environment: environment)
  }

  /// A service on the bus that the test plays, ready.
  func play(_ name: String, _ add: (FakeService) -> Void) throws -> FakeService {
    let service = FakeService(try services.connect(), name)
    add(service)
    try services.wait("the name \(name)") { service.isReady }
    return service
  }

  /// An item of the tray that the test plays and has registered.
  func playItem(_ title: String, _ more: [String: DBusValue] = [:]) throws -> FakeService {
    let name = "org.example.\(title)"
    let item = try play(name) { service in
      let properties: [String: DBusValue] = ["Id": .string(title), "Title": .string(title)]
      service.add("/StatusNotifierItem", "org.kde.StatusNotifierItem", properties.merging(more) { $1 })
    }
    let watcher = "org.kde.StatusNotifierWatcher"
    item.bus.call(
      Call(to: watcher, "/StatusNotifierWatcher", watcher, "RegisterStatusNotifierItem", [.string(name)])
    ) { _ in }
    return item
  }

  /// A player of media that the test plays; it is paused.
  func playPlayer(_ title: String) throws -> FakeService {
    try play("org.mpris.MediaPlayer2.test") { service in
      service.add(
        "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player",
        [
          "PlaybackStatus": .string("Paused"),
          "Metadata": .options(["xesam:title": .string(title), "mpris:length": .int64(100_000_000)]),
        ])
    }
  }
}

/// Programs that use services, which a machine may lack.
enum ServicePrograms {
  /// Whether Python has modules and programs are installed; if not, names the Debian packages.
  static func areInstalled(_ programs: [String] = [], modules: [String] = [], packages: [String]) -> Bool {
    let imports = modules.joined(separator: "\n")
    let python = try? PrivateDirectory().run(["/usr/bin/python3", "-c", imports])
    if HeadlessSway.missingPackages(programs).isEmpty, modules.isEmpty || python == true { return true }
    Issue.record("not installed: some of \(packages.joined(separator: ", "))")
    return false
  }
}

extension PrivateDirectory {
  /// Whether a program ends well.
  fileprivate func run(_ arguments: [String]) throws -> Bool {
    let process = try SessionProcess(
      arguments, environment: ["PATH": "/usr/bin:/bin"], log: file("imports.log"))
    return process.waitForEnd() == .exited(0)
  }
}
