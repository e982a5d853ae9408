import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import ShellSurfaces
import ShellTestSupport
import Testing

@testable import BarUI
@testable import Loop

@Suite struct BarTests {
  private func sheet(_ scene: Scene) -> EffectNode? {
    guard case .effect(let sheet)? = scene.nodes.first else { return nil }
    return sheet
  }

  @Test func `the cursor is that of what a layout has put under a pointer that rests`() throws {
    let (stage, surface) = try BarStage.withClock()
    surface.onPointer?(PointerEvent(.entered, x: 12, y: 10))
    #expect(surface.cursor == .pointer)
    stage.change { $0.start = [] }
    _ = surface.scene(at: stage.now)
    stage.settle()
    #expect(surface.cursor == .default)
  }

  @Test func `a docked bar is there at once, where the settings want it`() throws {
    let stage = try BarStage {
      $0.bars[0].height = 30
      $0.bars[0].edge = .bottom
    }
    let surface = try #require(stage.output.surface)
    #expect(surface.placement == .strip(along: .bottom, thickness: 30) && surface.opacity == 1)
    #expect(surface.scene(at: stage.now).size == PixelSize(width: 800, height: 30))
    #expect(stage.output.strips.isEmpty && stage.bar.nextDeadline == nil)
    stage.bar.close()
    #expect(surface.isClosed && stage.bar.surface == nil)
  }

  @Test func `a bar tells once that the compositor has handled its first frame`() throws {
    let stage = try BarStage()
    let surface = try #require(stage.output.surface)
    surface.show()
    _ = surface.scene(at: stage.now)
    #expect(stage.firstFrames == 0)
    surface.answerRequests()
    #expect(stage.firstFrames == 1)
    _ = surface.scene(at: stage.now)
    surface.answerRequests()
    #expect(stage.firstFrames == 1)
  }

  @Test func `a finger that rests on a module is a long touch, and no click follows`() throws {
    let hello = ModuleName(.text, "hello")
    let stage = try BarStage {
      $0.bars[0].start = [hello]
      var module = ModuleSettings(.text, TextSettings())
      for gesture in [ModuleGesture.click, .touchLong] { module.style.on[gesture] = .command(["true"]) }
      $0.modules[hello] = module
    }
    _ = stage.state.update(.moduleReadingChanged(hello, .text("hello")), now: stage.now)
    let surface = try #require(stage.output.surface)
    surface.show()
    _ = surface.scene(at: stage.now)
    let item = BarItem(zone: .start, place: [0], module: hello)
    surface.onTouch?(TouchEvent(.began, id: 0, x: 20, y: 10, time: 0))
    stage.pass(.milliseconds(499))
    #expect(stage.used.isEmpty)
    stage.pass(.milliseconds(1))
    #expect(stage.used == [.use(item, .touchLong)])
    surface.onTouch?(TouchEvent(.ended, id: 0, x: 20, y: 10, time: 600))
    #expect(stage.used == [.use(item, .touchLong)])
    surface.onTouch?(TouchEvent(.began, id: 0, x: 20, y: 10, time: 700))
    surface.onTouch?(TouchEvent(.ended, id: 0, x: 20, y: 10, time: 760))
    #expect(stage.used == [.use(item, .touchLong), .use(item, .click)])
  }

  @Test func `a bar settles when a finger comes or goes, and not when it moves`() throws {
    let (stage, surface) = try BarStage.withClock()
    func isMarked(after kind: TouchEvent.Kind, x: Double) -> Bool {
      stage.settle()
      surface.onTouch?(TouchEvent(kind, id: 0, x: x, y: 10, time: 0))
      return stage.loop.phases.isPending
    }
    #expect(isMarked(after: .began, x: 20))
    #expect(!isMarked(after: .moved, x: 21) && !isMarked(after: .moved, x: 60))
    #expect(isMarked(after: .ended, x: 60))
  }

