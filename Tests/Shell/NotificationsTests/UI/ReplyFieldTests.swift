import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Notifications

/// A long answer is drawn and clicked at a bounded cost.
struct ReplyFieldTests {
  /// Counts how often texts are laid out.
  private final class CountingMeasurer: TextMeasurer {
    private let measurer = MonospaceMeasurer()
    var count = 0

    func measure(_ text: StyledText) -> TextExtent { measurer.measure(text) }
    func capHeight(font: String, scale: Double) -> Double { measurer.capHeight(font: font, scale: scale) }
    func regions(of ranges: [Range<Int>], in text: StyledText) -> [[PixelRect]] {
      count += 1
      return measurer.regions(of: ranges, in: text)
    }
  }

  private let measurer = CountingMeasurer()

  /// An answer in a banner of 360 pixels, whose letters are 8 pixels wide.
  private func view(_ text: String, cursor: Int, placeholder: String = "") -> BannerView {
    var request = NotificationRequest()
    request.actions = ["inline-reply", "Answer"]
    var hints = Hints()
    hints.replyPlaceholder = placeholder
    let material = Material(name: "test", isDark: true, blurRadius: 30, chain: .identity)
    var content = BannerContent(
      Notification(request, hints, id: 1, time: 0), reply: .init(text: text, selection: cursor..<cursor))
    content.showsIcon = false
    return BannerView(content, width: 360, scale: 1, material: material)
  }

  @Test(arguments: [0, 1000, 4000]) func `only the visible part of a long answer is drawn`(cursor: Int) throws
  {
    let digits = (0..<4000).map { "\($0 % 10)" }.joined()
    let layout = view(digits, cursor: cursor).layout(measurer: measurer)
    let field = try #require(layout.regions.last { $0.action == .reply }).frame
    let text = try #require(
      Scene(size: layout.node.frame.size, nodes: [.effect(layout.node)]).texts.first {
        $0.text.string.count > 10
      })
    #expect(text.frame.width < 500)
    // From edge to edge, less the margins.
    #expect(text.frame.x <= field.x + 8 && text.frame.maxX >= field.maxX - 8 - (cursor == 4000 ? 2 : 0))
    // The letters that belong there.
    let first = max(0, cursor * 8 - (field.width - 18)) / 8
    #expect(text.text.string.hasPrefix("\(first % 10)\((first + 1) % 10)"))
  }

  @Test(arguments: [(0, 0), (0, 7), (2000, 7), (4000, 30)])
  func `a click in a long answer finds the nearest letter`(cursor: Int, letters: Int) throws {
    let view = view(String(repeating: "x", count: 4000), cursor: cursor)
    let layout = view.layout(measurer: measurer)
    let field = try #require(layout.regions.last { $0.action == .reply }).frame
    let start = max(0, cursor * 8 - (field.width - 18))
    measurer.count = 0
    let offset = layout.replyOffset(atX: field.x + 8 + letters * 8 + 3, measurer: measurer)
    #expect(offset == Int(((Double(start + letters * 8) + 3) / 8).rounded()))
    #expect(measurer.count < 100)
  }

  @Test func `a click finds no place within a letter`() throws {
    let view = view("aé👋b", cursor: 0)
    let layout = view.layout(measurer: measurer)
    let field = try #require(layout.regions.last { $0.action == .reply }).frame
    let found = Set((-50..<100).compactMap { layout.replyOffset(atX: field.x + $0, measurer: measurer) })
    #expect(found.isSubset(of: [0, 1, 3, 7, 8]) && found.isSuperset(of: [0, 1]))
  }

  @Test(arguments: ["xy", "", "שלום", String(repeating: "ש", count: 99)])
  func `a text begins where it is read from, and no cursor lies on it`(text: String) throws {
    let isMirrored = text.hasPrefix("ש")
    for cursor in [0, text.utf8.count] {
      let view = view(text, cursor: cursor)
      let layout = view.layout(measurer: measurer)
      let field = try #require(layout.regions.last { $0.action == .reply }).frame
      let inner = PixelRect(x: field.x + 8, y: field.y, width: field.width - 16, height: field.height)
      let clip = layout.node.content.compactMap { node -> EffectNode? in
        if case .effect(let effect) = node, effect.frame == inner { effect } else { nil }
      }
      let bars = clip[0].content.compactMap { node -> PixelRect? in
        if case .fill(let fill) = node { fill.frame } else { nil }
      }
      #expect(bars.count == 1 && inner.contains(bars[0]))
      guard let words = Scene(size: layout.node.frame.size, nodes: [.effect(clip[0])]).texts.first?.frame
      else { continue }
      let isWhole = words.width <= inner.width - 2
      if isMirrored {
        #expect(isWhole || cursor == 0 ? words.maxX == inner.maxX : words.x == bars[0].maxX)
        #expect(cursor == 0 || !bars[0].intersects(words))
      } else {
        #expect(words.x == inner.x)
        #expect(cursor == 0 || !bars[0].intersects(words))
      }
    }
  }

  @Test(arguments: [("Answer", false), ("תשובה", true)])
  func `a placeholder begins where typed text begins, in a weaker ink`(placeholder: String, isMirrored: Bool)
    throws
  {
    let layout = view("", cursor: 0, placeholder: placeholder).layout(measurer: measurer)
    let field = try #require(layout.regions.last { $0.action == .reply }).frame
    let texts = Scene(size: layout.node.frame.size, nodes: [.effect(layout.node)]).texts
    let words = try #require(texts.first { $0.text.string == placeholder })
    #expect(isMirrored ? words.frame.maxX == field.maxX - 8 : words.frame.x == field.x + 8)
    #expect(words.ink == .vibrant(.secondaryLabel))
  }
}
