import Geometry
import Scenes
import TestSupport
import Testing
import Views
import VisualEffects

@Suite struct ZoneIslandsTests {
  private static let sheet = GlassSheet(
    BlurEffect(style: .systemMaterialDark), corners: LogicalCorners(8))

  private func stack(
    _ start: [String], _ center: [String], _ end: [String], isUpright: Bool = false,
    opacity: Double = 1
  ) -> ZoneStack {
    var sheet = Self.sheet
    sheet.opacity = opacity
    return ZoneStack(
      spacing: 4, isUpright: isUpright, islands: ZoneIslands(sheet, padding: 6, sidePadding: 3, gap: 10)
    ) {
      for text in start { Text(text) }
    } center: {
      for text in center { Text(text) }
    } end: {
      for text in end { Text(text) }
    }
  }

  private func islands(
    _ stack: ZoneStack, width: Int, height: Int = 32, isRightToLeft: Bool = false
  ) -> LaidOutView {
    laidOut(stack.frame(maxHeight: .infinity), width: width, height: height) {
      $0.isRightToLeft = isRightToLeft
    }
  }

  /// The frames of texts on sheets, in the order of drawing.
  private func texts(_ scene: Scene) -> [[PixelRect]] {
    scene.nodes.compactMap { node in
      guard case .effect(let effect) = node else { return nil }
      return effect.content.compactMap { if case .text(let text) = $0 { text.frame } else { nil } }
    }
  }

  @Test func `each zone with views lies on a sheet as thick as the stack, with padding at its ends`() {
    let scene = islands(stack(["one", "two"], [], ["load"]), width: 400).scene
    #expect(
      scene.panes.map(\.frame) == [
        PixelRect(x: 0, y: 0, width: 6 + 24 + 4 + 24 + 6, height: 32),
        PixelRect(x: 400 - 44, y: 0, width: 44, height: 32),
      ])
    #expect(scene.panes.allSatisfy { $0.corners == Corners(8) && $0.material == Self.sheet.material })
    #expect(texts(scene).map { $0.map(\.x) } == [[6, 34], [362]])
  }

  @Test func `right to left, zones and their views are mirrored`() {
    let level = islands(stack(["one", "two"], ["now"], []), width: 400).scene
    let mirrored = islands(stack(["one", "two"], ["now"], []), width: 400, isRightToLeft: true).scene
    func mirror(_ frame: PixelRect) -> Range<Int> { 400 - frame.maxX..<400 - frame.x }
    #expect(mirrored.panes.map { $0.frame.x..<$0.frame.maxX } == level.panes.map { mirror($0.frame) })
    #expect(
      texts(mirrored).joined().map { $0.x..<$0.maxX } == texts(level).joined().map(mirror))
  }

  @Test func `upright zones lie below one another on sheets of the whole width`() {
    let scene = islands(stack(["one"], ["two"], ["three"], isUpright: true), width: 60, height: 300).scene
    let frames = scene.panes.map(\.frame)
    #expect(frames.map(\.x) == [0, 0, 0] && frames.map(\.width) == [60, 60, 60])
    #expect(frames.first?.y == 0 && frames.last?.maxY == 300)
    for (sheet, texts) in zip(frames, texts(scene)) {
      for text in texts {
        #expect(text.y == sheet.y + 6 && text.maxY == sheet.maxY - 6)
        #expect(text.x >= 3 && text.maxX <= 57)
      }
    }
    // A word that is too long is cut within the padding.
    let narrow = islands(stack(["a long word"], [], [], isUpright: true), width: 40, height: 300).scene
    #expect(texts(narrow).joined().allSatisfy { $0.x >= 3 && $0.maxX <= 37 })
  }

  @Test(arguments: DailySeeds.first(10) as [UInt64])
  func `sheets keep their distance and hold their views at every width`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<40 {
      func words() -> [String] {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          String(repeating: "m", count: Int.random(in: 1...12, using: &random))
        }
      }
      let (start, center, end) = (words(), words(), words())
      let width = Int.random(in: 1...700, using: &random)
      let scene = islands(stack(start, center, end), width: width).scene
      let frames = scene.panes.map(\.frame).sorted { $0.x < $1.x }
      #expect(frames.allSatisfy { $0.x >= 0 && $0.maxX <= width && !$0.isEmpty }, "\(width) \(frames)")
      for (one, next) in zip(frames, frames.dropFirst()) {
        #expect(next.x - one.maxX >= 10, "\(width): \(start) \(center) \(end)")
      }
      for (sheet, texts) in zip(scene.panes.map(\.frame), texts(scene)) {
        #expect(!texts.isEmpty)
        for text in texts { #expect(text.x >= sheet.x + 6 && text.maxX <= sheet.maxX - 6) }
      }
      let all = (start + center + end).reduce(0) { $0 + 8 * $1.count }
      let zones = [start, center, end].filter { !$0.isEmpty }
      let gaps = zones.reduce(0) { $0 + 12 + 4 * ($1.count - 1) } + 10 * max(0, zones.count - 1)
      if all + gaps <= width {
        #expect(
          scene.texts.map(\.text.string) == start + center + end && frames.count == zones.count,
          "nothing is left out while there is room")
      }
    }
  }

  @Test func `an island without opacity is not drawn`() {
    #expect(islands(stack(["one"], [], [], opacity: 0), width: 200).scene.panes.isEmpty)
  }
}

extension GlassSheet {
  fileprivate var material: Material? { effect?.material(isDark: true) }
}
