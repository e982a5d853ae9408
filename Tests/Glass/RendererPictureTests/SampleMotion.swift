import Geometry
import Scenes
import TestSupport
import Testing
import Typography
import Views
import VisualEffects

@testable import Rendering
@testable import RenderingGLES

/// Six frames of a motion of a sheet of glass, from left to right and from top to bottom.
nonisolated struct SampleMotion: Sendable, CustomTestStringConvertible {
  var name: String
  var contrast = 4.5
  /// The ink of the text that is not vibrant.
  var ink = ViewInk.mark(1)
  var from, to: BlurEffect?
  /// Shares of the motion's duration, 0 … 1.
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
      name: "legible-out", ink: .automatic, from: BlurEffect(style: .legible), to: nil,
      moments: [0, 0.4, 0.7, 0.8, 0.9, 1]),
  ]

  private static let frame = PixelSize(width: 220, height: 84)

  /// The picture of all frames, two in a row.
  @MainActor func picture() throws -> Bitmap {
    let text = TextEngine()
    let preview = try OffScreen.preview { text.rasterise($0) }
    let environment = ViewEnvironment(
      scale: 1, isDark: true, legibility: Legibility(contrast: contrast),
      font: SampleBar.families.joined(separator: ",") + " 11")
    var motion = Animated(sheet(from))
    motion.animate(to: sheet(to), .curve(.linear, duration: .seconds(1)), now: at(0))
    var page = Bitmap(size: PixelSize(width: 2 * Self.frame.width, height: 3 * Self.frame.height))
    for (index, moment) in moments.enumerated() {
      let shown = layout(
        content.glass(motion.value(at: at(moment))), in: Proposal(Self.frame), environment: environment,
        measurer: text)
      let picture = try preview.picture(of: shown.scene, over: TestPictures.desktop(Self.frame), scale: 1)
      page.paste(picture, x: index % 2 * Self.frame.width, y: index / 2 * Self.frame.height)
    }
    return page
  }

  private func sheet(_ effect: BlurEffect?) -> GlassSheet {
    GlassSheet(
      effect, frame: LogicalRect(x: 10, y: 10, width: 200, height: 64), corners: LogicalCorners(12))
  }

  private var content: ViewTree {
    ZStack {
      ZStack {
        Text("Vibrant text").textAlignment(.leading)
          .position(LogicalRect(x: 12, y: 4, width: 176, height: 28))
        Fill(.automatic).position(LogicalRect(x: 12, y: 32, width: 176, height: 1))
      }
      .vibrantMask(.label)
      Text("Plain text").textAlignment(.leading).ink(ink)
        .position(LogicalRect(x: 12, y: 32, width: 150, height: 28))
      Fill(.colour([1, 0.3, 0.2, 1]), cornerRadius: 8)
        .position(LogicalRect(x: 172, y: 38, width: 16, height: 16))
    }
    .body
  }

  private func at(_ seconds: Double) -> Instant { Instant(sinceOrigin: .seconds(seconds)) }
}

extension Bitmap {
  /// Copies `picture`, which has to fit, to (`x`, `y`).
  mutating func paste(_ picture: Bitmap, x: Int, y: Int) {
    let row = picture.size.width * 4
    for line in 0..<picture.size.height {
      let start = ((y + line) * size.width + x) * 4
      bytes.replaceSubrange(start..<start + row, with: picture.bytes[line * row..<(line + 1) * row])
    }
  }
}
