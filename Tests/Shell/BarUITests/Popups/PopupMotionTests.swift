import Geometry
import Scenes
import Testing
import VisualEffects

@testable import BarUI

struct PopupMotionTests {
  private let start = Instant(sinceOrigin: .zero)

  /// The factor by which the glass of a popup that opens is scaled.
  private func scale(_ motion: PopupMotion, at now: Instant) -> Double? {
    switch motion.shape(at: now) {
    case .whole: 1
    case .scaled(let factor): factor
    case .part, .grown: nil
    }
  }

  @Test func `a popup springs from nearly its size, once its first frame is drawn`() throws {
    var motion = PopupMotion()
    #expect(motion.shape(at: start) == .scaled(0.94))
    // The animation does not begin before the first frame.
    let begin = start + .seconds(5)
    #expect(motion.isMoving(at: begin) && motion.shape(at: begin) == .scaled(0.94))
    motion.begin(now: begin)
    #expect(motion.shape(at: begin) == .scaled(0.94))
    let middle = try #require(scale(motion, at: begin + .milliseconds(80)))
    #expect(middle > 0.955 && middle < 0.99)
    // A second frame does not start it anew.
    motion.begin(now: begin + .milliseconds(80))
    #expect(scale(motion, at: begin + .milliseconds(80)) == middle)
    #expect(try #require(scale(motion, at: begin + .milliseconds(350))) > 0.999)
    #expect(motion.shape(at: begin + .seconds(1)) == .whole && !motion.isMoving(at: begin + .seconds(1)))
  }

  @Test func `the content of a popup fades in on glass that is whole from the first frame`() throws {
    for made in [PopupMotion(), .appearing] {
      var motion = made
      #expect(motion.contentOpacity(at: start + .seconds(5)) == PopupMotion.firstOpacity)
      motion.begin(now: start)
      let between = motion.contentOpacity(at: start + .milliseconds(60))
      #expect(between > PopupMotion.firstOpacity && between < 1 && motion.isMoving(at: start))
      #expect(motion.contentOpacity(at: start + .milliseconds(130)) == 1)
    }
    // These have content from the start, or as a part of their way.
    for motion in [PopupMotion.none, .closing, PopupMotion(from: 0.5), PopupMotion(fromIsland: true)] {
      #expect(motion.contentOpacity(at: start) == 1)
    }
    var tooltip = PopupMotion.appearing
    #expect(tooltip.shape(at: start) == .whole)
    tooltip.begin(now: start)
    #expect(tooltip.shape(at: start + .milliseconds(60)) == .whole)
    #expect(!tooltip.isMoving(at: start + .seconds(1)))
    let content = Node.fill(
      FillNode(frame: PixelRect(x: 15, y: 25, width: 90, height: 50), ink: .colour(SIMD4(1, 1, 1, 1))))
    var sheet = EffectNode(
      frame: PixelRect(x: 10, y: 20, width: 100, height: 60), material: nil, corners: Corners(14),
      content: [content])
    let scene = Scene(size: PixelSize(width: 120, height: 100), nodes: [.effect(sheet)])
    #expect(scene.withContent(opacity: 1) == scene)
    sheet.content = [.effect(EffectNode(frame: sheet.frame, material: nil, alpha: 0.4, content: [content]))]
    #expect(scene.withContent(opacity: 0.4) == Scene(size: scene.size, nodes: [.effect(sheet)]))
  }

  @Test func `a popup is never larger than at rest`() throws {
    var motion = PopupMotion()
    motion.begin(now: start)
    for frame in 0..<60 {
      let factor = try #require(scale(motion, at: start + .milliseconds(16) * frame))
      #expect(factor >= 0.94 && factor <= 1)
    }
  }

  @Test func `glass unfolds from what was seen of it, and grows out of an island`() {
    for (made, first) in [
      (PopupMotion(from: 0.6), PopupMotion.Shape.part(0.6)), (PopupMotion(fromIsland: true), .grown(0)),
    ] {
      var motion = made
      #expect(motion.shape(at: start) == first && motion.isMoving(at: start))
      motion.begin(now: start)
      switch motion.shape(at: start + .milliseconds(80)) {
      case .part(let share): #expect(first == .part(0.6) && share > 0.6 && share < 1)
      case .grown(let progress): #expect(first == .grown(0) && progress > 0.1 && progress < 0.9)
      case let other: Issue.record("\(other)")
      }
      let end = start + .seconds(1)
      #expect(motion.shape(at: end) == .whole && !motion.isMoving(at: end))
    }
  }

