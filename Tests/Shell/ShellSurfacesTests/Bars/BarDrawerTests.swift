import BarUI
import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import ShellSurfaces
import ShellTestSupport
import Testing
import VisualEffects

/// A drawer that opens under the pointer, on an output that a test plays.
struct BarDrawerTests {
  private let group = ModuleName(.group, "all")

  /// A bar with a drawer of two texts at its start and a text at its end, on the screen. Each text takes 48 pixels, the
  /// first one those from 4 on, and the handle is beside it.
  private func stage(_ change: (inout Settings) -> Void = { _ in }) throws -> (BarStage, FakeSurface) {
    let names = ["one", "two", "three"].map { ModuleName(.text, $0) }
    var drawer = GroupSettings()
    (drawer.modules, drawer.isDrawer, drawer.opensUnderPointer) = (Array(names[...1]), true, true)
    let stage = try BarStage { [drawer] in
      $0.bars[0].start = [group]
      $0.bars[0].center = []
      $0.bars[0].end = [names[2]]
      for name in names { $0.modules[name] = .defaults(of: .text) }
      $0.modules[group] = ModuleSettings(.group, drawer)
      change(&$0)
    }
    for name in names {
      _ = stage.state.update(.moduleReadingChanged(name, .text("text")), now: stage.now)
    }
    let surface = try #require(stage.output.surface)
    surface.show()
    _ = surface.scene(at: stage.now)
    return (stage, surface)
  }

  @Test func `a drawer opens when the pointer comes, and closes when that goes elsewhere`() throws {
    let (stage, surface) = try stage()
    let open: Set = [group]
    surface.onPointer?(PointerEvent(.entered, x: 20, y: 10))
    #expect(stage.openDrawers == open)
    // The drawer stays open while the pointer is on no module.
    surface.onPointer?(PointerEvent(.moved, x: 400, y: 10))
    #expect(stage.openDrawers == open)
    surface.onPointer?(PointerEvent(.moved, x: 770, y: 10))
    #expect(stage.openDrawers.isEmpty)
    surface.onPointer?(PointerEvent(.moved, x: 62, y: 10))
    #expect(stage.openDrawers == open)
    surface.onPointer?(PointerEvent(.left, x: 62, y: 10))
    stage.settle()
    #expect(stage.openDrawers.isEmpty && stage.used.isEmpty)
  }

  @Test func `a drawer slides open and shut, beside which everything stays where it is`() throws {
    let (stage, surface) = try stage()
    func toggle() {
      stage.toggleDrawer(of: group, on: "DP-1")
      stage.changeContent()
      stage.settle()
    }
    func places() -> [Int] { surface.scene(at: stage.now).texts.map(\.frame.x) }
    let closed = places()
    #expect(closed.count == 2 && !surface.isMoving)
    toggle()
    #expect(surface.isMoving && places() == closed)
    stage.pass(.milliseconds(100))
    let between = places()
    #expect(between.count == 3 && between[0] == closed[0] && between[2] == closed[1])
    stage.pass(.seconds(2))
    let open = places()
    #expect(!surface.isMoving && open.count == 3 && open[0] == closed[0] && open[2] == closed[1])
    #expect(between[1] < open[1])
    toggle()
    #expect(surface.isMoving && places() == open)
    stage.pass(.milliseconds(100))
    #expect(places().count == 3 && places()[1] < open[1])
    stage.pass(.seconds(2))
    #expect(!surface.isMoving && places() == closed)
  }

  @Test func `with reduced motion a drawer opens at once`() throws {
    let (stage, surface) = try stage { $0.accessibility.reduceMotion = .on }
    stage.toggleDrawer(of: group, on: "DP-1")
    stage.changeContent()
    stage.settle()
    #expect(!surface.isMoving && surface.scene(at: stage.now).texts.count == 3)
  }

  /// A bar whose tray has an item that is shown and one that is folded away.
  private func trayStage(_ change: (inout Settings) -> Void = { _ in }) throws -> (BarStage, FakeSurface) {
    let tray = ModuleName(.tray)
    var settings = ModuleSettings.defaults(of: .tray)
    settings.style.look.format = try FormatTemplate(
      "{title}", fields: ModuleKind.tray.summary.itemFields)
    let (stage, surface) = try stage {
      $0.bars[0].end = [tray]
      $0.modules[tray] = settings
      change(&$0)
    }
    fold(stage, isUnfolded: false)
    _ = surface.scene(at: stage.now)
    return (stage, surface)
  }

  /// Delivers the reading of a tray whose item `mail` is folded away or shown.
  private func fold(_ stage: BarStage, isUnfolded: Bool) {
    func item(_ name: String) -> ItemReading { ItemReading(id: name, ["title": .text(name)]) }
    var reading = ModuleReading(
      items: [item("arrow")] + (isUnfolded ? [item("mail")] : []) + [item("chat")])
    (reading.foldable, reading.isUnfolded) = ([item("mail")], isUnfolded)
    _ = stage.state.update(.moduleReadingChanged(ModuleName(.tray), reading), now: stage.now)
    stage.changeContent()
    stage.settle()
  }

