import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import Views
import VisualEffects

/// The readings of a bar's modules in three zones.
///
/// Whatever the readings are, no two of them overlap and none leaves the bar: the longest are ellipsised first, and of
/// more modules than there is room for, some are left out. At the left or right edge each word is a line of its own.
struct BarContent: View {
  var state: State
  var bar: BarSettings
  var pictures: BarPictureTable
  /// The name of the bar's output; nil: it is on none in particular.
  var output: String?
  var inks: ModuleInks
  /// How high the bar is, or how wide at the left or right edge; points.
  var thickness: Double

  /// The distance from an end of the bar to its first module, in points, without the module's own padding.
  static let padding = 4.0
  /// From the long sides of a bar at the left or right edge to the texts, in points.
  static let sidePadding = 3.0
  /// Between two modules, in points, beside their own padding.
  static let gap = 4.0
  /// A text gets at least this width, in points, or is left out: a few letters and the ellipsis.
  static let leastWidth = 32.0

  var body: ViewTree {
    let isUpright = !bar.edge.isLevel
    ZoneStack(spacing: Self.gap, isUpright: isUpright) {
      if let notice = state.notice {
        Text(notice.text).padding(
          horizontal: isUpright ? 0 : ModuleItem.padding, vertical: isUpright ? ModuleItem.padding : 0)
      } else {
        zone(.start, bar.start)
      }
    } center: {
      zone(.center, state.notice == nil ? bar.center : [])
    } end: {
      zone(.end, state.notice == nil ? bar.end : [])
    }
    .padding(
      horizontal: isUpright ? Self.sidePadding : Self.padding, vertical: isUpright ? Self.padding : 0
    )
    .frame(maxHeight: isUpright ? nil : .infinity)
  }

  @ViewBuilder private func zone(_ zone: BarItem.Zone, _ modules: [ModuleName]) -> ViewTree {
    for (index, module) in modules.enumerated() {
      if case .group(let group) = state.settings.module(module).source {
        self.group(BarItem(zone: zone, place: [index], module: module), group)
      } else {
        item(BarItem(zone: zone, place: [index], module: module))
      }
    }
  }

  /// The modules of a group, in the zone itself unless they share a fill.
  @ViewBuilder private func group(_ item: BarItem, _ group: GroupSettings) -> ViewTree {
    let look = state.settings.module(item.module).style.look
    if look.isHidden != true {
      if look.hasPill == true {
        GroupStack(isUpright: !bar.edge.isLevel, content: members(item, group))
          .frame(maxHeight: bar.edge.isLevel ? .infinity : nil)
          .background {
            Fill(.vibrant(.fill), cornerRadius: ModuleItem.cornerRadius)
              .padding(vertical: bar.edge.isLevel ? ModuleItem.inset : 0)
          }
          .layoutPriority(look.priority ?? 0)
      } else {
        members(item, group)
      }
    }
  }

  @ViewBuilder private func members(_ item: BarItem, _ group: GroupSettings) -> ViewTree {
    let isClosed = group.isDrawer && !state.openDrawers.contains(item.module)
    for (index, module) in group.modules.enumerated() {
      if !isClosed || index == 0 {
        self.item(BarItem(zone: item.zone, place: item.place + [index], module: module))
      }
      if index == 0, group.isDrawer {
        DrawerHandle(group: item.module, isOpen: !isClosed, thickness: thickness)
      }
    }
  }

  @ViewBuilder private func item(_ item: BarItem) -> ViewTree {
    switch item.module.kind {
    case .separator: Separator(isUpright: !bar.edge.isLevel).id(item)
    case .spacer:
      if case .room(let length) = state.settings.module(item.module).source {
        RoomBetween(length: length, isUpright: !bar.edge.isLevel).id(item)
      }
    default:
      if let shown = state.shown(item.module, on: output), shown.isVisible {
        ModuleItem(
          id: item, shown: shown, image: state.picture(of: item.module), pictures: pictures, inks: inks,
          isUpright: !bar.edge.isLevel,
          thickness: thickness)
      }
    }
  }

}

/// Views beside one another, or below one another at the side of a screen.
private struct GroupStack: View {
  var isUpright: Bool
  var content: ViewTree

  var body: ViewTree {
    if isUpright { VStack { content } } else { HStack { content } }
  }
}

extension State {
  /// The picture of an image module; nil: it is none, or has none.
  func picture(of module: ModuleName) -> BarPictureTable.Key? {
    guard case .image(let image) = settings.module(module).source, let fields = readings[module]?.fields,
      case .text(let path)? = fields["path"], !path.isEmpty
    else { return nil }
    let version = fields["version"]?.number ?? 0
    return BarPictureTable.Key(name: path, side: image.size, version: Int(version))
  }
}
