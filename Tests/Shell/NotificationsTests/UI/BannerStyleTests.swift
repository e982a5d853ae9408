import Geometry
import ModuleModel
import Scenes
import Settings
import TestSupport
import Testing
import VisualEffects

@testable import Notifications

struct BannerStyleTests {
  private let measurer = MonospaceMeasurer()
  private static let picture = Bitmap(size: PixelSize(width: 64, height: 64))

  /// Lays out a banner with a picture, which a rule may change.
  private func layout(
    rule: BannerStyle = BannerStyle(), scale: Double = 1, summary: String = "Summary",
    _ change: (inout NotificationSettings, inout BannerContent) -> Void = { _, _ in }
  ) -> EffectNode {
    var request = NotificationRequest()
    (request.applicationName, request.summary, request.body) = ("app", summary, "Body")
    var hints = Hints()
    hints.progress = 40
    var notification = Notification(request, hints, id: 1, time: 0)
    notification.style = rule
    var (settings, content) = (NotificationSettings(), BannerContent(notification, age: "now"))
    content.picture = Self.picture
    change(&settings, &content)
    let material = BlurEffect(style: .systemMaterial).material(isDark: true)
    return BannerView(content, width: Int(360 * scale), scale: scale, material: material, settings: settings)
      .layout(measurer: measurer).node
  }

  private static func style(_ change: (inout BannerStyle) throws -> Void) rethrows -> BannerStyle {
    var style = BannerStyle()
    try change(&style)
    return style
  }

  private func texts(_ node: EffectNode) -> [TextNode] {
    Scene(size: node.frame.size, nodes: [.effect(node)]).texts
  }

  private func picture(_ node: EffectNode) -> PixelRect? {
    for case .effect(let effect) in node.content {
      for case .image(let image) in effect.content { return image.frame }
    }
    return nil
  }

  private func fills(_ node: EffectNode) -> [FillNode] {
    node.content.compactMap { if case .fill(let fill) = $0 { fill } else { nil } }
  }

  @Test func `a line of a colour replaces the edge of the glass, and rules change both`() {
    let plain = layout().border
    #expect(plain != nil && plain?.rim != nil)
    #expect(layout { settings, _ in settings.style.borderWidth = 3 }.border == plain)
    let red = layout(scale: 1.5) { settings, _ in settings.style.borderColour = [1, 0, 0, 1] }
    #expect(red.border == Border(width: 2, colour: [1, 0, 0, 1]))
    let changed = layout(rule: Self.style { $0.borderColour = [0, 0, 1, 1] }) { settings, _ in
      (settings.style.borderColour, settings.style.borderWidth) = ([1, 0, 0, 1], 3)
    }
    #expect(changed.border == Border(width: 3, colour: [0, 0, 1, 1]))
    #expect(layout(rule: Self.style { $0.borderWidth = 0 }).border == nil)
  }

  @Test func `banners have the rim, the shadow and the press light of the settings`() {
    func layout(_ strength: Double) -> EffectNode {
      self.layout { settings, _ in
        (settings.relief.rim, settings.relief.shadow, settings.relief.pressLight) = (
          strength, strength, strength
        )
      }
    }
    let (plain, half, none) = (self.layout(), layout(0.5), layout(0))
    #expect(half.border?.rim?.w == plain.border?.rim.map { $0.w / 2 })
    #expect(half.shadows.map(\.colour.w) == plain.shadows.map { $0.colour.w / 2 })
    #expect(half.material?.relief.pressLight == 0.5 && plain.material?.relief.pressLight == 1)
    #expect(none.border == nil && none.shadows.isEmpty && !plain.shadows.isEmpty)
  }

  @Test func `no text lies on a wide line`() {
    let node = layout { settings, _ in
      (settings.style.borderColour, settings.style.borderWidth, settings.style.padding) = (
        [1, 0, 0, 1], 16, [2, 2]
      )
    }
    let inside = PixelRect(x: 16, y: 16, width: 360 - 32, height: node.frame.height - 32)
    #expect(texts(node).allSatisfy { inside.contains($0.frame) })
  }

