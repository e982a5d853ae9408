import Geometry
import Scenes
import TestSupport
import Testing
import Typography
import VisualEffects

@testable import Rendering
@testable import RenderingGLES

/// A motion of a view in six of its frames, from left to right and down.
nonisolated struct SampleMotion: Sendable, CustomTestStringConvertible {
  var name: String
  var contrast = 4.5
  var from, to: BlurEffect?
  /// Of the way in time, 0 … 1.
  var moments: [Double]

  var testDescription: String { name }

  static let all = [
    SampleMotion(
      name: "blur-in", from: nil, to: BlurEffect(style: .systemThinMaterialDark),
      moments: [0, 0.1, 0.2, 0.3, 0.6, 1]),
    SampleMotion(
      name: "turn", from: BlurEffect(style: .systemThinMaterialLight),
      to: BlurEffect(style: .systemThinMaterialDark), moments: [0, 0.3, 0.499, 0.501, 0.7, 1]),
    SampleMotion(
      name: "turn-7", contrast: 7, from: BlurEffect(style: .systemThinMaterialLight),
      to: BlurEffect(style: .systemThinMaterialDark), moments: [0, 0.3, 0.499, 0.501, 0.7, 1]),
    SampleMotion(
      name: "legible-out", from: BlurEffect(style: .legible), to: nil, moments: [0, 0.4, 0.7, 0.8, 0.9, 1]),
  ]

  private static let frame = PixelSize(width: 220, height: 84)

  /// Every frame beside the last, two in a row.
  @MainActor func picture() throws -> Bitmap {
    let text = TextEngine()
    let preview = try OffScreen.preview { text.rasterise($0) }
    let resolution = Resolution(
      scale: 1, isDark: true, legibility: Legibility(contrast: contrast), measurer: text)
    var motion = Animated(view(from))
    motion.animate(to: view(to), .curve(.linear, duration: .seconds(1)), now: at(0))
    var sheet = Bitmap(size: PixelSize(width: 2 * Self.frame.width, height: 3 * Self.frame.height))
    for (index, moment) in moments.enumerated() {
      let scene = Scene(size: Self.frame, resolution: resolution) { motion.value(at: at(moment)) }
      let picture = try preview.picture(of: scene, over: TestPictures.desktop(Self.frame), scale: 1)
      sheet.paste(picture, x: index % 2 * Self.frame.width, y: index / 2 * Self.frame.height)
    }
    return sheet
  }

  private func view(_ effect: BlurEffect?) -> VisualEffectView {
    let font = SampleBar.families.joined(separator: ",") + " 11"
    let vibrant = BlurEffect(style: .systemThinMaterial)
    return VisualEffectView(effect: effect, frame: LogicalRect(x: 10, y: 10, width: 200, height: 64)) {
      VibrancyView(effect: VibrancyEffect(blurEffect: vibrant)) {
        Label("Vibrant text", font: font, frame: LogicalRect(x: 12, y: 4, width: 176, height: 28))
        Separator(.horizontal, x: 12, y: 32, length: 176)
      }
      Label("Plain text", font: font, frame: LogicalRect(x: 12, y: 32, width: 150, height: 28))
      Fill(
        frame: LogicalRect(x: 172, y: 38, width: 16, height: 16), corners: LogicalCorners(8),
        colour: [1, 0.3, 0.2, 1])
    }
    .cornerRadius(12)
  }

  private func at(_ seconds: Double) -> Instant { Instant(sinceOrigin: .seconds(seconds)) }
}

extension Bitmap {
  /// Puts `picture`, which has to fit, at a place.
  fileprivate mutating func paste(_ picture: Bitmap, x: Int, y: Int) {
    let row = picture.size.width * 4
    for line in 0..<picture.size.height {
      let start = ((y + line) * size.width + x) * 4
      bytes.replaceSubrange(start..<start + row, with: picture.bytes[line * row..<(line + 1) * row])
    }
  }
}
