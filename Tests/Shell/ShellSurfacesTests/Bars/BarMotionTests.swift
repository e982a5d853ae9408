import BarUI
import Geometry
import Loop
import ModuleModel
import Scenes
import Settings
import ShellModel
import ShellSurfaces
import ShellTestSupport
import Testing

/// The small motions of a bar, on an output that a test plays and by a clock that it turns.
struct BarMotionTests {
  private let window = ModuleName(.window)
  private let one = ModuleName(.text, "one"), two = ModuleName(.text, "two")

  /// A bar on the screen with a window's title and two texts that do something for a click.
  private func stage(reducesMotion: Bool = false) throws -> (BarStage, FakeSurface) {
    let stage = try BarStage {
      $0.bars[0].start = [window]
      $0.bars[0].center = []
      $0.bars[0].end = [one, two]
      $0.modules[window] = .defaults(of: .window)
      for name in [one, two] {
        var module = ModuleSettings.defaults(of: .text)
        module.style.on[.click] = .command(["true"])
        $0.modules[name] = module
      }
      $0.accessibility.reduceMotion = reducesMotion ? .on : .off
    }
    read(window, ModuleReading(["title": .text("Letter")]), stage)
    read(one, .text("first"), stage)
    read(two, .text("other"), stage)
    let surface = try #require(stage.output.surface)
    surface.show()
    _ = surface.scene(at: stage.now)
    return (stage, surface)
  }

  private func read(_ module: ModuleName, _ reading: ModuleReading, _ stage: BarStage) {
    _ = stage.state.update(.moduleReadingChanged(module, reading), now: stage.now)
    stage.changeContent()
  }

  /// The opacities of texts and fills, each the product of those of all sheets around, by the texts; fills have no name.
  private func opacities(_ nodes: [Node], _ outer: Double = 1) -> [(name: String, opacity: Double)] {
    nodes.flatMap { node -> [(name: String, opacity: Double)] in
      switch node {
      case .effect(let effect): opacities(effect.content, outer * effect.alpha)
      case .text(let text): [(text.text.string, outer)]
      case .fill: [("", outer)]
      case .image: []
      }
    }
  }

  private func opacity(_ name: String, _ surface: FakeSurface, _ stage: BarStage) -> Double? {
    opacities(surface.scene(at: stage.now).nodes).first { $0.name == name }?.opacity
  }

  /// The left end of a text.
  private func place(_ name: String, _ surface: FakeSurface, _ stage: BarStage) -> Int? {
    surface.scene(at: stage.now).texts.first { $0.text.string == name }?.frame.x
  }

