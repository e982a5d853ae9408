public import ModuleModel
public import Views

/// Converts smooth scrolling to steps: a notch of a wheel, or an equal distance with two fingers.
public struct ScrollSteps: Equatable, Sendable {
  /// Most steps at once; more would be useless.
  static let most = 10

  private var view: ViewID?
  private var direction: ScrollDirection?
  private var rest = 0.0

  public init() {}

  /// The steps that scrolling a view by `distance` physical pixels completes; `notches` are those of a wheel.
  ///
  /// The remainder counts for the next time, as long as the same view is scrolled in the same direction.
  public mutating func add(
    _ distance: Double, notches: Double?, _ direction: ScrollDirection, on view: ViewID, scale: Double,
    rule: ScrollRule = ScrollRule()
  ) -> [ModuleGesture] {
    let sign = rule.reverses(wheel: notches != nil) ? -1.0 : 1
    let steps = sign * (notches ?? distance / (rule.threshold * scale))
    guard steps.isFinite, steps != 0 else { return [] }
    if view != self.view || direction != self.direction || (rest < 0) != (steps < 0) { rest = 0 }
    (self.view, self.direction) = (view, direction)
    rest += steps
    // Parts of a step that add up to one may miss it by rounding errors.
    let whole = (rest + (rest < 0 ? -1e-6 : 1e-6)).rounded(.towardZero)
    rest -= whole
    let gesture: ModuleGesture =
      switch direction {
      case .vertical: whole < 0 ? .scrollUp : .scrollDown
      case .horizontal: whole < 0 ? .scrollLeft : .scrollRight
      }
    return Array(repeating: gesture, count: Int(min(abs(whole), Double(Self.most))))
  }
}
