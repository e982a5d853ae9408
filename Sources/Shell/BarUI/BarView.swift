public import Geometry
public import Scenes
public import Settings
public import ShellModel
public import VisualEffects

/// A status bar: the readings of its modules in three zones on glass.
///
/// Whatever the readings are, no two of them overlap and none leaves the bar: the longest are ellipsised first, and of
/// more modules than there is room for, some are left out. At the left or right edge each word is a line of its own.
public struct BarView {
  public var state: State
  public var bar: BarSettings
  /// The bar in physical pixels.
  public var size: PixelSize
  /// Physical per logical pixels.
  public var scale: Double
  public var material: Material
  /// 0 … 1, of all of it.
  public var alpha = 1.0
  /// How much of it is on the screen, 0 … 1: it slides in from its edge.
  public var reach = 1.0

  /// Its upper left corner in its surface, and the surface, if that is not all of it.
  public var place: (x: Int, y: Int, surface: PixelSize)?

  /// `bar` nil: the first of the settings.
  public init(
    state: State, bar: BarSettings? = nil, size: PixelSize, scale: Double, material: Material
  ) {
    self.state = state
    self.bar = bar ?? state.settings.bar
    self.size = size
    self.scale = scale
    self.material = material
  }

  /// What the bar shows.
  public func scene(measurer: some TextMeasurer) -> Scene {
    // Wholly transparent, there is no glass to blur for.
    let surface = place?.surface ?? size
    guard alpha > 0, reach > 0 else { return Scene(size: surface, nodes: []) }
    var (x, y) = slide
    if let place { (x, y) = (x + place.x, y + place.y) }
    let texts = (bar.edge.isLevel ? row(measurer) : column(measurer)).map { text in
      var text = text
      text.frame = text.frame.offset(x: x, y: y)
      return Node.text(text)
    }
    var sheet = sheet
    sheet.frame = sheet.frame.offset(x: x, y: y)
    sheet.content = texts
    return Scene(size: surface, nodes: [.effect(sheet)])
  }

  /// Towards the edge, by what is not on the screen.
  private var slide: (x: Int, y: Int) {
    func hidden(_ length: Int) -> Int { Int((Double(length) * (1 - reach)).rounded()) }
    return switch bar.edge {
    case .top: (0, -hidden(size.height))
    case .bottom: (0, hidden(size.height))
    case .left: (-hidden(size.width), 0)
    case .right: (hidden(size.width), 0)
    }
  }

  private var zones: [[ModuleName]] { [bar.start, bar.center, bar.end] }

  private func row(_ measurer: some TextMeasurer) -> [TextNode] {
    guard size.width > 2 * pixels(Self.padding), size.height > 0 else { return [] }
    let zones: [[Run]] =
      if let notice = state.notice {
        [[Run(styled(notice.text), measurer)], [], []]
      } else {
        zones.map { names in names.compactMap { run($0, measurer) } }
      }
    let layout = ZoneLayout(
      width: size.width, padding: pixels(Self.padding), gap: pixels(Self.gap),
      least: pixels(Self.leastWidth))
    let baseline = baseline(measurer)
    return layout.fit(zones, measurer).flatMap { $0 }.map { x, run in
      TextNode(
        frame: PixelRect(
          x: x, y: baseline - run.extent.baseline, width: run.extent.size.width,
          height: run.extent.size.height),
        text: run.text, ink: ink)
    }
  }

  private func column(_ measurer: some TextMeasurer) -> [TextNode] {
    let width = size.width - 2 * pixels(Self.sidePadding)
    guard width > 0, size.height > 2 * pixels(Self.padding) else { return [] }
    let zones: [[[Run]]] =
      if let notice = state.notice {
        [[lines(notice.text, width, measurer)], [], []]
      } else {
        zones.map { names in
          names.compactMap { string($0) }.map { lines($0, width, measurer) }.filter { !$0.isEmpty }
        }
      }
    let layout = ColumnLayout(
      height: size.height, padding: pixels(Self.padding), gap: pixels(Self.gap))
    return layout.fit(zones).map { y, run in
      TextNode(
        frame: PixelRect(
          x: (size.width - run.width) / 2, y: y, width: run.width, height: run.extent.size.height),
        text: run.text, ink: ink)
    }
  }

  /// A line for each word.
  private func lines(_ string: String, _ width: Int, _ measurer: some TextMeasurer) -> [Run] {
    string.split(whereSeparator: \.isWhitespace).map {
      Run(styled(String($0)), measurer).limited(to: width, measurer)
    }
  }

  private func string(_ module: ModuleName) -> String? {
    switch state.contents[module] {
    case .text(let string): string
    case .failure(let message): "⚠ \(message)"
    case nil: nil
    }
  }

  /// From an edge of the bar to its first text, logical pixels.
  static let padding = 12.0
  /// From the sides of a bar at the left or right edge, logical pixels.
  static let sidePadding = 3.0
  /// Between two texts, logical pixels; Waybar's modules are as far apart.
  static let gap = 20.0
  /// A text gets at least this (logical pixels) or is left out; a few letters and the ellipsis.
  static let leastWidth = 32.0
  /// What the message of a failed module may take at most (logical pixels), so that one does not drown the rest.
  static let failureWidth = 240.0

  /// The glass without content. What belongs to its material it has too, but for corners: those are the bar's.
  private var sheet: EffectNode {
    let border = material.finish.flatMap { finish -> Border? in
      guard finish.borderWidth > 0 else { return nil }
      return Border(width: max((finish.borderWidth * scale).rounded(), 1), colour: finish.borderColour)
    }
    let radius = min(Double(bar.cornerRadius) * scale, Double(min(size.width, size.height)) / 2)
    return EffectNode(
      frame: PixelRect(size), material: material, legibility: state.presentation.legibility,
      corners: Corners(radius), border: border, alpha: alpha)
  }

  private var ink: Ink { material.finish?.ink.map { .colour($0) } ?? .vibrant(.label) }

  private func pixels(_ logical: Double) -> Int { Int((logical * scale).rounded()) }

  private func styled(_ string: String, maxWidth: Int? = nil) -> StyledText {
    StyledText(string: string, font: bar.font, scale: scale, maxWidth: maxWidth)
  }

  private func run(_ module: ModuleName, _ measurer: some TextMeasurer) -> Run? {
    guard let string = string(module), !string.allSatisfy(\.isWhitespace) else { return nil }
    let run = Run(styled(string), measurer)
    if case .failure = state.contents[module] { return run.limited(to: pixels(Self.failureWidth), measurer) }
    return run
  }

  /// Puts the middle of capital letters in the middle of the bar; line heights of fonts would not be centred for the eye.
  private func baseline(_ measurer: some TextMeasurer) -> Int {
    let capHeight = measurer.capHeight(font: bar.font, scale: scale)
    return Int(((Double(size.height) + capHeight) / 2).rounded())
  }
}

/// A text with its extent.
struct Run {
  var text: StyledText
  var extent: TextExtent

  init(_ text: StyledText, _ measurer: some TextMeasurer) {
    self.text = text
    self.extent = measurer.measure(text)
  }

  var width: Int { extent.size.width }

  /// Ellipsised if it is wider; otherwise the very same, so that its cached pixels serve.
  func limited(to width: Int, _ measurer: some TextMeasurer) -> Run {
    guard self.width > width else { return self }
    var text = text
    text.maxWidth = width
    return Run(text, measurer)
  }
}
