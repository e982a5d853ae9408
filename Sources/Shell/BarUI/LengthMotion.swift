public import Geometry
public import ModuleModel
public import Scenes
public import Settings
public import Views

/// The modules of a bar, and the items of modules, that become longer or shorter softly when their contents change.
///
/// A change of less than `least` is made at once unless the module moves already. A change of the look alone, or of figures whose
/// number stays the same, is made at once too. A module whose content changes all the time moves at first only: changes less than
/// `pause` apart, or `numberPause` for numbers, are made at once when `pause` has passed since the first of them, so that they need
/// no frames between them.
///
/// The type reads no clock: every time is passed in.
public struct LengthMotion: Equatable, Sendable {
  /// The timing of a module that becomes longer or shorter.
  public static let timing = GrowthMotion.timing
  /// The least change that is a motion, in points.
  public static let least = 2.0
  /// The time for which contents have to stay before they count as ones that rarely change. Titles of windows that change all the
  /// time are passed on to the bar twice a second.
  public static let pause = Duration.milliseconds(600)
  /// The time for which numbers have to stay before they count as ones that rarely change: speeds and percentages are measured every
  /// few seconds.
  public static let numberPause = Duration.seconds(10)

  /// The motion of a module or an item.
  private struct Motion: Equatable, Sendable {
    /// The length that is shown, in points.
    var length: Animated<Double>
    /// When the first and the last one of changes without a pause between them came.
    var begin, last: Instant
  }

  /// The lengths in the last layout, in points.
  private var lengths: [BarItem: Double] = [:]
  private var modules: [ModuleName: ShownModule] = [:]
  private var motions: [BarItem: Motion] = [:]

  public init() {}

  /// Sets the lengths that modules and their items have at rest in the layout for `now`, in points, and the contents of modules that
  /// have been read. `isAnimated` is false while the bar is not visible, or motion is to be reduced.
  public mutating func follow(
    _ new: [BarItem: Double], of contents: [ModuleName: ShownModule], isAnimated: Bool, now: Instant
  ) {
    let (former, formerModules) = (lengths, modules)
    (lengths, modules) = (new, contents)
    guard isAnimated else {
      motions = [:]
      return
    }
    motions = motions.filter { item, motion in
      new[item] != nil && contents.content(of: item) != nil && now < motion.last + Self.numberPause
    }
    for (item, length) in new {
      guard let old = former[item], old != length, let content = contents.content(of: item) else { continue }
      var motion = motions[item] ?? Motion(length: Animated(old), begin: now, last: now)
      if !motion.length.isMoving(at: now) {
        guard abs(length - old) >= Self.least, let other = formerModules.content(of: item),
          let pause = content.pause(after: other)
        else { continue }
        motion.length = Animated(old)
        if now >= motion.last + pause { motion.begin = now }
      }
      let isSoft = now < motion.begin + Self.pause
      motion.length.animate(to: length, isSoft ? Self.timing : .none, now: now)
      motion.last = now
      motions[item] = motion
    }
  }

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool { motions.values.contains { $0.length.isMoving(at: now) } }

  /// Returns the lengths at `now` of the modules and items that become longer or shorter.
  public func moving(at now: Instant) -> [BarItem: MovingLength] {
    motions.reduce(into: [:]) { moving, motion in
      guard motion.value.length.isMoving(at: now), let rest = lengths[motion.key] else { return }
      moving[motion.key] = MovingLength(shown: max(0, motion.value.length.value(at: now)), rest: rest)
    }
  }
}

/// The length of a module that becomes longer or shorter, in points.
public struct MovingLength: Equatable, Sendable {
  /// The length that is seen.
  public var shown: Double
  /// The length at which the module will rest, for which its content is laid out.
  public var rest: Double

  public init(shown: Double, rest: Double) { (self.shown, self.rest) = (shown, rest) }
}

extension BarItem.Zone {
  /// The place of a module's content in the module while that becomes longer or shorter: the end towards which the modules of the
  /// zone are gathered.
  var anchor: HorizontalAlignment {
    switch self {
    case .start: .leading
    case .center: .center
    case .end: .trailing
    }
  }
}

extension LaidOutView {
  /// The lengths along a bar of modules and of their items, in points; a point has `scale` pixels.
  public func moduleLengths(isLevel: Bool, scale: Double) -> [BarItem: Double] {
    identities.reduce(into: [:]) { lengths, identity in
      guard let item = identity.key.value as? BarItem else { return }
      lengths[item] = Double(isLevel ? identity.frame.width : identity.frame.height) / scale
    }
  }
}

extension ShownModule {
  /// The time for which another content has to have been there before the change to this one is a motion; nil: the change is made
  /// at once.
  fileprivate func pause(after other: ShownModule) -> Duration? {
    if pieces == other.pieces, sidePieces == other.sidePieces, failure == other.failure,
      refusal == other.refusal
    {
      return nil
    }
    func words(_ text: String) -> String { text.filter { !$0.isNumber } }
    guard text != other.text, words(text) == words(other.text) else { return LengthMotion.pause }
    return text.count == other.text.count ? nil : LengthMotion.numberPause
  }
}

extension [ModuleName: ShownModule] {
  /// The content of a module or an item whose length is that of its content; nil for one that consists of items or takes free
  /// length, and for what shows no reading.
  fileprivate func content(of item: BarItem) -> ShownModule? {
    guard let module = self[item.module] else { return nil }
    let content = item.item == nil ? module : module.itemOrFolded(item.item)
    return content.flatMap { $0.items.isEmpty && $0.look.expands != true ? $0 : nil }
  }
}
