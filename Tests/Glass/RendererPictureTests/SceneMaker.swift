import Geometry
import Scenes
import TestSupport
import VisualEffects

/// Makes random scenes of all kinds of nodes, and changes them at random.
struct SceneMaker {
  let size: PixelSize
  private var random: SplitMix
  /// Decides on forms, so that scenes with them and without are otherwise alike.
  private var forms: SplitMix
  private let hasForms: Bool
  private let hasMarks: Bool

  /// The depth of the outermost nodes, of which sheets may flow together.
  private static let depth = 2

  /// Makes scenes of `size`, which are the same for the same `seed`. With forms sheets may flow together, and bend their backdrop
  /// otherwise than the materials of the catalogue. With marks there are texts beside vibrant fills and lights, in effects of their
  /// own.
  init(_ size: PixelSize, seed: UInt64, hasForms: Bool, hasMarks: Bool = false) {
    self.size = size
    (self.hasForms, self.hasMarks) = (hasForms, hasMarks)
    random = SplitMix(seed: seed)
    forms = SplitMix(seed: ~seed)
  }

  /// A new scene.
  mutating func scene() -> Scene { Scene(size: size, nodes: nodes(1...3, depth: Self.depth)) }

  /// The scene after one random change.
  mutating func changed(_ scene: Scene) -> Scene {
    var scene = scene
    change(&scene.nodes, depth: Self.depth)
    return scene
  }

  /// The pixels of a text, which depend on its string alone: letters of the ink, and sometimes letters with their own
  /// colours.
  static func rasterise(_ text: StyledText) -> TextBitmap {
    let number = UInt64(text.string) ?? 0
    var random = SplitMix(seed: number)
    let count = textSize.width * textSize.height
    let coverage = (0..<count).map { _ -> UInt8 in
      let byte = UInt8(truncatingIfNeeded: random.next())
      return byte < 90 ? 0 : byte > 170 ? 255 : byte
    }
    guard number % 4 == 0 else { return TextBitmap(size: textSize, coverage: coverage) }
    return TextBitmap(size: textSize, coverage: coverage, colours: picture(textSize, &random))
  }

  private static let textSize = PixelSize(width: 31, height: 13)

  // MARK: - Nodes

  private mutating func nodes(_ counts: ClosedRange<Int>, depth: Int) -> [Node] {
    let count = Int.random(in: counts, using: &random)
    let nodes = (0..<count).map { _ in node(depth) }
    return hasMarks && Int.random(in: 0..<2, using: &forms) == 0 ? nodes + marked() : nodes
  }

