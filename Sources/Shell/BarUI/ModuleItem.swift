import Geometry
import ModuleModel
import Scenes
import Settings
import Views
import VisualEffects

/// A module on the bar: its reading, or a sign for a failure; the same sign stands beside a reading when the module was refused
/// something.
struct ModuleItem: View, Equatable {
  var id: BarItem
  var shown: ShownModule
  /// The pictures of an image module; empty for other modules, and while there is no picture.
  var images: [PictureTable.Key] = []
  var pictures: PictureTable
  /// The times for which the module's scrolling texts have been shown.
  var scrollTimes: [ScrollingModule: Duration] = [:]
  /// The visible fraction of the items that slide out or back, 0 … 1; nil if none do.
  var reach: Double?
  /// The sizes of the pulses of the module, or of items of it, that draw attention, 0 … 1.
  var pulses: [BarItem: Double] = [:]
  /// The module, or the item of one, whose menu or panel is open; nil: none is.
  var opener: BarItem?
  /// The colour under the group of the module; nil: there is none.
  var outerGround: ColourGround?
  /// Whether there is no glass below the module.
  var isBare = false
  /// The edge of the bar.
  var edge: OutputEdge
  /// The extent of the bar across its edge, in points.
  var thickness: Double
  /// The default corner radius of the background fill, in points.
  var radius: Double

  /// Whether the bar is at the left or right edge, so that each word is a line.
  private var isUpright: Bool { !edge.isLevel }

  /// The default distance from the sides of a module to its content, in points.
  static let padding = 8.0
  /// The distance from the long sides of the bar to the background fill of a module, in points.
  static let inset = 4.0
  /// The width of a line under a module, and the distance of its ends from those of the module, in points.
  static let underline = (width: 2.0, inset: 8.0)
  /// The distance between an icon and the part beside it, in points.
  static let iconGap = 5.0
  /// The distance between the items of a module, in points.
  static let itemGap = 2.0
  /// The width, in points, below which an item of several gives way to a menu: an icon and two words.
  static let comfort = 112.0

  var body: ViewTree {
    if shown.items.isEmpty {
      part(shown, id)
    } else {
      row.frame(
        maxWidth: isUpright ? nil : width(of: shown.look), maxHeight: isUpright ? nil : .infinity,
        alignment: Alignment(shown.look.side)
      )
      .id(id)
      .layoutPriority(priority)
    }
  }

  /// The greatest width of a module with a look: that of the bar at a side, all of the free length if the look wants it; nil:
  /// that of the content.
  private func width(of look: ModuleLook) -> Double? {
    isUpright || look.expands == true ? .infinity : nil
  }

  /// The distance between the items of the module, in points.
  private var itemGap: Double { shown.look.itemSpacing ?? Self.itemGap }

  /// The rank of the module where there is too little room.
  private var priority: Double { shown.look.priority(in: id.module.kind.summary) }

  /// The items, of which the last give way to another one where there is not enough room along the bar.
  private var row: ViewTree {
    if let reach, reach < 1, !shown.foldable.isEmpty {
      return stack(spacing: itemGap, items(slidOut: reach))
    }
    let visible = shown.items.indices.filter { shown.items[$0].isVisible }
    // Items that take free length have equal parts of it.
    let isEven = visible.allSatisfy { place in
      shown.items[place].look.expands == true && !shown.items[place].hasSeparator
    }
    if isUpright || shown.rests.isEmpty && !isEven {
      return stack(spacing: itemGap, items(shown.items))
    }
    return OverflowRow(
      spacing: itemGap, comfort: Self.comfort, isEven: isEven,
      fills: isEven && shown.look.expands == true,
      views: visible.map { part(item: shown.items[$0]) },
      kept: visible.firstIndex { shown.items[$0].id == shown.keptItem && shown.keptItem != nil }
    ) { place in
      let rest = visible[place] - 1
      return shown.rests.indices.contains(rest) ? part(item: shown.rests[rest]) : nil
    }.body
  }

  /// The items while some of them slide out from behind the first one, or back.
  @ViewBuilder private func items(slidOut reach: Double) -> ViewTree {
    let moving = Set(shown.foldable.map(\.id))
    let resting = shown.items.filter { !moving.contains($0.id) }
    items(Array(resting.prefix(1)))
    BarStack(isUpright: isUpright, spacing: itemGap, content: items(shown.foldable)).slidOut(reach)
    items(Array(resting.dropFirst()))
  }

