import DBus
import DesktopModel
import HeadlessSession
import TestSupport
import Testing

extension LiveTests {
  /// Notifications while logind says that the session is locked.
  @Suite struct LockTests {
    @Test func `what comes while the session is locked is shown after, and no rule is run for it`() throws {
      let desktop = try LockStage()
      defer { desktop.stage.stop() }
      try desktop.stage.notify("before")
      try desktop.waitForCommand("before")
      try desktop.wait(for: 1, "a banner before the lock")
      try desktop.lock(true)
      try desktop.wait(for: 0, "nothing behind the lock")
      try desktop.stage.notify("during")
      try desktop.stage.notify("urgent", hints: ["urgency": .byte(2)])
      try desktop.wait(for: 0, "still nothing behind the lock")
      #expect(try desktop.examine().contains("  lock   the session is locked: notifications wait"))
      try desktop.lock(false)
      try desktop.wait(for: 3, "all after the lock")
      try desktop.stage.notify("after")
      try desktop.waitForCommand("after")
      #expect(!desktop.ran("during") && !desktop.ran("urgent"))
      #expect(desktop.stage.hyaline.log.isEmpty)
    }

    @Test func `critical ones are shown while the session is locked where the settings say so`() throws {
      let desktop = try LockStage("[notifications]\nwhile_locked = \"critical\"")
      defer { desktop.stage.stop() }
      try desktop.stage.notify("before")
      try desktop.wait(for: 1, "a banner")
      try desktop.lock(true)
      try desktop.wait(for: 0, "none of the others")
      try desktop.stage.notify("during")
      try desktop.stage.notify("urgent", hints: ["urgency": .byte(2)])
      try desktop.waitForCommand("urgent")
      try desktop.wait(for: 1, "the critical one")
      #expect(!desktop.ran("during"))
      try desktop.lock(false)
      try desktop.wait(for: 3, "all after the lock")
    }

    @Test
    func `nothing is captured for a critical one that is the first to be shown, and comes after the lock`()
      throws
    {
      let desktop = try LockStage(
        "[notifications]\nwhile_locked = \"critical\"", environment: ["WAYLAND_DEBUG": "client"])
      defer { desktop.stage.stop() }
      try desktop.lock(true)
      try desktop.stage.notify("urgent", hints: ["urgency": .byte(2)])
      try desktop.wait(for: 1, "the critical one")
      let captures = desktop.stage.hyaline.log.split(separator: "\n").filter {
        $0.contains(".capture_output")
      }
      #expect(captures == [])
      try desktop.lock(false)
      try desktop.stage.session.eventually("live glass") {
        desktop.stage.hyaline.log.contains(".capture_output")
      }
    }

    @Test func `a logind that goes leaves the lock as it was, and another is asked`() throws {
      let desktop = try LockStage()
      defer { desktop.stage.stop() }
      try desktop.lock(true)
      desktop.logind.bus.close()
      try desktop.stage.notify("during")
      try desktop.wait(for: 0, "nothing without logind")
      let other = FakeProperties.logind(desktop.stage.session.connect(), isLocked: false)
      try desktop.stage.session.eventually("the other logind") { other.isReady }
      try desktop.waitForLock("false")
      try desktop.wait(for: 1, "what came")
      #expect(desktop.stage.hyaline.log.isEmpty)
    }
  }

  /// A desktop with notifications and a logind.
  private final class LockStage {
    let stage: BannerStage
    let logind: FakeProperties
    /// The file to which a rule writes the summary of the notification for which it is run.
    private let told: String
    private let directory: PrivateDirectory

    /// Starts all, with these settings before the rule, and logind after it.
    init(_ settings: String = "", environment: [String: String] = [:]) throws {
      directory = try PrivateDirectory()
      told = directory.file("told")
      stage = try BannerStage(
        """
        \(settings)
        [[notifications.rules]]
        command = ['sh', '-c', 'printf "%s\\n" "$HYALINE_SUMMARY" >> \(told)']
        """, environment: environment)
      logind = FakeProperties.logind(stage.session.connect(), isLocked: false)
      try waitForLock("false")
    }

    /// Waits until the program knows that of the lock.
    func waitForLock(_ value: String) throws {
      do {
        try stage.session.eventually("isLocked \(value)") {
          try stage.hyaline.request(#"{"command":"notifications","action":"count"}"#)
            .contains("\"isLocked\":\(value)")
        }
      } catch {
        throw SessionError.timeout(awaited: "isLocked \(value)", log: stage.hyaline.log)
      }
    }

    func lock(_ isLocked: Bool) throws {
      logind.set("LockedHint", .boolean(isLocked))
      try waitForLock("\(isLocked)")
    }

    /// Waits until the rule was run for that.
    func waitForCommand(_ summary: String) throws {
      try stage.session.eventually("the command for \(summary)") { ran(summary) }
    }

    func ran(_ summary: String) -> Bool {
      (readText(told) ?? "").split(separator: "\n").contains(summary[...])
    }

    /// Returns the output of `hyaline doctor`.
    func examine() throws -> String {
      let program = try Program.path(in: stage.sway.directory)
      return String(decoding: try stage.sway.run([program, "doctor"]), as: UTF8.self)
    }

    /// Waits until so many banners rest on the screen, or the screen is bare.
    func wait(for count: Int, _ words: String) throws {
      let shown = try stage.rest(words) { picture in
        let isShown = try stage.hyaline.statistics()["shown"] == count
        return isShown && picture.isSame(as: stage.bare) == (count == 0)
      }
      try stage.keep(shown, as: "lock \(words)")
    }
  }
}
