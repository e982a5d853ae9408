import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

/// Tests of the accuracy of glass over a background that is measured through it.
struct MeasuredBackgroundTests {
  static let size = PixelSize(width: 320, height: 200)

  /// Limits are a quarter above what was found; the means are of one flat colour, all of which round alike.
  @Test(arguments: [
    (4.0, Leak.fine, 2.2, 0.36), (10, .fine, 0.76, 0.34), (10, .standard, 1.65, 0.35),
    (20, .standard, 0.75, 0.33), (30, .standard, 0.7, 0.33),
  ])
  func `a measured background blurs like the background itself`(
    sigma: Double, leak: Leak, most: Double, mean: Double
  ) {
    let plan = BlurPlan(sigma: sigma, base: .smoothedMean)
    for background in [TestPictures.desktop(Self.size), TestPictures.flat(Self.size, [0.5, 0.1, 1])] {
      let shown = ReferencePlan.shown(over: measured(background, leak), plan: plan)
      let exact = ReferencePlan.shown(over: ReferencePicture(background), plan: plan)
      let errors = zip(shown.planes, exact.planes).flatMap { zip($0, $1).map { abs($0 - $1) } }
      #expect(errors.allSatisfy { $0 <= most })
      #expect(errors.reduce(0, +) / Double(errors.count) <= mean)
    }
  }

  /// The estimate of every pixel, from what is shown through some content.
  private func measured(_ background: Bitmap, _ leak: Leak) -> ReferencePicture {
    var content = TestPictures.noise(Self.size, seed: 77)
    for index in content.bytes.indices {
      content.bytes[index] =
        index % 4 == 3 ? UInt8(255 - leak.content) : min(content.bytes[index], UInt8(255 - leak.content))
    }
    var output = SimulatedOutput(background: background)
    output.surfaces = [.init(frame: PixelRect(Self.size), leak: leak, content: content)]
    let capture = output.capture(PixelRect(Self.size), isBlueFirst: false)
    let model = UnBlending(leak)
    let thresholds = DitherPattern.carrierThresholds(leak)
    var estimate = ReferencePicture(background)
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let pixel = y * Self.size.width + x
        for channel in 0..<3 {
          let leaked = Int(capture[4 * pixel + channel]) - Int(content.bytes[4 * pixel + channel])
          precondition(model.isValid(leaked: leaked), "\(leaked) at \(x), \(y)")
          estimate.planes[channel][pixel] = model.estimate(
            leaked: Double(leaked), carrier: Double(thresholds[(y & 63) * 64 + (x & 63)]))
        }
      }
    }
    return estimate
  }
}