  @ViewBuilder private func items(_ items: [ShownModule]) -> ViewTree {
    for item in items {
      if item.isVisible {
        part(item: item)
        if item.hasSeparator { Separator(isUpright: isUpright) }
      }
    }
  }

  private func part(item: ShownModule) -> ViewTree {
    part(item, BarItem(zone: id.zone, place: id.place, module: id.module, item: item.id))
  }

  private func part(_ shown: ShownModule, _ id: BarItem) -> ViewTree {
    let isActive = shown.actions.keys.contains { !$0.isPassive }
    let pill = id.item != nil && shown.look.hasPill == true ? PillKey(item: id) : nil
    let pulse = pulses[id] ?? 0
    let plain = appearance(shown, isOpen: id == opener, pulse: pulse)
    let hovered = shown.hoverLook.map { appearance(shown.with($0), isOpen: id == opener, pulse: pulse) }
    let pressed = shown.pressedLook.map { appearance(shown.with($0), isOpen: id == opener, pulse: pulse) }
    @Sendable func surface(_ look: InteractionLook?, _ own: Appearance) -> ViewTree {
      let surface = ModuleSurface(
        label: look?.isLit == true ? own.litLabel : own.label, look: look, ground: own.ground, pill: pill,
        isUpright: isUpright, thickness: thickness, outline: own.outline, screen: own.screen,
        width: width(of: own.look),
        alignment: Alignment(own.look.side)
      )
      .body.frame(maxWidth: width(of: own.look), maxHeight: isUpright ? nil : .infinity)
      return underlined(surface, own.look)
    }
    // A module with a tooltip can be focused by keys, so that the tooltip can be read without a pointer.
    let isFocusable = isActive || !shown.tooltip.isEmpty
    @Sendable func look(_ look: InteractionLook) -> InteractionLook? {
      if isActive { return look }
      var focus = look
      (focus.isHovered, focus.isPressed) = (false, false)
      return focus.isFocused ? focus : nil
    }
    let content =
      isFocusable
      ? Reactive { interaction in
        let own = interaction.isPressed ? pressed : interaction.isHovered ? hovered : nil
        return surface(look(interaction), own ?? plain)
      }.body : surface(nil, plain)
    let item = content.cursor(shown.look.cursor).help(HelpText(shown)).using(
      shown.actions, BarAction.use(id), isFocusable: isFocusable
    )
    .accessibility(
      isActive ? .button : .group,
      label: shown.failure ?? (shown.text.isEmpty ? shown.tooltip : shown.text), value: shown.refusal
    )
    .id(id)
    let own = id.item == nil ? priority : shown.look.priority
    let ranked = own.map { item.layoutPriority($0) } ?? item
    return shown.look.pulses == true ? ranked.id(PulseKey(item: id)) : ranked
  }

  /// The content of a module or an item with one look, and its background.
  private struct Appearance: Sendable {
    var look: ModuleLook
    var label: ViewTree
    /// The content while the pointer or the focus is there, which has a fill then.
    var litLabel: ViewTree
    var ground: ModuleSurface.Ground?
    var outline: ModuleOutline
    /// The ground of texts that lie on no glass; nil: there is glass below the module.
    var screen: ColourGround?
  }

  /// `pulse` is how far the module has swollen to draw attention, 0 … 1.
  private func appearance(_ still: ShownModule, isOpen: Bool, pulse: Double) -> Appearance {
    var shown = still
    if pulse > 0, let ground = ownGround(still) { shown.look.fill = .colour(ground.swollen(pulse).colour) }
    let ground = ground(of: shown, isOpen: isOpen)
    let ink = ground == .accent ? ViewInk.onAccent : colourGround(shown).map { .onGround($0, nil) }
    var outline = ModuleOutline(shown.look, radius: radius)
    switch ground {
    // White is read on an opaque accent, and colours have the opacity already.
    case .accent, .colour, .gradient: outline.fadeLines()
    case .vibrant, nil: break
    }
    if pulse > 0, ownGround(shown) == nil { outline.stroke = Self.stroke(of: shown.look, pulse) }
    func label(on screen: ColourGround?) -> ViewTree {
      self.label(shown, on: screen).environment { if let ink { $0.ink = ink } }
    }
    let screen = isBare ? shown.screenGround : nil
    let lit = label(on: nil)
    return Appearance(
      look: shown.look, label: screen != nil && ground == nil && outerGround == nil ? label(on: screen) : lit,
      litLabel: lit, ground: ground, outline: outline, screen: screen)
  }