  @Test(arguments: [
    // The island is above the sheet, at its left, and wider than the sheet.
    (LogicalRect(x: 30, y: -20, width: 40, height: 16), PixelRect(x: 30, y: 20, width: 40, height: 16)),
    (LogicalRect(x: -60, y: 30, width: 40, height: 16), PixelRect(x: 10, y: 30, width: 40, height: 16)),
    (LogicalRect(x: -60, y: 90, width: 400, height: 16), PixelRect(x: 10, y: 64, width: 100, height: 16)),
  ])
  func `a sheet grows from the shape of an island to its own`(island: LogicalRect, first: PixelRect) throws {
    let content = Node.fill(
      FillNode(frame: PixelRect(x: 15, y: 25, width: 90, height: 50), ink: .colour(SIMD4(1, 1, 1, 1))))
    let sheet = EffectNode(
      frame: PixelRect(x: 10, y: 20, width: 100, height: 60), material: nil, corners: Corners(14),
      content: [content])
    let scene = Scene(size: PixelSize(width: 120, height: 100), nodes: [.effect(sheet)])
    func shown(_ progress: Double) throws -> (sheet: EffectNode, inner: EffectNode) {
      guard case .effect(let sheet)? = scene.grown(progress, from: island).nodes.first,
        case .effect(let inner)? = sheet.content.first
      else { throw CancellationError() }
      return (sheet, inner)
    }
    let (start, middle, end) = (try shown(0), try shown(0.9), try shown(1))
    #expect(start.sheet.frame == first && start.sheet.corners == Corners(8) && start.inner.alpha == 0)
    #expect(middle.sheet.frame.contains(first) && sheet.frame.contains(middle.sheet.frame))
    #expect(abs(middle.inner.alpha - 0.5) < 0.01 && middle.inner.content == [content])
    // A sheet that is much narrower than its content shows none of it.
    #expect(try shown(0.8).inner.alpha == 0)
    #expect(end.sheet.frame == sheet.frame && end.sheet.corners == sheet.corners && end.inner.alpha == 1)
  }

  @Test(arguments: [
    (LogicalRect(x: 30, y: -16, width: 40, height: 16), PixelRect(x: 30, y: 0, width: 40, height: 16)),
    (LogicalRect(x: 30, y: 100.4, width: 40, height: 16), PixelRect(x: 30, y: 84, width: 40, height: 16)),
    (LogicalRect(x: -20, y: 30, width: 20, height: 40), PixelRect(x: 0, y: 30, width: 20, height: 40)),
    (LogicalRect(x: 120, y: 30, width: 20, height: 40), PixelRect(x: 100, y: 30, width: 20, height: 40)),
  ])
  func `a sheet beside an island hangs on it by a neck, until it has left it`(
    island: LogicalRect, first: PixelRect
  ) throws {
    let whole = PixelRect(x: 8, y: 8, width: 104, height: 84)
    let material = Material.named("systemMaterial", isDark: true)
    let sheet = EffectNode(frame: whole, material: material, corners: Corners(14))
    let scene = Scene(size: PixelSize(width: 120, height: 100), nodes: [.effect(sheet)])
    func shown(_ progress: Double) throws -> EffectNode {
      let nodes = scene.grown(progress, from: island).nodes
      guard nodes.count == 1, case .effect(let sheet) = nodes[0] else { throw CancellationError() }
      return sheet
    }
    for progress in [0, 0.3, 0.5] {
      let sheet = try shown(progress)
      let merging = try #require(sheet.merging)
      let parts = merging.parts.map { $0.frame.offset(x: sheet.frame.x, y: sheet.frame.y) }
      #expect(abs(merging.distance - 8 * (1 - progress)) < 1e-9 && parts.count == 2)
      #expect(progress > 0 || parts[0] == first)
      // The neck is that of the island, beyond the surface.
      #expect(parts[1].intersection(PixelRect(scene.size)).isEmpty)
      let place = LogicalRect(parts[1], scale: 1)
      #expect(place.x >= island.x && place.maxX <= island.maxX)
      #expect(place.y >= island.y - 1 && place.maxY <= island.maxY)
      // Glass of the sheet lies along all of the neck at the side of the surface, and nowhere beside it.
      let neck = try #require(scene.grown(progress, from: island).neck(from: island))
      let (isLevel, bounds) = (neck.height == 1, PixelRect(scene.size))
      #expect(isLevel || neck.width == 1)
      #expect(isLevel ? neck.y == 0 || neck.maxY == bounds.maxY : neck.x == 0 || neck.maxX == bounds.maxX)
      let line =
        isLevel
        ? PixelRect(x: 0, y: neck.y, width: bounds.width, height: 1)
        : PixelRect(x: neck.x, y: 0, width: 1, height: bounds.height)
      let shape = Shape(frame: sheet.frame, corners: sheet.corners, merging: merging)
      let covered = shape.coverage(in: line).map { $0 >= 128 }
      let (start, length) = isLevel ? (neck.x, neck.width) : (neck.y, neck.height)
      #expect(covered.indices.allSatisfy { covered[$0] == (start..<start + length).contains($0) })
    }
    #expect(try shown(0.9).merging == nil && scene.grown(0.9, from: island).neck(from: island) == nil)
    let last = try shown(1)
    #expect(last.frame == sheet.frame && last.corners == sheet.corners)
  }

