import Loop

/// Which wallpaper is being read for an output, and whether its new surfaces wait for it.
struct WallpaperWait {
  /// How long surfaces wait: the picture of a screen is decoded within that, one that takes longer comes later.
  static let patience = Duration.seconds(1)

  private var number = 0
  private var chosen: Fallback?
  private var timer: Timer?

  /// New surfaces are not shown yet.
  var holdsSurfaces: Bool { timer != nil }

  /// Begins to wait for the wallpaper of `chosen`; what was waited for before is not any more. Returns a number for it.
  mutating func begin(_ chosen: Fallback, until timer: Timer) -> Int {
    end()
    number += 1
    (self.chosen, self.timer) = (chosen, timer)
    return number
  }

  /// What was chosen with that number; nil if it is waited for no more.
  mutating func take(_ number: Int) -> Fallback? {
    guard number == self.number, let chosen else { return nil }
    end()
    return chosen
  }

  /// Lets surfaces wait no longer, and returns what they show meanwhile; nil if they do not wait.
  mutating func release() -> Fallback? {
    guard timer != nil else { return nil }
    timer = nil
    return chosen
  }

  /// Waits for none. Idempotent.
  mutating func end() {
    timer?.cancel()
    (chosen, timer) = (nil, nil)
  }
}