  /// The outline of a module without a colour of its own that draws attention: in its ink if that is a colour.
  private static func stroke(of look: ModuleLook, _ pulse: Double) -> ViewBorder {
    let width = max(look.strokeWidth ?? 0, 2)
    guard case .colour(let colour)? = look.ink else {
      return ViewBorder(width: width, ink: .mark(0.7 * pulse))
    }
    return ViewBorder(width: width, ink: .colour(SIMD4(colour.x, colour.y, colour.z, colour.w * pulse)))
  }

  /// The background of a module or an item that is neither hovered nor pressed.
  private func ground(of shown: ShownModule, isOpen: Bool) -> ModuleSurface.Ground? {
    if let gradient = gradient(shown) { return .gradient(gradient) }
    if let own = ownGround(shown) { return .colour(own) }
    if shown.isOnAccent { return .accent }
    if case .vibrant(let style)? = shown.look.fill { return .vibrant(style) }
    return shown.look.hasPill == true || shown.look.fill != nil || isOpen ? .vibrant(.fill) : nil
  }

  /// The colour on which the texts of a module or an item lie; nil: they lie on glass, on a vibrant fill or on the accent.
  private func colourGround(_ shown: ShownModule) -> ColourGround? {
    if let own = gradient(shown)?.ground ?? ownGround(shown) { return own }
    if shown.isOnAccent { return nil }
    if isBare { return shown.look.fill == nil ? outerGround ?? shown.screenGround : shown.screenGround }
    return shown.look.fill != nil ? nil : outerGround
  }

  /// The colour of the module itself; nil: it has none.
  private func ownGround(_ shown: ShownModule) -> ColourGround? {
    shown.colourGround.map { isBare ? $0.onScreen : $0 }
  }

  /// The gradient of the module itself; nil: it has none.
  private func gradient(_ shown: ShownModule) -> ColourGradient? {
    guard case .gradient(let stops, let angle)? = shown.look.fill else { return nil }
    let faded = stops.map { SIMD4($0.x, $0.y, $0.z, $0.w * (shown.look.opacity ?? 1)) }
    var gradient = ColourGradient(faded, angle: angle, ink: shown.look.ink?.colour)
    gradient.isOnScreen = isBare
    return gradient
  }

  /// The view with a line at the edge of the bar that faces the middle of the screen, if the look has one.
  private func underlined(_ view: ViewTree, _ look: ModuleLook) -> ViewTree {
    let width = look.underlineWidth ?? (look.underlineColour == nil ? 0 : Self.underline.width)
    guard width > 0 else { return view }
    let line = Fill(look.underlineColour.map { .colour($0) } ?? .accent).opacity(look.opacity ?? 1)
    let inset = look.underlineInset ?? Self.underline.inset
    let side = side(of: look.underlineEdge ?? .inner)
    return view.overlay {
      switch side {
      case .top:
        line.frame(height: width).padding(horizontal: inset).frame(maxHeight: .infinity, alignment: .top)
      case .bottom:
        line.frame(height: width).padding(horizontal: inset).frame(maxHeight: .infinity, alignment: .bottom)
      case .leading:
        line.frame(width: width).padding(vertical: inset).frame(maxWidth: .infinity, alignment: .leading)
      case .trailing:
        line.frame(width: width).padding(vertical: inset).frame(maxWidth: .infinity, alignment: .trailing)
      case .left, .right:
        // The side of the line does not depend on the direction of texts.
        line.frame(width: width).padding(vertical: inset)
          .frame(maxWidth: .infinity, alignment: side == .right ? .trailing : .leading)
          .environment { $0.isRightToLeft = false }
      }
    }
  }

  /// A side of the view of a module.
  private enum LineSide { case top, bottom, left, right, leading, trailing }

  private func side(of place: UnderlineEdge) -> LineSide {
    switch (place, edge) {
    case (.inner, .top), (.outer, .bottom): .bottom
    case (.inner, .bottom), (.outer, .top): .top
    case (.inner, .left), (.outer, .right): .right
    case (.inner, .right), (.outer, .left): .left
    case (.start, .top), (.start, .bottom): .leading
    case (.end, .top), (.end, .bottom): .trailing
    case (.start, .left), (.start, .right): .top
    case (.end, .left), (.end, .right): .bottom
    }
  }

