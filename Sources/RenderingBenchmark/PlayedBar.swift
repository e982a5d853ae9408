import Glibc
import Measures
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
  /// For each background and channel of the bar what leaks through.
  private let leaks: [[UInt8]]

  init(size: PixelSize, height: Int) {
    output = size
    let frame = PixelRect(x: 0, y: 0, width: size.width, height: height)
    let material = Material.named("systemMaterialDark", isDark: true)!
    glass = Glass(frame: frame, scale: 1, leak: .standard, material: material)
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
    let model = UnBlending(glass.leak)
    let thresholds = DitherPattern.carrierThresholds(glass.leak)
    leaks = backgrounds.map { background in
      (0..<frame.area * 4).map { index in
        let (x, y) = (index / 4 % size.width, index / 4 / size.width)
        let d = Int(thresholds[(y & 63) * 64 + x & 63])
        return UInt8(model.leaked(background: Int(background[index]), carrier: d))
      }
    }
  }

  /// Hands `region` of the output to `body`, with `surface` over it if it is given.
  func show(
    _ background: Int, _ surface: Bitmap?, _ region: PixelRect, _ body: (CapturedPixels) throws -> Void
  ) rethrows {
    if let surface {
      let leak = leaks[background]
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
