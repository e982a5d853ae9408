import Geometry
import HeadlessSession
import LiveGlass
import Loop
import Scenes
import TestSupport
import Testing
import Wayland

extension LiveTests {
  /// Devices and surfaces that come and go in any order.
  @Suite struct InputEventTests {
    /// The events of one surface, checked as they come.
    @MainActor private final class Listener {
      let surface: LiveSurface
      private var isUnder = false
      private var hasKeyboard = false
      private var isClosed = false
      private(set) var count = 0

      init(_ surface: LiveSurface) {
        self.surface = surface
        surface.onPointer = { [unowned self] in take($0) }
        surface.onKey = { [unowned self] _ in
          count += 1
          #expect(hasKeyboard && !isClosed)
        }
        surface.onKeyboardFocus = { [unowned self] in
          #expect($0 != hasKeyboard && !isClosed)
          hasKeyboard = $0
        }
      }

      func close() {
        isClosed = true
        surface.close()
      }

      private func take(_ event: PointerEvent) {
        count += 1
        #expect(!isClosed)
        #expect(isUnder == (event.kind != .entered), "\(event)")
        isUnder = event.kind != .left
      }
    }

    @Test(arguments: DailySeeds.first(2) as [UInt64])
    func `each surface receives a consistent sequence of events`(
      seed: UInt64
    )
      throws
    {
      var random = SplitMix(seed: seed)
      let stage = try GlassStage()
      defer { stage.stop() }
      let layout = LogicalSize(width: 1280, height: 720)
      var pointer: VirtualPointer?
      var keyboard: VirtualKeyboard?
      var listeners: [Listener] = []
      var told = 0
      func run() {
        for _ in 0..<Int.random(in: 0...2, using: &random) { stage.loop.serveForAMoment() }
      }
      let before = Proxy.liveCount
      var steps = 0
      let deadline = Deadline.patient
      func isEnough() -> Bool { listeners.reduce(told) { $0 + $1.count } > 30 }
      // On a slow machine surfaces are told less in as many steps.
      while steps < 300 || (!isEnough() && !deadline.hasPassed) {
        steps += 1
        switch Int.random(in: 0..<18, using: &random) {
        case 0, 9, 10:
          var placement = PointerTests.Scenario.sheet
          placement.margins.top = 220 * listeners.count + 60
          placement.keyboard = [.never, .onDemand, .always].randomElement(using: &random)!
          if listeners.count < 3 {
            listeners.append(Listener(stage.output.open(placement, content: GlassStage.sheet())))
          }
        case 1:
          if let last = listeners.popLast() {
            last.close()
            told += last.count
          }
        case 2:
          listeners.randomElement(using: &random)?.surface.placement.keyboard =
            [.never, .onDemand, .always].randomElement(using: &random)!
        case 3:
          // Made anew.
          if let surface = listeners.randomElement(using: &random)?.surface {
            surface.placement.layer = surface.placement.layer == .top ? .overlay : .top
          }
        case 4:
          // Oftener there than not, as the surfaces are.
          let comes = pointer == nil || Bool.random(using: &random)
          pointer?.unplug()
          pointer = comes ? try VirtualPointer(stage.client) : nil
        case 5:
          keyboard?.unplug()
          keyboard = keyboard == nil ? try VirtualKeyboard(stage.client) : nil
        case 6: try keyboard?.type(.a)
        case 7: try pointer?.click()
        case 8:
          listeners.randomElement(using: &random)?.surface.cursor = CursorShape.allCases.randomElement(
            using: &random)!
        default:
          try pointer?.move(
            x: Double.random(in: 80...320, using: &random), y: Double.random(in: 40...700, using: &random),
            in: layout)
        }
        if Bool.random(using: &random) { run() }
      }
      for listener in listeners {
        told += listener.count
        listener.close()
      }
      pointer?.unplug()
      keyboard?.unplug()
      // The managers of the test's devices, and the like, are kept.
      // Newer compositors offer managers of fractional scales and of cursor shapes, too.
      try stage.run("as few proxies as before") { Proxy.liveCount - before < 14 }
      #expect(told > 30, "\(told)")
      #expect(stage.messages.filter { $0.contains("failed") } == [])
    }
  }
}
