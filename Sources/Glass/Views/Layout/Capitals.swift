/// Computes the baseline of a line of text that looks centred.
public enum Capitals {
  /// The distance from the top of a height down to the baseline that puts the middle of letters of `letterHeight` in the
  /// middle; all in physical pixels. Line heights of fonts would not be centred for the eye.
  public static func baseline(centring letterHeight: Double, in height: Int) -> Int {
    Int(((Double(height) + letterHeight) / 2).rounded())
  }

  /// The least height that contains a line once its letters are centred; the line is `lineHeight` high and
  /// has its baseline `baseline` below its top, all in physical pixels.
  public static func height(centring letterHeight: Double, baseline: Int, lineHeight: Int) -> Int {
    let above = Double(baseline) - letterHeight / 2
    return Int((2 * max(above, Double(lineHeight) - above)).rounded(.up))
  }
}
