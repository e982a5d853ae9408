import Geometry
import Scenes
import Settings
import Testing
import Typography
import VisualEffects

@testable import Notifications

/// Details of banners whose places depend on the letters of real fonts.
@Suite(.everyRenderer) @MainActor struct BannerDetailTests {
  @Test(arguments: [1, 1.25, 1.5, 2, 3], [NotificationSettings().font, "Inter 10", "DejaVu Sans 10"])
  func `the sign to close stands in the middle of its button`(scale: Double, font: String) throws {
    let engine = TextEngine()
    let content = BannerContent(
      Notification(NotificationRequest(), Hints(), id: 1, time: 0), isHovered: true)
    let material = Material(name: "test", isDark: true, blurRadius: 30, chain: .identity)
    var settings = NotificationSettings()
    settings.font = font
    let view = BannerView(
      content, width: Int(360 * scale), scale: scale, material: material, settings: settings)
    let layout = view.layout(measurer: engine)
    let button = try #require(layout.regions.last { $0.action == .close }).frame
    let texts = Scene(size: layout.node.frame.size, nodes: [.effect(layout.node)]).texts
    let sign = try #require(texts.first { $0.text.string == "×" })
    let bitmap = engine.rasterise(sign.text)
    var (ink, height) = (0.0, 0.0)
    for y in 0..<bitmap.size.height {
      for x in 0..<bitmap.size.width {
        let coverage = Double(bitmap.coverage[y * bitmap.size.width + x])
        ink += coverage
        height += coverage * (Double(y) + 0.5)
      }
    }
    let middle = Double(sign.frame.y) + height / ink
    // The letters stand on whole pixels.
    #expect(abs(middle - Double(button.y) - Double(button.height) / 2) <= 0.7)
  }

  @Test(arguments: ["A moth, really", "באמת עש", String(repeating: "עש ", count: 99)])
  func `a click where the cursor is leaves it there, from whichever side the text is read`(
    text: String
  ) throws {
    let engine = TextEngine()
    var request = NotificationRequest()
    request.actions = ["inline-reply", "Answer"]
    let notification = Notification(request, Hints(), id: 1, time: 0)
    let material = Material(name: "test", isDark: true, blurRadius: 30, chain: .identity)
    for index in text.indices + [text.endIndex] {
      let offset = text.utf8.distance(from: text.startIndex, to: index)
      let content = BannerContent(notification, reply: .init(text: text, selection: offset..<offset))
      let view = BannerView(content, width: 360, scale: 1, material: material)
      let layout = view.layout(measurer: engine)
      let field = try #require(layout.regions.last { $0.action == .reply }).frame
      let bars = layout.node.content.flatMap { node -> [PixelRect] in
        guard case .effect(let clip) = node, field.contains(clip.frame) else { return [] }
        return clip.content.compactMap { if case .fill(let fill) = $0 { fill.frame } else { nil } }
      }
      #expect(bars.count == 1 && field.contains(bars[0]))
      #expect(layout.replyOffset(atX: bars[0].x + 1, measurer: engine) == offset)
    }
  }
}
