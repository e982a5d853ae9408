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
  /// How much of each drawer that is opening or closing is seen, 0 … 1.
  var drawerReach: [ModuleName: Double] = [:]
  /// The name of the bar's output; nil for no particular output.
  var output: String?
  /// The extent of the bar across its edge, in points.
  var thickness: Double

  /// The distance from the long sides of a bar at the left or right edge to the texts, in points.
  static let sidePadding = 3.0
  /// The least width of a text, in points, below which it is left out: a few letters and the ellipsis.
  static let leastWidth = 32.0

  var body: ViewTree {
    let isUpright = !bar.edge.isLevel
    ZoneStack(spacing: bar.spacing, isUpright: isUpright) {
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
      horizontal: isUpright ? Self.sidePadding : bar.endPadding, vertical: isUpright ? bar.endPadding : 0
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
        GroupStack(isUpright: !bar.edge.isLevel, content: members(item, group, spacing: 0))
          .frame(maxHeight: bar.edge.isLevel ? .infinity : nil)
          .background {
            Fill(.vibrant(.fill), cornerRadius: bar.pillRadius)
              .padding(vertical: bar.edge.isLevel ? ModuleItem.inset : 0)
          }
          .layoutPriority(look.priority ?? 0)
      } else {
        members(item, group, spacing: bar.spacing)
      }
    }
  }

  /// `spacing` is the distance between modules in the stack around them, in points.
  @ViewBuilder private func members(_ item: BarItem, _ group: GroupSettings, spacing: Double) -> ViewTree {
    if group.isDrawer {
      let isOpen = state.openDrawers(on: output).contains(item.module)
      let reach = drawerReach[item.module] ?? (isOpen ? 1 : 0)
      if !group.modules.isEmpty {
        members(item, group, 0..<1)
        DrawerHandle(
          id: item, isOpen: isOpen, isRightToLeft: state.presentation.isRightToLeft,
          isUpright: !bar.edge.isLevel, thickness: thickness, radius: bar.pillRadius
        )
        .equatable()
        if reach >= 1 {
          members(item, group, 1..<group.modules.count)
        } else if reach > 0 {
          GroupStack(
            isUpright: !bar.edge.isLevel, spacing: spacing,
            content: members(item, group, 1..<group.modules.count)
          )
          .frame(maxHeight: bar.edge.isLevel ? .infinity : nil)
          .revealed(reach, along: bar.edge.isLevel ? .level : .upright)
        }
      }
    } else {
      members(item, group, group.modules.indices)
    }
  }

  @ViewBuilder private func members(_ item: BarItem, _ group: GroupSettings, _ indices: Range<Int>)
    -> ViewTree
  {
    for index in indices {
      self.item(BarItem(zone: item.zone, place: item.place + [index], module: group.modules[index]))
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
      let image = state.picture(of: item.module)
      if let shown = state.shown(item.module, on: output, pictures),
        shown.isVisible || shows(image, of: shown)
      {
        ModuleItem(
          id: item, shown: shown, image: image, pictures: pictures,
          scrollTimes: scrollTimes.filter { $0.key.module == item.module }, isUpright: !bar.edge.isLevel,
          thickness: thickness, radius: bar.pillRadius
        )
        .equatable()
      }
    }
  }

  /// Whether a module shows its picture, or a space for it while it is being read.
  private func shows(_ image: BarPictureTable.Key?, of shown: ShownModule) -> Bool {
    guard let image, shown.look.isHidden != true else { return false }
    return pictures.pictures[image].map { $0 != nil } ?? true
  }
}

/// A horizontal stack of views, or a vertical one in a bar at the left or right edge.
private struct GroupStack: View {
  var isUpright: Bool
  var spacing = 0.0
  var content: ViewTree

  var body: ViewTree {
    if isUpright { VStack(spacing: spacing) { content } } else { HStack(spacing: spacing) { content } }
  }
}

extension State {
  /// The content of a module on a bar of an output: a failure if its picture cannot be read; nil if nothing was read yet.
  func shown(_ module: ModuleName, on output: String?, _ pictures: BarPictureTable) -> ShownModule? {
    guard var shown = shown(module, on: output) else { return nil }
    guard let image = picture(of: module), pictures.pictures[image] == .some(nil), shown.failure == nil,
      shown.look.isHidden != true
    else { return shown }
    let reason = "\(module): there is no picture that can be read at \(image.name)"
    (shown.failure, shown.tooltip, shown.pieces) = (reason, reason, [])
    return shown
  }

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
