/// The place of a view in a width that is larger than its own; leading is left, but right where views are mirrored.
public enum HorizontalAlignment: Equatable, Sendable {
  case leading, center, trailing

  /// The left edge of something `width` pixels wide among `room`, where leading is left.
  func start(of width: Int, in room: Int) -> Int {
    switch self {
    case .leading: 0
    case .center: (room - width) / 2
    case .trailing: room - width
    }
  }
}

/// The place of a view in a height that is larger than its own.
public enum VerticalAlignment: Equatable, Sendable {
  case top
  /// The view lies in the middle; a text has the middle of its capital letters there.
  case center
  case bottom
  /// The first lines of texts stand on one line; views without a text lie at the top.
  case firstTextBaseline
}

/// The place of a view in a frame that is larger than itself.
public struct Alignment: Equatable, Sendable {
  public var horizontal: HorizontalAlignment
  public var vertical: VerticalAlignment

  public init(_ horizontal: HorizontalAlignment, _ vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  public static let topLeading = Alignment(.leading, .top)
  public static let top = Alignment(.center, .top)
  public static let topTrailing = Alignment(.trailing, .top)
  public static let leading = Alignment(.leading, .center)
  public static let center = Alignment(.center, .center)
  public static let trailing = Alignment(.trailing, .center)
  public static let bottomLeading = Alignment(.leading, .bottom)
  public static let bottom = Alignment(.center, .bottom)
  public static let bottomTrailing = Alignment(.trailing, .bottom)
}
