import DesktopModel
import HeadlessSession
import Loop
import Scenes
import TestSupport
import Testing

extension LiveTests {
  /// Fingers on banners: from the bytes of `wl_touch` on the program's connection to the signals on the bus.
  @Suite struct BannerTouchTests {
    @Test func `a finger sweeps banners away, and a tap is the default action`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let touch = try TouchProxy(stage.sway)
      let hyaline = try stage.start(["--notifications-only"], environment: ["WAYLAND_DISPLAY": touch.display])
      try stage.waitUntilServing(hyaline)
      let signals = try stage.follow()

      /// Shows one, and returns where on its surface a finger goes down.
      func show() throws -> (id: UInt32, x: Int, y: Int) {
        let id = try stage.notify(
          NotificationClient.notify("Hello \(signals.all.count)", actions: ["default", "Open"], timeout: 0))
        do {
          try stage.session.eventually("the banner") {
            try touch.isTaken && touch.region != nil
              && hyaline.restingBanners().map { $0[0] > 0 } == true
          }
        } catch {
          throw SessionError.timeout(awaited: "the banner", log: touch.log + hyaline.log)
        }
        let region = touch.region!
        return (id, region.x + 60, region.y + 30)
      }

      /// Waits until the fingers' events have been handled, and nothing moves.
      func rest() throws {
        _ = try hyaline.statistics()
        try stage.session.eventually("rest") { try hyaline.restingBanners() != nil }
      }

      for (distance, goes) in [(40, false), (200, true)] {
        let (id, x, y) = try show()
        try touch.act("down 0 \(x) \(y)")
        for step in 1...8 { try touch.act("move 0 \(x + distance * step / 8) \(y)") }
        // The finger stays before it is lifted: a quick one would throw the banner farther.
        if !goes { for _ in 1...40 { try touch.act("move 0 \(x + distance) \(y)") } }
        try touch.act("up 0")
        if goes {
          try stage.session.eventually("the end, got \(signals.lines)") {
            signals.lines.last == "NotificationClosed \(id) 2"
          }
        } else {
          try rest()
          #expect(signals.lines == [])
          try stage.answer(to: NotificationClient.call("CloseNotification", [.uint32(id)]))
          try stage.session.eventually("its end") { signals.lines.last == "NotificationClosed \(id) 3" }
          signals.forget()
        }
      }
      #expect(!signals.lines.contains { $0.hasPrefix("ActionInvoked") })
      signals.forget()
      // A finger that the compositor takes back does nothing.
      let (id, x, y) = try show()
      try touch.act("down 0 \(x) \(y)", "move 0 \(x + 200) \(y)", "cancel", "up 0")
      try rest()
      try touch.act("down 1 \(x) \(y)", "up 1")
      try stage.session.eventually("the action, got \(signals.lines)") {
        signals.lines.last == "NotificationClosed \(id) 2"
      }
      let told = signals.lines.filter { !$0.hasPrefix("ActivationToken") }
      #expect(told == ["ActionInvoked \(id) default", "NotificationClosed \(id) 2"])
      #expect(hyaline.log.isEmpty && hyaline.terminate() == .exited(0))
    }
  }
}