  @Test func `what a tray folds away slides out from behind its arrow, and back`() throws {
    let (stage, surface) = try trayStage()
    func places() -> [String: Int] {
      surface.scene(at: stage.now).texts.reduce(into: [:]) { $0[$1.text.string] = $1.frame.x }
    }
    let folded = places()
    #expect(folded["mail"] == nil && !surface.isMoving)
    fold(stage, isUnfolded: true)
    #expect(surface.isMoving)
    stage.pass(.milliseconds(100))
    let between = places()
    stage.pass(.seconds(2))
    let unfolded = places()
    #expect(!surface.isMoving && unfolded["chat"] == folded["chat"] && between["chat"] == folded["chat"])
    let arrows = try [unfolded, between, folded].map { try #require($0["arrow"]) }
    #expect(arrows[0] < arrows[1] && arrows[1] < arrows[2])
    #expect(try #require(unfolded["mail"]) > arrows[0] && between["mail"] != nil)
    fold(stage, isUnfolded: false)
    #expect(surface.isMoving)
    stage.pass(.milliseconds(100))
    #expect(places()["mail"] != nil, "it is seen until it is gone")
    stage.pass(.seconds(2))
    #expect(!surface.isMoving && places() == folded)
  }

  @Test func `with reduced motion what a tray folds away appears at once`() throws {
    let (stage, surface) = try trayStage { $0.accessibility.reduceMotion = .on }
    fold(stage, isUnfolded: true)
    #expect(!surface.isMoving && surface.scene(at: stage.now).texts.contains { $0.text.string == "mail" })
    fold(stage, isUnfolded: false)
    #expect(!surface.isMoving && !surface.scene(at: stage.now).texts.contains { $0.text.string == "mail" })
  }

  @Test func `a finger opens and closes a drawer by its handle alone, wherever the pointer was`() throws {
    let (stage, surface) = try stage()
    surface.onPointer?(PointerEvent(.entered, x: 20, y: 10))
    surface.onPointer?(PointerEvent(.left, x: 20, y: 10))
    func tap(x: Double, at time: UInt32) {
      surface.onTouch?(TouchEvent(.began, id: 1, x: x, y: 10, time: time))
      stage.settle()
      surface.onTouch?(TouchEvent(.ended, id: 1, x: x, y: 10, time: time))
      stage.settle()
      _ = surface.scene(at: stage.now)
    }
    for x in [770.0, 20] {
      tap(x: x, at: 0)
      #expect(stage.used.isEmpty && stage.openDrawers.isEmpty)
    }
    tap(x: 62, at: 1000)
    #expect(stage.used == [.toggleDrawer(group)] && stage.openDrawers == [group])
    tap(x: 62, at: 2000)
    #expect(stage.used.count == 2 && stage.openDrawers.isEmpty)
  }

  @Test func `a bar that goes while the pointer is on its drawer closes it`() throws {
    let (stage, surface) = try stage()
    surface.onPointer?(PointerEvent(.entered, x: 20, y: 10))
    surface.onClosed?()
    stage.settle()
    #expect(stage.openDrawers.isEmpty)
    let next = try #require(stage.bar.surface as? FakeSurface)
    next.show()
    _ = next.scene(at: stage.now)
    next.onPointer?(PointerEvent(.entered, x: 20, y: 10))
    #expect(stage.openDrawers == [group])
    stage.bar.close()
    #expect(stage.openDrawers.isEmpty)
  }

  /// A bar with a drawer of a text that is always shown, and another text, a separator and workspaces that slide.
  private func separatorStage(
    _ direction: GroupSettings.Direction
  ) throws -> (stage: BarStage, surface: FakeSurface) {
    let names = ["one", "two"].map { ModuleName(.text, $0) }
    let (separator, workspaces) = (ModuleName(.separator), ModuleName(.workspaces))
    let sliding = [names[1], separator, workspaces]
    let (stage, surface) = try stage {
      var drawer = GroupSettings()
      (drawer.isDrawer, drawer.direction) = (true, direction)
      drawer.modules = direction == .forward ? [names[0]] + sliding : sliding + [names[0]]
      $0.modules[group] = ModuleSettings(.group, drawer)
      $0.modules[workspaces] = .defaults(of: .workspaces)
      ($0.bars[0].start, $0.bars[0].end) = direction == .forward ? ([group], []) : ([], [group])
    }
    stage.focusWorkspace("3")
    stage.toggleDrawer(of: group, on: "DP-1")
    stage.changeContent()
    stage.settle()
    return (stage, surface)
  }

  /// The distances from the first digit of the workspaces to the separator and to the fill of the workspace on the screen.
  private func distances(_ surface: FakeSurface, at now: Instant) throws -> [Int] {
    let scene = surface.scene(at: now)
    let digit = try #require(scene.texts.first { $0.text.string == "1" }).frame
    let line = try #require(scene.fills.first { $0.ink == .vibrant(.separator) })
    let pill = try #require(scene.fills.first { $0.frame.height > 16 && $0.frame.width < 60 })
    return [line, pill].map { $0.frame.x - digit.x }
  }

  @Test(arguments: [GroupSettings.Direction.forward, .back])
  func `separators in a drawer travel with its modules, and move away from a fill meanwhile`(
    direction: GroupSettings.Direction
  ) throws {
    let (stage, surface) = try separatorStage(direction)
    stage.pass(.milliseconds(40))
    let first = try distances(surface, at: stage.now)
    for _ in 0..<6 {
      stage.pass(.milliseconds(10))
      #expect(try distances(surface, at: stage.now) == first)
    }
    // The fill sets out to the workspace at the separator, and neither of them jumps.
    stage.focusWorkspace("1")
    #expect(try distances(surface, at: stage.now) == first)
    stage.settle()
    var last = first
    for _ in 0..<30 {
      stage.pass(.milliseconds(10))
      let next = try distances(surface, at: stage.now)
      #expect(abs(next[0] - last[0]) <= 1 && next[1] <= last[1])
      last = next
    }
    #expect(last[0] < first[0] && last[1] < 0)
  }
}