  @Test func `the fill under a pointer fades in and out, and then the bar rests`() throws {
    let (stage, surface) = try stage()
    let x = Double(try #require(place("first", surface, stage)) + 2)
    #expect(opacity("", surface, stage) == nil)
    surface.onPointer?(PointerEvent(.entered, x: x, y: 12))
    #expect(opacity("", surface, stage) == 0)
    stage.settle()
    #expect(surface.isMoving)
    stage.pass(.milliseconds(40))
    let between = try #require(opacity("", surface, stage))
    #expect(between > 0 && between < 1)
    stage.pass(.milliseconds(40))
    #expect(opacity("", surface, stage) == 1 && !surface.isMoving)
    surface.onPointer?(PointerEvent(.left, x: x, y: 12))
    #expect(opacity("", surface, stage) == 1)
    stage.settle()
    stage.pass(.milliseconds(149))
    #expect(opacity("", surface, stage).map { $0 < 0.1 } == true && surface.isMoving)
    stage.pass(.milliseconds(1))
    #expect(opacity("", surface, stage) == nil && !surface.isMoving)
  }

  @Test func `a fill whose time passed before its second frame is drawn at its end`() throws {
    let (stage, surface) = try stage()
    let x = Double(try #require(place("first", surface, stage)) + 2)
    surface.onPointer?(PointerEvent(.entered, x: x, y: 12))
    #expect(opacity("", surface, stage) == 0)
    let requests = surface.drawingRequests
    stage.pass(.seconds(1))
    #expect(surface.drawingRequests > requests && !surface.isMoving)
    #expect(opacity("", surface, stage) == 1)
    // Nothing more is drawn.
    let last = surface.drawingRequests
    stage.settle()
    #expect(surface.drawingRequests == last)
  }

  @Test func `a title fades into the next one`() throws {
    let (stage, surface) = try stage()
    let old = try #require(surface.scene(at: stage.now).texts.first?.text.string)
    read(window, ModuleReading(["title": .text("Answer")]), stage)
    let new = try #require(
      surface.scene(at: stage.now).texts.map(\.text.string).first { $0.contains("Answer") })
    #expect(opacity(old, surface, stage) == 1 && opacity(new, surface, stage) == 0)
    stage.settle()
    #expect(surface.isMoving)
    stage.pass(.milliseconds(60))
    #expect(opacity(old, surface, stage).map { abs($0 - 0.5) < 0.01 } == true)
    #expect(opacity(new, surface, stage).map { abs($0 - 0.5) < 0.01 } == true)
    stage.pass(.milliseconds(60))
    #expect(opacity(old, surface, stage) == nil && opacity(new, surface, stage) == 1)
    #expect(!surface.isMoving)
    // Other modules, and numbers in a title, change at once.
    read(one, .text("third"), stage)
    #expect(opacity("third", surface, stage) == 1)
    read(window, ModuleReading(["title": .text("Answer 1")]), stage)
    _ = surface.scene(at: stage.now)
    stage.pass(.seconds(1))
    read(window, ModuleReading(["title": .text("Answer 2")]), stage)
    #expect(
      opacities(surface.scene(at: stage.now).nodes).contains { $0.name.contains("2") && $0.opacity == 1 })
  }

  @Test func `a module that shows nothing any more shrinks, and grows when it has something to show`() throws
  {
    let (stage, surface) = try stage()
    let there = try #require(place("first", surface, stage))
    read(two, .text(""), stage)
    #expect(place("first", surface, stage) == there && opacity("other", surface, stage) == 1)
    stage.settle()
    #expect(surface.isMoving)
    stage.pass(.milliseconds(80))
    let between = try #require(place("first", surface, stage))
    #expect(between > there && opacity("other", surface, stage).map { $0 > 0 && $0 < 1 } == true)
    stage.pass(.seconds(2))
    let alone = try #require(place("first", surface, stage))
    #expect(alone > between && opacity("other", surface, stage) == nil && !surface.isMoving)
    read(two, .text("other"), stage)
    // The gap beside the module grows with it.
    #expect(place("first", surface, stage) == alone)
    stage.settle()
    #expect(surface.isMoving)
    stage.pass(.milliseconds(80))
    #expect(try #require(place("first", surface, stage)) < alone)
    stage.pass(.seconds(2))
    #expect(place("first", surface, stage) == there && !surface.isMoving)
  }

  @Test func `a module with a longer text becomes longer softly, and its neighbour moves with it`() throws {
    let (stage, surface) = try stage()
    let there = try #require(place("first", surface, stage))
    read(two, .text("another one"), stage)
    // The text is where it stays, and comes into sight as the module grows.
    let end = try #require(place("another one", surface, stage))
    #expect(place("first", surface, stage) == there)
    stage.settle()
    #expect(surface.isMoving)
    stage.pass(.milliseconds(80))
    let between = try #require(place("first", surface, stage))
    #expect(between < there && place("another one", surface, stage) == end)
    // Another change continues from the present place, and the text ends at the same place.
    read(two, .text("one"), stage)
    #expect(place("first", surface, stage) == between)
    stage.pass(.seconds(1))
    // Two letters less than at first are 16 points.
    #expect(place("first", surface, stage) == there + 16 && place("one", surface, stage) == end + 64)
    #expect(!surface.isMoving)
    // Nothing more is drawn.
    let last = surface.drawingRequests
    stage.settle()
    #expect(surface.drawingRequests == last)
  }

