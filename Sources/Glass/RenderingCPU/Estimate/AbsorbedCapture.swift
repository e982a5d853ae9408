import Geometry
import Rendering
import Scenes

/// The result of absorbing a capture all of whose pixels were kept, valid as long as all surfaces stay as they were.
///
/// Compositors report more damage than changed: a window whose title changes is damaged as a whole, and the parts of
/// a frame become the rectangle around them. Comparing with the former capture takes a tenth of the time of
/// measuring.
struct AbsorbedCapture {
  /// The share of each surface that was seen, as in `Absorption`.
  var validity: [SurfaceID: Double] = [:]
  /// The bounds, on the output, of what was drawn and lies in no capture's damage since. It is measured whether its
  /// captured pixels differ or not: equal pixels under other ones of ours are another background.
  private var drawn = PixelRect.empty

  /// A capture of `region` that shows `damage` anew, after `former`; nil: anything may have been drawn before it.
  init(_ former: AbsorbedCapture?, region: PixelRect, damage: PixelRect) {
    validity = former?.validity ?? [:]
    let drawn = former?.drawn ?? region
    self.drawn = damage.contains(drawn) ? .empty : drawn
  }

  /// Notes that `rect` of the output was drawn.
  mutating func draw(_ rect: PixelRect) { drawn = drawn.union(rect) }

  /// The smallest rectangle around everything within `damage` that may have changed since the capture `former`.
  func changes(of capture: PanelPixels, since former: PanelPixels, within damage: PixelRect) -> PixelRect {
    let damage = damage.intersection(capture.region)
    guard former.region == capture.region else { return damage }
    return capture.differences(from: former, in: damage).union(drawn.intersection(damage))
  }
}