  @Test func `a rule gives a banner corners and a font of its own`() {
    let node = layout(
      rule: Self.style { ($0.cornerRadius, $0.font) = (4, "Serif 20") })
    #expect(layout().corners.topLeft == 20 && node.corners.topLeft == 4)
    #expect(texts(node).contains { $0.text.string == "Body" && $0.text.font == "Serif 20" })
  }

  @Test func `padding is the distance of the content from all sides`() {
    for padding in [[0.0, 0], [5, 5], [40, 40], [4, 30], [30, 4]] {
      let node = layout(rule: Self.style { $0.padding = padding }) { $1.isHovered = true }
      let (vertical, side) = (Int(padding[0]), Int(padding[1]))
      #expect(picture(node)?.x == side && picture(node)?.y == vertical)
      let last = fills(node).map(\.frame.maxY).max() ?? 0
      #expect(node.frame.height - last == vertical)
      #expect(texts(node).allSatisfy { $0.frame.maxX <= 360 - side || $0.text.string == "×" })
    }
  }

  @Test(arguments: [0, 2, 9]) func `texts are as far from one another as the settings say`(spacing: Double)
    throws
  {
    func body(_ rule: BannerStyle) throws -> (y: Int, height: Int) {
      let node = layout(rule: rule)
      let text = try #require(texts(node).first { $0.text.string == "Body" })
      return (text.frame.y, node.frame.height)
    }
    let (usual, own) = try (body(BannerStyle()), body(Self.style { $0.textSpacing = spacing }))
    // The body is below two texts, and an icon is higher than all three only with little room between them.
    #expect(own.y - usual.y == 2 * (Int(spacing) - 2))
    #expect(own.height >= own.y)
  }

  @Test(arguments: [1, 20, 360], ["", "\u{200B}", "Summary"])
  func `a banner without texts, padding and icon is a sheet, too`(width: Int, summary: String) {
    var request = NotificationRequest()
    request.summary = summary
    var notification = Notification(request, Hints(), id: 1, time: 0)
    notification.style = Self.style { ($0.padding, $0.iconPosition) = ([0, 0], .hidden) }
    var view = BannerView(
      BannerContent(notification, age: ""), width: width, scale: 1,
      material: BlurEffect(style: .systemMaterial).material(isDark: true))
    for isHovered in [false, true] {
      view.content.isHovered = isHovered
      let frame = view.layout(measurer: measurer).frame
      #expect(frame.width == width && frame.height >= (summary.isEmpty ? 20 : 1), "\(frame)")
    }
  }

  @Test(arguments: [(nil, true), (40, true), (64, false)] as [(Double?, Bool)])
  func `an icon with much room around it goes where texts would have little`(gap: Double?, isShown: Bool) {
    let style = Self.style { ($0.iconSize, $0.iconGap, $0.iconEndGap) = (80, gap, gap) }
    #expect((picture(layout(rule: style)) != nil) == isShown)
  }

  @Test func `an icon has the size of the settings, with a badge in proportion`() throws {
    let node = layout(rule: Self.style { $0.iconSize = 80 }) { $1.badge = Self.picture }
    #expect(picture(node) == PixelRect(x: 16, y: 16, width: 80, height: 80))
    #expect(texts(node).allSatisfy { $0.frame.x >= 16 + 80 + 12 })
    let badges = node.content.compactMap { part -> PixelRect? in
      if case .effect(let effect) = part, effect.frame.width == 36 { effect.frame } else { nil }
    }
    #expect(badges == [PixelRect(x: 60, y: 60, width: 36, height: 36)])
    #expect(BannerView.pictureSides(Self.style { $0.iconSize = 80 }) == (80, 36, nil))
  }

