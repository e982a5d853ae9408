import Geometry
import Notifications
import Scenes
import VisualEffects

/// What is said: summary, body, its picture, and how far something has got.
extension BannerPen {
  /// Summary and body.
  mutating func drawTexts() {
    if !notification.summary.isEmpty {
      let text = view.styled(notification.summary, isBold: true, maxWidth: takeWidth(), maxLines: 2)
      paragraph(text, ink: .label)
    }
    let body = notification.body
    guard !body.string.isEmpty else { return }
    var text = view.styled(body.string, maxWidth: takeWidth(), maxLines: view.shownLines)
    text.runs = body.runs.map {
      StyledText.Run(
        range: $0.range, isBold: $0.style.contains(.bold), isItalic: $0.style.contains(.italic),
        isUnderlined: $0.style.contains(.underline) || $0.link != nil)
    }
    let frame = paragraph(text, ink: .label)
    let links = body.runs.filter { $0.link != nil }
    if links.isEmpty { return }
    for (run, parts) in zip(links, measurer.regions(of: links.map(\.range), in: text)) {
      guard let link = run.link else { continue }
      regions += parts.map {
        .init(frame: $0.offset(x: frame.x, y: frame.y), target: .link(body.links[link]))
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
    let atTop = mirrored(PixelRect(x: left, y: y, width: frame.width, height: frame.height))
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
    nodes.append(.fill(FillNode(frame: mirrored(track), corners: corners, ink: view.mark(0.18))))
    // A little of it is as wide as high, so that it is round.
    let done = progress == 0 ? 0 : min(column, max(height, column * progress / 100))
    if done > 0 {
      let frame = mirrored(PixelRect(x: left, y: y, width: done, height: height))
      let ink = notification.ink.map(Ink.colour) ?? view.mark(0.85)
      nodes.append(.fill(FillNode(frame: frame, corners: corners, ink: ink)))
    }
    y += height
  }
}
