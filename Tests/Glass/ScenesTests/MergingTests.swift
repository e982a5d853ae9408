import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@Suite struct MergingTests {
  private static let material = Material(name: "glass", isDark: true, blurRadius: 20, chain: .identity)

  private static func sheet(_ frame: PixelRect, _ radius: Double = 10, _ text: String? = nil) -> EffectNode {
    let content = text.map { text -> [Node] in
      [
        .text(
          TextNode(
            frame: frame, text: StyledText(string: text, font: "Inter 11", scale: 1, maxWidth: nil),
            ink: .vibrant(.label)))
      ]
    }
    return EffectNode(
      frame: frame, material: material, corners: Corners(radius), content: content ?? [])
  }

  /// Sheets of 32 px that follow one another with the same gap.
  private static func row(_ widths: [Int], gap: Int, radius: Double = 10) -> Scene {
    var (x, nodes) = (5, [Node]())
    for width in widths {
      nodes.append(.effect(sheet(PixelRect(x: x, y: 4, width: width, height: 32), radius)))
      x += width + gap
    }
    return Scene(size: PixelSize(width: x + 5, height: 40), nodes: nodes)
  }

  private static func reference(_ scene: Scene, _ radius: Double, _ distance: Double) -> ReferenceMerging {
    let parts = scene.panes.map {
      ReferenceLens(frame: $0.frame, radius: radius, depth: 20, amount: 60, scale: 1)
    }
    return ReferenceMerging(parts, distance: distance)
  }

  @Test func `sheets are one where they are near, and as they were where nothing merges`() {
    let scene = Self.row([60, 60, 60], gap: 20)
    #expect(scene.merged(within: 0) == scene)
    // Sheets flow together from three times the distance on.
    #expect(scene.merged(within: 6.6) == scene)
    let merged = scene.merged(within: 7).panes
    #expect(merged.count == 1)
    #expect(merged.first?.frame == PixelRect(x: 5, y: 4, width: 220, height: 32))
    #expect(merged.first?.merging?.parts.map(\.frame.x) == [0, 80, 160])
  }

  @Test func `a sheet that comes between two makes one of all, with the content of each`() {
    func scene(_ x: [Int]) -> Scene {
      let nodes = x.map {
        Node.effect(Self.sheet(PixelRect(x: $0, y: 0, width: 40, height: 32), 10, "\($0)"))
      }
      return Scene(size: PixelSize(width: 200, height: 32), nodes: nodes)
    }
    #expect(scene([0, 140]).merged(within: 12).panes.count == 2)
    let all = scene([0, 140, 70]).merged(within: 12)
    #expect(all.panes.count == 1 && all.nodes.count == 1)
    #expect(Set(all.texts.map(\.text.string)) == ["0", "140", "70"])
  }

  @Test func `sheets of another look stay what they are`() {
    func scene(_ change: (inout EffectNode) -> Void) -> Int {
      let one = Self.sheet(PixelRect(x: 0, y: 0, width: 40, height: 32))
      var other = Self.sheet(PixelRect(x: 44, y: 0, width: 40, height: 32), 16)
      change(&other)
      return Scene(size: PixelSize(width: 90, height: 32), nodes: [.effect(one), .effect(other)])
        .merged(within: 8).nodes.count
    }
    #expect(scene { _ in } == 1)
    #expect(scene { $0.material?.blurRadius = 3 } == 2)
    #expect(scene { $0.legibility = .off } == 2)
    #expect(scene { $0.border = Border(width: 1, colour: .one) } == 2)
    #expect(scene { $0.alpha = 0.5 } == 2)
    #expect(scene { $0.material = nil } == 2)
    #expect(scene { $0.mask = .shape($0.frame, .square) } == 2)
  }

  @Test(arguments: [
    (8, 10.0, 12.0), (8, 16, 12), (20, 10, 8), (3, 16, 12), (0, 4, 10), (10, 0, 12), (30, 16, 24),
    (11, 13, 4),
  ]) func `each pixel is covered as the reference has it`(gap: Int, radius: Double, distance: Double) {
    let scene = Self.row([70, 50, 60], gap: gap, radius: radius)
    expectCoverage(ofMerged: scene, radius: radius, distance: distance)
  }

  @Test(arguments: [(8, 10.0, 10.0), (3, 16, 8), (20, 12, 8), (0, 4, 10), (-30, 12, 4), (6, 21, 3)])
  func `each pixel of wide sheets above one another is covered as the reference has it`(
    gap: Int, radius: Double, distance: Double
  ) {
    var (y, nodes) = (3, [Node]())
    for (width, height) in [(250, 44), (230, 60), (250, 42)] {
      let frame = PixelRect(x: 5 + (250 - width) / 2, y: y, width: width, height: height)
      nodes.append(.effect(Self.sheet(frame, radius)))
      y += height + gap
    }
    let scene = Scene(size: PixelSize(width: 260, height: y - gap + 3), nodes: nodes)
    expectCoverage(ofMerged: scene, radius: radius, distance: distance)
  }

  private func expectCoverage(ofMerged scene: Scene, radius: Double, distance: Double) {
    let merged = scene.merged(within: distance)
    #expect(merged.panes.count == 1)
    let coverage = GlassCoverage(merged.panes, size: merged.size)
    let reference = Self.reference(scene, radius, distance)
    var (worst, place) = (0.0, (0, 0))
    for y in 0..<merged.size.height {
      for x in 0..<merged.size.width {
        let difference = abs(Double(coverage.coverage(x: x, y: y)) / 255 - reference.coverage(x: x, y: y))
        if difference > worst { (worst, place) = (difference, (x, y)) }
      }
    }
    #expect(worst <= 0.05, "\(worst) at \(place)")
  }

  @Test func `flat ends join where their gap is the distance`() {
    for gap in 10...14 {
      let merged = Self.row([80, 80], gap: gap, radius: 0).merged(within: 12)
      let coverage = GlassCoverage(merged.panes, size: merged.size)
      let middle = coverage.coverage(x: 85 + gap / 2, y: 20)
      #expect(gap < 12 ? middle == 255 : gap > 12 ? middle < 128 : true, "\(gap)")
    }
  }

  @Test func `tiles together cover the same as the whole, and the line and the light lie in it`() {
    for (gap, inset) in [(8, 0.0), (0, 0), (20, 1.5)] {
      let merged = Self.row([70, 50, 60], gap: gap).merged(within: 12)
      guard let pane = merged.panes.first else { return }
      let shape = Shape(
        frame: pane.frame, corners: pane.corners, inset: inset, merging: pane.merging)
      let whole = shape.coverage(in: pane.frame)
      #expect(Self.bytes(shape.tiles, in: pane.frame) == whole.map(Int.init))
      let border = Self.bytes(shape.borderTiles(width: 1), in: pane.frame)
      let inner = Shape(
        frame: pane.frame, corners: pane.corners, inset: inset + 1, merging: pane.merging)
      let line = zip(whole, inner.coverage(in: pane.frame)).map { Int($0) - Int($1) }
      #expect(zip(border, line).allSatisfy { abs($0 - $1) <= 2 })
      for tiles in [EdgeLight.key, .fill].map({ shape.tiles(of: $0, width: 1, fades: false) }) {
        let rim = Self.bytes(tiles, in: pane.frame)
        #expect(zip(rim, border).allSatisfy { $0 <= $1 } && rim.contains { $0 > 200 })
      }
    }
  }

  @Test func `input is taken where the glass is, and not between shapes that only reach for one another`() {
    func covers(_ scene: Scene, _ x: Int, _ y: Int) -> Bool {
      scene.panes.flatMap(\.coveredRects).contains {
        $0.contains(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    let apart = Self.row([80, 80], gap: 20).merged(within: 8)
    #expect(apart.panes.count == 1)
    #expect(covers(apart, 84, 20) && !covers(apart, 95, 20) && covers(apart, 106, 20))
    let joined = Self.row([80, 80], gap: 6, radius: 16).merged(within: 12)
    #expect(covers(joined, 88, 20) && !covers(joined, 88, 4) && covers(joined, 10, 4))
    let plain = Self.row([80], gap: 0)
    #expect(plain.panes.flatMap(\.coveredRects) == plain.panes.map(\.frame))
  }

  @Test func `a merged sheet moves and scales as its parts do`() {
    let merged = Self.row([80, 80], gap: 6).merged(within: 12)
    guard case .effect(let sheet)? = merged.nodes.first else { return }
    #expect(sheet.scaled(by: 1, about: (0, 0)) == sheet)
    let twice = sheet.scaled(by: 2, about: (0, 0))
    #expect(twice.frame == PixelRect(x: 10, y: 8, width: 332, height: 64))
    let second = PixelRect(x: 172, y: 0, width: 160, height: 64)
    #expect(twice.merging?.parts.map(\.frame) == [PixelRect(x: 0, y: 0, width: 160, height: 64), second])
  }

  /// The values of tiles, by pixels of `frame`; −1000 where several tiles overlap.
  private static func bytes(_ tiles: [CoverageTile], in frame: PixelRect) -> [Int] {
    var bytes = [Int?](repeating: nil, count: frame.area)
    for tile in tiles {
      for y in tile.rect.y..<tile.rect.maxY {
        for x in tile.rect.x..<tile.rect.maxX {
          let index = (y - frame.y) * frame.width + x - frame.x
          let own = tile.bytes?[(y - tile.rect.y) * tile.rect.width + x - tile.rect.x] ?? 255
          bytes[index] = bytes[index] == nil ? Int(own) : -1000
        }
      }
    }
    return bytes.map { $0 ?? 0 }
  }
}
