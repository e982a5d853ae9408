/// The place of a gesture on a module or on one of its items, in logical pixels of the output.
public struct ModuleContact: Equatable, Sendable {
  public var gesture: ModuleGesture
  /// Whether the gesture was made by a key.
  public var isByKey = false
  /// The name of the output of the bar; nil: it is no particular one.
  public var output: String?
  /// The pointer or the finger; the middle of the module if there is none.
  public var x, y: Double
  /// The frame of the module or the item.
  public var left, top, width, height: Double
  /// Physical per logical pixels.
  public var scale: Double

  public init(
    _ gesture: ModuleGesture, on output: String? = nil, x: Double = 0, y: Double = 0, left: Double = 0,
    top: Double = 0,
    width: Double = 0, height: Double = 0, scale: Double = 1
  ) {
    (self.gesture, self.output) = (gesture, output)
    (self.x, self.y, self.left, self.top) = (x, y, left, top)
    (self.width, self.height, self.scale) = (width, height, scale)
  }
}
