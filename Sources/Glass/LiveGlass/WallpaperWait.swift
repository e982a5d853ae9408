import Loop

/// The wallpaper that is being read for an output, and whether new surfaces wait for it.
struct WallpaperWait {
  /// The time for which surfaces wait: a picture of a screen's size is decoded within it.
  static let patience = Duration.seconds(1)

  private var number = 0
  private var chosen: Fallback?
  private var timer: Timer?

  /// Whether new surfaces wait for the wallpaper before they are shown.
  var holdsSurfaces: Bool { timer != nil }

  /// Begins to wait for the wallpaper of `chosen` instead of any former one; returns a number that identifies
  /// it.
  mutating func begin(_ chosen: Fallback, until timer: Timer) -> Int {
    end()
    number += 1
    (self.chosen, self.timer) = (chosen, timer)
    return number
  }

  /// Ends waiting and returns the fallback of that number; nil if its wallpaper is not waited for any more.
  mutating func take(_ number: Int) -> Fallback? {
    guard number == self.number, let chosen else { return nil }
    end()
    return chosen
  }

  /// Ends the surfaces' waiting, and returns the fallback that they show until the wallpaper is read; nil if
  /// they do not wait.
  mutating func release() -> Fallback? {
    guard timer != nil else { return nil }
    timer = nil
    return chosen
  }

  /// Ends all waiting; idempotent.
  mutating func end() {
    timer?.cancel()
    (chosen, timer) = (nil, nil)
  }
}
