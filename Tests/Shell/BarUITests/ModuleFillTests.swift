import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Views
import VisualEffects

@testable import BarUI

/// Fills, strokes and lines of modules on a bar of 400 × 32 pixels.
@Suite struct ModuleFillTests: ModuleFillStage {
  @Test func `a module lies on its colour, and its text is read on it`() throws {
    let colour = SIMD4(1, 0.84, 0.31, 1)
    let (scene, frames) = drawn {
      $0.modules[one]?.style.look.fill = .colour(colour)
      $0.modules[one]?.style.look.fillInset = 2
      $0.modules[one]?.style.look.radii = [1, 2, 3, 4]
    }
    let fill = try #require(fills(scene).first)
    let frame = try #require(frames[one])
    #expect(fills(scene).count == 1 && fill.ink == .colour(colour))
    #expect(fill.frame == PixelRect(x: frame.x, y: 2, width: frame.width, height: 28))
    #expect(fill.corners == Corners(topLeft: 1, topRight: 2, bottomRight: 3, bottomLeft: 4))
    #expect(scene.texts.map(\.ink) == [.plain([0, 0, 0, 1]), .vibrant(.label)])
  }

  @Test func `an ink on a colour is kept, and the colour gives way`() throws {
    let (scene, _) = drawn {
      $0.modules[one]?.style.look.fill = .colour([0.04, 0.52, 1, 1])
      $0.modules[one]?.style.look.ink = .colour(.one)
    }
    #expect(scene.texts.first?.ink == .plain(.one))
    guard case .colour(let shown)? = fills(scene).first?.ink else {
      Issue.record("no colour")
      return
    }
    #expect(shown.y < 0.5 && shown.z > shown.y)
  }

  @Test func `a state replaces the fill, and the accent may be named`() {
    let (scene, _) = drawn {
      $0.modules[one]?.style.look.fill = .vibrant(.tertiaryFill)
      $0.modules[two]?.style.look.fill = .accent
    }
    #expect(fills(scene).first?.ink == .vibrant(.tertiaryFill))
    #expect(scene.texts.map(\.ink) == [.vibrant(.label), .plain(.one)])
  }

