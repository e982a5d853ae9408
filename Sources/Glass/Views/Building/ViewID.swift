/// The identity of a view, in one layout and from one layout to the next.
///
/// A view with a key from `.id` is identified by the key; other views are identified by their place, counted
/// from the nearest view around them that has a key. A key is unique in its tree, so a view keeps its
/// identity when it moves from one container to another.
public struct ViewID: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case place(Int)
    case key(ViewKey)
  }

  private(set) var parts: [Part]

  /// The identity of the root of a tree.
  static let root = ViewID(parts: [])

  private init(parts: [Part]) {
    self.parts = parts
  }

  /// The identity of the view with a key.
  public init(_ key: some Hashable & Sendable) {
    self.init(ViewKey(key))
  }

  init(_ key: ViewKey) {
    parts = [.key(key)]
  }

  /// The identity of the view at a place in this one.
  func inside(_ place: Int) -> ViewID { ViewID(parts: parts + [.place(place)]) }
}

/// A key of a view, of any type.
public struct ViewKey: Hashable, Sendable {
  /// The key itself.
  public let value: any Hashable & Sendable

  public init(_ value: some Hashable & Sendable) {
    self.value = value
  }

  public static func == (left: ViewKey, right: ViewKey) -> Bool {
    AnyHashable(left.value) == AnyHashable(right.value)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(value))
  }
}
