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

/// Something that a test needs is not there.
private enum StageError: Error {
  /// A popup shows no sheet of glass.
  case noSheet
}

struct BarTooltipTests {
  private let clock = ModuleName(.clock)

  @Test func `a tooltip is shown beside its module once the pointer has rested`() throws {
    let (stage, surface) = try BarStage.withClock()
    surface.onPointer?(PointerEvent(.entered, x: 12, y: 10))
    stage.pass(.milliseconds(499))
    #expect(surface.popups.isEmpty)
    stage.pass(.milliseconds(1))
    let (popup, placement) = try #require(surface.popups.first)
    #expect(!placement.takesInput && !placement.takesGrab && placement.gravity == .bottom)
    #expect(popup.scene(at: stage.now).texts.map(\.text.string) == ["clock: broken"])
    #expect(surface.placement.keyboard == .never)
    surface.onPointer?(PointerEvent(.left, x: 12, y: 10))
    stage.settle()
    #expect(popup.isFadingOut && surface.popups.count == 1)
  }

  @Test(arguments: [false, true])
  func `tooltips and menus are drawn with the looks of the settings`(isMenu: Bool) throws {
    func shown(
      _ look: PopupSettings?, increasesContrast: Bool = false
    ) throws -> (glass: EffectNode, text: TextNode) {
      let menu = ModuleMenu {
        [MenuEntry(1, "Entry")]
      } choose: { _ in
      }
      let (stage, surface) = try BarStage.withClock(edge: .top, opening: .menu(menu))
      var settings = stage.state.settings
      settings.materials["mine"] = BlurEffect(
        style: .systemMaterial, name: "mine",
        overrides: MaterialOverrides(borderWidth: 3, borderColour: [0, 1, 0, 1]))
      settings.accessibility.increaseContrast = increasesContrast ? .on : .off
      if let look { if isMenu { settings.menu = look } else { settings.tooltip = look } }
      _ = stage.state.update(.settingsLoaded(settings), now: stage.now)
      surface.onPointer?(PointerEvent(.entered, x: 12, y: 10))
      if isMenu {
        surface.onPointer?(PointerEvent(.pressed(.left), x: 12, y: 10))
        surface.onPointer?(PointerEvent(.released(.left), x: 12, y: 10))
        surface.grantKeyboard()
      }
      stage.pass(.milliseconds(500))
      let popup = try #require(surface.popups.first).surface
      popup.show()
      stage.pass(.seconds(1))
      let scene = popup.scene(at: stage.now)
      guard
        case .effect(let glass)? = scene.nodes.first(where: { if case .effect = $0 { true } else { false } }),
        let text = scene.texts.first
      else { throw StageError.noSheet }
      return (glass, text)
    }
    var look = PopupSettings()
    (look.font, look.ink, look.cornerRadius) = ("Serif 20", [1, 0.8, 0, 1], 3)
    (look.borderWidth, look.borderColour, look.material) = (4, [0, 1, 1, 1], "systemThinMaterial")
    look.relief.shadow = 0.5
    let (plain, own) = (try shown(nil), try shown(look))
    #expect(own.text.text.font == "Serif 20" && plain.text.text.font != "Serif 20")
    #expect(own.text.ink != plain.text.ink)
    #expect(own.glass.corners == Corners(3) && plain.glass.corners != Corners(3))
    #expect(
      own.glass.border == Border(width: 4, colour: [0, 1, 1, 1]) && plain.glass.border != own.glass.border)
    #expect(own.glass.shadows.map(\.colour.w) == plain.glass.shadows.map { $0.colour.w / 2 })
    var flat = PopupSettings()
    (flat.relief.rim, flat.relief.shadow) = (0, 0)
    let bare = try shown(flat).glass
    #expect(bare.border == nil && bare.shadows.isEmpty && !plain.glass.shadows.isEmpty)
    #expect(own.glass.material?.name.hasPrefix("systemThinMaterial") == true)
    #expect(plain.glass.material?.name.hasPrefix("systemMaterial") == true)
    look = PopupSettings()
    look.material = "mine"
    #expect(try shown(look).glass.border == Border(width: 3, colour: [0, 1, 0, 1]))
    #expect(try shown(nil, increasesContrast: true).glass.border == Border(width: 1, colour: .one))
  }

  @Test func `the program hears for which module a tooltip is due, until a press hides it`() throws {
    let (stage, surface) = try BarStage.withClock()
    #expect(stage.explained == [])
    surface.onPointer?(PointerEvent(.entered, x: 12, y: 10))
    surface.onPointer?(PointerEvent(.moved, x: 13, y: 10))
    #expect(stage.explained == [clock])
    stage.pass(.milliseconds(500))
    #expect(stage.explained == [clock])
    surface.onPointer?(PointerEvent(.left, x: 12, y: 10))
    #expect(stage.explained == [clock, nil])
    surface.onPointer?(PointerEvent(.entered, x: 12, y: 10))
    surface.onPointer?(PointerEvent(.pressed(.left), x: 12, y: 10))
    #expect(stage.explained == [clock, nil, clock, nil])
  }

  @Test func `a tooltip keeps a distance to the ends of the output`() throws {
    for zone in ["start", "end", "center"] {
      let stage = try BarStage {
        $0.bars[0].start = zone == "start" ? [clock] : []
        $0.bars[0].center = zone == "center" ? [clock] : []
        $0.bars[0].end = zone == "end" ? [clock] : []
      }
      let reason = "clock: a reason that is longer than its module"
      _ = stage.state.update(.moduleReadingChanged(clock, .failure(reason)), now: stage.now)
      let surface = try #require(stage.output.surface)
      surface.show()
      let frame = try #require(surface.scene(at: stage.now).texts.first?.frame)
      surface.onPointer?(PointerEvent(.entered, x: Double(frame.x + 2), y: 10))
      stage.pass(.milliseconds(500))
      let placement = try #require(surface.popups.first?.placement)
      let place = placement.expectedFrame(
        at: LogicalRect(x: 0, y: 0, width: 800, height: 36),
        in: LogicalRect(x: 0, y: 0, width: 800, height: 600))
      let shown = (place.x + Double(placement.outset.left), place.maxX - Double(placement.outset.right))
      switch zone {
      case "start": #expect(shown.0 == 8)
      case "end": #expect(shown.1 == 792)
      default: #expect(shown.0 > 8 && shown.1 < 792 && placement.alignment == .centre)
      }
    }
  }

  @Test(arguments: [(y: 10.0, count: 1), (y: 570, count: 0)])
  func `a tooltip that has room under the pointer alone is not shown`(y: Double, count: Int) throws {
    // The bar leaves no room beside it.
    let stage = try BarStage {
      ($0.bars[0].start, $0.bars[0].center, $0.bars[0].height) = ([clock], [], 590)
    }
    _ = stage.state.update(.moduleReadingChanged(clock, .failure("clock: broken")), now: stage.now)
    let surface = try #require(stage.output.surface)
    surface.show()
    let frame = try #require(surface.scene(at: stage.now).texts.first?.frame)
    surface.onPointer?(PointerEvent(.entered, x: Double(frame.x + frame.width / 2), y: y))
    stage.pass(.milliseconds(500))
    #expect(stage.explained.last == clock || count == 0)
    #expect(surface.popups.count == count)
  }

  @Test func `the shadow of a tooltip reaches the end of the output`() throws {
    var rooms: [Int] = []
    for margin in 0..<8 {
      let stage = try BarStage {
        ($0.bars[0].start, $0.bars[0].center, $0.bars[0].end) = ([clock], [], [])
        ($0.bars[0].edge, $0.bars[0].marginTop) = (.left, margin)
      }
      _ = stage.state.update(.moduleReadingChanged(clock, .failure("clock: broken")), now: stage.now)
      let surface = try #require(stage.output.surface)
      surface.show()
      _ = surface.scene(at: stage.now)
      let module = try #require(stage.bar.report?.modules.first?.frame)
      let y = module.y - Double(surface.frame.y) + 2
      surface.onPointer?(PointerEvent(.entered, x: 10, y: y))
      stage.pass(.milliseconds(500))
      let placement = try #require(surface.popups.first?.placement)
      let place = placement.expectedFrame(
        at: LogicalRect(surface.frame, scale: 1), in: LogicalRect(x: 0, y: 0, width: 800, height: 600))
      // The distance of the tooltip from the upper end of the output, over 16 pixels of which its shadow is seen.
      let room = surface.frame.y + Int(place.y) + placement.outset.top
      #expect(placement.outset.top == min(16, room))
      rooms.append(room)
    }
    #expect(rooms.contains { $0 < 16 && $0 % 4 != 0 }, "\(rooms)")
  }

  @Test func `a tooltip whose text changes is replaced, and a click hides it`() throws {
    let (stage, surface) = try BarStage.withClock()
    surface.onPointer?(PointerEvent(.entered, x: 12, y: 10))
    stage.pass(.milliseconds(500))
    let worse = "clock: as broken as can be"
    _ = stage.state.update(.moduleReadingChanged(clock, .failure(worse)), now: stage.now)
    _ = surface.scene(at: stage.now)
    // The pointer does not move.
    stage.settle()
    #expect(surface.popups.count == 2 && surface.popups[0].surface.isFadingOut)
    #expect(surface.popups[1].surface.scene(at: stage.now).texts.map(\.text.string) == [worse])
    surface.onPointer?(PointerEvent(.pressed(.left), x: 13, y: 10))
    stage.pass(.seconds(2))
    #expect(surface.popups.count == 2 && surface.popups[1].surface.isFadingOut)
  }

  @Test func `a refused tooltip is not asked for again until the pointer comes back`() throws {
    let (stage, surface) = try BarStage.withClock()
    surface.onPointer?(PointerEvent(.entered, x: 12, y: 10))
    stage.pass(.milliseconds(500))
    try #require(surface.popups.first).surface.closeByCompositor()
    surface.onPointer?(PointerEvent(.moved, x: 13, y: 10))
    stage.pass(.seconds(1))
    #expect(surface.popups.count == 1 && stage.explained == [clock, nil])
    surface.onPointer?(PointerEvent(.left, x: 13, y: 10))
    surface.onPointer?(PointerEvent(.entered, x: 12, y: 10))
    stage.pass(.milliseconds(500))
    #expect(surface.popups.count == 2)
  }

  @Test func `a text of about the same size takes the place of another in its tooltip`() throws {
    let (stage, surface) = try BarStage.withClock(failing: "clock: 10 of 12")
    surface.onPointer?(PointerEvent(.entered, x: 12, y: 10))
    stage.pass(.milliseconds(500))
    let popup = try #require(surface.popups.first).surface
    popup.show()
    func show(_ reason: String?) {
      let reading = reason.map { ModuleReading.failure($0) } ?? ModuleReading()
      _ = stage.state.update(.moduleReadingChanged(clock, reading), now: stage.now)
      _ = surface.scene(at: stage.now)
      stage.settle()
    }
    for text in ["clock: 9 of 12", "clock: 11 of 12"] {
      show(text)
      #expect(popup.scene(at: stage.now).texts.map(\.text.string) == [text])
    }
    #expect(surface.popups.count == 1 && !popup.isFadingOut)
    // A module that has nothing to say has no tooltip.
    show(nil)
    #expect(surface.popups.count == 1 && popup.isFadingOut)
  }

  @Test func `the tooltip of the module with the focus is shown after a while, until a key is pressed`()
    throws
  {
    let (stage, surface) = try BarStage.withClock()
    stage.bar.focus()
    surface.grantKeyboard()
    stage.pass(.milliseconds(499))
    #expect(surface.popups.isEmpty)
    stage.pass(.milliseconds(1))
    let popup = try #require(surface.popups.first).surface
    #expect(popup.scene(at: stage.now).texts.map(\.text.string) == ["clock: broken"])
    surface.onKey?(KeyEvent(keysym: Keysym.right))
    stage.settle()
    #expect(popup.isFadingOut)
    surface.onKey?(KeyEvent(keysym: Keysym.escape))
    stage.pass(.seconds(2))
    #expect(surface.popups.count == 1)
  }
}