  @Test func `where more contrast is wanted, fills of the accent and of the glass have an edge`() throws {
    let line = Border(width: 1, colour: .one)
    func strokes(hovering module: ModuleName? = nil, _ change: (inout Settings) -> Void) -> [Border] {
      let (scene, _) = drawn(hovering: module, isPressed: module != nil) {
        $0.accessibility.increaseContrast = .on
        $0.modules[one]?.style.look.fill = .accent
        $0.modules[one]?.style.on = [.click: .command(["true"])]
        $0.modules[two]?.style.look.fill = .vibrant(.fill)
        change(&$0)
      }
      return content(scene).compactMap { if case .effect(let effect) = $0 { effect.border } else { nil } }
    }
    #expect(strokes { _ in } == [line, line])
    #expect(strokes(hovering: one) { _ in } == [Border(width: 2, colour: .one), line])
    #expect(strokes { $0.accessibility.increaseContrast = .off } == [])
    #expect(
      strokes { $0.modules[one]?.style.look.strokeColour = [1, 0, 0, 1] }
        == [Border(width: 1, colour: [1, 0, 0, 1]), line])
    func used(_ settings: inout Settings) {
      settings.modules[two]?.style.on = [.click: .command(["true"])]
    }
    #expect(strokes(hovering: two, used) == [line, Border(width: 2, colour: .one)])
    let colours: [ModuleFill?] = [
      nil, .colour([0.2, 0.2, 0.2, 1]), .gradient([.zero, .one], angle: 90),
    ]
    for fill in colours {
      let borders = strokes(hovering: two) {
        used(&$0)
        $0.modules[two]?.style.look.fill = fill
      }
      // An edge would be two points wide, since the module is pressed.
      #expect(!borders.dropFirst().contains { $0.colour == line.colour }, "\(String(describing: fill))")
    }
    // The accent alone is hardly told from dark glass.
    let accent = Luminance.of(Accent.systemBlue.shown(.enhanced))
    #expect(Luminance.contrast(accent, 0.024) < 3 && Luminance.contrast(accent, 1) >= 3)
  }

  @Test(arguments: [VibrancyEffect.Style.fill, .tertiaryFill])
  func `with reduced motion a line shows the use of a module with a vibrant fill, which keeps its fill`(
    style: VibrancyEffect.Style
  ) throws {
    func shown(
      hovering: ModuleName? = nil, isPressed: Bool = false, reducesMotion: Bool = true,
      stroke: SIMD4<Double>? = nil
    ) -> (inks: [Ink], lines: [Border]) {
      let (scene, _) = drawn(hovering: hovering, isPressed: isPressed) {
        $0.accessibility.reduceMotion = reducesMotion ? .on : .off
        $0.modules[one]?.style.look.fill = .vibrant(style)
        $0.modules[one]?.style.look.strokeColour = stroke
        $0.modules[one]?.style.on = [.click: .command(["true"])]
      }
      let lines = content(scene).compactMap {
        if case .effect(let effect) = $0 { effect.border } else { nil }
      }
      return (fills(scene).map(\.ink), lines)
    }
    let (rest, hovered) = (shown(), shown(hovering: one))
    let pressed = shown(hovering: one, isPressed: true)
    #expect([rest, hovered, pressed].allSatisfy { $0.inks == [.vibrant(style)] } && rest.lines.isEmpty)
    let (weak, strong) = (try #require(hovered.lines.first), try #require(pressed.lines.first))
    #expect(hovered.lines.count == 1 && pressed.lines.count == 1)
    #expect(strong.width >= weak.width && strong.colour.w == 2 * weak.colour.w)
    #expect(shown(hovering: one, stroke: [1, 0, 0, 1]).lines == [Border(width: 2, colour: [1, 0, 0, 1])])
    // A light shows the pointer where motion is not reduced, on all fills but the strongest.
    #expect(shown(hovering: one, reducesMotion: false).lines == (style == .fill ? hovered.lines : []))
    #expect(shown(hovering: one, isPressed: true, reducesMotion: false).inks == [.vibrant(.secondaryFill)])
  }

  @Test(arguments: [.accent, .vibrant(.fill), .colour([0.9, 0.9, 0.9, 1])] as [ModuleFill])
  func `where more contrast is wanted, fills of groups and of modules on them have an edge`(
    fill: ModuleFill
  ) {
    func strokes(on inner: ModuleFill?) -> [Border] {
      let (scene, _) = drawn {
        $0.accessibility.increaseContrast = .on
        var both = GroupSettings()
        both.modules = [one]
        let name = ModuleName(.group, "both")
        $0.modules[name] = ModuleSettings(.group, both)
        $0.modules[name]?.style.look.fill = fill
        $0.modules[one]?.style.look.fill = inner
        $0.bar.start = [name]
      }
      return content(scene).compactMap { if case .effect(let effect) = $0 { effect.border } else { nil } }
    }
    let (white, black) = (Border(width: 1, colour: .one), Border(width: 1, colour: [0, 0, 0, 1]))
    let isColoured = fill == .colour([0.9, 0.9, 0.9, 1])
    #expect(strokes(on: nil) == (isColoured ? [] : [white]))
    // A line on a colour is the one of black and white that is seen on it.
    #expect(strokes(on: .vibrant(.fill)) == (isColoured ? [black] : [white, white]))
  }

  @Test func `where more contrast is wanted, the fill of a zone has an edge unless it is a colour`() {
    func strokes(_ fill: ModuleFill) -> [Border] {
      let (scene, _) = drawn {
        $0.accessibility.increaseContrast = .on
        $0.bar.zoneFill = fill
      }
      return content(scene).compactMap { if case .effect(let effect) = $0 { effect.border } else { nil } }
    }
    #expect(strokes(.vibrant(.fill)) == [Border(width: 1, colour: .one)])
    #expect(strokes(.colour([0.2, 0.2, 0.2, 1])).isEmpty)
  }

  @Test func `a state of the pointer changes the look under the pointer alone`() throws {
    func change(_ settings: inout Settings) {
      var (hover, pressed) = (ModuleState(ModuleState.hover), ModuleState(ModuleState.pressed))
      hover.look.fill = .colour([0.9, 0.9, 0.9, 1])
      pressed.look.underlineColour = [1, 0, 0, 1]
      settings.modules[one]?.style.states = [hover, pressed]
      settings.modules[one]?.style.on = [.click: .command(["true"])]
    }
    let (plain, _) = drawn(change)
    #expect(fills(plain).isEmpty && plain.texts.first?.ink == .vibrant(.label))
    let (hovered, _) = drawn(hovering: one, change)
    #expect(fills(hovered).map(\.ink) == [.colour([0.9, 0.9, 0.9, 1])])
    #expect(hovered.texts.map(\.ink) == [.plain([0, 0, 0, 1]), .vibrant(.label)])
    let (pressed, _) = drawn(hovering: one, isPressed: true, change)
    #expect(fills(pressed).map(\.ink) == [.colour([0.9, 0.9, 0.9, 1]), .colour([1, 0, 0, 1])])
    let (other, _) = drawn(hovering: two, change)
    #expect(fills(other).isEmpty)
  }

  @Test func `a text with a hue has a fill under the pointer that is no nearer to its colour`() throws {
    func change(_ settings: inout Settings) {
      settings.modules[one]?.style.look.ink = .colour([1, 0.27, 0.23, 1])
      settings.modules[two]?.style.look.ink = .colour([0.9, 0.9, 0.9, 1])
      for name in [one, two] { settings.modules[name]?.style.on = [.click: .command(["true"])] }
    }
    let (plain, _) = drawn(change)
    for (isPressed, opacity) in [(false, 0.25), (true, 0.4)] {
      let (scene, frames) = drawn(hovering: one, isPressed: isPressed, change)
      #expect(fills(scene).map(\.ink) == [.colour([0, 0, 0, opacity])], "black on dark glass")
      let lines = content(scene).compactMap { if case .effect(let effect) = $0 { effect } else { nil } }
      #expect(
        lines.map(\.border?.colour) == [[1, 1, 1, 0.3]] && lines.first?.frame.width == frames[one]?.width)
      #expect(scene.texts.map(\.ink) == plain.texts.map(\.ink))
    }
    #expect(fills(drawn(hovering: two, change).scene).map(\.ink) == [.vibrant(.tertiaryFill)])
  }

  @Test func `a gradient lies under a module in its outline, and its texts have one ink`() throws {
    let (scene, frames) = drawn {
      $0.modules[one]?.style.look.fill = .gradient([[1, 0.9, 0.4, 1], [1, 0.6, 0.6, 1]], angle: 90)
      $0.modules[one]?.style.look.radii = [3, 3, 3, 3]
    }
    let effects = content(scene).compactMap { if case .effect(let effect) = $0 { effect } else { nil } }
    let fill = try #require(effects.first)
    let frame = try #require(frames[one])
    #expect(effects.count == 1 && fill.corners == Corners(3))
    #expect(fill.frame == PixelRect(x: frame.x, y: 4, width: frame.width, height: 24))
    guard case .image(let image)? = fill.content.first else {
      Issue.record("no picture")
      return
    }
    #expect(image.frame == fill.frame && image.ink == nil)
    #expect(scene.texts.map(\.ink) == [.plain([0, 0, 0, 1]), .vibrant(.label)])
  }

  @Test func `opacity fades a fill and its lines, and texts only as far as they are read`() throws {
    func parts(_ fill: ModuleFill?, _ opacity: Double?) -> (Scene, [EffectNode]) {
      let (scene, _) = drawn {
        $0.modules[one]?.style.look.fill = fill
        $0.modules[one]?.style.look.opacity = opacity
        $0.modules[one]?.style.look.strokeColour = [1, 0, 0, 0.8]
      }
      return (scene, content(scene).compactMap { if case .effect(let effect) = $0 { effect } else { nil } })
    }
    let (colour, lines) = parts(.colour([0.1, 0.1, 0.3, 1]), 0.5)
    #expect(fills(colour).map(\.ink) == [.colour([0.1, 0.1, 0.3, 0.5])])
    #expect(lines.map(\.border?.colour) == [[1, 0, 0, 0.4]])
    #expect(colour.texts.first?.ink == .plain(.one))
    let (vibrant, sheets) = parts(.vibrant(.fill), 0.5)
    #expect(sheets.map(\.alpha) == [0.5] && fills(vibrant).isEmpty)
    #expect(vibrant.texts.map(\.ink) == [.vibrant(.secondaryLabel), .vibrant(.label)])
    #expect(parts(.vibrant(.fill), 0.8).0.texts.first?.ink == .vibrant(.label))
    let (accent, _) = parts(.accent, 0.5)
    #expect(fills(accent).count == 1 && accent.texts.first?.ink == .plain(.one), "white is read on an accent")
  }

  @Test func `a shadow lies around the fill`() throws {
    let (scene, _) = drawn {
      $0.modules[one]?.style.look.fill = .colour([0.1, 0.1, 0.3, 1])
      $0.modules[one]?.style.look.shadowColour = [0, 0, 0, 0.5]
      $0.modules[one]?.style.look.shadowRadius = 6
      $0.modules[one]?.style.look.shadowOffset = -2
    }
    let effects = content(scene).compactMap { if case .effect(let effect) = $0 { effect } else { nil } }
    let sheet = try #require(effects.first)
    #expect(sheet.shadows == [Shadow(sigma: 3, offsetY: -2, colour: [0, 0, 0, 0.5])])
    #expect(sheet.corners == Corners(6) && sheet.material == nil && sheet.alpha == 1)
    guard case .fill(let fill)? = sheet.content.first else {
      Issue.record("no fill")
      return
    }
    #expect(fill.frame == sheet.frame)
  }

  @Test(arguments: [true, false], [OutputEdge.top, .left])
  func `a separator is as far from the edge of a fill as from a text at its other side`(
    isFirst: Bool, edge: OutputEdge
  ) throws {
    func drawn(
      _ change: (inout Settings) -> Void
    ) throws -> (line: Range<Int>, frames: [Range<Int>]) {
      let (scene, frames) = self.drawn(edge: edge) {
        $0.bar.start = [one, ModuleName(.separator), two]
        change(&$0)
      }
      func extent(_ frame: PixelRect) -> Range<Int> {
        edge.isLevel ? frame.x..<frame.maxX : frame.y..<frame.maxY
      }
      let line = try #require(fills(scene).first { min($0.frame.width, $0.frame.height) == 1 })
      return (extent(line.frame), try [one, two].map { extent(try #require(frames[$0])) })
    }
    let plain = try drawn { _ in }
    // The line is in the middle between the modules: 4 points of spacing and 2 of its own at either side.
    #expect(plain.line.lowerBound == plain.frames[0].upperBound + 6)
    #expect(plain.frames[1].lowerBound == plain.line.upperBound + 6)
    let filled = try drawn { $0.modules[isFirst ? one : two]?.style.look.fill = .colour([0.2, 0.2, 0.2, 1]) }
    #expect(filled.frames == plain.frames)
    // A text begins 8 points inside of its module.
    let before = filled.line.lowerBound - filled.frames[0].upperBound + (isFirst ? 0 : 8)
    let after = filled.frames[1].lowerBound - filled.line.upperBound + (isFirst ? 8 : 0)
    #expect(before == 10 && after == 10)
    let own = try drawn {
      $0.modules[isFirst ? one : two]?.style.look.fill = .colour([0.2, 0.2, 0.2, 1])
      $0.modules[ModuleName(.separator)] = .defaults(of: .separator)
      $0.modules[ModuleName(.separator)]?.style.look.padding = [2, 2]
    }
    #expect(own.line == plain.line, "the settings say where the line is")
  }

  @Test func `a stroke follows the edge of the fill, with or without a fill`() throws {
    let (scene, frames) = drawn { $0.modules[one]?.style.look.strokeColour = [1, 0, 0, 1] }
    let strokes = content(scene).compactMap { node -> EffectNode? in
      if case .effect(let effect) = node { effect } else { nil }
    }
    let stroke = try #require(strokes.first)
    #expect(strokes.count == 1 && stroke.border == Border(width: 1, colour: [1, 0, 0, 1]))
    #expect(stroke.frame.width == frames[one]?.width && fills(scene).isEmpty)
  }

  @Test(arguments: [0.0, 3]) func `strokes and lines are as wide as the settings say`(width: Double) throws {
    let (stroked, _) = drawn {
      $0.modules[one]?.style.look.strokeColour = [1, 0, 0, 1]
      $0.modules[one]?.style.look.strokeWidth = width
    }
    let strokes = content(stroked).compactMap {
      if case .effect(let effect) = $0 { effect.border } else { nil }
    }
    #expect(strokes == (width > 0 ? [Border(width: 3, colour: [1, 0, 0, 1])] : []))
    let (lined, frames) = drawn {
      $0.modules[one]?.style.look.underlineColour = [1, 0, 0, 1]
      $0.modules[one]?.style.look.underlineWidth = width
      $0.modules[one]?.style.look.underlineInset = 1
    }
    let frame = try #require(frames[one])
    let line = PixelRect(x: frame.x + 1, y: 29, width: frame.width - 2, height: 3)
    #expect(fills(lined).map(\.frame) == (width > 0 ? [line] : []))
  }

  @Test(arguments: [
    (OutputEdge.top, PixelRect(x: 8, y: 30, width: 0, height: 2)),
    (.bottom, PixelRect(x: 8, y: 0, width: 0, height: 2)),
    (.left, PixelRect(x: 58, y: 8, width: 2, height: 0)),
    (.right, PixelRect(x: 0, y: 8, width: 2, height: 0)),
  ])
  func `a line lies at the side that faces the middle of the screen`(edge: OutputEdge, place: PixelRect)
    throws
  {
    let (scene, frames) = drawn(edge: edge) { $0.modules[one]?.style.look.underlineColour = [1, 1, 1, 1] }
    let (line, frame) = (try #require(fills(scene).first), try #require(frames[one]))
    let expected =
      edge.isLevel
      ? PixelRect(x: frame.x + place.x, y: place.y, width: frame.width - 16, height: 2)
      : PixelRect(x: place.x, y: frame.y + place.y, width: 2, height: frame.height - 16)
    let inside = edge.isLevel ? expected : expected.offset(x: edge == .left ? frame.maxX - 60 : frame.x, y: 0)
    #expect(line.frame == inside && line.ink == .colour([1, 1, 1, 1]))
  }

  @Test func `a member of a group keeps the font of the group under the pointer`() throws {
    let group = ModuleName(.group, "both")
    func change(_ settings: inout Settings) {
      var both = GroupSettings()
      both.modules = [one]
      settings.modules[group] = ModuleSettings(.group, both)
      settings.modules[group]?.style.look.font = "Serif 20"
      var hover = ModuleState(ModuleState.hover)
      hover.look.ink = .colour([1, 0, 0, 1])
      settings.modules[one]?.style.states = [hover]
      settings.modules[one]?.style.on = [.click: .command(["true"])]
      settings.bar.start = [group]
    }
    let (plain, hovered) = (drawn(change).scene.texts, drawn(hovering: one, change).scene.texts)
    #expect(plain.map(\.text.font) == ["Serif 20"] && hovered.map(\.text.font) == ["Serif 20"])
    #expect(plain.first?.ink != hovered.first?.ink)
  }

  @Test func `the members of a group lie on its colour`() throws {
    let group = ModuleName(.group, "both")
    let (scene, _) = drawn {
      var both = GroupSettings()
      both.modules = [one, two]
      $0.modules[group] = ModuleSettings(.group, both)
      $0.modules[group]?.style.look.fill = .colour([0.9, 0.9, 0.9, 1])
      $0.modules[two]?.style.look.fill = .colour([0.1, 0.1, 0.1, 1])
      $0.bar.start = [group]
    }
    #expect(fills(scene).map(\.ink) == [.colour([0.9, 0.9, 0.9, 1]), .colour([0.1, 0.1, 0.1, 1])])
    #expect(scene.texts.map(\.ink) == [.plain([0, 0, 0, 1]), .plain(.one)])
  }

  @Test(
    arguments: [.colour([0, 0, 0, 0.25]), .colour([0.5, 0.5, 0.5, 0.3]), .vibrant(.fill)] as [ModuleFill])
  func `a text is read on a fill through which the colour of its group is seen`(fill: ModuleFill) throws {
    let group = ModuleName(.group, "both")
    for grey in [0.05, 0.45, 0.95] {
      let (scene, _) = drawn {
        var both = GroupSettings()
        both.modules = [one]
        $0.modules[group] = ModuleSettings(.group, both)
        $0.modules[group]?.style.look.fill = .colour([grey, grey, grey, 1])
        $0.modules[one]?.style.look.fill = fill
        $0.bar.start = [group]
      }
      guard case .colour(let ground)? = fills(scene).last?.ink, case .plain(let ink)? = scene.texts.first?.ink
      else {
        Issue.record("no colour")
        return
      }
      #expect(ground.w == 1 && fills(scene).count == 2)
      let contrast = Luminance.contrast(SIMD3(ground.x, ground.y, ground.z), SIMD3(ink.x, ink.y, ink.z))
      #expect(contrast >= 4.5, "\(fill) on \(grey): \(contrast)")
    }
  }

  @Test(arguments: [true, false])
  func `the members of a group in a group lie on the colours of both`(isInnerFilled: Bool) throws {
    let (outer, inner) = (ModuleName(.group, "outer"), ModuleName(.group, "inner"))
    let (scene, _) = drawn {
      var (groups, members) = (GroupSettings(), GroupSettings())
      (groups.modules, members.modules) = ([inner], [one])
      $0.modules[outer] = ModuleSettings(.group, groups)
      $0.modules[inner] = ModuleSettings(.group, members)
      $0.modules[outer]?.style.look.fill = .colour([0.9, 0.9, 0.9, 1])
      if isInnerFilled { $0.modules[inner]?.style.look.fill = .colour([0.5, 0.5, 0.5, 0.5]) }
      $0.bar.start = [outer]
    }
    let inks: [Ink] = [.colour([0.9, 0.9, 0.9, 1])] + (isInnerFilled ? [.colour([0.7, 0.7, 0.7, 1])] : [])
    #expect(fills(scene).map(\.ink) == inks && scene.texts.map(\.ink) == [.plain([0, 0, 0, 1])])
  }

  @Test func `a fill of the glass on a colour through which glass is seen is no lighter than texts allow`()
    throws
  {
    let group = ModuleName(.group, "both")
    for (grey, isHovered) in [(0.02, false), (0.8, false), (0.8, true)] {
      let (scene, _) = drawn(hovering: isHovered ? one : nil) {
        var both = GroupSettings()
        both.modules = [one]
        $0.modules[group] = ModuleSettings(.group, both)
        $0.modules[group]?.style.look.fill = .colour([grey, grey, grey, 0.6])
        if !isHovered { $0.modules[one]?.style.look.fill = .vibrant(.fill) }
        $0.modules[one]?.style.on = [.click: .command(["true"])]
        $0.bar.start = [group]
      }
      guard fills(scene).count == 2, case .colour(let fill)? = fills(scene).last?.ink else {
        Issue.record("\(fills(scene))")
        return
      }
      // White on a dark colour, and black on one that is as light as white texts allow.
      let style: VibrancyEffect.Style = isHovered ? .tertiaryFill : .fill
      #expect(fill.w == style.level(isDark: true) && (fill.x > 0.4) == (grey < 0.1) && fill.x < 0.46)
      #expect(scene.texts.map(\.ink) == [.plain(.one)])
    }
  }

  @Test func `a zone lies on its fill, and its texts are read on it`() throws {
    let (scene, frames) = drawn {
      $0.bar.zoneFill = .colour([1, 0.84, 0.31, 1])
      $0.bar.pillRadius = 9
    }
    let fill = try #require(fills(scene).first)
    let (first, last) = (try #require(frames[one]), try #require(frames[two]))
    #expect(fills(scene).count == 1 && fill.corners == Corners(9))
    #expect(fill.frame == PixelRect(x: 4, y: 4, width: last.maxX - first.x + 8, height: 24))
    #expect(first.x == 8)
    #expect(scene.texts.map(\.ink) == [.plain([0, 0, 0, 1]), .plain([0, 0, 0, 1])])
  }

  @Test func `the fill of a zone at a side edge is as wide as the room of texts`() throws {
    let (scene, frames) = drawn(edge: .left) { $0.bar.zoneFill = .colour([1, 0.84, 0.31, 1]) }
    let (first, last) = (try #require(frames[one]), try #require(frames[two]))
    let frame = PixelRect(x: 3, y: first.y - 4, width: 54, height: last.maxY - first.y + 8)
    #expect(fills(scene).map(\.frame) == [frame])
  }

  @Test(
    arguments: [(0, nil, 6), (12, nil, 8), (8, nil, 6), (12, 0, 0), (12, 3, 3)] as [(Int, Double?, Double)])
  func `fills are concentric with a round bar unless they have a radius`(
    bar: Int, own: Double?, radius: Double
  )
    throws
  {
    let (scene, _) = drawn {
      ($0.bar.cornerRadius, $0.bar.pillRadius) = (bar, own)
      $0.bar.zoneFill = .colour([1, 0.84, 0.31, 1])
    }
    #expect(try #require(fills(scene).first).corners == Corners(radius))
  }

  @Test func `a group on the accent has texts that are read on it`() throws {
    let group = ModuleName(.group, "g")
    let (scene, _) = drawn {
      $0.bar.start = [group]
      var members = GroupSettings()
      members.modules = [one, two]
      $0.modules[group] = ModuleSettings(.group, members)
      $0.modules[group]?.style.look.fill = .accent
      $0.modules[one]?.style.look.ink = .vibrant(.secondaryLabel)
    }
    guard case .colour(let ground)? = fills(scene).first?.ink else {
      Issue.record("no colour")
      return
    }
    for text in scene.texts {
      guard case .plain(let ink) = text.ink else {
        Issue.record("an ink for glass")
        return
      }
      #expect(contrast(ink, ground) >= Legibility.standard.contrast)
    }
  }

  @Test(arguments: [
    (UnderlineEdge.inner, PixelRect(x: 8, y: 30, width: 32, height: 2)),
    (.outer, PixelRect(x: 8, y: 0, width: 32, height: 2)),
    (.start, PixelRect(x: 0, y: 8, width: 2, height: 16)),
    (.end, PixelRect(x: 46, y: 8, width: 2, height: 16)),
  ]) func `a line is at the side that the settings name`(edge: UnderlineEdge, frame: PixelRect) throws {
    let (scene, frames) = drawn {
      $0.modules[one]?.style.look.underlineColour = [1, 0, 0, 1]
      $0.modules[one]?.style.look.underlineEdge = edge
    }
    let module = try #require(frames[one])
    #expect(fills(scene).first?.frame == frame.offset(x: module.x, y: 0))
  }

  @Test(arguments: [
    (OutputEdge.top, UnderlineEdge.inner, 6), (.bottom, .inner, 6), (.top, .outer, 6), (.top, .start, 8),
    (.top, .end, 8), (.left, .inner, 8), (.left, .start, 8),
  ]) func `a line leaves the text free, however wide it is to be`(
    edge: OutputEdge, side: UnderlineEdge, width: Int
  ) throws {
    let (scene, _) = drawn(edge: edge) {
      $0.modules[one]?.style.look.underlineColour = [1, 0, 0, 1]
      $0.modules[one]?.style.look.underlineWidth = 32
      $0.modules[one]?.style.look.underlineEdge = side
      $0.modules[one]?.style.look.underlineInset = 0
    }
    let (line, text) = (try #require(fills(scene).first?.frame), try #require(scene.texts.first?.frame))
    #expect(min(line.width, line.height) == width && line.intersection(text).isEmpty)
  }

  @Test func `a line in a bar without room beside its text is as wide as usual`() throws {
    let (scene, _) = drawn {
      $0.modules[one]?.style.look.underlineColour = [1, 0, 0, 1]
      $0.modules[one]?.style.look.underlineWidth = 9
      $0.modules[one]?.style.look.iconSize = 32
    }
    #expect(fills(scene).first?.frame.height == 2)
  }

  @Test func `a margin lies outside the fill`() throws {
    let (plain, _) = drawn { $0.modules[one]?.style.look.hasPill = true }
    let (scene, frames) = drawn {
      $0.modules[one]?.style.look.hasPill = true
      $0.modules[one]?.style.look.margins = [10, 30]
    }
    let (before, after) = (try #require(fills(plain).first), try #require(fills(scene).first))
    #expect(after.frame == before.frame.offset(x: 10, y: 0))
    #expect(frames[one] == after.frame.inRow(height: 32))
    #expect(frames[two]?.x == before.frame.maxX + 4 + 40)
  }

  @Test func `a margin less than 0 brings the next module nearer`() {
    let (_, plain) = drawn { _ in }
    let (_, frames) = drawn { $0.modules[one]?.style.look.margins = [0, -3] }
    #expect(frames[one] == plain[one])
    #expect(frames[two]?.x == (plain[two]?.x ?? 0) - 3)
  }

  @Test func `the room before the content may differ from that after it`() throws {
    let (plain, frames) = drawn { $0.modules[one]?.style.look.padding = [8, 8] }
    let (scene, changed) = drawn { $0.modules[one]?.style.look.padding = [2, 20] }
    #expect(scene.texts[0].frame.x == plain.texts[0].frame.x - 6)
    #expect(changed[one]?.width == (frames[one]?.width ?? 0) + 6)
    let (upright, _) = drawn(edge: .left) { $0.modules[one]?.style.look.padding = [2, 20] }
    let (before, _) = drawn(edge: .left) { _ in }
    #expect(upright.texts[0].frame.y == before.texts[0].frame.y - 6)
  }

  @Test(arguments: [
    (OutputEdge.top, UnderlineEdge.inner, PixelRect(x: 6, y: 31, width: 388, height: 1)),
    (.bottom, .inner, PixelRect(x: 6, y: 0, width: 388, height: 1)),
    (.top, .outer, PixelRect(x: 6, y: 0, width: 388, height: 1)),
    (.top, .end, PixelRect(x: 399, y: 6, width: 1, height: 20)),
    (.left, .inner, PixelRect(x: 59, y: 6, width: 1, height: 388)),
  ]) func `a bar has a line at one side, but not in its round corners`(
    edge: OutputEdge, side: UnderlineEdge, frame: PixelRect
  ) throws {
    let (scene, _) = drawn(edge: edge) {
      ($0.bar.underlineColour, $0.bar.underlineWidth) = ([1, 0, 0, 1], 1)
      ($0.bar.underlineEdge, $0.bar.cornerRadius) = (side, 6)
    }
    #expect(fills(scene).map(\.frame) == [frame])
    let (plain, _) = drawn(edge: edge) { $0.bar.underlineEdge = side }
    #expect(fills(plain).isEmpty)
  }

  @Test func `on an upright bar a margin is above and below`() throws {
    let (_, before) = drawn(edge: .left) { _ in }
    let (_, after) = drawn(edge: .left) { $0.modules[one]?.style.look.margins = [10, 30] }
    #expect(after[one]?.y == (before[one]?.y ?? 0) + 10)
    #expect(after[two]?.y == (before[two]?.y ?? 0) + 40)
  }

  @Test func `a group with a margin is one part with its members together`() throws {
    let group = ModuleName(.group, "g")
    let (_, plain) = drawn { _ in }
    let (_, frames) = drawn {
      $0.bar.start = [group]
      var settings = ModuleSettings.defaults(of: .group)
      settings.style.look.margins = [20, 0]
      var members = GroupSettings()
      members.modules = [one, two]
      settings.source = AnySourceSettings(members)
      $0.modules[group] = settings
    }
    #expect(frames[one]?.x == (plain[one]?.x ?? 0) + 20 && frames[two]?.x == (plain[two]?.x ?? 0) + 20)
  }
}

extension PixelRect {
  /// The same columns over the whole height of a bar.
  fileprivate func inRow(height: Int) -> PixelRect { PixelRect(x: x, y: 0, width: width, height: height) }
}
