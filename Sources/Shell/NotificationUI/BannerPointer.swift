public import Geometry

/// The pointer over the banners of one surface, which rests until a hand moves it: banners that come, slide or grow
/// under a resting one are not hovered.
public struct BannerPointer: Equatable, Sendable {
  /// A point in physical pixels.
  public struct Place: Equatable, Sendable {
    public var x, y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }

    fileprivate func isApart(from other: Place) -> Bool {
      max(abs(x - other.x), abs(y - other.y)) >= BannerPointer.step
    }
  }

  /// Pixels by which it moves at least: a pixel, but for what is lost where positions are rounded.
  static let step = 0.75

  /// A hand has moved it since it came over the surface, or has clicked.
  public private(set) var isMoved = false
  private var entry: Position?
  /// Nil: it is elsewhere.
  private var last: Position?
  /// Where it was when it left the surface, moved.
  private var former: Position?
  private var held: Set<PointerEvent.Button> = []

  /// Where it was, when the surface lay where it lay then.
  private struct Position: Equatable, Sendable {
    var onSurface, onOutput: Place

    /// It is elsewhere on both.
    func differsByHand(from other: Position) -> Bool {
      onSurface.isApart(from: other.onSurface) && onOutput.isApart(from: other.onOutput)
    }

    /// The surface has moved beneath it.
    func differsBySurface(from other: Position) -> Bool {
      onSurface.isApart(from: other.onSurface) && !onOutput.isApart(from: other.onOutput)
    }
  }

  public init() {}

  /// Where it is on the surface whose upper left corner lies at `origin` of the output by now; nil: elsewhere.
  public func place(onSurfaceAt origin: (x: Int, y: Int)) -> Place? {
    last.map { Place(x: $0.onOutput.x - Double(origin.x), y: $0.onOutput.y - Double(origin.y)) }
  }

  /// Takes in what it did on a surface whose upper left corner lies at `origin` of the output.
  ///
  /// When the surface moves beneath it some compositors tell of a motion, others that it leaves and comes again, others
  /// of nothing.
  public mutating func update(_ event: PointerEvent, surfaceAt origin: (x: Int, y: Int)) {
    let place = Place(x: event.x, y: event.y)
    let new = Position(
      onSurface: place, onOutput: Place(x: place.x + Double(origin.x), y: place.y + Double(origin.y)))
    switch event.kind {
    case .entered:
      let wasMoved = former.map { $0.differsBySurface(from: new) } ?? false
      self = BannerPointer()
      (entry, isMoved) = (new, wasMoved)
    case .moved:
      // What grows under a button that is held would carry away what is to be clicked.
      if held.isEmpty, let entry, entry.differsByHand(from: new) { isMoved = true }
    case .left:
      let left = isMoved ? last : nil
      self = BannerPointer()
      former = left
      return
    case .pressed(let button): held.insert(button)
    case .released(let button):
      held.remove(button)
      isMoved = true
    case .scrolled: break
    }
    last = new
  }
}
