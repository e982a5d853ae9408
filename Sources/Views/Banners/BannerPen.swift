import Measures
import Notifications
import Scenes
import Settings
import VisualEffects

/// Draws a banner from the top to the bottom.
struct BannerPen<Measurer: TextMeasurer> {
  private let view: BannerView
  private let measurer: Measurer
  private var nodes: [Node] = []
  private var regions: [BannerLayout.Region] = []
  /// How far it is drawn.
  private var y: Int
  /// Of the texts.
  private let left: Int
  private let right: Int
  private let hasPicture: Bool
  /// Of the first text below the header, if that is less than the column.
  private var firstWidth: Int?
  /// Whether there is a text above.
  private var hasText = false
  private var pictureEnd = 0

  init(_ view: BannerView, _ measurer: Measurer) {
    self.view = view
    self.measurer = measurer
    let padding = view.pixels(BannerView.padding)
    y = padding
    // On a sheet as narrow as its padding there is nothing but glass.
    right = max(padding, view.width - padding)
    let side = view.pixels(BannerView.pictureSide)
    // Where texts would have less room than it takes, there is none.
    hasPicture =
      (view.content.picture != nil || view.content.isPicturePending) && right - padding >= 3 * side
    left = padding + (hasPicture ? side + view.pixels(BannerView.pictureGap) : 0)
  }

  private var content: BannerContent { view.content }
  private var notification: Notification { view.content.notification }
  private var column: Int { right - left }

  private func ink(_ style: VibrancyEffect.Style) -> Ink {
    guard var colour = notification.ink else { return .vibrant(style) }
    // As much weaker as vibrant text of that level would be.
    colour.w *= style == .label ? 1 : style == .secondaryLabel ? 0.8 : 0.6
    return .colour(colour)
  }

  // MARK: - Parts

  /// Beside the texts, on top.
  mutating func drawPicture() {
    guard hasPicture else { return }
    let side = view.pixels(BannerView.pictureSide)
    let slot = PixelRect(x: view.pixels(BannerView.padding), y: y, width: side, height: side)
    pictureEnd = slot.maxY
    guard let picture = content.picture else { return }
    let frame = Self.fit(picture.size, in: slot)
    nodes.append(
      .effect(
        EffectNode(
          frame: frame, material: nil, corners: Corners(8 * view.scale),
          content: [.image(ImageNode(frame: frame, bitmap: picture, ink: nil))])))
    if let badge = content.badge {
      let size = view.pixels(BannerView.badgeSide)
      let corner = view.pixels(4)
      let place = PixelRect(
        x: slot.maxX - size + corner, y: slot.maxY - size + corner, width: size, height: size)
      nodes.append(.image(ImageNode(frame: Self.fit(badge.size, in: place), bitmap: badge, ink: nil)))
    }
  }

  /// The application's name, the count and the age; under the pointer a button to close.
  mutating func drawHeader() {
    var end = right
    if content.isHovered { end = drawClose() - view.pixels(BannerView.gap) }
    let count = content.count > 1 ? "×\(content.count)" : ""
    let age = content.isHovered ? "" : content.age
    let trailing = view.styled(
      [count, age].filter { !$0.isEmpty }.joined(separator: "  "), isSmall: true, maxWidth: (end - left) / 2)
    let trailingExtent = measurer.measure(trailing)
    if !trailing.string.isEmpty { end -= trailingExtent.size.width + view.pixels(BannerView.gap) }
    let name = view.styled(notification.applicationName, isSmall: true, maxWidth: end - left)
    let nameExtent = measurer.measure(name)
    // Letters of other scripts may be higher: both stand on one line.
    let shown = [trailing.string.isEmpty ? nil : trailingExtent, name.string.isEmpty ? nil : nameExtent]
      .compactMap(\.self)
    let baseline = y + (shown.map(\.baseline).max() ?? 0)
    let height = shown.map { baseline - $0.baseline + $0.size.height - y }.max() ?? 0
    if !trailing.string.isEmpty {
      let x = end + view.pixels(BannerView.gap)
      place(trailing, trailingExtent, x: x, y: baseline - trailingExtent.baseline, ink: .secondaryLabel)
    }
    if !name.string.isEmpty {
      place(name, nameExtent, x: left, y: baseline - nameExtent.baseline, ink: .secondaryLabel)
    }
    if height > 0 {
      y += height
      hasText = true
    } else {
      // The first text then leaves room for the button, also while it is not seen, so that nothing moves.
      firstWidth = max(0, column - view.pixels(BannerView.closeSide))
    }
  }