  @Test func `clicks and keys use the modules, and the keyboard is given back`() throws {
    let hello = ModuleName(.text, "hello")
    let stage = try BarStage {
      $0.bars[0].start = [hello]
      var module = ModuleSettings(.text, TextSettings())
      module.style.on[.click] = .command(["true"])
      $0.modules[hello] = module
    }
    _ = stage.state.update(.moduleReadingChanged(hello, .text("hello")), now: stage.now)
    let surface = try #require(stage.output.surface)
    #expect(stage.bar.report == nil)
    surface.show()
    let still = surface.scene(at: stage.now)
    let report = try #require(stage.bar.report)
    #expect(report.modules.map(\.name) == ["text.hello"] && report.output == "DP-1")
    let drawn = surface.drawingRequests
    surface.onPointer?(PointerEvent(.entered, x: 20, y: 10))
    #expect(surface.drawingRequests > drawn && surface.scene(at: stage.now) != still)
    #expect(surface.cursor == .pointer)
    let use = BarInput.Effect.use(BarItem(zone: .start, place: [0], module: hello), .click)
    surface.onPointer?(PointerEvent(.pressed(.left), x: 20, y: 10))
    surface.onPointer?(PointerEvent(.released(.left), x: 20, y: 10))
    #expect(stage.used == [use])
    surface.onPointer?(PointerEvent(.left, x: 20, y: 10))
    _ = surface.scene(at: stage.now)
    stage.pass(.seconds(1))
    #expect(surface.scene(at: stage.now) == still && surface.cursor == .default)
    stage.bar.focus()
    #expect(surface.placement.keyboard == .always)
    surface.grantKeyboard()
    surface.onKey?(KeyEvent(keysym: 0xff0d))
    #expect(stage.used == [use, use])
    surface.onKey?(KeyEvent(keysym: 0xff1b))
    _ = surface.scene(at: stage.now)
    stage.pass(.seconds(1))
    #expect(surface.placement.keyboard == .never && surface.scene(at: stage.now) == still)
  }

  @Test func `the island of a module is known while it is on the screen`() throws {
    let (one, bare) = (ModuleName(.text, "one"), ModuleName(.text, "bare"))
    let stack = ModuleName(.group, "stack")
    let stage = try BarStage {
      for module in [one, bare] { $0.modules[module] = ModuleSettings(.text, TextSettings()) }
      ($0.bars[0].start, $0.bars[0].center, $0.bars[0].end) = ([one], [], [.clock])
      $0.modules[bare]?.style.look.hasGlass = false
      var group = GroupSettings()
      (group.modules, group.isStacked) = ([one, one], true)
      $0.modules[stack] = ModuleSettings(.group, group)
    }
    _ = stage.state.update(.moduleReadingChanged(one, .text("text")), now: stage.now)
    let surface = try #require(stage.output.surface)
    func island(_ kind: ModuleKind = .text, _ edge: OutputEdge = .top) -> LogicalRect? {
      _ = surface.scene(at: stage.now)
      return stage.bar.island(of: kind, at: edge)?.frame
    }
    stage.change { $0.glass = .modules }
    #expect(island() == nil)
    surface.show()
    let frame = try #require(island())
    #expect(frame.width > 10 && frame.x < 100 && frame.maxY <= 40)
    #expect(island(.audio) == nil && island(.text, .bottom) == nil)
    stage.change { $0.glass = .bar }
    #expect(island() == nil)
    stage.change { $0.glass = .zones }
    #expect(island()?.width == frame.width)
    // An island is as thick as the bar, also where the module is not.
    stage.change { $0.start = [stack] }
    let upper = try #require(island())
    let height = Double(stage.state.settings.bars[0].height)
    #expect(upper.y == 0 && upper.height == height)
    #expect(try #require(stage.bar.report?.modules.first { $0.name == "text.one" }).frame.height < height)
    stage.change { $0.start = [bare] }
    _ = stage.state.update(.moduleReadingChanged(bare, .text("text")), now: stage.now)
    #expect(island() == nil && stage.bar.report?.modules.first?.name == "text.bare")
  }

