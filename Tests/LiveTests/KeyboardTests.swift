import Geometry
import Glibc
import HeadlessSession
import LiveGlass
import Loop
import Scenes
import TestSupport
import Testing
import Wayland

/// Keyboards and the clipboard of a real compositor, for surfaces of ours.
extension LiveTests {
  @Suite struct KeyboardTests {
    /// A surface that may have the keyboard, and what it was told.
    @MainActor final class Scenario {
      let stage: GlassStage
      let surface: LiveSurface
      var events: [KeyEvent] = []
      var focus: [Bool] = []

      init(_ keyboard: SurfacePlacement.Keyboard = .always, clock: ManualClock? = nil) throws {
        stage = try GlassStage(swayRules: "input type:keyboard repeat_delay 150", clock: clock)
        var placement = PointerTests.Scenario.sheet
        placement.keyboard = keyboard
        surface = stage.output.open(placement, content: GlassStage.sheet())
        surface.onKey = { [unowned self] in events.append($0) }
        surface.onKeyboardFocus = { [unowned self] in focus.append($0) }
        let surface = surface
        try stage.run("a surface") { surface.isShown }
      }

      /// Plugs in a keyboard, and waits until the surface has it.
      func plugIn(layout: String = "us", variant: String = "") throws -> VirtualKeyboard {
        let keyboard = try VirtualKeyboard(stage.client, layout: layout, variant: variant)
        try stage.run("the keyboard") { self.focus == [true] }
        return keyboard
      }

      func takeEvents(_ awaited: String, count: Int) throws -> [KeyEvent] {
        try stage.run(awaited) { self.events.count >= count }
        defer { events = [] }
        return events
      }
    }

    @Test func `keys are told with what they type, and dead keys with what they make of the next`() throws {
      // The tests' own locale need not know any sequences.
      unsafe setenv("LC_ALL", "C.UTF-8", 1)
      let scenario = try Scenario()
      defer { scenario.stage.stop() }
      let keyboard = try scenario.plugIn(layout: "us", variant: "intl")
      try keyboard.type(.a)
      let plain = try scenario.takeEvents("a key", count: 2)
      #expect(plain.map(\.text) == ["a", ""] && plain.map(\.isPressed) == [true, false])
      #expect(plain[0].keysym == 0x61 && plain[0].modifiers == [])

      try keyboard.setModifiers(1)
      try keyboard.type(.a)
      try keyboard.setModifiers(0)
      let shifted = try scenario.takeEvents("a key with shift", count: 2)
      #expect(shifted[0].text == "A" && shifted[0].modifiers == .shift)

      try keyboard.type(.apostrophe)
      try keyboard.type(.e)
      let presses = try scenario.takeEvents("an accented letter", count: 3).filter(\.isPressed)
      #expect(presses.map(\.text) == ["é"])
      #expect(presses[0].keysym == 0xe9)

      try keyboard.type(.enter)
      let enter = try scenario.takeEvents("enter", count: 2)
      #expect(enter[0].text == "" && enter[0].keysym == 0xff0d)

      try keyboard.type(.apostrophe)
      try keyboard.type(.escape)
      try keyboard.type(.e)
      let after = try scenario.takeEvents("a letter after a broken sequence", count: 4).filter(\.isPressed)
      #expect(after.map(\.text) == ["e"])
    }

    @Test func `a shortcut is its Latin letter in a script of another kind`() throws {
      let scenario = try Scenario()
      defer { scenario.stage.stop() }
      let keyboard = try scenario.plugIn(layout: "ru,us")
      try keyboard.setModifiers(4)
      try keyboard.type(.v)
      let latin = try scenario.takeEvents("a shortcut", count: 2)[0]
      #expect(latin.keysym == 0x76 && latin.text == "" && latin.modifiers == .control)
    }

