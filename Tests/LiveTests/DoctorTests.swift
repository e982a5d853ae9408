import DBus
import Glibc
import HeadlessSession
import NotificationService
import TestSupport
import Testing

extension LiveTests {
  @Suite struct DoctorTests {
    private static func examine(_ stage: NotificationStage) throws -> String {
      let program = try Program.path(in: stage.sway.directory)
      return String(decoding: try stage.sway.run([program, "doctor"]), as: UTF8.self)
    }

    @Test func `outputs are named, also without an instance`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let found = try Self.examine(stage)
      #expect(
        found.split(separator: "\n").contains {
          $0.contains("HEADLESS-1  ") && $0.contains("640 × 360, scale 1")
        },
        "\(found)")
    }

    @Test func `a reader that ends early ends the report in silence`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let program = try Program.path(in: stage.sway.directory)
      let script = "exec 3>&1; { '\(program)' doctor 2>&3; } | true"
      let told = String(decoding: try stage.sway.run(["sh", "-c", script]), as: UTF8.self)
      #expect(told == "")
    }

    @Test func `the settings file of each running instance is named`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let bar = try stage.start(["--bar-only"], name: "bar")
      try bar.waitForStatistics("an answer")
      let alone = try stage.start(["--notifications-only"], name: "alone")
      try alone.waitForStatistics("an answer")
      let found = try Self.examine(stage)
      for instance in [bar, alone] {
        let words = ["settings", instance.settingsPath]
        #expect(
          found.split(separator: "\n").contains { $0.split(separator: " ").map(String.init) == words },
          "\(found)")
      }
    }

    @Test func `other bars and notification daemons are named`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      #expect(try !Self.examine(stage).contains("other programs"))
      let name = stage.session.connect().own(NotificationInterface.name) { _ in }
      defer { name.release() }
      try stage.session.eventually("the name") { name.state == .owned }
      // A program of that name, which does nothing.
      let path = stage.sway.directory.file("waybar")
      try stage.sway.run(["cp", "/bin/sleep", path])
      let bar = try stage.sway.start([path, "1000"], name: "waybar")
      defer { bar.stop() }
      let found = try Self.examine(stage)
      let lines = found.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      #expect(found.contains("other programs\n"), "\(found)")
      #expect(
        lines.contains {
          $0.starts(with: ["waybar", "shows", "a", "bar", "too", "(process", "\(bar.pid)):"])
        },
        "\(found)")
      #expect(found.contains("shows notifications (process \(getpid())), so hyaline shows none"), "\(found)")
    }

    @Test func `it is told who shows notifications`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      #expect(try Self.examine(stage).contains("notifications\n  shown  no: hyaline does not run on"))
      let first = try stage.start(["--notifications-only"])
      try stage.waitUntilServing(first)
      #expect(
        try Self.examine(stage).contains(
          "notifications\n  shown  yes\n  lock   logind does not tell whether the session is locked"))
      let second = try stage.start(["--bar-only"], name: "bar")
      try second.waitForStatistics("its bar") { ($0["commits"] ?? 0) > 0 }
      #expect(try Self.examine(stage).contains("notifications\n  shown  yes"))
      #expect(first.terminate() == .exited(0))
      #expect(
        try Self.examine(stage).contains("notifications\n  shown  no: hyaline was started with --bar-only"))
    }
  }
}
