import Geometry
import HeadlessSession
import LiveGlass
import Scenes
import TestSupport
import Testing
import Wayland

/// Pointers of a real compositor over surfaces of ours.
extension LiveTests {
  @Suite struct PointerTests {
    /// A surface on an output of its own kind, and what it was told.
    @MainActor final class Scenario {
      let stage: GlassStage
      let surface: LiveSurface
      private(set) var events: [PointerEvent] = []

      init(_ output: String = "scale 1", placement: SurfacePlacement = Scenario.sheet) throws {
        stage = try GlassStage()
        if output != "scale 1" {
          let before = stage.output.size
          let scale = stage.output.scale
          try stage.sway.message("output HEADLESS-1 " + output)
          let stage = stage
          try stage.run("another geometry") { stage.output.size != before || stage.output.scale != scale }
        }
        surface = stage.output.open(placement, content: GlassStage.sheet())
        surface.onPointer = { [unowned self] in events.append($0) }
        let surface = surface
        try stage.run("a surface") { surface.isShown }
      }

      /// 200 × 120 logical pixels at 100, 60.
      static var sheet: SurfacePlacement {
        var placement = SurfacePlacement(anchors: [.top, .left], width: 200, height: 120)
        placement.margins = .init(top: 60, left: 100)
        return placement
      }

      /// The output in logical pixels.
      var layout: LogicalSize {
        let frame = stage.session.outputs[0].output.description.logicalFrame!
        return LogicalSize(width: frame.width, height: frame.height)
      }

      /// Moves a pointer by a pixel, within the surface, and back.
      ///
      /// Sway 1.10 and newer report a surface that comes under a pointer only when the pointer moves.
      func stir(_ pointer: VirtualPointer) throws {
        for x in [111, 110] { try pointer.move(x: Double(x), y: 80, in: layout) }
      }

      /// Returns the events since the last call, once there are enough.
      func takeEvents(
        _ awaited: String, until isEnough: ([PointerEvent]) throws -> Bool = { !$0.isEmpty }
      ) throws -> [PointerEvent] {
        try stage.run(awaited) { try isEnough(self.events) }
        defer { events = [] }
        return events
      }
    }

    @Test(arguments: [
      ("scale 1", 1.0), ("scale 2", 2), ("scale 1.25", 1.25), ("transform 90", 1),
      ("transform flipped-270 scale 2", 2), ("transform 180 scale 1.5", 1.5),
    ])
    func `a place is told in the surface's pixels at every scale and however the output hangs`(
      output: String, scale: Double
    ) throws {
      let scenario = try Scenario(output)
      defer { scenario.stage.stop() }
      let pointer = try VirtualPointer(scenario.stage.client)
      for (x, y) in [(0.5, 0.5), (37.25, 11.5), (199.5, 119.5)] {
        try pointer.move(x: 100 + x, y: 60 + y, in: scenario.layout)
        let event = try scenario.takeEvents("an event").last!
        // The surface's edges are whole pixels; the protocol tells places in 1/256.
        let exact = (
          x: x * Double(scenario.surface.frame.width) / 200,
          y: y * Double(scenario.surface.frame.height) / 120
        )
        #expect(abs(event.x - exact.x) < 0.02 && abs(event.y - exact.y) < 0.02, "\(event) at \(exact)")
        #expect(abs(event.x - x * scale) < 1 && abs(event.y - y * scale) < 1, "\(event) at \(x), \(y)")
      }
      #expect(scenario.stage.messages == [])
    }

    @Test func `buttons and wheels come once each, with serials and notches`() throws {
      let scenario = try Scenario("scale 2")
      defer { scenario.stage.stop() }
      let pointer = try VirtualPointer(scenario.stage.client)
      try pointer.move(x: 110, y: 80, in: scenario.layout)
      #expect(try scenario.takeEvents("the pointer").map(\.kind) == [.entered])

      try pointer.click()
      try pointer.click(0x112)
      try pointer.click(0x113)
      let clicks = try scenario.takeEvents("clicks") { $0.count >= 6 }
      #expect(
        clicks.map(\.kind) == [
          .pressed(.left), .released(.left), .pressed(.middle), .released(.middle), .pressed(.back),
          .released(.back),
        ])
      #expect(clicks.allSatisfy { $0.serial != nil && $0.x == 20 && $0.y == 40 })

      try pointer.turn(.verticalScroll, notches: 2, value: 15)
      let turn = try scenario.takeEvents("a turn")
      #expect(turn.map(\.kind) == [.scrolled(dx: 0, dy: 60)])
      #expect(turn[0].notches == PointerEvent.Notches(x: 0, y: 2))

      try pointer.scroll(.horizontalScroll, value: -3.5)
      let scroll = try scenario.takeEvents("a scroll")
      #expect(scroll.map(\.kind) == [.scrolled(dx: -7, dy: 0)])
      #expect(scroll[0].notches == nil)

      try pointer.move(x: 10, y: 10, in: scenario.layout)
      #expect(try scenario.takeEvents("the end").map(\.kind) == [.left])
    }

