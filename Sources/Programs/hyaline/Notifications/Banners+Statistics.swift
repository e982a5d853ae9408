import BarUI
import JSON
import LiveGlass
import NotificationUI
import ShellSurfaces

extension Banners {
  /// What is shown on each output, and what is still to be done there.
  var statistics: JSONValue {
    .array(
      outputs.map { banners in
        .object([
          "output": .string(banners.output.name),
          "shown": JSONValue(banners.banners.count),
          "frames": JSONValue(banners.surface?.commitCount ?? 0),
          "looks": JSONValue(banners.output.statistics.captures),
          "glass": .string((banners.surface?.phase ?? .resting).rawValue),
          "awaits": (isStale ? "layout" : banners.awaited).map { .string($0) } ?? .null,
        ])
      })
  }
}

extension OutputBanners {
  /// What has to come before the banners rest and look as they should; nil: they do.
  fileprivate var awaited: String? {
    guard let surface else { return hasBanners ? "a surface" : nil }
    return if !surface.isShown {
      "the first picture"
    } else if column.isMoving(at: now) {
      "the end of motion"
    } else if growth != nil || waitsForRest {
      "room"
    } else if host.pictures.isReading(for: output.name) {
      "pictures"
    } else if look.isChanging {
      "another look"
    } else if !surface.isSettled {
      "glass"
    } else {
      nil
    }
  }
}