  /// A vibrant fill, sometimes with a light on it, and beside it a text in an effect without a material.
  private mutating func marked() -> [Node] {
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &forms) }
    let frame = PixelRect(
      x: number(0..<size.width / 2), y: number(0..<size.height / 2), width: 24, height: 14)
    let style: VibrancyEffect.Style = number(0..<2) == 0 ? .fill : .tertiaryFill
    var nodes = [Node.fill(FillNode(frame: frame, ink: .vibrant(style)))]
    if number(0..<2) == 0 {
      let picture = Self.picture(PixelSize(width: 9, height: 7), &forms)
      let light = ImageNode(frame: frame.outset(by: 6), bitmap: picture, ink: .vibrant(.fill))
      nodes.append(.effect(EffectNode(frame: frame, material: nil, content: [.image(light)])))
    }
    let place = PixelRect(
      x: frame.maxX + 1, y: frame.y, width: Self.textSize.width, height: Self.textSize.height)
    let string = StyledText(string: "\(number(0..<50))", font: "Sans 11", scale: 1, maxWidth: nil)
    let text = TextNode(frame: place, text: string, ink: .vibrant(.label))
    return nodes + [.effect(EffectNode(frame: place, material: nil, content: [.text(text)]))]
  }

  private mutating func node(_ depth: Int) -> Node {
    let frame = rect()
    switch number(depth > 0 ? 7 : 4) {
    case 0: return .text(text(frame))
    case 1:
      let picture =
        coin()
        ? TestPictures.photo(PixelSize(width: 31, height: 23), seed: UInt64(number(5)))
        : Self.picture(PixelSize(width: 1 + number(60), height: 1 + number(40)), &random)
      return .image(ImageNode(frame: frame, bitmap: picture, ink: coin() ? ink() : nil))
    case 2, 3:
      return .fill(
        FillNode(frame: frame, corners: Corners(Double(number(12))), ink: coin() ? .vibrant(fill()) : ink()))
    default: return .effect(effect(frame, depth))
    }
  }

  private mutating func text(_ frame: PixelRect) -> TextNode {
    let text = StyledText(string: "\(number(50))", font: "Sans 11", scale: 1, maxWidth: nil)
    return TextNode(
      frame: PixelRect(x: frame.x, y: frame.y, width: Self.textSize.width, height: Self.textSize.height),
      text: text, ink: ink())
  }

  private mutating func effect(_ frame: PixelRect, _ depth: Int) -> EffectNode {
    var effect = EffectNode(
      frame: frame, material: number(4) == 0 ? nil : material(),
      legibility: number(3) == 0 ? .off : Legibility(contrast: coin() ? 4.5 : 7),
      corners: coin() ? Corners(Double(number(30))) : uneven(), content: nodes(0...3, depth: depth - 1))
    effect.isApart = number(4) == 0
    if number(3) == 0 { effect.alpha = random.unit() }
    if number(3) == 0 {
      effect.border = Border(width: 0.5 + 2 * random.unit(), colour: colour(), rim: coin() ? colour() : nil)
      // Known seeds go on making the scenes that have shown defects.
      if hasForms, coin() { effect.border?.lowerRim = colour() }
      if hasForms, coin() { effect.border?.lightDepth = 0.5 + 2 * random.unit() }
    }
    if number(3) == 0 {
      effect.shadows = (0...number(2)).map { _ in
        Shadow(
          sigma: 0.5 + 12 * random.unit(), offsetX: 8 * random.unit() - 4, offsetY: 8 * random.unit() - 4,
          colour: colour())
      }
    }
    if number(4) == 0 {
      effect.mask =
        coin()
        ? .shape(frame.outset(by: 3 - number(14)), Corners(Double(number(20))))
        : .image(Self.picture(PixelSize(width: 1 + number(40), height: 1 + number(40)), &random))
    }
    return hasForms && depth == Self.depth ? divided(effect) : effect
  }

  /// Makes a sheet one of two or three beside one another that flow together, or leaves it as it is.
  private mutating func divided(_ sheet: EffectNode) -> EffectNode {
    let count = Int.random(in: 1...3, using: &forms)
    let width = sheet.frame.width / count
    guard count > 1, width >= 16 else { return sheet }
    let parts = (0..<count).map { index in
      var part = sheet
      let top = Int.random(in: 0...sheet.frame.height / 4, using: &forms)
      part.frame = PixelRect(
        x: sheet.frame.x + index * width, y: sheet.frame.y + top,
        width: width - Int.random(in: 0...8, using: &forms), height: sheet.frame.height - top)
      if index > 0 { part.content = [] }
      return Node.effect(part)
    }
    let nodes = Scene(size: size, nodes: parts).merged(within: 1 + 15 * forms.unit()).nodes
    // Sheets with a mask do not flow together, nor do those that are too far apart.
    guard nodes.count == 1, case .effect(let whole) = nodes[0] else { return sheet }
    return whole
  }

  private mutating func material() -> Material {
    let names = Material.names
    var material = Material.named(names[number(names.count)], isDark: coin())!
    if coin() { material.blurRadius = 45 * random.unit() * random.unit() }
    if number(4) == 0 {
      material.polarity = random.unit()
      material = material.shown
    }
    if hasForms, Int.random(in: 0..<3, using: &forms) == 0 {
      let depth = 40 * forms.unit()
      material.refraction = Refraction(
        depth: depth, amount: 4 * depth * forms.unit(), dispersion: 0.02 * forms.unit())
    }
    return material
  }

  private mutating func ink() -> Ink {
    let styles: [VibrancyEffect.Style] = [
      .label, .secondaryLabel, .tertiaryLabel, .quaternaryLabel, .separator,
    ]
    let index = number(styles.count + 2)
    return index < styles.count ? .vibrant(styles[index]) : .colour(colour())
  }

  private mutating func fill() -> VibrancyEffect.Style { [.fill, .secondaryFill, .tertiaryFill][number(3)] }

  private mutating func colour() -> SIMD4<Double> {
    SIMD4(random.unit(), random.unit(), random.unit(), coin() ? 1 : random.unit())
  }

  private mutating func uneven() -> Corners {
    Corners(
      topLeft: Double(number(40)), topRight: Double(number(12)), bottomRight: 0,
      bottomLeft: Double(number(25)))
  }

  /// A rectangle, which may extend beyond the surface.
  private mutating func rect() -> PixelRect {
    PixelRect(
      x: number(size.width / 2 + 10) - 10, y: number(size.height / 2 + 10) - 10,
      width: 20 + number(size.width - 19), height: 20 + number(size.height - 19))
  }

  /// A picture of premultiplied colours of any opacity.
  private static func picture(_ size: PixelSize, _ random: inout SplitMix) -> Bitmap {
    var picture = Bitmap(size: size)
    for pixel in 0..<size.width * size.height {
      let bits = random.next()
      let alpha = bits & 3 == 0 ? 0 : bits & 3 == 1 ? 255 : bits >> 8 & 255
      picture.bytes[pixel * 4 + 3] = UInt8(alpha)
      for channel in 0..<3 {
        picture.bytes[pixel * 4 + channel] = UInt8((bits >> UInt64(16 + 8 * channel) & 255) * alpha / 255)
      }
    }
    return picture
  }

  // MARK: - Changes

  private mutating func change(_ nodes: inout [Node], depth: Int) {
    guard !nodes.isEmpty else {
      nodes = self.nodes(1...2, depth: depth)
      return
    }
    let index = number(nodes.count)
    switch number(6) {
    case 0: nodes.remove(at: index)
    case 1: nodes.insert(node(depth), at: index)
    case 2: nodes.swapAt(0, index)
    default: nodes[index] = changed(nodes[index], depth: depth)
    }
  }

  private mutating func changed(_ node: Node, depth: Int) -> Node {
    let (x, y) = (number(9) - 4, number(9) - 4)
    switch node {
    case .text(var text):
      if coin() { text = self.text(text.frame) } else { text.frame = text.frame.offset(x: x, y: y) }
      return .text(text)
    case .image(var image):
      if coin() { image.ink = image.ink == nil ? ink() : nil }
      image.frame = image.frame.offset(x: x, y: y)
      return .image(image)
    case .fill(var fill):
      if coin() { fill.ink = ink() } else { fill.frame = fill.frame.offset(x: x, y: y) }
      return .fill(fill)
    case .effect(var effect):
      switch number(6) {
      case 0: effect.frame = effect.frame.offset(x: x, y: y)
      case 1: effect.alpha = coin() ? 1 : random.unit()
      // Only glass flows together.
      case 2: effect.material = effect.material == nil || effect.merging != nil ? material() : nil
      case 3: if effect.material != nil { effect.material = material() }
      case 4:
        effect.shadows =
          effect.shadows.isEmpty ? [Shadow(sigma: 1 + 9 * random.unit(), colour: colour())] : []
      default: change(&effect.content, depth: depth - 1)
      }
      return .effect(effect)
    }
  }

  private mutating func coin() -> Bool { random.next() % 2 == 0 }

  /// A number in 0 ..< `count`.
  private mutating func number(_ count: Int) -> Int { Int(random.next() % UInt64(max(count, 1))) }
}
