import Geometry
import ModuleModel
import Notifications

/// The icons of listed notifications, whose pixels are scaled down once for all rows of a panel that show them.
nonisolated struct ListedIcons {
  /// The version of the files that notifications name as their pictures; with another one they are read again.
  private let version: Int
  private var known: [ListedNotification.Key: (pictures: [NotificationImage], icon: ModuleIcon)] = [:]

  /// The greatest side of pixels: a row cuts its picture from one of twice its side, at two pixels for each point.
  private static let most = PixelSize(width: 144, height: 144)

  init(version: Int = 0) { self.version = version }

  /// The icon of a notification that was followed last; it is empty for others.
  subscript(key: ListedNotification.Key) -> ModuleIcon { known[key]?.icon ?? ModuleIcon([]) }

  /// Makes the icons of these notifications, and forgets those of others.
  mutating func follow(_ notifications: [ListedNotification]) {
    let former = known
    known = [:]
    for listed in notifications {
      let pictures = listed.notification.pictures
      let old = former[listed.key].flatMap { $0.pictures == pictures ? $0 : nil }
      known[listed.key] = old ?? (pictures, icon(of: pictures))
    }
  }

  /// Makes an icon of the pictures of a notification, of which the first that can be read is shown.
  private func icon(of pictures: [NotificationImage]) -> ModuleIcon {
    var isFile = false
    let candidates = pictures.compactMap { picture -> ModuleIcon.Candidate? in
      switch picture.reduced(to: Self.most) {
      case .bitmap(let bitmap): return .sent(.pixels(bitmap))
      case .file(let path):
        isFile = true
        return .file(path)
      case .icon(let name): return ModuleIcon(name).candidates.first
      case .application(let id): return .named(id)
      // Pixels that are still being scaled down come with the next change.
      case .sent: return nil
      }
    }
    // Icons without files would be looked for again without need.
    return ModuleIcon(candidates, version: isFile ? version : 0)
  }
}