  @Test(
    arguments: [(nil, 80), (0, 48), (30, 48), (60, 60), (100, 80)] as [(Double?, Int)]
  ) func `an icon has its own size between the least and the greatest`(least: Double?, side: Int) {
    let style = Self.style { ($0.iconSize, $0.minIconSize) = (80, least) }
    let node = layout(rule: style) { $1.pictureSide = 48 }
    #expect(picture(node) == PixelRect(x: 16, y: 16, width: side, height: side))
    #expect(texts(node).map(\.frame.x).min() == 16 + side + 12)
    // The place of a picture that is expected is the same.
    let empty = layout(rule: style) {
      ($1.picture, $1.pictureSide, $1.isPicturePending) = (nil, 48, true)
    }
    #expect(picture(empty) == nil && texts(empty).map(\.frame) == texts(node).map(\.frame))
    // A letter has no size of its own.
    let letter = layout(rule: style) { ($1.picture, $1.pictureSide) = (nil, nil) }
    #expect(texts(letter).first { $0.text.string == "Summary" }?.frame.x == 16 + 80 + 12)
  }

  @Test(arguments: [(nil, nil), (0, 80), (30, 30), (100, 80)] as [(Double?, Int?)])
  func `icons of themes are searched for by the least size, or by the greatest`(least: Double?, theme: Int?) {
    let sides = BannerView.pictureSides(Self.style { ($0.iconSize, $0.minIconSize) = (80, least) })
    #expect(sides.theme == theme)
  }

