import Geometry
import VisualEffects

/// The share of white or black that legibility has mixed into a material, measured on finished 8-bit pixels.
public enum FillMeasurement {
  /// The mean share of white (light glass) or black (dark glass) in linear light, 0 … 1, by which `filled` differs from
  /// `pure`, the same picture with legibility off. Traps if sizes differ.
  public static func mean(of filled: Bitmap, from pure: Bitmap, isDark: Bool) -> Double {
    precondition(filled.size == pure.size, "\(filled.size) and \(pure.size)")
    let count = filled.size.width * filled.size.height
    guard count > 0 else { return 0 }
    var sum = 0.0
    for index in 0..<count {
      let (before, after) = (pure.luminance(at: index), filled.luminance(at: index))
      let span = isDark ? before : 1 - before
      // A pixel that is black or white already cannot be moved; one step of rounding would give any share.
      if span > 0.002 { sum += min(max((isDark ? before - after : after - before) / span, 0), 1) }
    }
    return sum / Double(count)
  }
}
