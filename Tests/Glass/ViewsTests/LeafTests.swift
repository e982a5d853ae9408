import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Views

private struct Dots: SymbolSource {
  func bitmap(named name: String, side: Int) -> Bitmap? {
    name == "dot" ? Bitmap(size: PixelSize(width: side, height: side)) : nil
  }
}

private enum Act: ViewAction {
  case change
}

@Suite struct LeafTests {
  private func images(_ view: LaidOutView) -> [PixelRect] {
    func frames(_ node: Node) -> [PixelRect] {
      switch node {
      case .image(let image): [image.frame]
      case .effect(let effect): effect.content.flatMap(frames)
      case .fill, .text: []
      }
    }
    return view.scene.nodes.flatMap(frames)
  }

  @Test func `a picture keeps its proportions in its frame`() {
    let picture = Image(Bitmap(size: PixelSize(width: 30, height: 60)))
    #expect(images(laidOut(picture)) == [rect(0, 0, 30, 60)])
    #expect(images(laidOut(picture.frame(width: 40, height: 40))) == [rect(10, 0, 20, 40)])
    let wide = Image(Bitmap(size: PixelSize(width: 400, height: 100)), cornerRadius: 8, alignment: .leading)
    let below = VStack { wide.frame(maxHeight: 40) }
    #expect(images(laidOut(below, width: 200)) == [rect(0, 0, 160, 40)])
    #expect(images(laidOut(below, width: 80)) == [rect(0, 0, 80, 20)])
    #expect(images(laidOut(below, width: 200) { $0.isRightToLeft = true }) == [rect(40, 0, 160, 40)])
  }

  @Test func `a picture keeps its proportions where it has less height than it wants`() {
    let image = Image(Bitmap(size: PixelSize(width: 40, height: 40)))
    let view = laidOut(image.fitted(width: 24, height: 24).frame(minHeight: 18, maxHeight: 18))
    #expect(view.size == PixelSize(width: 24, height: 18))
    #expect(images(view) == [rect(3, 0, 18, 18)])
  }

  @Test(arguments: [(60, 40, 0), (40, 60, 8), (30, 30, 8), (40, 40, 0)])
  func `a picture that fills a frame is cut`(width: Int, height: Int, radius: Double) throws {
    let image = Image(Bitmap(size: PixelSize(width: width, height: height)), cornerRadius: radius)
    let view = laidOut(image.filling(width: 40, height: 40))
    #expect(view.size == PixelSize(width: 40, height: 40))
    let wide = width > height ? 20 : 0
    let high = height > width ? 20 : 0
    #expect(images(view) == [rect(-wide / 2, -high / 2, 40 + wide, 40 + high)])
    let cut = view.scene.nodes.compactMap { if case .effect(let effect) = $0 { effect.frame } else { nil } }
    #expect(cut == (radius == 0 && width == height ? [] : [rect(0, 0, 40, 40)]))
  }

  @Test func `a symbol without a picture keeps its place`() {
    let row = HStack(spacing: 2) {
      Symbol("dot")
      Symbol("none")
      Text("x")
    }
    let view = laidOut(row, height: 40, scale: 2) { $0.symbols = Dots() }
    #expect(images(view) == [rect(0, 4, 32, 32)])
    #expect(view.textFrames.map(\.x) == [72])
  }

  @Test(arguments: [(0, 0), (1, 4), (29, 29), (100, 100), (120, 100)])
  func `a progress is as long as it is far, and round from the first`(part: Int, width: Int) {
    let frames = laidOut(ProgressBar(part), width: 100).fillFrames
    #expect(frames.first == rect(0, 0, 100, 4))
    #expect(frames.dropFirst().map(\.width) == (width == 0 ? [] : [width]))
    let mirrored = laidOut(ProgressBar(part), width: 100) { $0.isRightToLeft = true }.fillFrames
    #expect(mirrored.dropFirst().allSatisfy { $0.maxX == 100 })
  }

