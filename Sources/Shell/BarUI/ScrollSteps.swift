public import ModuleModel
public import Views

/// Makes steps of smooth scrolling: a notch of a wheel, or as much with two fingers.
public struct ScrollSteps: Equatable, Sendable {
  /// How far two fingers scroll for one step, in points: what wlroots and GTK have a notch of a wheel move.
  static let length = 15.0
  /// More steps than these at once are no use to anybody.
  static let most = 10

  private var view: ViewID?
  private var direction: ScrollDirection?
  private var rest = 0.0

  public init() {}

  /// The steps that scrolling by `distance` physical pixels completes on a view; `notches` are those of a wheel.
  ///
  /// What is left over counts for the next time, as long as the same view is scrolled in the same direction.
  public mutating func add(
    _ distance: Double, notches: Double?, _ direction: ScrollDirection, on view: ViewID, scale: Double
  ) -> [ModuleGesture] {
    let steps = notches ?? distance / (Self.length * scale)
    guard steps.isFinite, steps != 0 else { return [] }
    if view != self.view || direction != self.direction || (rest < 0) != (steps < 0) { rest = 0 }
    (self.view, self.direction) = (view, direction)
    rest += steps
    // Parts of a step that add up to one may miss it by what numbers cannot hold.
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
