import Measures
import Notifications
import Scenes
import Settings
import Testing
import Typography
import VisualEffects

@testable import Views

/// Places on banners that depend on the letters of real fonts.
@MainActor struct BannerDetailTests {
  @Test(arguments: ["A moth, really", "באמת עש", String(repeating: "עש ", count: 99)])
  func `A click where the cursor is leaves it there, from whichever side the text is read`(
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
      let field = try #require(layout.regions.last { $0.target == .reply }).frame
      let bars = layout.node.content.flatMap { node -> [PixelRect] in
        guard case .effect(let clip) = node, field.contains(clip.frame) else { return [] }
        return clip.content.compactMap { if case .fill(let fill) = $0 { fill.frame } else { nil } }
      }
      #expect(bars.count == 1 && field.contains(bars[0]))
      #expect(view.replyOffset(atX: bars[0].x + 1, measurer: engine) == offset)
    }
  }
}
