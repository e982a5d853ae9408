/// The look, dark or light, that all adaptive glass on one output shares while the backdrop decides on it.
///
/// The backdrop of one surface, which leads, decides for all of them, so that no dark bar is seen beside a light banner.
@MainActor public final class OutputLook {
  /// The look that was decided last; nil before the first decision.
  public private(set) var isDark: Bool?
  private var members: [Member] = []

  private struct Member {
    weak var glass: (any OutputLookMember)?
    var rank: Int
  }

  public init() {}

  /// Adds glass to the output until it is released; that of the highest `rank` leads if it can, of several the one that was
  /// added first.
  public func add(_ glass: any OutputLookMember, rank: Int) {
    members.removeAll { $0.glass == nil }
    members.append(Member(glass: glass, rank: rank))
  }

  /// The glass whose backdrop decides; nil: no glass can lead.
  public var leader: (any OutputLookMember)? {
    let able = members.filter { $0.glass?.canLead == true }
    return able.first { $0.rank == able.map(\.rank).max() }?.glass
  }

  /// Records the look of the glass that leads, and tells all others if it is another one; ignores other glass.
  public func decide(isDark: Bool, by glass: any OutputLookMember) {
    guard leader === glass, isDark != self.isDark else { return }
    self.isDark = isDark
    for member in members where member.glass !== glass { member.glass?.lookWasDecided(isDark: isDark) }
  }
}

/// Glass on an output that shares its look with other glass there.
@MainActor public protocol OutputLookMember: AnyObject {
  /// Whether the glass follows its backdrop and is on the screen, or on its way there.
  var canLead: Bool { get }
  /// Called when the glass that leads has changed the look.
  func lookWasDecided(isDark: Bool)
}