  @Test(
    arguments: [(1.0, 10.0, 2), (1.25, 10, 3), (2, 10, 4), (1, 4, 1), (1.25, 4, 1), (2, 4, 2)], [false, true])
  func `a progress in few steps has gaps of whole pixels at them, and ends at one`(
    form: (scale: Double, height: Double, gap: Int), isRightToLeft: Bool
  ) {
    let (scale, gap) = (form.scale, form.gap)
    func fills(_ stops: [Double]) -> [FillNode] {
      let layout = laidOut(
        ProgressBar(50, height: form.height, stops: stops), width: Int(200 * scale), scale: scale
      ) { $0.isRightToLeft = isRightToLeft }
      let fills = layout.scene.nodes.compactMap { if case .fill(let fill) = $0 { fill } else { nil } }
      return isRightToLeft ? fills.map { $0.mirrored(in: Int(200 * scale)) } : fills
    }
    let (width, height) = (Int(200 * scale), Int((form.height * scale).rounded()))
    let shown = fills([0.25, 0.5, 0.75])
    let track = Array(shown.prefix(4))
    #expect(track.first?.frame.x == 0 && track.last?.frame.maxX == width && shown.count == 6)
    for (index, (one, next)) in zip(track, track.dropFirst()).enumerated() {
      let middle = Double(one.frame.maxX + next.frame.x) / 2
      #expect(next.frame.x - one.frame.maxX == gap)
      #expect(abs(middle - Double(width * (index + 1)) / 4) <= 1)
      #expect(one.corners.topRight == 0 && next.corners.bottomLeft == 0)
    }
    #expect(track.first?.corners.topLeft == Double(height) / 2)
    #expect(track.last?.corners.topRight == Double(height) / 2)
    // The filled part lies on the same parts.
    #expect(shown.dropFirst(4).map(\.frame) == track.prefix(2).map(\.frame))
    #expect(fills([]).count == 2 && fills((1..<100).map { Double($0) / 100 }).count == 2)
  }

  @Test func `the knob of a slider in few steps stands on a gap of its line`() throws {
    let slider = laidOut(Slider(50, stops: [0.25, 0.5, 0.75], Act.change), width: 216)
    let place = try #require(knob(slider)).frame
    let track = slider.fillFrames.filter { $0.height == 4 }.prefix(4)
    let gaps = zip(track, track.dropFirst()).map { Double($0.maxX + $1.x) / 2 }
    #expect(gaps.count == 3 && abs(gaps[1] - Double(place.x + place.maxX) / 2) <= 1)
    #expect(abs(gaps[0] - 58) <= 1 && abs(gaps[2] - 158) <= 1)
  }

  @Test func `a slider and a toggle take input and say their values`() {
    let slider = laidOut(Slider(50, Act.change), width: 114)
    #expect(knob(slider)?.frame == rect(49, 0, 16, 16))
    #expect(slider.regions[0].actions[.drag]?.as(Act.self) == .change)
    #expect(slider.accessibility.map(\.value) == ["50%"])
    let toggle = laidOut(Toggle(isOn: true, label: "Wi-Fi", Act.change))
    #expect(toggle.size == PixelSize(width: 36, height: 20))
    #expect(knob(toggle)?.frame == rect(18, 2, 16, 16))
    #expect(toggle.accessibility.map(\.value) == ["on"])
  }

  @Test(arguments: [false, true], [false, true])
  func `a knob is white in both looks and states, and has a shadow`(isDark: Bool, isOn: Bool) {
    let views: [ViewTree] = [
      Toggle(isOn: isOn, label: "", Act.change).body, Slider(isOn ? 100 : 0, Act.change).body,
    ]
    for view in views {
      let knob = knob(laidOut(view, width: 60) { $0.isDark = isDark })
      guard case .fill(let disc)? = knob?.content.first, case .colour(let colour) = disc.ink else {
        Issue.record("no knob")
        continue
      }
      #expect(colour == [1, 1, 1, 1] && knob?.shadows.isEmpty == false)
    }
  }

  /// The sheet of the knob of a switch or a slider.
  private func knob(_ layout: LaidOutView) -> EffectNode? {
    func sheets(_ nodes: [Node]) -> [EffectNode] {
      nodes.flatMap { node -> [EffectNode] in
        if case .effect(let sheet) = node { [sheet] + sheets(sheet.content) } else { [] }
      }
    }
    return sheets(layout.scene.nodes).first { !$0.shadows.isEmpty }
  }

