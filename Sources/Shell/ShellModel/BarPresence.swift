public import Geometry
public import Settings

/// Whether one bar is visible on one output, with the progress of its animations.
///
/// The bar fades when the shape of its output shows or hides it, and slides when the pointer or a command does; both
/// may happen at once.
public struct BarPresence: Equatable, Sendable {
  public enum Event: Equatable, Sendable {
    case settingsChanged(BarSettings)
    case outputTurned(isPortrait: Bool)
    /// The pointer has moved over the bar, or over the strip at its edge.
    case pointerCame
    case pointerLeft
    case command(Command)
    /// The bar or a popup of it is used by keys, so that the bar has to be shown whatever its mode is; or that use
    /// has ended.
    case summoned(Bool)
    /// A fullscreen window covers the output, or covers it no more.
    case windowCovers(Bool)
    /// A window overlaps the place of the bar, or none does any more.
    case windowsOverlap(Bool)
    /// A command wants the bar to be shown for a time, whatever its mode is.
    case peek(Duration)
    /// The time of `nextDeadline` has come.
    case deadlineReached
  }

  /// A command of `hyaline bar`.
  public enum Command: String, CaseIterable, Sendable {
    case show, hide, toggle
  }

  /// Duration of a fade.
  public static let fadeDuration = Duration.milliseconds(500)
  /// Duration of sliding in or out.
  public static let slideDuration = Duration.milliseconds(250)

  /// Whether changes happen without animation.
  public var reducesMotion = false
  private var bar: BarSettings
  private var isPortrait: Bool
  private var isPointerThere = false
  private var isCovered = false
  /// Whether a command asked for the bar while a fullscreen window covered it.
  private var isForced = false
  private var isSummoned = false
  /// Whether the pointer has revealed the bar.
  private var isRevealed = false
  /// Whether a command wants the bar to be shown; nil: the mode decides.
  private var isWanted: Bool?
  private var isOverlapped = false
  private var deadline: Instant?
  /// The end of the time for which a command has shown the bar; nil: there is none.
  private var peekEnd: Instant?
  private var fade: EasedNumber
  private var slide: EasedNumber

  /// Makes the initial state, without an animation.
  public init(_ bar: BarSettings, isPortrait: Bool) {
    self.bar = bar
    self.isPortrait = isPortrait
    fade = EasedNumber(bar.isShown(isPortrait: isPortrait) ? 1 : 0)
    slide = EasedNumber(bar.mode == .docked || bar.mode == .dodge ? 1 : 0)
  }

  public mutating func update(_ event: Event, now: Instant) {
    switch event {
    case .settingsChanged(let bar):
      if bar.mode != self.bar.mode {
        isWanted = nil
        isRevealed = false
        deadline = nil
      }
      let delays = (self.bar.revealDelay, self.bar.hideDelay)
      self.bar = bar
      // Settings that change elsewhere do not begin the delay anew.
      if followsPointer, deadline == nil || delays != (bar.revealDelay, bar.hideDelay) {
        followPointer(now: now)
      }
    case .outputTurned(let isPortrait): self.isPortrait = isPortrait
    case .pointerCame, .pointerLeft:
      isPointerThere = event == .pointerCame
      if followsPointer { followPointer(now: now) }
    case .command(let command): obey(command)
    case .summoned(let isSummoned): self.isSummoned = isSummoned
    case .windowCovers(let isCovered):
      self.isCovered = isCovered
      isForced = false
    case .windowsOverlap(let isOverlapped):
      // Windows decide again after a command has hidden the bar.
      if isOverlapped != self.isOverlapped, isWanted == false, bar.mode == .dodge { isWanted = nil }
      self.isOverlapped = isOverlapped
    case .peek(let time): peekEnd = now + time
    case .deadlineReached:
      if let end = peekEnd, end <= now { peekEnd = nil }
      if let due = deadline, due <= now {
        deadline = nil
        isRevealed = isPointerThere
      }
    }
    move(now: now)
  }

  /// The time at which `deadlineReached` is due; nil: never.
  public var nextDeadline: Instant? { [deadline, peekEnd].compactMap(\.self).min() }

  /// Opacity of the bar, 0 … 1.
  public func alpha(at now: Instant) -> Double { fade.value(at: now) }

  /// The part of the bar's thickness that is on the screen, 0 … 1.
  public func reach(at now: Instant) -> Double { slide.value(at: now) }

  /// Whether an animation is running.
  public func isMoving(at now: Instant) -> Bool { fade.isMoving(at: now) || slide.isMoving(at: now) }

  /// Whether the bar needs a surface, because it is visible or about to be.
  public func isMapped(at now: Instant) -> Bool {
    [fade, slide].allSatisfy { $0.target > 0 || $0.isMoving(at: now) }
  }

  /// Whether a command or a key can show the bar: it is one for outputs of this shape.
  public var canBeShown: Bool { bar.isShown(isPortrait: isPortrait) }

  /// Whether a strip at the edge waits for the pointer, also under the bar while that is shown.
  public var waitsAtEdge: Bool { followsPointer && fade.target > 0 }

  /// Whether the pointer at the edge shows the bar.
  private var followsPointer: Bool { bar.mode == .autoHide || bar.mode == .dodge }

  private mutating func followPointer(now: Instant) {
    guard isPointerThere != isRevealed else {
      deadline = nil
      return
    }
    deadline = now + .seconds(isPointerThere ? bar.revealDelay : bar.hideDelay)
  }

  private mutating func obey(_ command: Command) {
    let isShown =
      switch command {
      case .show: true
      case .hide: false
      case .toggle: slide.target == 0
      }
    isWanted = isShown
    isForced = isShown && isCovered
    if !isShown { (isSummoned, peekEnd) = (false, nil) }
    // The command hides the bar even if the pointer is over it; the pointer reveals it again later.
    if !isShown, followsPointer {
      isWanted = bar.mode == .dodge && !isOverlapped ? false : nil
      isRevealed = false
      deadline = nil
    }
  }

  private mutating func move(now: Instant) {
    let isOpened: Bool =
      switch bar.mode {
      case .docked: isWanted ?? true
      case .autoHide: isWanted == true || isRevealed
      case .dodge: isRevealed || isWanted ?? !isOverlapped
      case .hidden: isWanted ?? false
      }
    // Below the overlay layer, the window itself covers the bar.
    let givesWay = isCovered && bar.layer == .overlay && !isForced
    let isOut = isSummoned || peekEnd != nil || isOpened && !givesWay
    let isShape = bar.isShown(isPortrait: isPortrait)
    fade.go(to: isShape ? 1 : 0, in: reducesMotion ? .zero : Self.fadeDuration, now: now)
    slide.go(to: isOut ? 1 : 0, in: reducesMotion ? .zero : Self.slideDuration, now: now)
  }
}
