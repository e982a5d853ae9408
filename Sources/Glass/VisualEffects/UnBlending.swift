/// The integer arithmetic by which the background is measured through our own surfaces.
///
/// All values are 8-bit channel values, 0 … 255. The compositor shows our content over our carrier over the
/// background; knowing content, carrier and what was captured gives the background.
public struct UnBlending: Equatable, Sendable {
  public let leak: Leak

  /// Traps unless the leak is 2 … 254: nothing can be measured through an opaque surface or under an opaque carrier.
  public init(_ leak: Leak) {
    precondition((2...254).contains(leak.content), "leak \(leak.content)")
    self.leak = leak
  }

  // MARK: Forward

  /// The value that a correctly rounding compositor shows where content `s` (premultiplied) lies over the carrier's
  /// grey `d` over the background `b`.
  public func shown(content s: Int, background b: Int, carrier d: Int) -> Int {
    min(255, s + leaked(background: b, carrier: d))
  }

  /// The part of the shown value that leaks through the content, 0 … L: the `c` that a capture measures.
  public func leaked(background b: Int, carrier d: Int) -> Int {
    Self.rounded(leak.content * underneath(background: b, carrier: d))
  }

  /// The value of the carrier over the background, which the content covers.
  public func underneath(background b: Int, carrier d: Int) -> Int {
    d + Self.rounded((255 - leak.carrierAlpha) * b)
  }

  /// `value` / 255 to the nearest integer; there are no ties, since 255 is odd.
  private static func rounded(_ value: Int) -> Int { (2 * value + 255) / 510 }

  // MARK: Inverse

  /// The background that follows from `c`, the captured value minus the content; not clamped, since it is
  /// noise around the true value.
  ///
  /// Averaged over all thresholds `d` it is the background to within the rounding of the carrier's own
  /// blending, ± .5 · 255 / (255 − A).
  public func estimate(leaked c: Double, carrier d: Double) -> Double {
    (c * 255 / Double(leak.content) - d) * 255 / Double(255 - leak.carrierAlpha)
  }

  /// Whether `c` can be the leak of any background; `tolerance` allows for compositors that round
  /// differently.
  public func isValid(leaked c: Int, tolerance: Int = 0) -> Bool {
    c >= -tolerance && c <= leak.content + tolerance
  }

  /// Standard deviation of one pixel's estimate: a uniform error of A steps, scaled like the estimate.
  public var standardDeviation: Double {
    let steps = Double(leak.carrierAlpha)
    return ((steps * steps - 1) / 12).squareRoot() * 255 / (255 - steps)
  }

  /// The distance by which the mean estimate of `count` pixels may lie outside 0 … 255 by chance: three standard
  /// deviations.
  ///
  /// A mean farther outside tells of a faint, even cover over these pixels, which `isValid` cannot see.
  public func meanTolerance(count: Int) -> Double {
    3 * standardDeviation / Double(count).squareRoot()
  }

  // MARK: Next frame

  /// The content to submit so that `target` is shown where `c` leaks. Targets lie between the black and the white of
  /// live glass, L and 255 − L.
  ///
  /// The result is never above 255 − L: the sum would saturate, and later estimates could not recover.
  public func content(showing target: Int, leaked c: Int) -> Int {
    min(max(target - c, 0), 255 - leak.content)
  }
}
