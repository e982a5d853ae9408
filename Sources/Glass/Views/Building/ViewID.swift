/// The identity of a view, in one layout and from one layout to the next.
///
/// A view with a key from `.id` is identified by the key; other views are identified by their place, counted
/// from the nearest view around them that has a key. A key is unique in its tree, so a view keeps its
/// identity when it moves from one container to another.
public struct ViewID: Hashable, Sendable {
  /// The key of the nearest view around that has one, which may be the view itself; nil: there is none.
  public let key: ViewKey?
  /// The places from there down to the view, eight bits each, as most trees need no more: a view's identity is made in every
  /// layout, and takes no memory of its own like this.
  private var near: UInt64 = 0
  /// The places that have no room in `near`.
  private var far: [Int] = []

  /// The identity of the root of a tree.
  static let root = ViewID(key: nil)

  /// The identity of the view with a key.
  public init(_ key: some Hashable & Sendable) {
    self.init(key: ViewKey(key))
  }

  init(key: ViewKey?) {
    self.key = key
  }

  /// The identity of the view at a place in this one.
  func inside(_ place: Int) -> ViewID {
    var id = self
    // Places count from 1, so that a place is told from none.
    if far.isEmpty, near >> 56 == 0, place < 255 {
      id.near = near << 8 | UInt64(place + 1)
    } else {
      id.far.append(place)
    }
    return id
  }
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