    @Test func `a key that is held is repeated until it is released`() throws {
      let clock = ManualClock()
      let scenario = try Scenario(clock: clock)
      defer { scenario.stage.stop() }
      let keyboard = try scenario.plugIn()
      try keyboard.press(.a)
      let held = try scenario.takeEvents("repetitions", count: 4)
      #expect(held.map(\.isRepeat).first == false && held.dropFirst().allSatisfy(\.isRepeat))
      #expect(held.allSatisfy { $0.isPressed && $0.text == "a" && $0.serial == held[0].serial })
      // Another key takes its place.
      try keyboard.press(.e)
      try scenario.stage.run("another's repetitions") {
        scenario.events.contains { $0.isRepeat && $0.text == "e" }
      }
      let first = scenario.events.firstIndex { $0.text == "e" }!
      #expect(scenario.events[first...].allSatisfy { $0.text == "e" })
      try keyboard.release(.e)
      try scenario.stage.run("the release") { scenario.events.contains { !$0.isPressed } }
      scenario.events = []
      for _ in 0..<10 {
        clock.advance(by: .seconds(1))
        scenario.stage.loop.serveWhatIsReady()
      }
      #expect(scenario.events == [])
    }

    @Test func `a surface asks for the keyboard while it is shown, and gives it back`() throws {
      let scenario = try Scenario(.never)
      defer { scenario.stage.stop() }
      let (stage, surface) = (scenario.stage, scenario.surface)
      let pointer = try VirtualPointer(stage.client)
      var pointing: [PointerEvent.Kind] = []
      surface.onPointer = { pointing.append($0.kind) }
      try pointer.move(x: 110, y: 80, in: LogicalSize(width: 1280, height: 720))
      try stage.run("the pointer") { pointing == [.entered] }
      let keyboard = try VirtualKeyboard(stage.client)
      let window = try stage.client.showWindow(
        TestPictures.desktop(PixelSize(width: 200, height: 200)), appID: "window")
      for round in 1...3 {
        scenario.focus = []
        surface.placement.keyboard = .always
        try stage.run("the keyboard") { scenario.focus == [true] }
        try keyboard.type(.a)
        #expect(try scenario.takeEvents("a key", count: 2).map(\.isPressed) == [true, false])
        surface.placement.keyboard = .never
        try stage.run("its end, \(round)") { scenario.focus == [true, false] }
        try keyboard.type(.a)
        try stage.synchronise()
        #expect(scenario.events == [])
      }
      // The surface has stayed all the time.
      #expect(pointing == [.entered])
      // On demand: by a click.
      scenario.focus = []
      surface.placement.keyboard = .onDemand
      try stage.synchronise()
      try pointer.click()
      try stage.run("the keyboard by a click") { scenario.focus == [true] }
      try keyboard.type(.a)
      #expect(try scenario.takeEvents("a key", count: 2)[0].text == "a")
      surface.close()
      try stage.synchronise()
      #expect(stage.messages.filter { $0.contains("failed") } == [])
      window.close()
    }

    @Test func `text goes to the clipboard and comes from there`() throws {
      let scenario = try Scenario()
      defer { scenario.stage.stop() }
      let stage = scenario.stage
      let keyboard = try scenario.plugIn()
      func paste() throws -> String? {
        var answer: String??
        stage.session.paste { answer = .some($0) }
        try stage.run("an answer") { answer != nil }
        return answer!
      }
      #expect(try paste() == nil)

      let text = "Grüße, 世界 👋\n"
      let other = try stage.sway.start(["wl-copy", "--foreground", text], name: "wl-copy")
      // The offer comes when the other program is ready.
      try stage.run("another's text") { try paste() == text }

      try keyboard.type(.a)
      _ = try scenario.takeEvents("a key", count: 2)
      let own = String(repeating: "ours — ", count: 30_000)
      stage.session.copy(own)
      #expect(try paste() == own)
      // We serve it while the other program reads.
      // The compositor may not have heard of it at once.
      let pasted = stage.sway.directory.file("pasted")
      try stage.run("our text") {
        // Programs append to it.
        unsafe unlink(pasted)
        let reader = try stage.sway.start(["wl-paste", "--no-newline"], name: "wl-paste", output: pasted)
        try stage.run("the other program") { reader.poll() != nil }
        return try String(contentsOfFile: pasted) == own
      }
      other.stop()
    }
  }
}

extension String {
  fileprivate init(contentsOfFile path: String) throws {
    let file = unsafe fopen(path, "r")!
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = unsafe fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