  @Test func `an icon has room around it and a distance to the texts`() throws {
    func placed(_ position: BannerStyle.IconPosition, _ change: (inout BannerStyle) -> Void) throws
      -> (icon: PixelRect, text: PixelRect, height: Int)
    {
      var style = Self.style { ($0.iconPosition, $0.iconSize) = (position, 100) }
      change(&style)
      let node = layout(rule: style)
      let text = try #require(texts(node).first { $0.text.string == "Body" })
      return (try #require(picture(node)), text.frame, node.frame.height)
    }
    func change(_ style: inout BannerStyle) { (style.iconGap, style.iconMargin) = (5, [3, 7]) }
    let leading = try placed(.leading, change)
    #expect(leading.icon == PixelRect(x: 16 + 7, y: 16 + 3, width: 100, height: 100))
    #expect(leading.text.x == leading.icon.maxX + 5 && leading.height == 16 + 3 + 100 + 3 + 16)
    let trailing = try placed(.trailing, change)
    #expect(trailing.icon == PixelRect(x: 360 - 16 - 7 - 100, y: 19, width: 100, height: 100))
    #expect(trailing.height == leading.height)
    let short = try [BannerStyle.IconPosition.leading, .trailing].map { position in
      try placed(position) {
        ($0.iconEndGap, $0.textAlignment) = (9, position == .leading ? .trailing : .leading)
      }
    }
    #expect(short[0].text.maxX == 360 - 16 - 9 && short[1].text.x == 16 + 9)
    let (usual, top) = try (placed(.top) { _ in }, placed(.top, change))
    #expect(top.icon.y == 16 + 3 && top.text.y - usual.text.y == 3 - 8 + 5)
  }

  @Test(
    arguments: [BannerStyle.IconPosition.leading, .trailing], [nil] + BannerStyle.IconAlignment.allCases)
  func `an icon stands beside higher texts where the settings say`(
    position: BannerStyle.IconPosition, alignment: BannerStyle.IconAlignment?
  ) throws {
    let node = layout(
      rule: Self.style { ($0.iconPosition, $0.iconSize, $0.iconAlignment) = (position, 16, alignment) })
    let icon = try #require(picture(node))
    switch alignment ?? .top {
    case .top: #expect(icon.y == 16)
    case .center: #expect(abs(icon.y + icon.maxY - node.frame.height) <= 1)
    case .bottom: #expect(icon.maxY == node.frame.height - 16)
    }
  }

  @Test(arguments: [BannerStyle.TextAlignment.natural, .center, .trailing])
  func `without a button to close texts reach to the edge`(alignment: BannerStyle.TextAlignment) throws {
    func line(_ hasButton: Bool?, isHovered: Bool = false) throws -> (frame: PixelRect, hasSign: Bool) {
      let node = layout(
        rule: try Self.style { style in
          (style.hasCloseButton, style.textAlignment, style.iconPosition) = (hasButton, alignment, .hidden)
          style.format = try FormatTemplate("{summary}", fields: BannerStyle.fields)
        }, summary: String(repeating: "word ", count: 60)
      ) { $1.isHovered = isHovered }
      let all = texts(node)
      return (
        try #require(all.first { $0.text.string.hasPrefix("word") }).frame,
        all.contains { $0.text.string == "×" }
      )
    }
    let (usual, wide) = try (line(nil), line(false))
    #expect(wide.frame.width > usual.frame.width)
    #expect(try line(nil, isHovered: true).hasSign && !line(false, isHovered: true).hasSign)
  }

  @Test(arguments: [NotificationSettings.Order.newestTop, .newestBottom])
  func `a banner lies over the end of the one above it, and no note does`(
    order: NotificationSettings.Order
  ) throws {
    let content = BannerContent(Notification(NotificationRequest(), Hints(), id: 1, time: 0))
    let material = BlurEffect(style: .systemMaterial).material(isDark: true)
    let view = BannerView(content, width: 360, scale: 1, material: material)
    func stack(_ gap: Int) -> BannerStack {
      BannerStack([view, view, view], more: 2, order: order, gap: gap, maxHeight: 1000, measurer: measurer)
    }
    let (stack, apart) = (stack(-3), stack(0))
    let frames = stack.banners.map(\.frame)
    #expect(frames[1].y == frames[0].maxY - 3 && frames[2].y == frames[1].maxY - 3)
    let note = try #require(stack.note?.frame)
    #expect(order == .newestBottom ? frames[0].y == note.maxY : note.y == frames[2].maxY)
    #expect(stack.size.height == apart.size.height - 6)
  }

  @Test func `an icon stands at either side, above the texts, or nowhere`() throws {
    func icon(_ position: BannerStyle.IconPosition, _ alignment: BannerStyle.TextAlignment? = nil)
      -> EffectNode
    {
      layout(rule: Self.style { ($0.iconPosition, $0.textAlignment) = (position, alignment) })
    }
    let trailing = icon(.trailing)
    #expect(picture(trailing)?.maxX == 360 - 16)
    #expect(texts(trailing).allSatisfy { $0.frame.maxX <= 360 - 16 - 40 - 12 })
    #expect(texts(trailing).contains { $0.frame.x == 16 })
    let top = icon(.top)
    #expect(picture(top) == PixelRect(x: 16, y: 16, width: 40, height: 40))
    #expect(texts(top).allSatisfy { $0.frame.y >= 16 + 40 + 8 })
    #expect(picture(icon(.top, .center))?.x == 160 && picture(icon(.top, .trailing))?.maxX == 360 - 16)
    #expect(picture(icon(.hidden)) == nil && texts(icon(.hidden)).allSatisfy { $0.frame.x >= 16 })
    let mirrored = layout(rule: Self.style { $0.iconPosition = .trailing }, summary: "שלום")
    #expect(picture(mirrored)?.x == 16)
  }

  @Test func `without letters an icon that there is none of takes no room`() {
    func left(_ hasLetter: Bool?, _ change: @escaping (inout BannerContent) -> Void) -> Int? {
      texts(layout(rule: Self.style { $0.hasLetterIcon = hasLetter }) { change(&$1) })
        .first { $0.text.string == "Summary" }?.frame.x
    }
    let beside = 16 + 40 + 12
    #expect(left(nil) { $0.picture = nil } == beside && left(true) { $0.picture = nil } == beside)
    #expect(left(false) { $0.picture = nil } == 16)
    #expect(left(false) { _ in } == beside)
    #expect(left(false) { ($0.picture, $0.isPicturePending) = (nil, true) } == beside)
  }

  @Test(arguments: [(nil, true), (true, true), (false, false)] as [(Bool?, Bool)])
  func `a critical notification has a sign unless the settings turn it off`(setting: Bool?, hasSign: Bool) {
    func signs(_ urgency: Urgency, format: String? = nil) -> Int {
      let node = layout(
        rule: Self.style { style in
          style.hasCriticalSign = setting
          style.format = format.flatMap { try? FormatTemplate($0, fields: BannerStyle.fields) }
        }
      ) { settings, content in
        content.notification.urgency = urgency
        content.picture = nil
        settings.style.hasLetterIcon = false
      }
      return node.content.count { if case .image = $0 { true } else { false } }
    }
    let shown = hasSign ? 1 : 0
    #expect(signs(.critical) == shown && signs(.critical, format: "{app} {summary}") == shown)
    #expect(signs(.normal) == 0)
  }

  @Test func `the note about others has a format of its own`() throws {
    func words(_ format: String?) throws -> TextNode? {
      var settings = NotificationSettings()
      settings.moreFormat = try format.map { try FormatTemplate($0, fields: BannerStyle.noteFields) }
      let content = BannerContent(Notification(NotificationRequest(), Hints(), id: 1, time: 0))
      let material = BlurEffect(style: .systemMaterial).material(isDark: true)
      let view = BannerView(content, width: 360, scale: 1, material: material, settings: settings)
      let stack = BannerStack(
        [view, view], more: 3, order: .newestTop, gap: 8, maxHeight: 1000, measurer: measurer)
      return stack.note.flatMap { texts($0.node).first }
    }
    #expect(try words(nil)?.text.string == "3 more")
    let own = try #require(try words("<i>{hidden}</i> of {total}"))
    #expect(own.text.string == "3 of 5" && own.text.runs.first?.range == 0..<1)
  }

  @Test func `the button to close takes the place of the time beside an icon at the end`() throws {
    for position in [BannerStyle.IconPosition.leading, .trailing] {
      let rule = Self.style { $0.iconPosition = position }
      let time = try #require(texts(layout(rule: rule)).first { $0.text.string == "now" })
      let sign = try #require(
        texts(layout(rule: rule) { $1.isHovered = true }).first { $0.text.string == "×" })
      #expect(sign.frame.maxX <= time.frame.maxX + 6 && sign.frame.x >= time.frame.maxX - 28)
    }
    // Above the texts there is room for both.
    let top = layout(rule: Self.style { $0.iconPosition = .top }) { $1.isHovered = true }
    #expect(texts(top).contains { $0.text.string == "now" })
  }