  @Test(arguments: [
    (LogicalRect(x: 250, y: -20, width: 30, height: 20), PixelRect(x: 250, y: 0, width: 30, height: 20)),
    (LogicalRect(x: 120, y: -20, width: 30, height: 20), PixelRect(x: 120, y: 0, width: 30, height: 20)),
    (LogicalRect(x: 310, y: -20, width: 30, height: 20), nil),
    (LogicalRect(x: -90, y: -20, width: 80, height: 20), nil),
  ])
  func `a sheet hangs on an island beside its place if its surface reaches below it, else on none`(
    island: LogicalRect, first: PixelRect?
  ) throws {
    let whole = PixelRect(x: 40, y: 64, width: 180, height: 50)
    let material = Material.named("systemMaterial", isDark: true)
    let sheet = EffectNode(frame: whole, material: material, corners: Corners(25))
    let scene = Scene(size: PixelSize(width: 290, height: 150), nodes: [.effect(sheet)])
    let grown = scene.grown(0, from: island, within: 8)
    guard case .effect(let start)? = grown.nodes.first else { throw CancellationError() }
    guard let first else {
      #expect(start.merging == nil && whole.contains(start.frame))
      #expect(grown.neck(from: island) == nil)
      return
    }
    let merging = try #require(start.merging)
    #expect(merging.parts[0].frame.offset(x: start.frame.x, y: start.frame.y) == first)
    #expect(merging.distance == 8)
    // All glass at the side of the surface lies below the island, and its first shape is round.
    let neck = try #require(grown.neck(from: island))
    #expect(Double(neck.x) >= island.x && Double(neck.maxX) <= island.maxX)
    let bytes = Shape(frame: start.frame, corners: start.corners, merging: merging).coverage(
      in: PixelRect(x: first.x, y: first.maxY - 1, width: first.width, height: 1))
    #expect(bytes[0] == 0 && bytes[first.width - 1] == 0 && bytes[first.width / 2] > 128)
  }

  @Test(arguments: [OutputEdge.top, .left])
  func `a bar has no border where the neck of a popup joins it`(edge: OutputEdge) throws {
    let frame =
      edge.isLevel
      ? PixelRect(x: 4, y: 4, width: 200, height: 36) : PixelRect(x: 4, y: 4, width: 36, height: 200)
    let material = Material.named("systemMaterial", isDark: true)
    var sheet = EffectNode(frame: frame, material: material, corners: Corners(14))
    sheet.border = Border(width: 1, colour: [1, 1, 1, 0.5], lightDepth: 1.25)
    var other = sheet
    other.frame = frame.offset(x: edge.isLevel ? 210 : 0, y: edge.isLevel ? 0 : 210)
    let scene = Scene(size: PixelSize(width: 240, height: 240), nodes: [.effect(sheet), .effect(other)])
    let neck =
      edge.isLevel
      ? PixelRect(x: 60, y: 40, width: 50, height: 1) : PixelRect(x: 40, y: 60, width: 1, height: 50)
    let nodes = scene.joined(by: [neck], at: edge).nodes
    guard case .effect(let joined)? = nodes.first else { throw CancellationError() }
    #expect(nodes.last == .effect(other))
    let gap = try #require(joined.borderGaps.first)
    let line =
      edge.isLevel
      ? PixelRect(x: 60, y: 38, width: 50, height: 2) : PixelRect(x: 38, y: 60, width: 2, height: 50)
    #expect(gap.contains(line) && !gap.contains(frame.outset(by: -5)))
    #expect(edge.isLevel ? gap.x == 60 && gap.width == 50 : gap.y == 60 && gap.height == 50)
    var same = joined
    same.borderGaps = []
    #expect(same == sheet)
  }