  @Test func `a graph is a line through its values over a paler area, the latest at the trailing side`()
    throws
  {
    let graph = Sparkline([0, 0.5, 1, 1, 1, .nan], ink: .mark(1)).frame(width: 60, height: 20)
    func alphas(isRightToLeft: Bool) throws -> [[UInt8]] {
      let nodes = laidOut(graph) { $0.isRightToLeft = isRightToLeft }.scene.nodes
      let images = nodes.compactMap { if case .image(let image) = $0 { image } else { nil } }
      let image = try #require(images.first)
      #expect(images.count == 1 && image.frame == rect(0, 0, 60, 20) && image.ink == .colour([0, 0, 0, 1]))
      return (0..<20).map { y in (0..<60).map { x in image.bitmap.bytes[4 * (60 * y + x) + 3] } }
    }
    let rows = try alphas(isRightToLeft: false)
    let area = UInt8((Sparkline.areaOpacity * 255).rounded())
    // The values 0 and 1 are lines along the edges; nothing is above the line, and the area is below it.
    #expect(rows[19][0] > 230 && rows[18][0] < 180 && rows[0][0] == 0)
    #expect(rows[0][30] == 255 && rows[10][30] == area && rows[19][30] == area)
    #expect(rows[10][12] > area && rows[0][12] == 0)
    #expect(try alphas(isRightToLeft: true) == rows.map { $0.reversed() })
  }

  @Test func `buttons and switches have a line along their edge where edges are stroked`() {
    func borders(_ view: some View, _ edge: EdgeStyle) -> [Border] {
      laidOut(view) { $0.edge = edge }.scene.nodes.compactMap {
        if case .effect(let node) = $0 { node.border } else { nil }
      }
    }
    let line = Border(width: 1, colour: [0, 0, 0, 1])
    let (button, toggle) = (Button(Act.change) { Text("a") }, Toggle(isOn: true, label: "a", Act.change))
    #expect(borders(button, .stroked) == [line])
    #expect(borders(button, .lit) == [Border(width: 1, colour: [0, 0, 0, 0.16])])
    #expect(borders(toggle, .stroked).contains(line) && !borders(toggle, .lit).contains(line))
  }

