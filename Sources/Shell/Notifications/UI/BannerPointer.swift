public import Geometry

/// The pointer over the banners of one surface, and whether the user has moved it there. Banners that come, slide or
/// grow under a pointer that rests are not hovered.
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

  /// The least distance in pixels that counts as a motion: one pixel, less what is lost where positions are rounded.
  static let step = 0.75

  /// Whether the user has moved the pointer, or clicked, since it came over the surface.
  public private(set) var isMoved = false
  private var entry: Position?
  /// The last position; nil: the pointer is not over the surface.
  private var last: Position?
  /// The position at which the pointer left the surface, if the user had moved it.
  private var former: Position?
  private var held: Set<PointerEvent.Button> = []

  /// A position of the pointer, on the surface and on the output.
  private struct Position: Equatable, Sendable {
    var onSurface, onOutput: Place

    /// Whether the user has moved the pointer: its place differs on the surface and on the output.
    func differsByHand(from other: Position) -> Bool {
      onSurface.isApart(from: other.onSurface) && onOutput.isApart(from: other.onOutput)
    }

    /// Whether the surface has moved beneath the pointer: its place differs on the surface only.
    func differsBySurface(from other: Position) -> Bool {
      onSurface.isApart(from: other.onSurface) && !onOutput.isApart(from: other.onOutput)
    }
  }

  public init() {}

  /// The place of the pointer on the surface, whose upper left corner is at `origin` on the output now; nil: the
  /// pointer is not over the surface.
  public func place(onSurfaceAt origin: (x: Int, y: Int)) -> Place? {
    last.map { Place(x: $0.onOutput.x - Double(origin.x), y: $0.onOutput.y - Double(origin.y)) }
  }

  /// Handles an event on the surface, whose upper left corner is at `origin` on the output.
  ///
  /// When the surface moves beneath the pointer, some compositors send a motion, others a leave and an enter event, and
  /// others nothing. A pointer that enters a surface `atRest`, on which nothing has changed for a while, was moved by hand.
  public mutating func update(
    _ event: PointerEvent, surfaceAt origin: (x: Int, y: Int), atRest: Bool = false
  ) {
    let place = Place(x: event.x, y: event.y)
    let new = Position(
      onSurface: place, onOutput: Place(x: place.x + Double(origin.x), y: place.y + Double(origin.y)))
    switch event.kind {
    case .entered:
      let wasMoved = atRest || former.map { $0.differsBySurface(from: new) } ?? false
      self = BannerPointer()
      (entry, isMoved) = (new, wasMoved)
    case .moved:
      // A banner that grew while a button is held would move away the part that is to be clicked.
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
