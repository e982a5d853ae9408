import DBus
import DesktopModel
import Geometry
import Glibc
import HeadlessSession
import Loop
import Scenes
import TestSupport
import Testing
import VisualEffects

extension LiveTests {
  @Suite struct PreferencesTests {
    static let system = BarSettingsText.bar(material: "systemMaterial", appearance: "system")

    /// The bar as it has to be, dark or light.
    private static func expected(isDark: Bool) -> ReferencePicture {
      Stage.expected(Material.named("systemMaterial", isDark: isDark)!, over: Stage.wallpaper)
    }

    private func shows(_ stage: Stage, _ expected: ReferencePicture) throws -> Bool {
      let difference = PictureDifference(try stage.client.capture(Stage.strip), expected)
      return difference.mean <= 1 && difference.max <= 4
    }

    @Test func `the bar follows the desktop's colour scheme while it changes`() throws {
      var desktop: DesktopSession?
      let stage = try Stage(settings: Self.system) { desktop = try DesktopSession($0) }
      defer { stage.stop() }
      let session = try #require(desktop)
      // Nobody there: dark. A portal that comes is asked then.
      try session.eventually("the bar without a desktop") { try shows(stage, Self.expected(isDark: true)) }
      let portal = try session.startPortal(["color-scheme": .uint32(2)])
      try session.eventually("the light bar") { try shows(stage, Self.expected(isDark: false)) }
      for scheme in [1, 2] as [UInt32] {
        portal.change("color-scheme", .uint32(scheme))
        try session.eventually("scheme \(scheme)") { try shows(stage, Self.expected(isDark: scheme == 1)) }
      }
      _ = try stage.settle()
      // The end of the portal changes nothing.
      let loads = try stage.bar.statistics()
      try session.endPortal(portal)
      try session.synchronise(with: "org.freedesktop.Notifications")
      try stage.client.synchronise(with: stage.bar)
      #expect(try shows(stage, Self.expected(isDark: false)))
      #expect(try stage.bar.statistics()["commits"] == loads["commits"])
    }

    @Test(arguments: [false, true]) func `a change fades in, unless motion is to be reduced`(
      _ isReduced: Bool
    ) throws {
      var desktop: DesktopSession?
      let stage = try Stage(settings: Self.system) { desktop = try DesktopSession($0) }
      defer { stage.stop() }
      let session = try #require(desktop)
      let portal = try session.startPortal(["reduced-motion": .uint32(isReduced ? 1 : 0)])
      try session.eventually("the questions") { portal.reads.count == 4 }
      let old = try stage.settle()
      // Before the change: it takes its time.
      let new = Self.expected(isDark: false)
      portal.change("color-scheme", .uint32(2))
      var between = 0
      try session.eventually("the light bar") {
        let picture = try stage.client.capture(Stage.strip)
        let difference = PictureDifference(picture, new)
        if difference.mean <= 2 { return difference.mean <= 1 && difference.max <= 4 }
        if picture != old { between += 1 }
        return false
      }
      // On a slow machine the fade may be over before one of its pictures is seen.
      if isReduced { #expect(between == 0) }
    }

    @Test func `high contrast makes the bar opaque and ends its captures`() throws {
      var desktop: DesktopSession?
      let stage = try Stage(settings: Self.system) { desktop = try DesktopSession($0) }
      defer { stage.stop() }
      let session = try #require(desktop)
      let portal = try session.startPortal([:])
      portal.change("contrast", .uint32(1))
      try session.eventually("the solid bar") {
        try stage.bar.statistics().has("source", "solid") && stage.client.capture(Stage.strip).isOneColour
      }
      let statistics = try stage.bar.statistics()
      #expect(statistics["pendingCaptures"] == 0)
      // Motion in the background is not captured.
      _ = try stage.client.showWallpaper(Bitmap(size: Stage.size))
      try stage.client.synchronise(with: stage.bar)
      #expect(try stage.bar.statistics()["captures"] == statistics["captures"])
      #expect(!stage.bar.log.contains("no live glass"))
      portal.change("contrast", .uint32(0))
      try session.eventually("live glass") {
        let statistics = try stage.bar.statistics()
        return statistics.has("source", "live") && statistics.has("phase", "watching")
      }
    }

    @Test func `while the session is locked nothing is captured`() throws {
      var desktop: DesktopSession?
      var login: FakeProperties?
      let stage = try Stage(settings: Self.system) { sway in
        let session = try DesktopSession(sway)
        let logind = FakeProperties.logind(session.connect(), isLocked: false)
        try session.eventually("logind's name") { logind.isReady }
        (desktop, login) = (session, logind)
      }
      defer { stage.stop() }
      let session = try #require(desktop)
      let logind = try #require(login)
      try session.eventually("the question") { !logind.asked.isEmpty }
      logind.set("LockedHint", .boolean(true))
      try session.eventually("the solid bar") { try stage.bar.statistics().has("source", "solid") }
      let statistics = try stage.bar.statistics()
      #expect(statistics["pendingCaptures"] == 0)
      _ = try stage.client.showWallpaper(Bitmap(size: Stage.size))
      try stage.client.synchronise(with: stage.bar)
      #expect(try stage.bar.statistics()["captures"] == statistics["captures"])
      logind.set("LockedHint", .boolean(false))
      try session.eventually("live glass") {
        let statistics = try stage.bar.statistics()
        return statistics.has("source", "live") && statistics.has("phase", "watching")
      }
    }

    @Test func `a portal or a bus that does not answer keeps nobody waiting`() throws {
      for hangs in [false, true] {
        var desktop: DesktopSession?
        var portal: FakePortal?
        let stage = try Stage(settings: Self.system) { sway in
          let session = try DesktopSession(sway)
          portal = try session.startPortal(["color-scheme": .uint32(2)])
          portal?.isSilent = true
          if hangs { session.daemon.send(SIGSTOP) }
          desktop = session
        }
        defer { stage.stop() }
        // The stage has waited for live glass already.
        let session = try #require(desktop)
        #expect(try shows(stage, Self.expected(isDark: true)))
        session.daemon.send(SIGCONT)
        try session.eventually("the questions") { portal?.reads.isEmpty == false }
        portal?.answerAll()
        portal?.isSilent = false
        try session.eventually("the light bar") { try shows(stage, Self.expected(isDark: false)) }
      }
    }

    @Test func `a bus that is started anew is used again`() throws {
      var desktop: DesktopSession?
      let stage = try Stage(settings: Self.system) { desktop = try DesktopSession($0) }
      defer { stage.stop() }
      let session = try #require(desktop)
      let portal = try session.startPortal(["color-scheme": .uint32(2)])
      try session.eventually("the light bar") { try shows(stage, Self.expected(isDark: false)) }
      session.daemon.stop()
      try session.eventually("the loss") { !portal.isReady }
      try session.daemon.start()
      try session.eventually("the portal again") { portal.isReady }
      portal.change("color-scheme", .uint32(1))
      try session.eventually("the dark bar") {
        try shows(stage, Self.expected(isDark: true))
      }
      #expect(stage.bar.process.poll() == nil)
    }
  }
}

extension Bitmap {
  fileprivate var isOneColour: Bool {
    bytes.indices.allSatisfy { bytes[$0] == bytes[$0 % 4] }
  }
}
