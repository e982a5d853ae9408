import Geometry
import ModuleModel
import Scenes
import Settings
import Views
import VisualEffects

/// The content of a module or an item of one with one look, and with its short form if it has one.
struct ModuleContent: View {
  var ground: ModuleGround
  /// The module of which the content is, or of which the item is one, with its place on the bar.
  var id: BarItem
  /// The pictures of an image module; empty for other modules, and while there is no picture.
  var images: [PictureTable.Key]
  var pictures: PictureTable
  /// The times for which the module's scrolling texts have been shown.
  var scrollTimes: [ScrollingModule: Duration]
  /// Whether the bar is at the left or right edge, so that each word is a line.
  var isUpright: Bool
  /// The extent of the bar across its edge, in points.
  var thickness: Double
  /// The ground that the content draws below itself; nil: it draws none.
  var screen: ColourGround?
  /// Whether the module has a fill of its own, a line around it or a shadow while it is not used.
  var isDelimited: Bool

  private var shown: ShownModule { ground.shown }
  private var look: ModuleLook { ground.shown.look }

  var body: ViewTree {
    var view = fittingLine
    // The text says the same as a slider beside it.
    let textAlone = shown.sliderPart == nil || shown.pieces.isEmpty ? nil : shown.pieces
    if let short = shown.shortPieces ?? textAlone {
      var brief = self
      (brief.ground.shown.pieces, brief.ground.shown.spareFigures) = (short, 0)
      if !short.isEmpty { brief.ground.shown.sliderPart = nil }
      // Both forms are laid out within the widths of the settings, so that these alone never cause the short form.
      view = view.shortForm(brief.fittingLine)
    }
    return view.padding(ends: ModuleItem.ends(of: look, isItem: shown.id != nil), isUpright: isUpright)
  }

  /// A line that becomes narrower as its module does. At the left or right edge, words are cut whatever they are.
  private var fittingLine: ViewTree {
    if isUpright { return line }
    switch shown.fitting {
    case .elastic: return line.elastic()
    case .cut: return line
    case .whole: return look.scrolls == true ? line : line.fixedSize()
    }
  }

  /// The parts of the content on the ground that they draw below themselves. It is as high as a line of text even where the content
  /// is an icon alone, so that the grounds of modules beside one another look alike.
  private var contentOnGround: ViewTree {
    let content = BarStack(isUpright: isUpright, spacing: 0, content: pieces).body
    guard let screen, !isUpright, !shown.pieces.isEmpty else { return content.ground(screen) }
    return inRoom(of: Text("0"), content).ground(screen)
  }

  /// A view in the room of the larger one of itself and another view, which is hidden.
  private func inRoom(of other: some View, alignment: Alignment = .center, _ view: ViewTree) -> ViewTree {
    ZStack(alignment: alignment) {
      other.hidden()
      view
    }
    .body
  }

  /// The parts of the content in a line, within the widths of the settings.
  private var line: ViewTree {
    var view = contentOnGround
    guard shown.failure == nil else { return view }
    if isCentred {
      let whole = HStack(spacing: 0) {
        pieces
        spareFigures
      }
      view = inRoom(of: whole, view)
    }
    if let ink = look.ink ?? faintInk, !ground.isAccent { view = view.ink(ViewInk(ink, on: ground.colour)) }
    if let font = look.font { view = view.font(font) }
    let alignment = Alignment(look.side)
    if let text = look.widestText, !isUpright { view = inRoom(of: Text(text), alignment: alignment, view) }
    if look.minWidth != nil || look.maxWidth != nil {
      let least = min(look.minWidth ?? 0, look.maxWidth ?? .infinity)
      view = view.frame(minWidth: least, maxWidth: look.maxWidth, alignment: alignment)
    }
    return view
  }

  /// The ink of texts without one of their own in a look that is not opaque; nil: that of the bar.
  private var faintInk: ModuleInk? { (look.opacity ?? 1) < 0.75 ? .vibrant(.secondaryLabel) : nil }

  @ViewBuilder private var pieces: ViewTree {
    if shown.failure != nil {
      sign
    } else {
      for (place, image) in images.enumerated() {
        if place > 0 { RoomBetween(length: ModuleItem.iconGap, isUpright: isUpright) }
        picture(image)
      }
      for piece in presentPieces {
        switch piece {
        case .text(let text): words(text)
        case .icon(let icon):
          self.icon(
            shown.picture(ofIcon: icon.icon), small: shown.overlay.map(shown.picture(ofOverlay:)))
        case .gap: RoomBetween(length: ModuleItem.iconGap, isUpright: isUpright)
        case .graph(let values): ModuleGraph(values: values, look: look, ground: ground.colour)
        }
      }
      if !isCentred { spareFigures }
      if let part = shown.sliderPart, let length = look.sliderLength {
        if !presentPieces.isEmpty { RoomBetween(length: ModuleItem.sliderGap, isUpright: isUpright) }
        slider(part, length: length)
      }
      if shown.refusal != nil {
        RoomBetween(length: ModuleItem.iconGap, isUpright: isUpright)
        sign
      }
    }
  }

  /// The room for figures that the text may get.
  @ViewBuilder private var spareFigures: ViewTree {
    if shown.spareFigures > 0, !isUpright {
      Text(String(repeating: "0", count: shown.spareFigures)).hidden()
    }
  }

  /// Whether the content is in the middle of the room for more figures: on a fill of its own, or in a line around it, a number at
  /// one side would be noticed.
  private var isCentred: Bool {
    shown.spareFigures > 0 && !isUpright && shown.sliderPart == nil && isDelimited
  }

