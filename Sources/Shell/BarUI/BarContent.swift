import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import Views
import VisualEffects

/// The readings of a bar's modules in three zones.
///
/// Modules never overlap or leave the bar: the longest are ellipsised first, and if there are more modules
/// than there is room for, some are left out. At the left or right edge each word is on a line of its own.
struct BarContent: View {
  var state: State
  var bar: BarSettings
  var pictures: BarPictureTable
  /// How long the texts that scroll have been shown.
  var scrollTimes: [ScrollingModule: Duration] = [:]
  /// The name of the bar's output; nil for no particular output.
  var output: String?
  /// The extent of the bar across its edge, in points.
  var thickness: Double

  /// The distance from an end of the bar to its first module, in points, without the module's own padding.
  static let padding = 4.0
  /// The distance from the long sides of a bar at the left or right edge to the texts, in points.
  static let sidePadding = 3.0
  /// The distance between two modules, in points, in addition to their own padding.
  static let gap = 4.0
  /// The least width of a text, in points, below which it is left out: a few letters and the ellipsis.
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
      if module.kind == .group, case .group(let group) = state.settings.module(module).source {
        self.group(BarItem(zone: zone, place: [index], module: module), group)
      } else {
        item(BarItem(zone: zone, place: [index], module: module))
      }
    }
  }

  /// The modules of a group, directly in the zone unless they share a background fill.
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
        DrawerHandle(
          group: item.module, isOpen: !isClosed, isRightToLeft: state.presentation.isRightToLeft,
          isUpright: !bar.edge.isLevel, thickness: thickness)
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
          id: item, shown: shown, image: state.picture(of: item.module), pictures: pictures,
          scrollTimes: scrollTimes.filter { $0.key.module == item.module }, isUpright: !bar.edge.isLevel,
          thickness: thickness
        )
        .equatable()
      }
    }
  }

}

/// A horizontal stack of views, or a vertical one in a bar at the left or right edge.
private struct GroupStack: View {
  var isUpright: Bool
  var content: ViewTree

  var body: ViewTree {
    if isUpright { VStack { content } } else { HStack { content } }
  }
}

extension State {
  /// The picture of an image module; nil for other modules, and while there is no picture.
  func picture(of module: ModuleName) -> BarPictureTable.Key? {
    guard module.kind == .image, case .image(let image) = settings.module(module).source,
      let fields = readings[module]?.fields,
      case .text(let path)? = fields["path"], !path.isEmpty
    else { return nil }
    let version = fields["version"]?.number ?? 0
    return BarPictureTable.Key(name: path, side: image.size, version: Int(version))
  }
}