  /// The content of a module or an item, with its own look and, if it has one, its short form.
  private func label(_ shown: ShownModule, on screen: ColourGround?) -> ViewTree {
    let padding = (shown.id == nil ? nil : shown.look.itemPadding) ?? shown.look.padding ?? Self.padding
    var view = fitting(line(shown, on: screen), shown)
    if let short = shown.shortPieces {
      var brief = shown
      (brief.pieces, brief.spareFigures) = (short, 0)
      // Both forms are laid out within the widths of the settings, so that these alone never cause the short form.
      view = view.shortForm(fitting(line(brief, on: screen), brief))
    }
    return view.padding(horizontal: isUpright ? 0 : padding, vertical: isUpright ? padding : 0)
  }

  /// A line that becomes narrower as its module does. At the left or right edge, words are cut whatever they are.
  private func fitting(_ line: ViewTree, _ shown: ShownModule) -> ViewTree {
    if isUpright { return line }
    switch shown.fitting {
    case .elastic: return line.elastic()
    case .cut: return line
    case .whole: return shown.look.scrolls == true ? line : line.fixedSize()
    }
  }

  /// The ink of texts without one of their own in a look that is not opaque; nil: that of the bar.
  private static func faintInk(_ look: ModuleLook) -> ModuleInk? {
    (look.opacity ?? 1) < 0.75 ? .vibrant(.secondaryLabel) : nil
  }

  /// The parts of the content in a line, within the widths of the settings; `screen` is the ground below them, if there is one.
  private func line(_ shown: ShownModule, on screen: ColourGround?) -> ViewTree {
    let look = shown.look
    var view = stack(spacing: 0, pieces(shown)).ground(screen)
    if shown.failure == nil {
      if let ink = look.ink ?? Self.faintInk(look), !shown.isOnAccent {
        view = view.ink(ViewInk(ink, on: colourGround(shown)))
      }
      if let font = look.font { view = view.font(font) }
      let alignment = Alignment(look.side)
      if let text = look.widestText, !isUpright {
        // The hidden text reserves the width of the widest text.
        let content = view
        view =
          ZStack(alignment: alignment) {
            Text(text).hidden()
            content
          }
          .body
      }
      if look.minWidth != nil || look.maxWidth != nil {
        let least = min(look.minWidth ?? 0, look.maxWidth ?? .infinity)
        view = view.frame(minWidth: least, maxWidth: look.maxWidth, alignment: alignment)
      }
    }
    return view
  }

  @ViewBuilder private func pieces(_ shown: ShownModule) -> ViewTree {
    if shown.failure != nil {
      sign(on: colourGround(shown))
    } else {
      for (place, image) in images.enumerated() {
        if place > 0 { RoomBetween(length: Self.iconGap, isUpright: isUpright) }
        picture(image, opacity: shown.look.opacity ?? 1)
      }
      for piece in present(shown) {
        switch piece {
        case .text(let text):
          words(
            text, shown, scrollTime: scrollTimes[ScrollingModule(id.module, item: shown.id)])
        case .icon(let icon):
          self.icon(
            shown.picture(ofIcon: icon.icon), small: shown.overlay.map(shown.picture(ofOverlay:)),
            opacity: shown.look.opacity ?? 1)
        case .gap: RoomBetween(length: Self.iconGap, isUpright: isUpright)
        case .graph(let values):
          ModuleGraph(values: values, look: shown.look, ground: colourGround(shown))
        }
      }
      if shown.spareFigures > 0, !isUpright {
        Text(String(repeating: "0", count: shown.spareFigures)).hidden()
      }
      if shown.refusal != nil {
        RoomBetween(length: Self.iconGap, isUpright: isUpright)
        sign(on: colourGround(shown))
      }
    }
  }

  private func sign(on ground: ColourGround?) -> ViewTree {
    Text("⚠").ink(ground.map { .onGround($0, nil) } ?? .vibrant(.secondaryLabel))
  }

  /// The parts that are shown, from the upper or leading end: where there is no icon its text is, and one without a text leaves
  /// no gap.
  private func present(_ shown: ShownModule) -> [ShownModule.Piece] {
    var result: [ShownModule.Piece] = []
    for piece in shown.pieces(isUpright: isUpright) {
      if case .icon(let icon) = piece, pictures.pictures[shown.picture(ofIcon: icon.icon)] == .some(nil),
        icon.icon.letter == nil
      {
        if let text = icon.text { result.append(.text(RichText(text))) }
        continue
      }
      if piece == .gap, result.isEmpty || result.last == .gap { continue }
      result.append(piece)
    }
    if result.last == .gap { result.removeLast() }
    // A text that runs upwards begins at the lower end.
    return isUpright && shown.look.turn == .counterclockwise ? result.reversed() : result
  }

