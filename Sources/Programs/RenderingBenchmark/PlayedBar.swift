import Geometry
import Glibc
import Rendering
import Scenes
import VisualEffects

/// A bar at the top of an output, over one of two backgrounds, as a compositor would show it.
final class PlayedBar {
  let output: PixelSize
  let glass: Glass
  let text: TextBitmap
  let item: TextNode
  /// As many as a bar usually has.
  let items: [TextNode]
  private var shown: [[UInt8]]
  private let backgrounds: [[UInt8]]
  /// Of the first surface shown; its alphas stay.
  private var leaks: [[UInt8]]?

  /// `scene` says what is glass, nil: all of the bar.
  init(size: PixelSize, height: Int, scene: Scene? = nil) {
    output = size
    let frame = PixelRect(x: 0, y: 0, width: size.width, height: height)
    let material = Material.named("systemMaterialDark", isDark: true)!
    let whole = Glass(frame: frame, scale: 1, leak: .standard, material: material)
    glass = scene.map { Glass(frame: frame, scale: 1, leak: .standard, panes: $0.panes) } ?? whole
    text = TextBitmap(
      size: PixelSize(width: 80, height: 24), coverage: (0..<80 * 24).map { $0 % 3 == 0 ? 255 : 0 })
    item = TextNode(
      frame: PixelRect(x: 920, y: 8, width: 80, height: 24),
      text: StyledText(string: "12:34", font: "Sans 11", scale: 1, maxWidth: nil), ink: .vibrant(.label))
    let first = item
    items = [16, 116, 920, 1620, 1720, 1820].map { x in
      var run = first
      run.frame.x = x
      return run
    }
    let backgrounds: [[UInt8]] = [0, 1].map { shift in
      (0..<size.width * size.height * 4).map { index in
        let (x, y) = (index / 4 % size.width, index / 4 / size.width)
        let wave = sin(Double(x + shift * 40) / 31) * cos(Double(y) / 17) * 100
        return UInt8(clamping: Int(128 + wave) + (x ^ y &* 7) % 23 - index % 4 * 9)
      }
    }
    shown = backgrounds
    self.backgrounds = backgrounds
  }

  /// What leaks through each pixel of a surface with the alphas of `surface`, for each background and channel.
  private func leaks(through surface: Bitmap) -> [[UInt8]] {
    let carrier = GlassCoverage(glass.panes, size: glass.frame.size).carrierPixels(
      x: glass.frame.x, y: glass.frame.y, leak: glass.leak)
    func rounded(_ value: Int) -> Int { (2 * value + 255) / 510 }
    return backgrounds.map { background in
      surface.bytes.indices.map { index in
        let word = carrier[index / 4]
        let under = Int(word & 255) + rounded((255 - Int(word >> 24)) * Int(background[index]))
        return UInt8(rounded((255 - Int(surface.bytes[index | 3])) * under))
      }
    }
  }

  /// Hands `region` of the output to `body`, with `surface` over it if it is given.
  func show(
    _ background: Int, _ surface: Bitmap?, _ region: PixelRect, _ body: (CapturedPixels) throws -> Void
  ) rethrows {
    if let surface {
      let all = leaks ?? leaks(through: surface)
      leaks = all
      let leak = all[background]
      for index in surface.bytes.indices { shown[background][index] = surface.bytes[index] &+ leak[index] }
    }
    try unsafe shown[background].withUnsafeBytes { all in
      let start = (region.y * output.width + region.x) * 4
      let pixels = unsafe UnsafeRawBufferPointer(rebasing: all[start...])
      try unsafe body(
        CapturedPixels(
          bytes: pixels, region: region, stride: output.width * 4, format: .rgbx, isYInverted: false))
    }
  }
}
