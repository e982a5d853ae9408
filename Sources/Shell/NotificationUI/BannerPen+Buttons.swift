import Geometry
import Notifications
import Scenes
import Settings
import VisualEffects

/// What can be done: the answer, the actions, and the stack behind.
extension BannerPen {
  /// A field with what is typed, and a button to send it.
  mutating func drawReply() {
    guard let reply = notification.reply, let field = content.reply, column > 0 else { return }
    y += view.pixels(BannerView.gap)
    let height = view.controlHeight(measurer)
    let label = reply.button.isEmpty ? "Send" : reply.button
    let inset = view.pixels(10)
    let natural = measurer.measure(view.styled(label, maxWidth: column / 2)).size.width
    let width = min(column / 2, natural + 2 * inset)
    let send = PixelRect(x: right - width, y: y, width: width, height: height)
    button(send, label: label, radius: 8, target: .sendReply)
    let frame = mirrored(
      PixelRect(
        x: left, y: y, width: max(0, send.x - view.pixels(BannerView.buttonGap) - left), height: height))
    let pen = ReplyFieldPen(
      view: view, field: field, placeholder: reply.placeholder, ink: ink(.label), isMirrored: isMirrored)
    pen.draw(in: frame, measurer, &nodes)
    regions.append(.init(frame: frame, target: .reply))
    y += height
  }

  mutating func drawButtons() {
    var labels: [(label: String, icon: BannerContent.Icon?, target: BannerLayout.Target)] = notification
      .buttons.map {
        ($0.label, content.actionIcons[$0.key], .action(key: $0.key))
      }
    if let reply = notification.reply, content.reply == nil {
      labels.append((reply.label.isEmpty ? "Reply" : reply.label, nil, .reply))
    }
    drawRows(labels)
  }

  /// What a right click offers.
  mutating func drawMenu() {
    if content.showsMenu { drawRows(BannerLayout.MenuItem.allCases.map { ($0.label, nil, .menu($0)) }) }
  }

  private mutating func drawRows(
    _ labels: [(label: String, icon: BannerContent.Icon?, target: BannerLayout.Target)]
  ) {
    guard !labels.isEmpty, column > 0 else { return }
    y += view.pixels(BannerView.gap)
    let gap = view.pixels(BannerView.buttonGap)
    let height = view.controlHeight(measurer)
    var rest = labels[...]
    for count in rowCounts(labels.map(\.label)) {
      let row = rest.prefix(count)
      rest = rest.dropFirst(count)
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

  /// How many stand in each row: about as many in one as in another, four as two and two, if that takes no more rows.
  private func rowCounts(_ labels: [String]) -> [Int] {
    func counts(most: Int) -> [Int] {
      var counts: [Int] = []
      var rest = labels[...]
      while !rest.isEmpty {
        counts.append(rowCount(rest, most: most))
        rest = rest.dropFirst(counts[counts.count - 1])
      }
      return counts
    }
    let full = counts(most: BannerView.columns)
    if full.count < 2 || labels.count <= BannerView.columns { return full }
    let even = counts(most: (labels.count + full.count - 1) / full.count)
    return even.count > full.count ? full : even
  }

  /// As many as fit with their whole labels, at least one.
  private func rowCount(_ labels: ArraySlice<String>, most: Int) -> Int {
    let gap = view.pixels(BannerView.buttonGap)
    let inset = view.pixels(10)
    for count in stride(from: min(most, labels.count), to: 1, by: -1) {
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
    let text = view.styled(words, isSmall: true, isBold: true, maxWidth: column)
    let extent = measurer.measure(text)
    let frame = mirrored(PixelRect(x: left, y: y, width: extent.size.width, height: extent.size.height))
    place(text, extent, x: frame.x, ink: .secondaryLabel)
    regions.append(.init(frame: frame.outset(by: view.pixels(4)), target: .stack))
    y += extent.size.height
  }

  /// `frame` is before mirroring.
  mutating func button(
    _ frame: PixelRect, label: String, icon: BannerContent.Icon? = nil, radius: Double,
    target: BannerLayout.Target
  ) {
    guard !frame.isEmpty else { return }
    let frame = mirrored(frame)
    let corners = Corners(min(radius * view.scale, Double(min(frame.width, frame.height)) / 2))
    nodes += view.well(frame, corners, .fill, isPressed: content.pressed == target)
    regions.append(.init(frame: frame, target: target))
    if let icon {
      let side = view.pixels(BannerView.actionIconSide)
      let slot = PixelRect(
        x: frame.x + (frame.width - side) / 2, y: frame.y + (frame.height - side) / 2, width: side,
        height: side)
      nodes.append(
        .image(
          ImageNode(
            frame: Self.fit(icon.bitmap.size, in: slot), bitmap: icon.bitmap,
            ink: icon.isTemplate ? ink(.label) : nil)))
      return
    }
    let inset = target == .close ? 0 : view.pixels(6)
    var text = view.styled(label, maxWidth: frame.width - 2 * inset)
    var extent = measurer.measure(text)
    if target == .close, extent.size.height > frame.height {
      // The button is as large whatever the font is.
      text.font = FontName(text.font).scaled(by: Double(frame.height) / Double(extent.size.height))
      extent = measurer.measure(text)
    }
    // The middle of capitals in the middle, as on the bar; the sign's own is lower.
    let capHeight = measurer.capHeight(font: text.font, scale: view.scale)
    let middle = target == .close ? 0.8 : 1
    let baseline = frame.y + Int(((Double(frame.height) + capHeight * middle) / 2).rounded())
    let place = PixelRect(
      x: frame.x + (frame.width - extent.size.width) / 2, y: baseline - extent.baseline,
      width: extent.size.width,
      height: extent.size.height)
    if !place.isEmpty { nodes.append(.text(TextNode(frame: place, text: text, ink: ink(.label)))) }
  }
}