  @ViewBuilder private func words(_ text: RichText, _ shown: ShownModule, scrollTime: Duration?) -> ViewTree {
    let ground = colourGround(shown)
    if isUpright, let turn = shown.look.turn {
      Text(text, on: ground).turned(turn)
    } else if isUpright {
      VStack {
        for word in text.words { Text(word, on: ground).textAlignment(.center) }
      }
    } else if text.string.utf8.contains(UInt8(ascii: "\n")) {
      VStack(alignment: HorizontalAlignment(shown.look.side)) {
        for line in text.lines { Text(line, on: ground).scrolling(at: scrollTime) }
      }
    } else {
      Text(text, on: ground).scrolling(at: scrollTime)
    }
  }

  /// An icon, with a small one over its lower right corner if it has one.
  @ViewBuilder private func icon(
    _ key: PictureTable.Key, small smallKey: PictureTable.Key?, opacity: Double
  ) -> ViewTree {
    if let smallKey {
      if let icon = pictures.pictures[key] ?? nil, let small = pictures.pictures[smallKey] ?? nil,
        icon.isTemplate, small.isTemplate, icon.isTwice(small)
      {
        Image(icon.bitmap.template(under: small.bitmap), isTemplate: true)
          .fitted(width: key.side, height: key.side)
      } else {
        // The small picture is at the right in all languages, as in the icons that programs draw themselves.
        picture(key, opacity: opacity).overlay(alignment: .bottomTrailing) {
          picture(smallKey, opacity: opacity)
        }
        .environment { $0.isRightToLeft = false }
      }
    } else {
      picture(key, opacity: opacity)
    }
  }

  /// A picture, or an empty space of its size while it is being read. A template is text, which is not made fainter.
  @ViewBuilder private func picture(_ key: PictureTable.Key, opacity: Double) -> ViewTree {
    if let known = pictures.pictures[key] {
      if let known {
        Image(known.bitmap, isTemplate: known.isTemplate).fitted(width: key.side, height: key.side)
          .opacity(known.isTemplate ? 1 : opacity)
      } else if let letter = key.icon.letter {
        LetterIcon(letter: letter, side: key.side, screen: isBare ? .screen() : nil)
      }
    } else {
      Spacer().frame(width: key.side, height: key.side)
    }
  }

  private func stack(spacing: Double, _ content: ViewTree) -> ViewTree {
    BarStack(isUpright: isUpright, spacing: spacing, content: content).body
  }
}

extension View {
  /// The view on a ground that fades out around it, if there is one.
  func ground(_ ground: ColourGround?) -> ViewTree {
    guard let ground else { return body }
    return background { FeatheredFill(ground) }
  }

  /// The view with a shape of the cursor over it, if there is one.
  fileprivate func cursor(_ cursor: ModuleCursor?) -> ViewTree {
    switch cursor {
    case .arrow?: self.cursor(CursorShape.default)
    case .pointer?: self.cursor(CursorShape.pointer)
    case .text?: self.cursor(CursorShape.text)
    case nil: body
    }
  }

  /// Adds the gestures that have actions, and lets the view have the focus if that is wanted.
  fileprivate func using(
    _ actions: [ModuleGesture: ModuleAction], _ action: BarAction, isFocusable: Bool
  ) -> ViewTree {
    var view = body
    for gesture in ModuleGesture.allCases where actions[gesture] != nil {
      view =
        switch gesture {
        case .click: view.onTap(.primary, action)
        case .middle: view.onTap(.middle, action)
        case .right: view.onTap(.secondary, action)
        case .back: view.onTap(.back, action)
        case .forward: view.onTap(.forward, action)
        case .double: view.onDoubleTap(action)
        case .triple: view.onTripleTap(action)
        case .release: view.onRelease(action)
        case .touchLong: view.onLongPress(action)
        case .scrollUp, .scrollDown: view.onScroll(.vertical, action)
        case .scrollLeft, .scrollRight: view.onScroll(.horizontal, action)
        // The bar follows the pointer itself, and readings are no input.
        case .enter, .leave, .update: view
        }
    }
    return isFocusable ? view.focusable() : view
  }
}

extension ShownModule {
  /// The picture of an icon of the module.
  func picture(ofIcon icon: ModuleIcon) -> PictureTable.Key {
    PictureTable.Key(icon, side: iconSide)
  }