  @Test func `progress has a colour of its own, or that of the text`() {
    func colours(_ rule: BannerStyle) -> [Ink] {
      fills(layout(rule: rule) { $1.notification.ink = [0, 1, 0, 1] }).map(\.ink)
    }
    #expect(colours(BannerStyle()).contains(.colour([0, 1, 0, 1])))
    let own = colours(Self.style { $0.progressColour = [1, 0.5, 0, 1] })
    #expect(own.contains(.colour([1, 0.5, 0, 1])) && !own.contains(.colour([0, 1, 0, 1])))
  }

  @Test(arguments: BannerStyle.TextAlignment.allCases, [Urgency.normal, .critical])
  func `texts stand at the side that the settings name`(
    alignment: BannerStyle.TextAlignment, urgency: Urgency
  ) throws {
    let node = layout(rule: Self.style { ($0.textAlignment, $0.iconPosition) = (alignment, .hidden) }) {
      $1.notification.urgency = urgency
    }
    let texts = texts(node)
    let name = try #require(texts.first { $0.text.string == "app" }).frame
    let body = try #require(texts.first { $0.text.string == "Body" })
    let time = try #require(texts.first { $0.text.string == "now" }).frame
    #expect(time.maxX == 360 - 16)
    let title = try #require(texts.first { $0.text.string == "Summary" })
    switch alignment {
    case .natural, .leading: #expect(name.x == 16 && body.frame.x == 16)
    case .center:
      #expect(abs(name.x + name.maxX - 360) <= 1 && abs(body.frame.x + body.frame.maxX - 360) <= 1)
      if urgency == .normal { #expect(abs(title.frame.x + title.frame.maxX - 360) <= 1) }
    case .trailing:
      #expect(name.maxX <= time.x - 8 && name.x > 180 && body.frame.maxX == 360 - 16)
      #expect(title.frame.maxX == 360 - 16)
    }
  }
}