    @Test func `a pointer that is unplugged with a button down leaves, and another is followed`() throws {
      let scenario = try Scenario()
      defer { scenario.stage.stop() }
      for _ in 0..<2 {
        let pointer = try VirtualPointer(scenario.stage.client)
        try pointer.move(x: 110, y: 80, in: scenario.layout)
        // Only then are we known to have it.
        #expect(try scenario.takeEvents("the pointer").map(\.kind) == [.entered])
        try pointer.button(isPressed: true)
        #expect(try scenario.takeEvents("a press").map(\.kind) == [.pressed(.left)])
        pointer.unplug()
        let rest = try scenario.takeEvents("the end") { $0.last?.kind == .left }
        #expect(rest.map(\.kind).filter { $0 != .released(.left) } == [.left])
      }
    }

    @Test func `a surface that closes under the pointer hears no more, and the next one does`() throws {
      let scenario = try Scenario()
      defer { scenario.stage.stop() }
      let pointer = try VirtualPointer(scenario.stage.client)
      try pointer.move(x: 110, y: 80, in: scenario.layout)
      _ = try scenario.takeEvents("the pointer")
      // Closed by what it is told.
      scenario.surface.onPointer = { [unowned scenario] _ in scenario.surface.close() }
      try pointer.click()
      try scenario.stage.run("the end") { scenario.surface.output == nil }
      var events: [PointerEvent] = []
      let next = scenario.stage.output.open(Scenario.sheet, content: GlassStage.sheet())
      next.onPointer = { events.append($0) }
      var kinds: [PointerEvent.Kind] { events.map(\.kind).filter { $0 != .moved } }
      try scenario.stage.run("the next surface") {
        try scenario.stir(pointer)
        return next.isShown && !events.isEmpty
      }
      #expect(kinds == [.entered])
      try pointer.click()
      try scenario.stage.run("a click") { kinds.count >= 3 }
      #expect(kinds == [.entered, .pressed(.left), .released(.left)])
    }

    @Test func `the pointer leaves a surface that is made anew, and enters it again`() throws {
      let scenario = try Scenario()
      defer { scenario.stage.stop() }
      let pointer = try VirtualPointer(scenario.stage.client)
      try pointer.move(x: 110, y: 80, in: scenario.layout)
      _ = try scenario.takeEvents("the pointer")
      scenario.surface.placement.namespace = "other"
      let events = try scenario.takeEvents("both") { events in
        try scenario.stir(pointer)
        return events.contains { $0.kind == .entered }
      }
      #expect(events.map(\.kind).filter { $0 != .moved } == [.left, .entered])
    }

    @Test func `a seat that comes after the surface is followed, beside the first`() throws {
      let scenario = try Scenario()
      defer { scenario.stage.stop() }
      let stage = scenario.stage
      let first = try VirtualPointer(stage.client)
      try first.move(x: 110, y: 80, in: scenario.layout)
      #expect(try scenario.takeEvents("the first").map(\.kind) == [.entered])
      try stage.sway.message("seat seat0 fallback true; seat another fallback false")
      var seats: [Globals.Global] {
        stage.client.connection.globals.all.filter { $0.interface == WlSeat.interfaceName }
      }
      try stage.client.wait("another seat") { seats.count == 2 }
      let second = try VirtualPointer(stage.client, seat: seats.last)
      // Whoever binds a seat later than its pointer came is told when that comes again.
      try stage.run("the second") {
        try second.move(x: 10, y: 10, in: scenario.layout)
        try second.move(x: 120, y: 90, in: scenario.layout)
        return !scenario.events.isEmpty
      }
      try second.move(x: 130, y: 90, in: scenario.layout)
      let entry = try scenario.takeEvents("its place") { $0.last?.x == 30 }.prefix(1)
      #expect(entry.map(\.kind) == [.entered] && entry[0].seat.rawValue == seats[1].name, "\(entry) \(seats)")
      try first.click()
      try second.click(0x111)
      let clicks = try scenario.takeEvents("clicks of both") { $0.count >= 4 }
      #expect(clicks.map(\.seat.rawValue) == [seats[0].name, seats[0].name, seats[1].name, seats[1].name])
      #expect(clicks.map(\.x) == [10, 10, 30, 30])
    }

    @Test func `a token that follows a click brings another program's window to attention`() throws {
      let scenario = try Scenario()
      defer { scenario.stage.stop() }
      let stage = scenario.stage
      let picture = TestPictures.desktop(PixelSize(width: 200, height: 200))
      let window = try stage.client.showWindow(picture, appID: "behind")
      let front = try stage.client.showWindow(picture, appID: "front")
      let activation = try stage.client.connection.globals.shared(XdgActivationV1.self, version: 1)
      func activate(_ token: String) throws -> Bool {
        activation.activate(token: token, surface: window.proxy)
        try stage.client.connection.roundTrip()
        return try stage.sway.message("-t", "get_tree").contains(#""urgent": true"#)
      }
      #expect(try !activate("no token of anybody's"))
      let pointer = try VirtualPointer(stage.client)
      try pointer.move(x: 110, y: 80, in: scenario.layout)
      _ = try scenario.takeEvents("the pointer")
      try pointer.click()
      _ = try scenario.takeEvents("a click") { $0.count >= 2 }
      var token: String?
      var isAsked = false
      // A compositor that is late with it is not waited for, but asked again.
      try stage.run("a token") {
        guard token == nil, !isAsked else { return token != nil }
        isAsked = true
        stage.session.requestActivationToken(surface: scenario.surface, applicationID: "behind") {
          (token, isAsked) = ($0, false)
        }
        return false
      }
      #expect(try activate(try #require(token)))
      for window in [window, front] { window.close() }
    }
  }
}
