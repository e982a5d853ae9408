public import Geometry
public import Scenes
import Settings
public import Views

/// The separators of a bar that move when the fill of a module beside them comes or goes.
///
/// A separator is midway between what is seen of the modules at its sides: it moves away from the fill of a selected item that arrives
/// there, in the time in which the fill arrives.
public struct SeparatorMotion: Equatable, Sendable {
  /// The timing with which a separator moves to another place between its modules.
  public static let timing = PillMotion.timing

  /// A separator.
  private struct Line: Equatable, Sendable {
    var place: SeparatorPlace
    /// The distance from the line in the layout to where it is seen, in physical pixels.
    var lag = Animated(0.0)
  }

  private var lines: [BarItem: Line] = [:]

  public init() {}

  /// Sets the places of separators in the layout for `now`. A separator that is elsewhere in its room than in the last layout moves;
  /// one that has moved with its room does not. `isAnimated` is false while the bar is not visible, or motion is to be reduced.
  public mutating func follow(_ places: [BarItem: SeparatorPlace], isAnimated: Bool, now: Instant) {
    let former = lines
    lines = [:]
    for (item, place) in places {
      var line = Line(place: place)
      if isAnimated, let old = former[item], old.place.isLevel == place.isLevel {
        line.lag = old.lag
        let way = old.place.distance - place.distance
        if way != 0 {
          line.lag = Animated(old.lag.value(at: now) + Double(way))
          line.lag.animate(to: 0, Self.timing, now: now)
        }
      }
      lines[item] = line
    }
  }

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool { lines.values.contains { $0.lag.isMoving(at: now) } }

  /// Returns a scene of the layout of which the places were given to `follow`, with the separators that move where they are at `now`.
  public func scene(_ scene: Scene, at now: Instant) -> Scene {
    var scene = scene
    for line in lines.values where line.lag.isMoving(at: now) {
      let frame = line.place.frame(movedBy: Int(line.lag.value(at: now).rounded()))
      scene = scene.withSheets { sheet in
        sheet.content.changeNodes(aroundFillAt: line.place.frame) { nodes, index in
          nodes[index] = nodes[index].moved(from: line.place.frame, to: frame)
        }
      }
    }
    return scene
  }
}

/// The place of a separator in the layout of a bar, in physical pixels of the bar's surface.
public struct SeparatorPlace: Equatable, Sendable {
  /// The frame of the line.
  public var frame: PixelRect
  /// The distance along the bar from the start of the separator's room to the line.
  public var distance: Int
  /// Whether the bar is at the upper or lower edge.
  public var isLevel: Bool

  public init(frame: PixelRect, distance: Int, isLevel: Bool) {
    (self.frame, self.distance, self.isLevel) = (frame, distance, isLevel)
  }

  fileprivate func frame(movedBy way: Int) -> PixelRect {
    frame.offset(x: isLevel ? way : 0, y: isLevel ? 0 : way)
  }
}

/// The key of the line of a separator in the layout of a bar.
struct SeparatorKey: Hashable, Sendable {
  var item: BarItem
}

extension LaidOutView {
  /// The places of the separators between modules; `isLevel` says that the bar is at the upper or lower edge.
  public func separators(isLevel: Bool) -> [BarItem: SeparatorPlace] {
    var rooms: [BarItem: PixelRect] = [:]
    var lines: [BarItem: PixelRect] = [:]
    for identity in identities {
      if let key = identity.key.value as? SeparatorKey {
        lines[key.item] = identity.frame
      } else if let item = identity.key.value as? BarItem, item.module.kind == .separator {
        rooms[item] = identity.frame
      }
    }
    return lines.reduce(into: [:]) { places, line in
      guard let room = rooms[line.key] else { return }
      let distance = isLevel ? line.value.x - room.x : line.value.y - room.y
      places[line.key] = SeparatorPlace(frame: line.value, distance: distance, isLevel: isLevel)
    }
  }
}