  @Test func `input between islands is for what is below`() throws {
    let (one, two) = (ModuleName(.text, "one"), ModuleName(.text, "two"))
    let stage = try BarStage {
      $0.bars[0].glass = .zones
      ($0.bars[0].start, $0.bars[0].center, $0.bars[0].end) = ([one], [], [two])
      for module in [one, two] { $0.modules[module] = ModuleSettings(.text, TextSettings()) }
    }
    for module in [one, two] {
      _ = stage.state.update(.moduleReadingChanged(module, .text("text")), now: stage.now)
    }
    let surface = try #require(stage.output.surface)
    surface.show()
    let frames = surface.scene(at: stage.now).panes.map(\.frame)
    stage.settle()
    let region = try #require(surface.placement.inputRegion)
    #expect(region.count == 2 && frames.count == 2)
    for (part, frame) in zip(region, frames) {
      #expect(
        part.x == Double(frame.x) && part.width == Double(frame.width) && part.height == Double(frame.height))
    }
    // An island that grows takes input where it is now.
    _ = stage.state.update(.moduleReadingChanged(one, .text("a longer text")), now: stage.now)
    stage.changeContent()
    func width() throws -> Double {
      let island = try #require(surface.scene(at: stage.now).panes.first?.frame.width)
      stage.settle()
      #expect(surface.placement.inputRegion?.first?.width == Double(island))
      return Double(island)
    }
    #expect(try width() == region[0].width)
    stage.pass(.milliseconds(80))
    let between = try width()
    stage.pass(.seconds(1))
    // Nine more letters are 72 points.
    let whole = region[0].width + 72
    #expect(try width() == whole && between > region[0].width && between < whole)
    // Settings that change nothing else leave the region.
    stage.arrange()
    #expect(surface.placement.inputRegion?.count == 2)
    // A module that lies on no glass takes input over all of the bar's height.
    stage.change { $0.glass = .none }
    let scene = surface.scene(at: stage.now)
    stage.settle()
    let bare = try #require(surface.placement.inputRegion)
    #expect(scene.panes.isEmpty && bare.count == 2)
    for (part, text) in zip(bare, scene.texts) {
      #expect(part.x == Double(text.frame.x) - 8 && part.maxX == Double(text.frame.maxX) + 8)
      #expect(part.y == 0 && part.height == Double(scene.size.height))
    }
    stage.change { $0.glass = .bar }
    _ = surface.scene(at: stage.now)
    stage.settle()
    #expect(surface.placement.inputRegion == nil)
  }

  @Test func `a bar that floats casts a shadow, which takes no input and is no part of it`() throws {
    let stage = try BarStage {
      $0.bars[0].height = 30
      $0.bars[0].cornerRadius = 10
      ($0.bars[0].marginTop, $0.bars[0].marginLeft, $0.bars[0].marginRight) = (12, 8, 8)
    }
    let surface = try #require(stage.output.surface)
    surface.show()
    #expect(surface.placement.height == 30 + 12 + 44 && surface.placement.margins.top == 0)
    let scene = surface.scene(at: stage.now)
    guard case .effect(let sheet)? = scene.nodes.first else {
      Issue.record("no sheet")
      return
    }
    #expect(!sheet.shadows.isEmpty)
    #expect(sheet.frame == PixelRect(x: 8, y: 12, width: scene.size.width - 16, height: 30))
    stage.settle()
    let region = LogicalRect(
      x: 8, y: 12, width: Double(sheet.frame.width), height: Double(sheet.frame.height))
    #expect(surface.placement.inputRegion == [region])
    let frame = try #require(stage.bar.report?.frame)
    #expect(frame.height == 30 && frame.y == Double(surface.frame.y) + 12)
    stage.change { $0.cornerRadius = 0 }
    let flat = try #require(self.sheet(surface.scene(at: stage.now)))
    #expect(flat.shadows.isEmpty && flat.frame == sheet.frame)
    stage.settle()
    #expect(surface.placement.inputRegion == [region])
  }

  @Test func `a bar that floats without a shadow takes input on its glass`() throws {
    let stage = try BarStage {
      $0.bars[0].height = 30
      $0.bars[0].cornerRadius = 10
      $0.bars[0].marginTop = 12
      $0.bars[0].relief.shadow = 0
    }
    let surface = try #require(stage.output.surface)
    surface.show()
    let scene = surface.scene(at: stage.now)
    guard case .effect(let sheet)? = scene.nodes.first else {
      Issue.record("no sheet")
      return
    }
    #expect(sheet.shadows.isEmpty)
    stage.settle()
    let region = LogicalRect(
      x: Double(sheet.frame.x), y: Double(sheet.frame.y), width: Double(sheet.frame.width),
      height: Double(sheet.frame.height))
    #expect(surface.placement.inputRegion == [region])
  }

  @Test func `a bar that is clicked through takes no input`() throws {
    let stage = try BarStage { $0.bars[0].isClickThrough = true }
    let surface = try #require(stage.output.surface)
    surface.show()
    _ = surface.scene(at: stage.now)
    stage.settle()
    #expect(surface.placement.inputRegion == [])
    stage.change { $0.isClickThrough = false }
    _ = surface.scene(at: stage.now)
    stage.settle()
    #expect(surface.placement.inputRegion == nil)
  }

  @Test func `a hidden bar has no surface until it is told to show itself`() throws {
    let stage = try BarStage { $0.bars[0].mode = .hidden }
    #expect(stage.output.opened.isEmpty)
    stage.bar.obey(.show, now: stage.now)
    let surface = try #require(stage.output.surface)
    #expect(surface.isMoving)
    surface.show()
    #expect(sheet(surface.scene(at: stage.now)) == nil)
    stage.pass(BarPresence.slideDuration)
    #expect(sheet(surface.scene(at: stage.now))?.frame.y == 0 && !surface.isMoving)
    stage.bar.obey(.hide, now: stage.now)
    #expect(!surface.isClosed && surface.isMoving)
    stage.pass(BarPresence.slideDuration)
    #expect(surface.isClosed && stage.bar.surface == nil)
  }

  @Test func `a bar that hides comes with the pointer at its edge and goes after it`() throws {
    let stage = try BarStage {
      $0.bars[0].mode = .autoHide
      $0.bars[0].edge = .left
      ($0.bars[0].revealDelay, $0.bars[0].hideDelay) = (0.1, 0.6)
    }
    let strip = try #require(stage.output.strips.last)
    #expect(strip.edge == .left && stage.output.opened.isEmpty)
    strip.onPointer(PointerEvent(.entered, x: 0, y: 0))
    stage.pass(.milliseconds(99))
    #expect(stage.output.opened.isEmpty && stage.bar.nextDeadline != nil)
    stage.pass(.milliseconds(1))
    let surface = try #require(stage.output.surface)
    surface.show()
    stage.pass(BarPresence.slideDuration)
    // From the strip to the bar: it stays.
    surface.onPointer?(PointerEvent(.entered, x: 3, y: 3))
    strip.onPointer(PointerEvent(.left, x: 0, y: 0))
    stage.pass(.seconds(5))
    #expect(!surface.isClosed)
    surface.onPointer?(PointerEvent(.left, x: 3, y: 3))
    stage.pass(.milliseconds(600))
    stage.pass(BarPresence.slideDuration)
    #expect(surface.isClosed)
    stage.change { $0.mode = .docked }
    #expect(strip.isDestroyed && stage.output.strips.count == 1 && stage.output.surface != nil)
  }

  @Test func `a bar that is as long as its content stays away from windows that meet in its middle`() throws {
    let stage = try BarStage {
      ($0.bars[0].mode, $0.bars[0].isAsLongAsContent, $0.bars[0].start) = (.dodge, true, [.clock])
    }
    _ = stage.state.update(
      .moduleReadingChanged(.clock, .failure("a reason that is as long as this one")), now: stage.now)
    func move(_ windows: (x: Double, width: Double)...) {
      let frames = windows.map { LogicalRect(x: $0.x, y: 0, width: $0.width, height: 600) }
      _ = stage.state.update(.windowFramesChanged([stage.output.name: frames]), now: stage.now)
      stage.bar.dodge(now: stage.now)
      for _ in 0..<100 { stage.pass(.milliseconds(20)) }
    }
    let surface = try #require(stage.output.surface)
    surface.show()
    _ = surface.scene(at: stage.now)
    move((0, 100))
    #expect(!surface.isClosed)
    move((0, 400), (400, 400))
    #expect(surface.isClosed && stage.output.opened.count == 1)
    move((0, 100))
    #expect(stage.output.opened.count == 2 && stage.bar.surface != nil)
  }

  @Test func `a strip that the compositor has closed is made anew, and what was on it is forgotten`() throws {
    let stage = try BarStage {
      $0.bars[0].mode = .autoHide
      ($0.bars[0].revealDelay, $0.bars[0].hideDelay) = (0, 0.1)
    }
    let strip = try #require(stage.output.strips.last)
    strip.onPointer(PointerEvent(.entered, x: 0, y: 0))
    stage.pass(.milliseconds(20))
    let surface = try #require(stage.output.surface)
    surface.show()
    stage.pass(BarPresence.slideDuration)
    strip.onClosed?()
    stage.pass(.milliseconds(120))
    stage.pass(BarPresence.slideDuration)
    #expect(surface.isClosed)
    let second = try #require(stage.output.strips.last)
    #expect(second !== strip && stage.output.strips.count == 2)
    // One that is closed at once again is not made anew before a pause.
    second.onClosed?()
    stage.pass(.milliseconds(500))
    #expect(stage.output.strips.count == 2 && stage.bar.nextDeadline != nil)
    stage.pass(.seconds(1))
    #expect(stage.output.strips.count == 3 && stage.bar.nextDeadline == nil)
  }

  @Test func `a bar for portrait fades out when its output is turned`() throws {
    let stage = try BarStage { $0.bars[0].showIn = .landscape }
    let surface = try #require(stage.output.surface)
    surface.show()
    stage.output.isPortrait = true
    stage.arrange()
    #expect(surface.isMoving)
    stage.pass(BarPresence.fadeDuration / 2)
    let alpha = try #require(sheet(surface.scene(at: stage.now))?.alpha)
    #expect(alpha > 0 && alpha < 1)
    stage.pass(BarPresence.fadeDuration)
    #expect(surface.isClosed)
  }

  @Test func `a change of the frame is shown within a surface that covers both`() throws {
    let stage = try BarStage { $0.bars[0].height = 30 }
    let surface = try #require(stage.output.surface)
    surface.show()
    stage.change { ($0.height, $0.marginTop) = (40, 20) }
    #expect(surface.placement.height == 60 && surface.isMoving)
    #expect(
      sheet(surface.scene(at: stage.now))?.frame == PixelRect(x: 0, y: 0, width: 800, height: 30))
    stage.pass(.milliseconds(250))
    #expect(
      sheet(surface.scene(at: stage.now))?.frame == PixelRect(x: 0, y: 10, width: 800, height: 35))
    stage.pass(.milliseconds(250))
    // The surface reaches the edge of the screen, from which the bar slides in.
    #expect(surface.placement.height == 60 && surface.placement.margins.top == 0)
    #expect(
      sheet(surface.scene(at: stage.now))?.frame == PixelRect(x: 0, y: 20, width: 800, height: 40))
    #expect(stage.output.opened.count == 1)
  }

  @Test func `a bar moves where only the room for its shadow changes, and not its surface`() throws {
    let stage = try BarStage {
      ($0.bars[0].height, $0.bars[0].marginTop, $0.bars[0].cornerRadius) = (30, 12, 10)
      $0.bars[0].isExclusive = false
    }
    let surface = try #require(stage.output.surface)
    surface.show()
    #expect(surface.placement.height == 30 + 12 + 44)
    // A bar with square corners casts no shadow.
    stage.change { ($0.height, $0.cornerRadius) = (30 + 44, 0) }
    #expect(surface.placement.height == 30 + 12 + 44 && surface.isMoving)
    for height in [30, 52, 74] {
      #expect(
        sheet(surface.scene(at: stage.now))?.frame == PixelRect(x: 0, y: 12, width: 800, height: height))
      stage.pass(.milliseconds(250))
    }
    #expect(!surface.isMoving && stage.output.opened.count == 1)
  }

  @Test func `with reduced motion, or before it is seen, a bar is in its new frame at once`() throws {
    let stage = try BarStage { $0.bars[0].height = 30 }
    let surface = try #require(stage.output.surface)
    stage.change { $0.height = 40 }
    #expect(surface.placement.height == 40 && !surface.isMoving)
    surface.show()
    var settings = stage.state.settings
    settings.accessibility.reduceMotion = .on
    settings.bars[0].height = 50
    _ = stage.state.update(.settingsLoaded(settings), now: stage.now)
    stage.arrange()
    #expect(surface.placement.height == 50 && !surface.isMoving)
  }

  @Test func `a bar fades over from one edge to another`() throws {
    let stage = try BarStage { $0.bars[0].height = 30 }
    let old = try #require(stage.output.surface)
    old.show()
    stage.change { $0.edge = .bottom }
    #expect(old.isFadingOut && old.placement.exclusiveZone == -1 && old.placement.anchors.contains(.top))
    let new = try #require(stage.output.surface)
    #expect(new !== old && new.opacity == 0 && new.fades == [1])
    #expect(new.placement.anchors.contains(.bottom))
    // The old surface keeps its picture, and does not respond to the pointer.
    #expect(old.scene(at: stage.now).size.height == 30 && old.onPointer == nil)
  }

  @Test func `a bar away from its edge fades out where it is`() throws {
    let stage = try BarStage { ($0.bars[0].height, $0.bars[0].marginTop) = (30, 12) }
    let old = try #require(stage.output.surface)
    old.show()
    let place = PixelRect(x: 0, y: 12, width: 800, height: 30)
    #expect(sheet(old.scene(at: stage.now))?.frame == place)
    stage.change { $0.edge = .bottom }
    #expect(old.isFadingOut && sheet(old.scene(at: stage.now))?.frame == place)
  }

  @Test func `a bar that the compositor closes is there again, and at once only if it was shown`() throws {
    let stage = try BarStage()
    for isFirst in [true, false] {
      let surface = try #require(stage.output.surface)
      if isFirst { surface.show() }
      surface.onClosed?()
      surface.close()
      #expect(stage.bar.surface == nil)
      stage.settle()
      #expect((stage.bar.surface != nil) == isFirst)
    }
    let deadline = try #require(stage.bar.nextDeadline)
    #expect(deadline > stage.now)
    stage.pass(deadline - stage.now)
    #expect(stage.bar.surface != nil)
  }

  @Test func `on the overlay a bar gives way to a window in fullscreen`() throws {
    let stage = try BarStage { $0.bars[0].layer = .overlay }
    let surface = try #require(stage.output.surface)
    surface.show()
    stage.bar.follow(isCovered: true, now: stage.now)
    stage.settle()
    stage.pass(BarPresence.slideDuration)
    #expect(surface.isClosed)
    stage.bar.follow(isCovered: false, now: stage.now)
    stage.settle()
    #expect(stage.output.surface?.isMoving == true)
  }
}