  /// The picture of a small icon over a corner of an icon of the module.
  func picture(ofOverlay icon: ModuleIcon) -> PictureTable.Key {
    PictureTable.Key(icon, side: iconSide / 2)
  }

  private var iconSide: Double { look.iconSize ?? PictureTable.iconSide }
}

extension ShownModule {
  /// Whether the module lies on the accent. Colours of its own, which are made legible for the glass and not for the
  /// accent, keep it on a vibrant fill.
  fileprivate var isOnAccent: Bool {
    let isAccent = look.fill == .accent || look.fill == nil && look.isCurrent == true && look.hasPill == true
    guard isAccent, failure == nil, refusal == nil else { return false }
    if case .colour? = look.ink { return false }
    return !(pieces + (shortPieces ?? []) + (sidePieces ?? [])).contains {
      if case .text(let text) = $0 { !text.inks.isEmpty } else { false }
    }
  }
}

extension ShownModule {
  /// The module with another look.
  fileprivate func with(_ look: ModuleLook) -> ShownModule {
    var module = self
    module.look = look
    return module
  }

  /// The colour under the module; nil: there is none.
  fileprivate var colourGround: ColourGround? {
    guard case .colour(var colour)? = look.fill, colour.w > 0 else { return nil }
    colour.w *= look.opacity ?? 1
    return colour.w > 0 ? ColourGround(colour, inks: inks) : nil
  }

  /// The ground of the module's texts where they lie on no glass.
  fileprivate var screenGround: ColourGround { .screen(inks: inks) }

  /// The colours of its texts.
  private var inks: [SIMD3<Double>] {
    var inks: [ModuleInk] = look.ink.map { [$0] } ?? []
    for piece in pieces + (shortPieces ?? []) + (sidePieces ?? []) {
      if case .text(let text) = piece { inks += text.inks.map(\.ink) }
    }
    return inks.compactMap(\.colour)
  }
}

extension HelpText {
  /// The tooltip of a module, with its styles if they are those of the text that is shown.
  fileprivate init(_ shown: ShownModule) {
    guard let styled = shown.styledTooltip, styled.string == shown.tooltip else {
      self.init(shown.tooltip)
      return
    }
    self.init(
      styled.string, runs: styled.runs,
      inks: styled.inks.map { Text.InkRun($0.range, ViewInk($0.ink)) })
  }
}

extension ModuleInk {
  /// The colour without its opacity; nil: it is a level of vibrancy.
  var colour: SIMD3<Double>? {
    if case .colour(let colour) = self { SIMD3(colour.x, colour.y, colour.z) } else { nil }
  }
}

extension ViewInk {
  /// The ink of a module that lies on a colour, or on glass if that is nil.
  fileprivate init(_ ink: ModuleInk, on ground: ColourGround?) {
    self = ground.map { .onGround($0, ink.colour) } ?? ViewInk(ink)
  }

  /// Creates the ink of a module; the glass changes a colour as far as the promised contrast with any backdrop
  /// requires.
  init(_ ink: ModuleInk) {
    switch ink {
    case .vibrant(let style): self = .vibrant(style)
    case .colour(let colour): self = .colour(colour)
    }
  }
}

extension PictureTable.Picture {
  /// Whether it is a square twice as large as another, as an icon is to a small one.
  fileprivate func isTwice(_ small: Self) -> Bool {
    let (own, other) = (bitmap.size, small.bitmap.size)
    return own.width == own.height && other.width == other.height && own.width == 2 * other.width
  }
}

extension HorizontalAlignment {
  /// Creates the alignment of a module's lines; a side that is nil stands for the centre.
  fileprivate init(_ side: ContentSide?) {
    switch side {
    case .leading: self = .leading
    case .trailing: self = .trailing
    case .center, nil: self = .center
    }
  }
}

extension Alignment {
  /// Creates the alignment of a module's content in a wider frame; a side that is nil stands for the centre.
  fileprivate init(_ side: ContentSide?) {
    switch side {
    case .leading: self = .leading
    case .trailing: self = .trailing
    case .center, nil: self = .center
    }
  }
}

extension Text {
  /// A text with the styles and inks of its parts.
  fileprivate init(_ text: RichText, on ground: ColourGround?) {
    self = Text(text.string, runs: text.runs)
      .inks(text.inks.map { InkRun($0.range, ViewInk($0.ink, on: ground)) })
  }
}