  /// The left edge of the button.
  private mutating func drawClose() -> Int {
    let inset = view.pixels(8)
    let side = max(0, min(view.pixels(BannerView.closeSide), view.width - 2 * inset))
    let frame = PixelRect(x: view.width - inset - side, y: inset, width: side, height: side)
    button(frame, label: "×", radius: BannerView.closeSide / 2, target: .close)
    return frame.x
  }

  /// Summary and body.
  mutating func drawTexts() {
    if !notification.summary.isEmpty {
      let text = view.styled(notification.summary, isBold: true, maxWidth: takeWidth(), maxLines: 2)
      paragraph(text, ink: .label)
    }
    let body = notification.body
    guard !body.string.isEmpty else { return }
    var text = view.styled(
      body.string, maxWidth: takeWidth(),
      maxLines: content.isHovered ? max(view.bodyLines, BannerView.expandedLines) : view.bodyLines)
    text.runs = body.runs.map {
      StyledText.Run(
        range: $0.range, isBold: $0.style.contains(.bold), isItalic: $0.style.contains(.italic),
        isUnderlined: $0.style.contains(.underline) || $0.link != nil)
    }
    let frame = paragraph(text, ink: .label)
    for run in body.runs {
      guard let link = run.link else { continue }
      for region in measurer.regions(of: run.range, in: text) {
        regions.append(.init(frame: region.offset(x: frame.x, y: frame.y), target: .link(body.links[link])))
      }
    }
  }

  private mutating func takeWidth() -> Int {
    defer { firstWidth = nil }
    return firstWidth ?? column
  }

  /// A picture of the body, as wide as the texts, or a description in its place.
  mutating func drawImage() {
    guard let image = content.bodyImage, !image.size.isEmpty, column > 0 else {
      let words = notification.body.images.map(\.description).filter { !$0.isEmpty }
      if content.bodyImage == nil, let first = words.first {
        paragraph(view.styled(first, maxWidth: column, maxLines: 2), ink: .secondaryLabel)
      }
      return
    }
    y += view.pixels(BannerView.gap)
    let height = min(
      view.pixels(BannerView.imageHeight), max(1, column * image.size.height / image.size.width))
    let frame = Self.fit(image.size, in: PixelRect(x: left, y: y, width: column, height: height))
    let atTop = PixelRect(x: left, y: y, width: frame.width, height: frame.height)
    nodes.append(
      .effect(
        EffectNode(
          frame: atTop, material: nil, corners: Corners(8 * view.scale),
          content: [.image(ImageNode(frame: atTop, bitmap: image, ink: nil))])))
    y = atTop.maxY
  }

  mutating func drawProgress() {
    guard let progress = notification.progress, column > 0 else { return }
    y += view.pixels(BannerView.gap)
    let height = max(1, view.pixels(BannerView.progressHeight))
    let corners = Corners(Double(height) / 2)
    let track = PixelRect(x: left, y: y, width: column, height: height)
    nodes.append(.fill(FillNode(frame: track, corners: corners, ink: view.mark(0.18))))
    // A little of it is as wide as high, so that it is round.
    let done = progress == 0 ? 0 : max(height, column * progress / 100)
    if done > 0 {
      nodes.append(
        .fill(
          FillNode(
            frame: PixelRect(x: left, y: y, width: min(done, column), height: height), corners: corners,
            ink: notification.ink.map(Ink.colour) ?? view.mark(0.85))))
    }
    y += height
  }