  /// The room for more figures at the end of the content, which the fill under the pointer or of an open popup leaves out, so that
  /// the content is in its middle without moving; nil: there is none, or the content may have a form without it.
  var roomAtEnd: ViewTree? {
    guard shown.spareFigures > 0, !isUpright, !isCentred, shown.sliderPart == nil, shown.shortPieces == nil,
      shown.failure == nil, shown.refusal == nil
    else { return nil }
    return look.font.map { spareFigures.font($0) } ?? spareFigures
  }

  /// A slider along the bar, which takes input over all the thickness of the bar.
  private func slider(_ part: Double, length: Double) -> ViewTree {
    let action = BarAction.slide(
      BarItem(zone: id.zone, place: id.place, module: id.module, item: shown.id))
    let parts = Int(length * 4)
    return Slider(
      Int((part * Double(parts)).rounded()), of: parts,
      form: .inline(isUpright: isUpright, room: thickness - 2 * ModuleItem.inset), action
    )
    .hitShape(reach: ModuleItem.inset)
    .frame(width: isUpright ? nil : length, height: isUpright ? length : nil)
    .id(action)
  }

  /// The sign for a failure.
  private var sign: ViewTree {
    Text("⚠").ink(ground.colour.map { .onGround($0, nil) } ?? .vibrant(.secondaryLabel))
  }

  /// The parts that are shown, from the upper or leading end: where there is no icon its text is, and one without a text leaves
  /// no gap.
  private var presentPieces: [ShownModule.Piece] {
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
    return isUpright && look.turn == .counterclockwise ? result.reversed() : result
  }

  @ViewBuilder private func words(_ text: RichText) -> ViewTree {
    let colour = ground.colour
    let scrollTime = scrollTimes[ScrollingModule(module: id.module, item: shown.id)]
    let isBroken = text.string.utf8.contains(UInt8(ascii: "\n"))
    if isUpright, let turn = look.turn {
      if isBroken { turnedLines(text.lines, turn) } else { Text(text, on: colour).turned(turn) }
    } else if isUpright {
      VStack {
        for word in text.words { Text(word, on: colour).textAlignment(.center) }
      }
    } else if isBroken {
      VStack(alignment: HorizontalAlignment(look.side)) {
        for line in text.lines { Text(line, on: colour).scrolling(at: scrollTime) }
      }
      .fitted(lines: text.lines.count, in: lineRoom)
    } else {
      Text(text, on: colour).scrolling(at: scrollTime)
    }
  }

  /// The extent across the bar that lines of a text have, in points: that of the fill under the module.
  private var lineRoom: Double { thickness - 2 * (look.fillInset ?? ModuleItem.inset) }

  /// Lines beside one another, which run downwards from the right one to the left one, or upwards from the left one to the
  /// right one, whatever the direction of texts.
  private func turnedLines(_ lines: [RichText], _ turn: StyledText.Turn) -> ViewTree {
    HStack {
      for line in turn == .clockwise ? lines.reversed() : lines { Text(line, on: ground.colour).turned(turn) }
    }
    .environment { $0.isRightToLeft = false }
    .fitted(lines: lines.count, in: lineRoom)
  }

  /// An icon, with a small one over its lower right corner if it has one.
  @ViewBuilder private func icon(_ key: PictureTable.Key, small smallKey: PictureTable.Key?) -> ViewTree {
    if let smallKey {
      if let icon = pictures.pictures[key] ?? nil, let small = pictures.pictures[smallKey] ?? nil,
        icon.isTemplate, small.isTemplate, icon.isTwice(small)
      {
        Image(icon.bitmap.template(under: small.bitmap), isTemplate: true)
          .fitted(width: key.side, height: key.side)
      } else {
        // The small picture is at the right in all languages, as in the icons that programs draw themselves.
        picture(key).overlay(alignment: .bottomTrailing) { picture(smallKey) }
          .environment { $0.isRightToLeft = false }
      }
    } else {
      picture(key)
    }
  }

  /// A picture, or an empty space of its size while it is being read. A template is text, which is not made fainter.
  @ViewBuilder private func picture(_ key: PictureTable.Key) -> ViewTree {
    if let known = pictures.pictures[key] {
      if let known {
        Image(known.bitmap, isTemplate: known.isTemplate).fitted(width: key.side, height: key.side)
          .opacity(known.isTemplate ? 1 : look.opacity ?? 1)
      } else if let letter = key.icon.letter {
        LetterIcon(letter: letter, side: key.side, screen: ground.isBare ? .screen() : nil)
      }
    } else {
      Spacer().frame(width: key.side, height: key.side)
    }
  }
}

extension View {
  /// Lines of text in a font that is no larger than fits them into `room`, in points, if that can be read.
  fileprivate func fitted(lines: Int, in room: Double) -> ViewTree {
    font { font, height in FontName(font).fitted(in: room) { height($0) * Double(lines) } }
  }

  /// Adds room before and after the view along a bar: two lengths in points. Traps for any other count.
  func padding(ends: [Double], isUpright: Bool) -> ViewTree {
    precondition(ends.count == 2, "\(ends.count) lengths for two ends")
    return isUpright ? padding(top: ends[0], bottom: ends[1]) : padding(leading: ends[0], trailing: ends[1])
  }

  /// The view on a ground that fades out around it, if there is one.
  func ground(_ ground: ColourGround?) -> ViewTree {
    guard let ground else { return body }
    return background { FeatheredFill(ground) }
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
  init(_ side: ContentSide?) { self.init(HorizontalAlignment(side), .center) }
}

extension Text {
  /// A text with the styles and inks of its parts.
  fileprivate init(_ text: RichText, on ground: ColourGround?) {
    self = Text(text.string, runs: text.runs)
      .inks(text.inks.map { InkRun($0.range, ViewInk($0.ink, on: ground)) })
  }
}