  @Test func `a module that becomes longer is reported at the place that it will have`() throws {
    let (stage, surface) = try stage()
    func places() throws -> [LogicalRect] { try #require(stage.bar.report).modules.map(\.frame) }
    let former = try places()
    read(two, .text("another one"), stage)
    let there = try #require(place("first", surface, stage))
    let frames = try places()
    #expect(frames[2].width == former[2].width + 48 && frames[1].x == former[1].x - 48)
    stage.pass(.seconds(1))
    #expect(place("first", surface, stage) == there - 48)
    #expect(try places() == frames)
  }

  @Test func `a title that becomes longer fades where it begins`() throws {
    let (stage, surface) = try stage()
    let (x, old) = try title(surface, stage)
    read(window, ModuleReading(["title": .text("A much longer letter")]), stage)
    let texts = surface.scene(at: stage.now).texts.prefix(2)
    #expect(texts.map(\.frame.x) == [x, x] && texts.first?.text.string == old)
    let new = try #require(texts.last?.text.string)
    stage.settle()
    stage.pass(.milliseconds(60))
    #expect(opacity(old, surface, stage).map { abs($0 - 0.5) < 0.01 } == true)
    #expect(opacity(new, surface, stage).map { abs($0 - 0.5) < 0.01 } == true)
    stage.pass(.seconds(1))
    let last = try title(surface, stage)
    #expect(last.x == x && last.words == new && !surface.isMoving)
  }

  /// The left end and the words of the window's title, which is the first text.
  private func title(_ surface: FakeSurface, _ stage: BarStage) throws -> (x: Int, words: String) {
    let text = try #require(surface.scene(at: stage.now).texts.first)
    return (text.frame.x, text.text.string)
  }

  @Test func `a title that changes all the time needs no frames but those of its changes and of one motion`()
    throws
  {
    let (stage, surface) = try stage()
    var between = 0
    // Frames of 20 milliseconds, and a change with every fifth of them, for three seconds.
    for frame in 0..<150 {
      if frame.isMultiple(of: 5) {
        let title = frame.isMultiple(of: 2) ? "A much longer letter" : "Letter"
        read(window, ModuleReading(["title": .text(title)]), stage)
        _ = surface.scene(at: stage.now)
      } else if surface.isMoving {
        _ = surface.scene(at: stage.now)
        between += 1
      }
      stage.pass(.milliseconds(20))
    }
    // The changes of the first 600 milliseconds move the module, and four of five frames show no change.
    #expect(between == 24 && !surface.isMoving)
  }

  @Test(arguments: [false, true])
  func `a light follows the pointer over a module, unless motion is reduced`(reducesMotion: Bool) throws {
    let (stage, surface) = try stage(reducesMotion: reducesMotion)
    let x = try #require(place("first", surface, stage)) + 2
    surface.onPointer?(PointerEvent(.entered, x: Double(x), y: 12))
    #expect(lights(surface.scene(at: stage.now).nodes) == (reducesMotion ? [] : [x]))
    stage.pass(.seconds(1))
    let requests = surface.drawingRequests
    surface.onPointer?(PointerEvent(.moved, x: Double(x + 7), y: 12))
    #expect(surface.drawingRequests - requests == (reducesMotion ? 0 : 1))
    #expect(lights(surface.scene(at: stage.now).nodes) == (reducesMotion ? [] : [x + 7]))
    stage.settle()
    #expect(!surface.isMoving)
    surface.onPointer?(PointerEvent(.left, x: Double(x + 7), y: 12))
    _ = surface.scene(at: stage.now)
    stage.pass(.seconds(1))
    #expect(lights(surface.scene(at: stage.now).nodes) == [])
  }

  @Test(arguments: [false, true])
  func `the fill of a pressed module sinks and springs back, unless motion is reduced`(
    reducesMotion: Bool
  ) throws {
    let (stage, surface) = try stage(reducesMotion: reducesMotion)
    let x = Double(try #require(place("first", surface, stage)) + 2)
    func width() -> Int? { surface.scene(at: stage.now).fills.map(\.frame.width).max() }
    surface.onPointer?(PointerEvent(.entered, x: x, y: 12))
    _ = width()
    stage.pass(.seconds(1))
    let whole = try #require(width())
    surface.onPointer?(PointerEvent(.pressed(.left), x: x, y: 12))
    _ = width()
    stage.settle()
    #expect(surface.isMoving != reducesMotion)
    stage.pass(.seconds(1))
    #expect(width() == whole - (reducesMotion ? 0 : 2) && !surface.isMoving)
    surface.onPointer?(PointerEvent(.released(.left), x: x, y: 12))
    _ = width()
    stage.settle()
    // The fill has its new opacity by then, and springs on.
    stage.pass(.milliseconds(200))
    _ = width()
    stage.settle()
    #expect(surface.isMoving != reducesMotion)
    stage.pass(.seconds(1))
    #expect(width() == whole && !surface.isMoving)
  }

  @Test func `a click on a notice opens the settings`() throws {
    let (stage, surface) = try stage()
    _ = stage.state.update(.settingsRejected(["line 3"]), now: stage.now)
    stage.changeContent()
    _ = surface.scene(at: stage.now)
    surface.onPointer?(PointerEvent(.entered, x: 20, y: 12))
    surface.onPointer?(PointerEvent(.pressed(.left), x: 20, y: 12))
    surface.onPointer?(PointerEvent(.released(.left), x: 20, y: 12))
    #expect(stage.openedSettings == 1)
  }

  /// The middles of the lights on fills.
  private func lights(_ nodes: [Node]) -> [Int] {
    nodes.flatMap { node -> [Int] in
      switch node {
      case .effect(let effect): lights(effect.content)
      case .image(let image): [image.frame.x + image.frame.width / 2]
      case .text, .fill: []
      }
    }
  }

  @Test func `with reduced motion fills, titles and modules change at once`() throws {
    let (stage, surface) = try stage(reducesMotion: true)
    let there = try #require(place("first", surface, stage))
    surface.onPointer?(PointerEvent(.entered, x: Double(there + 2), y: 12))
    #expect(opacity("", surface, stage) == 1)
    read(window, ModuleReading(["title": .text("Answer")]), stage)
    #expect(surface.scene(at: stage.now).texts.filter { $0.text.string.contains("Letter") }.isEmpty)
    read(one, .text("a longer text"), stage)
    // Eight letters more are 64 points.
    #expect(place("a longer text", surface, stage) == there - 64)
    read(two, .text(""), stage)
    #expect(opacity("other", surface, stage) == nil)
    stage.settle()
    #expect(!surface.isMoving)
  }

  // MARK: - Panels

  private func panel(_ name: String) -> ModulePopup {
    .panel(
      ModulePanel {
        ControlPanel(name, rows: [.init("row", .choice(.init(name)))])
      } open: { _ in
        nil
      } use: { _ in
      })
  }

  private func click(_ surface: FakeSurface, _ x: Double) {
    surface.onPointer?(PointerEvent(.entered, x: x, y: 12))
    surface.onPointer?(PointerEvent(.pressed(.left), x: x, y: 12))
    surface.onPointer?(PointerEvent(.released(.left), x: x, y: 12))
  }

  /// Turns the clock, and draws a frame of a popup.
  private func pass(_ duration: Duration, _ stage: BarStage, _ popup: FakeSurface) {
    stage.pass(duration)
    popup.drawFrame(at: stage.now)
    _ = popup.scene(at: stage.now)
  }

  @Test func `while a panel is open, the pointer opens that of another module without a click`() throws {
    let (stage, surface) = try stage()
    let first = Double(try #require(place("first", surface, stage)) + 2)
    let other = Double(try #require(place("other", surface, stage)) + 2)
    stage.opens = panel("A")
    stage.panels = [two]
    // Nothing is open yet.
    surface.onPointer?(PointerEvent(.moved, x: other, y: 12))
    #expect(stage.used.isEmpty)
    click(surface, first)
    surface.grantKeyboard()
    #expect(stage.bar.popupOpener?.module == one && surface.popups.count == 1)
    surface.onPointer?(PointerEvent(.moved, x: first + 1, y: 12))
    #expect(stage.used.count == 1)
    surface.onPointer?(PointerEvent(.moved, x: other, y: 12))
    #expect(stage.bar.popupOpener?.module == two && surface.popups.count == 2)
    #expect(surface.popups.first?.surface.isFadingOut == true)
    #expect(surface.popups.last?.placement.takesGrab == false && surface.placement.keyboard == .always)
    // The first module has no panel that the pointer opens.
    surface.onPointer?(PointerEvent(.moved, x: first, y: 12))
    #expect(stage.bar.popupOpener?.module == two && stage.used.count == 2)
  }

  @Test func `a menu stays open while the pointer passes other modules`() throws {
    let (stage, surface) = try stage()
    let first = Double(try #require(place("first", surface, stage)) + 2)
    let other = Double(try #require(place("other", surface, stage)) + 2)
    stage.opens = .menu(ModuleMenu(entries: { [MenuEntry(1, "Entry")] }, choose: { _ in }))
    stage.panels = [two]
    click(surface, first)
    surface.grantKeyboard()
    surface.onPointer?(PointerEvent(.moved, x: other, y: 12))
    #expect(stage.bar.popupOpener?.module == one && stage.used.count == 1)
  }

  /// Opens a panel of the first module, and lets it come to rest.
  private func openPanel(_ stage: BarStage, _ surface: FakeSurface) throws -> FakeSurface {
    stage.opens = panel("A")
    click(surface, Double(try #require(place("first", surface, stage)) + 2))
    surface.grantKeyboard()
    let popup = try #require(surface.popups.last).surface
    popup.show()
    _ = popup.scene(at: stage.now)
    pass(.zero, stage, popup)
    pass(.seconds(1), stage, popup)
    return popup
  }

  @Test func `a panel that closes shrinks a little while it fades out`() throws {
    let (stage, surface) = try stage()
    let popup = try openPanel(stage, surface)
    func width() -> Int? { popup.scene(at: stage.now).panes.first?.frame.width }
    let whole = try #require(width())
    surface.onKey?(KeyEvent(keysym: 0xff1b))
    #expect(popup.isFadingOut && width() == whole)
    stage.time.advance(by: .milliseconds(60))
    let between = try #require(width())
    stage.time.advance(by: .seconds(1))
    #expect(width() == Int((Double(whole) * 0.97).rounded()) && between < whole && between > width() ?? 0)
  }

  /// Expects that the fill of a row begins to fade in, and then rests.
  private func expectFade(_ popup: FakeSurface, _ stage: BarStage) {
    #expect(popup.isMoving && opacity("", popup, stage) == 0)
    pass(.milliseconds(40), stage, popup)
    #expect(opacity("", popup, stage).map { $0 > 0 && $0 < 1 } == true && popup.isMoving)
    pass(.milliseconds(40), stage, popup)
    #expect(opacity("", popup, stage) == 1)
    #expect(!popup.isMoving)
  }

  @Test func `rows of a panel fade under the pointer, and then the panel rests`() throws {
    let (stage, surface) = try stage()
    let popup = try openPanel(stage, surface)
    let row = try #require(popup.scene(at: stage.now).texts.last?.frame)
    #expect(opacity("", popup, stage) == nil && !popup.isMoving)
    popup.onPointer?(PointerEvent(.entered, x: Double(row.x + 2), y: Double(row.y + 5)))
    expectFade(popup, stage)
  }

  @Test(arguments: [Keysym.tab, Keysym.down])
  func `rows of a panel fade as a key moves the focus, and then the panel rests`(key: UInt32) throws {
    let (stage, surface) = try stage()
    let popup = try openPanel(stage, surface)
    #expect(opacity("", popup, stage) == nil && !popup.isMoving)
    surface.onKey?(KeyEvent(keysym: key))
    expectFade(popup, stage)
  }
}
