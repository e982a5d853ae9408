import Loop

/// The wallpaper that is being read for an output, and whether new surfaces wait for it.
struct WallpaperWait {
  /// The time for which surfaces wait: a picture of a screen's size is decoded within it.
  static let patience = Duration.seconds(1)

  private var number = 0
  private var chosen: Fallback?
  /// The moment until which new surfaces wait for the wallpaper before they are shown; nil: they do not wait.
  private(set) var deadline: Instant?

  /// Begins to wait for the wallpaper of `chosen` instead of any former one; returns a number that identifies
  /// it.
  mutating func begin(_ chosen: Fallback, now: Instant) -> Int {
    number += 1
    (self.chosen, deadline) = (chosen, now + Self.patience)
    return number
  }

  /// Ends waiting and returns the fallback of that number; nil if its wallpaper is not waited for any more.
  mutating func take(_ number: Int) -> Fallback? {
    guard number == self.number, let chosen else { return nil }
    end()
    return chosen
  }

  /// Ends the surfaces' waiting at its deadline, and returns the fallback that they show until the wallpaper is
  /// read; nil if they do not wait, or not for long enough.
  mutating func release(now: Instant) -> Fallback? {
    guard let deadline, deadline <= now else { return nil }
    self.deadline = nil
    return chosen
  }

  /// Ends all waiting; idempotent.
  mutating func end() { (chosen, deadline) = (nil, nil) }
}