  /// A field with what is typed, and a button to send it.
  mutating func drawReply() {
    guard let reply = notification.reply, let field = content.reply, column > 0 else { return }
    y += view.pixels(BannerView.gap)
    let height = view.pixels(BannerView.buttonHeight)
    let label = reply.button.isEmpty ? "Send" : reply.button
    let inset = view.pixels(10)
    let natural = measurer.measure(view.styled(label, maxWidth: column / 2)).size.width
    let send = PixelRect(
      x: right - min(column / 2, natural + 2 * inset), y: y, width: min(column / 2, natural + 2 * inset),
      height: height)
    button(send, label: label, radius: 8, target: .sendReply)
    let frame = PixelRect(
      x: left, y: y, width: max(0, send.x - view.pixels(BannerView.buttonGap) - left), height: height)
    ReplyFieldPen(view: view, field: field, placeholder: reply.placeholder, ink: ink(.label)).draw(
      in: frame, measurer, &nodes)
    regions.append(.init(frame: frame, target: .reply))
    y += height
  }

  mutating func drawButtons() {
    var labels: [(label: String, icon: Bitmap?, target: BannerLayout.Target)] = notification.buttons.map {
      ($0.label, content.actionIcons[$0.key], .action(key: $0.key))
    }
    if let reply = notification.reply, content.reply == nil {
      labels.append((reply.label.isEmpty ? "Reply" : reply.label, nil, .reply))
    }
    guard !labels.isEmpty, column > 0 else { return }
    y += view.pixels(BannerView.gap)
    let gap = view.pixels(BannerView.buttonGap)
    let height = view.pixels(BannerView.buttonHeight)
    var rest = labels[...]
    while !rest.isEmpty {
      let row = rest.prefix(rowCount(rest.map(\.label)))
      rest = rest.dropFirst(row.count)
      for (index, item) in row.enumerated() {
        // Edges are rounded, not widths, so that the last ends with the column.
        let total = column + gap
        let x = left + total * index / row.count
        let next = left + total * (index + 1) / row.count
        let frame = PixelRect(x: x, y: y, width: max(0, next - gap - x), height: height)
        button(frame, label: item.label, icon: item.icon, radius: 8, target: item.target)
      }
      y += height + (rest.isEmpty ? 0 : gap)
    }
  }

  /// As many as fit with their whole labels, at least one.
  private func rowCount(_ labels: [String]) -> Int {
    let gap = view.pixels(BannerView.buttonGap)
    let inset = view.pixels(10)
    for count in stride(from: min(BannerView.columns, labels.count), to: 1, by: -1) {
      let room = (column - (count - 1) * gap) / count - 2 * inset
      let fits = labels.prefix(count).allSatisfy {
        measurer.measure(view.styled($0, maxWidth: column)).size.width <= room
      }
      if fits { return count }
    }
    return 1
  }

  /// What lies behind it, at the foot.
  mutating func drawStack() {
    guard content.behind > 0 || content.isExpanded else { return }
    y = max(y, pictureEnd) + view.pixels(BannerView.gap)
    let words = content.behind > 0 ? "\(content.behind) more" : "Show less"
    let text = view.styled(
      words, isSmall: true, isBold: true, maxWidth: column)
    let extent = measurer.measure(text)
    place(text, extent, x: left, ink: .secondaryLabel)
    let inset = view.pixels(4)
    regions.append(
      .init(
        frame: PixelRect(
          x: left - inset, y: y - inset, width: extent.size.width + 2 * inset,
          height: extent.size.height + 2 * inset),
        target: .stack))
    y += extent.size.height
  }