  @Test(arguments: [false, true])
  func `tracks and knobs have a line around them where edges are stroked`(isDark: Bool) throws {
    let line = Border(width: 1, colour: isDark ? [1, 1, 1, 1] : [0, 0, 0, 1])
    func shown(
      _ view: some View, _ edge: EdgeStyle = .stroked, width: Int? = 114, focus: ViewID? = nil
    ) -> LaidOutView {
      laidOut(view, width: width) { ($0.edge, $0.isDark, $0.interaction.focused) = (edge, isDark, focus) }
    }
    func lined(_ layout: LaidOutView) -> [PixelRect] {
      layout.scene.nodes.compactMap { node -> PixelRect? in
        if case .effect(let effect) = node, effect.border == line { effect.frame } else { nil }
      }
    }
    let progress = shown(ProgressBar(50))
    #expect(lined(progress) == [rect(0, 0, 114, 6)])
    // The track itself is as thick as without a line.
    #expect(progress.fillFrames == [rect(1, 1, 112, 4), rect(1, 1, 56, 4)])
    let slider = Slider(50, Act.change)
    let rest = shown(slider)
    #expect(lined(rest) == [rect(0, 5, 114, 6), rect(49, 0, 16, 16)])
    #expect(rest.fillFrames == [rect(1, 6, 112, 4), rect(1, 6, 56, 4), rect(49, 0, 16, 16)])
    let focused = shown(slider, focus: try #require(rest.regions.first).id)
    #expect(lined(focused) == [rect(0, 5, 114, 6), rect(45, -4, 24, 24), rect(49, 0, 16, 16)])
    let toggle = Toggle(isOn: true, label: "", Act.change)
    #expect(lined(shown(toggle, width: nil)) == [rect(0, 0, 36, 20), rect(18, 2, 16, 16)])
    for edge in [EdgeStyle.lit, .unlit] {
      #expect(lined(shown(ProgressBar(50), edge)).isEmpty && lined(shown(slider, edge)).isEmpty)
      #expect(lined(shown(toggle, edge, width: nil)).isEmpty)
    }
  }

  @Test(arguments: [false, true])
  func `the rest of a slider in a line of texts has their ink along its edge where edges are stroked`(
    isUpright: Bool
  ) throws {
    /// The alphas across the line, some way from the knob.
    func rest(_ edge: EdgeStyle) throws -> [UInt8] {
      let slider = Slider(0, form: .inline(isUpright: isUpright, room: 16), Act.change)
      let layout = laidOut(slider, width: isUpright ? nil : 60, height: isUpright ? 60 : nil) {
        $0.edge = edge
      }
      let images = layout.scene.nodes.compactMap { if case .image(let image) = $0 { image } else { nil } }
      let bitmap = try #require(images.first).bitmap
      return (0..<12).map { place in
        let (x, y) = isUpright ? (place, 20) : (40, place)
        return bitmap.bytes[4 * (y * bitmap.size.width + x) + 3]
      }
    }
    #expect(try rest(.lit) == [0, 0, 0, 0, 89, 89, 89, 89, 0, 0, 0, 0])
    #expect(try rest(.stroked) == [0, 0, 0, 0, 255, 89, 89, 255, 0, 0, 0, 0])
  }

  @Test func `a graph of equal values is a level line, and one of none is empty`() throws {
    for value in [0.0, 0.5, 1] {
      let size = PixelSize(width: 9, height: 12)
      let curve = try #require(SparklineCurve([value, value, value], size: size, lineWidth: 2))
      let bytes = curve.bitmap().bytes
      for row in stride(from: 0, to: bytes.count, by: 36) {
        #expect(bytes[row..<row + 36].allSatisfy { $0 == bytes[row] })
      }
    }
    for none in [[], [nil, nil]] as [[Double?]] {
      #expect(laidOut(Sparkline(none).frame(width: 10, height: 8)).scene.nodes.isEmpty)
    }
  }

  @Test func `a graph begins with its first value, and its place before that is empty`() throws {
    func columns(_ values: [Double?], isMirrored: Bool = false) throws -> [Bool] {
      let size = PixelSize(width: 60, height: 20)
      let curve = try #require(SparklineCurve(values, size: size, lineWidth: 2))
      let bytes = curve.bitmap(isMirrored: isMirrored).bytes
      return (0..<60).map { x in (0..<20).contains { y in bytes[4 * (60 * y + x) + 3] > 0 } }
    }
    let partly = try columns([nil, nil, 0, 1, 0.5])
    #expect(partly == (0..<60).map { $0 >= 30 })
    #expect(try columns([nil, nil, 0, 1, 0.5], isMirrored: true) == partly.reversed())
    func nodes(_ values: [Double?]) -> [Node] {
      laidOut(Sparkline(values).frame(width: 60, height: 20)).scene.nodes
    }
    // Later ones that are missing are 0, as those that are no number are.
    #expect(nodes([nil, 0.5, nil, 2]) == nodes([nil, 0.5, .nan, 1]))
    #expect(nodes([nil, 0.5, nil, 2]) != nodes([0.5, 0.5, 0, 1]))
  }

  @Test func `a grid has columns as wide as their widest and rows as high as their highest`() {
    let grid = Grid(columns: 2, columnSpacing: 3, rowSpacing: 1, alignment: .topLeading) {
      block(10, 5)
      block(4, 8)
      block(6, 6)
    }
    #expect(laidOut(grid).fillFrames == [rect(0, 0, 10, 5), rect(13, 0, 4, 8), rect(0, 9, 6, 6)])
    #expect(laidOut(grid).size == PixelSize(width: 17, height: 15))
  }

  @Test func `glass clips what lies on it, and is as large as that`() throws {
    let view = laidOut(Text("x").padding(4).glass(nil, cornerRadius: 100))
    guard case .effect(let sheet)? = view.scene.nodes.first else {
      Issue.record("no glass")
      return
    }
    #expect(sheet.frame == rect(0, 0, 16, 27))
    #expect(sheet.corners == Corners(8))
    #expect(sheet.content.count == 1)
  }

  @Test func `a field shows its end, or the cursor, and knows the offset at a place`() {
    let field = TextField(String(repeating: "a", count: 20), selection: 20..<20, showsCursor: true)
    let view = laidOut(field, width: 100, height: 28)
    #expect(view.textFrames == [rect(8 + 84 - 2 - 160, 5, 160, 19)])
    #expect(view.fillFrames.last == rect(90, 6, 2, 16))
    func offset(_ x: Int) -> Int {
      view.textFields[0].offset(atX: x, measurer: MonospaceMeasurer())
    }
    #expect([90, 83, 79, 200].map(offset) == [20, 19, 19, 20])
    let empty = laidOut(
      TextField("", selection: 0..<0, showsCursor: false, placeholder: "Answer"), width: 100)
    #expect(empty.textFrames.map(\.x) == [8])
    #expect(empty.accessibility.map(\.role) == [.textField])
  }
}

extension FillNode {
  /// The fill in a mirror in the middle of a room of a width.
  fileprivate func mirrored(in width: Int) -> FillNode {
    var fill = self
    fill.frame.x = width - frame.maxX
    fill.corners = Corners(
      topLeft: corners.topRight, topRight: corners.topLeft, bottomRight: corners.bottomLeft,
      bottomLeft: corners.bottomRight)
    return fill
  }
}
