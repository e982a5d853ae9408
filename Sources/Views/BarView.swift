public import Measures
public import Scenes
import Settings
public import ShellModel
public import VisualEffects

/// The status bar: the readings of its modules in three zones on glass.
///
/// Whatever the readings are, no two of them overlap and none leaves the bar sideways: the longest are ellipsised
/// first, and of more modules than there is room for, some are left out.
public struct BarView {
  public var state: State
  /// The bar in physical pixels.
  public var size: PixelSize
  /// Physical per logical pixels.
  public var scale: Double
  public var material: Material

  public init(state: State, size: PixelSize, scale: Double, material: Material) {
    self.state = state
    self.size = size
    self.scale = scale
    self.material = material
  }

  /// What the bar shows.
  public func scene(measurer: some TextMeasurer) -> Scene {
    var sheet = sheet
    let bare = Scene(size: size, nodes: [.effect(sheet)])
    let content = size.width - 2 * pixels(Self.padding)
    guard content > 0, size.height > 0 else { return bare }
    let zones: [[Run]]
    if let notice = state.notice {
      zones = [[Run(styled(notice.text), measurer)], [], []]
    } else {
      let bar = state.settings.bar
      zones = [bar.start, bar.center, bar.end].map { names in names.compactMap { run($0, measurer) } }
    }
    let layout = ZoneLayout(
      width: size.width, padding: pixels(Self.padding), gap: pixels(Self.gap),
      least: pixels(Self.leastWidth))
    let baseline = baseline(measurer)
    let texts = layout.fit(zones, measurer).flatMap { $0 }.map { x, run in
      TextNode(
        frame: PixelRect(
          x: x, y: baseline - run.extent.baseline, width: run.extent.size.width,
          height: run.extent.size.height),
        text: run.text, ink: ink)
    }
    sheet.content = texts.map(Node.text)
    return Scene(size: size, nodes: [.effect(sheet)])
  }

  /// From an edge of the bar to its first text, logical pixels.
  static let padding = 12.0
  /// Between two texts, logical pixels; Waybar's modules are as far apart.
  static let gap = 20.0
  /// A text gets at least this (logical pixels) or is left out; a few letters and the ellipsis.
  static let leastWidth = 32.0
  /// What the message of a failed module may take at most (logical pixels), so that one does not drown the rest.
  static let failureWidth = 240.0

  /// The glass without content. What belongs to its material it has too, but for corners: it fills an edge of the screen.
  private var sheet: EffectNode {
    let border = material.finish.map {
      Border(width: max(($0.borderWidth * scale).rounded(), 1), colour: $0.borderColour)
    }
    return EffectNode(
      frame: PixelRect(size), material: material, legibility: state.presentation.legibility, border: border)
  }

  private var ink: Ink { material.finish.map { .colour($0.ink) } ?? .vibrant(.label) }

  private func pixels(_ logical: Double) -> Int { Int((logical * scale).rounded()) }

  private func styled(_ string: String, maxWidth: Int? = nil) -> StyledText {
    StyledText(string: string, font: state.settings.bar.font, scale: scale, maxWidth: maxWidth)
  }

  private func run(_ module: ModuleName, _ measurer: some TextMeasurer) -> Run? {
    switch state.readings[module] {
    case .text(let string):
      return string.allSatisfy(\.isWhitespace) ? nil : Run(styled(string), measurer)
    case .failure(let message):
      return Run(styled("⚠ \(message)"), measurer).limited(to: pixels(Self.failureWidth), measurer)
    case nil:
      return nil
    }
  }

  /// Puts the middle of capital letters in the middle of the bar; line heights of fonts would not be centred for the eye.
  private func baseline(_ measurer: some TextMeasurer) -> Int {
    let capHeight = measurer.capHeight(font: state.settings.bar.font, scale: scale)
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
