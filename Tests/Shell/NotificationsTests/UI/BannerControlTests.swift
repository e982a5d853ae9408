import Geometry
import Scenes
import Settings
import TestSupport
import Testing
import VisualEffects

@testable import Notifications

struct BannerControlTests {
  @Test(arguments: [6.0, 10, 24, 60]) func `buttons, fields and notes have room for a line of any font`(
    points: Double
  ) throws {
    var settings = NotificationSettings()
    settings.font = "Inter \(Int(points))"
    var request = NotificationRequest()
    (request.summary, request.actions) = ("S", ["a", "A", "inline-reply", "Answer"])
    var content = BannerContent(Notification(request, Hints(), id: 1, time: 0), isHovered: true)
    content.reply = .init(text: "x", selection: 1..<1)
    let view = BannerView(content, width: 360, scale: 1, material: Self.material, settings: settings)
    let measurer = SizedMeasurer()
    let layout = view.layout(measurer: measurer)
    for target in [.close, .sendReply, .reply] as [BannerAction] {
      let frame = try #require(layout.regions.last { $0.action == target }).frame
      let texts = texts(layout.node).map(\.frame).filter { $0.intersects(frame) }
      #expect(texts.count == 1)
      #expect(texts.allSatisfy { $0.y >= frame.y && $0.maxY <= frame.maxY }, "\(target)")
      #expect(target == .close ? frame.height == 20 : points > 10 || frame.height == 28)
    }
    var resting = view
    resting.content.reply = nil
    let buttons = resting.layout(measurer: measurer)
    for target in [.action(key: "a"), .reply] as [BannerAction] {
      let frame = try #require(buttons.regions.last { $0.action == target }).frame
      #expect(texts(buttons.node).filter { frame.contains($0.frame) }.count == 1)
    }
    let stack = BannerStack([view], more: 2, order: .newestTop, gap: 8, maxHeight: 900, measurer: measurer)
    let note = try #require(stack.note)
    #expect(
      texts(note.node).allSatisfy { note.frame.contains($0.frame) } && note.frame.maxY == stack.size.height)
    #expect(points > 10 || note.frame.height == 26)
  }

  @Test(arguments: [1, 1.25, 1.5, 2]) func `edges are whole pixels`(scale: Double) {
    for urgency in Urgency.allCases {
      var hints = Hints()
      hints.urgency = urgency
      let content = BannerContent(Notification(NotificationRequest(), hints, id: 1, time: 0))
      let view = BannerView(content, width: 360, scale: scale, material: Self.material)
      let width = view.layout(measurer: SizedMeasurer()).node.border?.width ?? 0
      #expect(width >= 1 && width == width.rounded())
    }
  }

  private static let material = Material(name: "test", isDark: true, blurRadius: 30, chain: .identity)

  private func texts(_ node: EffectNode) -> [TextNode] {
    Scene(size: node.frame.size, nodes: [.effect(node)]).texts
  }
}

/// Letters as large as the font's size says; those of 10 points are as `MonospaceMeasurer` has them.
private struct SizedMeasurer: TextMeasurer {
  /// The middle of the sign to close lies at about two fifths of the height of a capital letter, as in most fonts.
  private let measurer = MonospaceMeasurer(inkMiddle: 4)

  private func factor(_ font: String) -> Double {
    (font.split(separator: " ").last.flatMap { Double($0) } ?? 10) / 10
  }

  func measure(_ text: StyledText) -> TextExtent {
    var extent = measurer.measure(text)
    let factor = factor(text.font)
    extent.size.height = Int(Double(extent.size.height) * factor)
    extent.baseline = Int(Double(extent.baseline) * factor)
    extent.inkMiddle = extent.inkMiddle.map { $0 * factor }
    return extent
  }

  func capHeight(font: String, scale: Double) -> Double {
    measurer.capHeight(font: font, scale: scale) * factor(font)
  }

  func regions(of ranges: [Range<Int>], in text: StyledText) -> [[PixelRect]] {
    measurer.regions(of: ranges, in: text)
  }
}
