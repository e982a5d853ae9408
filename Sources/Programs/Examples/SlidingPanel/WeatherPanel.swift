import Geometry
import Scenes
import VisualEffects

/// A sheet of glass with vibrant text and a template icon; slides by its `offset`.
nonisolated struct WeatherPanel: View {
  static let size = LogicalSize(width: 420, height: 152)

  /// How far below its place it is, in points.
  var offset = 0.0
  /// White on transparent; only its alpha counts.
  var icon: Bitmap

  private var blur: BlurEffect { BlurEffect(style: .systemMaterial) }

  var body: ViewTree {
    VisualEffectView(
      effect: blur,
      frame: LogicalRect(x: 0, y: offset, width: Self.size.width, height: Self.size.height)
    ) {
      VibrancyView(effect: VibrancyEffect(blurEffect: blur, style: .label)) {
        Image(icon, frame: LogicalRect(x: 24, y: 26, width: 36, height: 36), renderingMode: .alwaysTemplate)
        Label(
          "Weather report", font: "Sans Bold 12", frame: LogicalRect(x: 80, y: 22, width: 316, height: 24))
      }
      VibrancyView(effect: VibrancyEffect(blurEffect: blur, style: .secondaryLabel)) {
        Label(
          "Clearing from the west, 18 °C", font: "Sans 10.5",
          frame: LogicalRect(x: 80, y: 44, width: 316, height: 24))
      }
      VibrancyView(effect: VibrancyEffect(blurEffect: blur, style: .separator)) {
        Separator(.horizontal, x: 24, y: 84, length: 372)
      }
      VibrancyView(effect: VibrancyEffect(blurEffect: blur, style: .fill)) {
        Fill(frame: LogicalRect(x: 24, y: 100, width: 180, height: 36), corners: LogicalCorners(10))
        Fill(frame: LogicalRect(x: 216, y: 100, width: 180, height: 36), corners: LogicalCorners(10))
      }
      VibrancyView(effect: VibrancyEffect(blurEffect: blur, style: .label)) {
        Label(
          "Today", font: "Sans 10.5", frame: LogicalRect(x: 24, y: 100, width: 180, height: 36),
          alignment: .center)
        Label(
          "This week", font: "Sans 10.5", frame: LogicalRect(x: 216, y: 100, width: 180, height: 36),
          alignment: .center)
      }
    }
    .corners(LogicalCorners(20))
  }

  /// A sun: a disc and eight rays, `side` pixels wide.
  static func sun(_ side: Int) -> Bitmap {
    var bitmap = Bitmap(size: PixelSize(width: side, height: side))
    let unit = 36 / Double(side)
    for y in 0..<side {
      for x in 0..<side {
        let across = (Double(x) + 0.5) * unit - 18
        let down = (Double(y) + 0.5) * unit - 18
        let radius = (across * across + down * down).squareRoot()
        let disc = 8 - radius
        // The nearest of eight directions, and how far beside it the place is.
        let (long, short) = (max(abs(across), abs(down)), min(abs(across), abs(down)))
        let beside = min(short, abs(long - short) * 0.5.squareRoot())
        let ray = min(1.6 - beside, radius - 11, 17 - radius)
        let coverage = UInt8(max(0, min(1, max(disc, ray) / unit + 0.5)) * 255)
        for channel in 0..<4 { bitmap.bytes[4 * (y * side + x) + channel] = coverage }
      }
    }
    return bitmap
  }
}