  mutating func finish() -> BannerLayout {
    let height = max(y, pictureEnd) + view.pixels(BannerView.padding)
    let frame = PixelRect(x: 0, y: 0, width: view.width, height: height)
    // Together with its vertical middle a single line beside a picture looks at home.
    let radius = min(view.cornerRadius * view.scale, Double(min(view.width, height)) / 2)
    let isCritical = notification.urgency == .critical
    let edge: SIMD4<Double> = view.material.isDark ? [1, 1, 1, 0.14] : [1, 1, 1, 0.45]
    let node = EffectNode(
      frame: frame, material: view.material, legibility: view.legibility, corners: Corners(radius),
      border: isCritical
        ? Border(width: max(1, 1.5 * view.scale), colour: [1, 0.27, 0.23, 0.9])
        : Border(width: max(1, (0.75 * view.scale).rounded()), colour: edge),
      shadow: Shadow(sigma: 9 * view.scale, offsetY: 4 * view.scale, colour: [0, 0, 0, 0.28]),
      content: nodes)
    let inner = regions.map { BannerLayout.Region(frame: $0.frame.intersection(frame), target: $0.target) }
    return BannerLayout(node: node, regions: [.init(frame: frame, target: .banner)] + inner)
  }

  // MARK: - Pieces

  /// Draws a text at the left of the column, or at its right where it is read from there, and goes below it.
  @discardableResult
  private mutating func paragraph(_ text: StyledText, ink style: VibrancyEffect.Style) -> PixelRect {
    let extent = measurer.measure(text)
    if hasText { y += view.pixels(BannerView.textGap) }
    hasText = true
    let frame = place(text, extent, x: extent.isRightToLeft ? right - extent.size.width : left, ink: style)
    y += extent.size.height
    return frame
  }

  @discardableResult
  private mutating func place(
    _ text: StyledText, _ extent: TextExtent, x: Int, y: Int? = nil, ink style: VibrancyEffect.Style
  ) -> PixelRect {
    let frame = PixelRect(x: x, y: y ?? self.y, width: extent.size.width, height: extent.size.height)
    if !frame.isEmpty { nodes.append(.text(TextNode(frame: frame, text: text, ink: ink(style)))) }
    return frame
  }

  private mutating func button(
    _ frame: PixelRect, label: String, icon: Bitmap? = nil, radius: Double, target: BannerLayout.Target
  ) {
    guard !frame.isEmpty else { return }
    let corners = Corners(min(radius * view.scale, Double(min(frame.width, frame.height)) / 2))
    nodes += view.well(frame, corners, .fill)
    regions.append(.init(frame: frame, target: target))
    if let icon {
      let side = view.pixels(BannerView.actionIconSide)
      let slot = PixelRect(
        x: frame.x + (frame.width - side) / 2, y: frame.y + (frame.height - side) / 2, width: side,
        height: side)
      nodes.append(.image(ImageNode(frame: Self.fit(icon.size, in: slot), bitmap: icon, ink: nil)))
      return
    }
    let inset = target == .close ? 0 : view.pixels(6)
    let text = view.styled(label, maxWidth: frame.width - 2 * inset)
    let extent = measurer.measure(text)
    // The middle of capitals in the middle, as on the bar.
    let capHeight = measurer.capHeight(font: text.font, scale: view.scale)
    let isSign = target == .close
    let baseline = frame.y + Int(((Double(frame.height) + capHeight * (isSign ? 0.9 : 1)) / 2).rounded())
    let place = PixelRect(
      x: frame.x + (frame.width - extent.size.width) / 2, y: baseline - extent.baseline,
      width: extent.size.width,
      height: extent.size.height)
    if !place.isEmpty { nodes.append(.text(TextNode(frame: place, text: text, ink: ink(.label)))) }
  }

  /// The largest of these proportions in the middle of `slot`.
  static func fit(_ size: PixelSize, in slot: PixelRect) -> PixelRect {
    guard !size.isEmpty, !slot.isEmpty else { return PixelRect(x: slot.x, y: slot.y, width: 0, height: 0) }
    var width = slot.width
    var height = slot.height
    if size.width * slot.height > size.height * slot.width {
      height = max(1, size.height * slot.width / size.width)
    } else {
      width = max(1, size.width * slot.height / size.height)
    }
    return PixelRect(
      x: slot.x + (slot.width - width) / 2, y: slot.y + (slot.height - height) / 2, width: width,
      height: height)
  }
}