  @Test func `without motion all of it is there at once`() {
    var motion = PopupMotion.none
    #expect(!motion.isMoving(at: start) && motion.shape(at: start) == .whole)
    motion.begin(now: start)
    #expect(!motion.isMoving(at: start) && motion.shape(at: start) == .whole)
  }

  @Test func `a sheet is scaled about its point nearest to the module`() {
    let content = Node.fill(
      FillNode(frame: PixelRect(x: 60, y: 20, width: 50, height: 40), ink: .colour(SIMD4(1, 1, 1, 1))))
    let sheet = EffectNode(
      frame: PixelRect(x: 10, y: 20, width: 100, height: 60), material: nil, corners: Corners(8),
      content: [content])
    let scene = Scene(size: PixelSize(width: 120, height: 100), nodes: [.effect(sheet)])
    // The module is above the sheet, its middle over the sheet's.
    let module = LogicalRect(x: 50, y: -30, width: 20, height: 20)
    #expect(scene.scaled(by: 1, towards: module) == scene)
    var half = sheet
    half.frame = PixelRect(x: 35, y: 20, width: 50, height: 30)
    half.content = [
      .fill(FillNode(frame: PixelRect(x: 60, y: 20, width: 25, height: 20), ink: .colour(SIMD4(1, 1, 1, 1))))
    ]
    #expect(scene.scaled(by: 0.5, towards: module) == Scene(size: scene.size, nodes: [.effect(half)]))
  }

  @Test(arguments: [
    (OutputEdge.bottom, PixelRect(x: 10, y: 20, width: 100, height: 30)),
    (.top, PixelRect(x: 10, y: 50, width: 100, height: 30)),
    (.right, PixelRect(x: 10, y: 20, width: 50, height: 60)),
    (.left, PixelRect(x: 60, y: 20, width: 50, height: 60)),
  ])
  func `a sheet unfolds away from one side, and what is on it keeps its place`(
    away: OutputEdge, expected: PixelRect
  ) {
    let content = Node.fill(
      FillNode(frame: PixelRect(x: 15, y: 25, width: 90, height: 50), ink: .colour(SIMD4(1, 1, 1, 1))))
    let sheet = EffectNode(
      frame: PixelRect(x: 10, y: 20, width: 100, height: 60), material: nil, corners: Corners(8),
      content: [content])
    let scene = Scene(size: PixelSize(width: 120, height: 100), nodes: [.effect(sheet)])
    #expect(scene.unfolded(1, away: away) == scene)
    var part = sheet
    part.frame = expected
    #expect(scene.unfolded(0.5, away: away) == Scene(size: scene.size, nodes: [.effect(part)]))
  }

  @Test func `a popup that the compositor has flipped unfolds the other way`() {
    let bar = PixelRect(x: 0, y: 0, width: 400, height: 32)
    let menu = PixelRect(x: 200, y: 40, width: 150, height: 90)
    #expect(OutputEdge.bottom.side(of: menu, beside: bar) == .bottom)
    let submenu = PixelRect(x: 50, y: 60, width: 150, height: 90)
    #expect(OutputEdge.right.side(of: submenu, beside: menu) == .left)
    #expect(OutputEdge.right.side(of: submenu.offset(x: 300, y: 0), beside: menu) == .right)
    #expect(OutputEdge.top.side(of: menu, beside: menu.offset(x: 0, y: 100)) == .top)
  }
}
