public import Geometry
public import ModuleModel
import Settings
public import ShellModel
public import Views

/// The visible content of one bar, for `hyaline bar inspect`.
public struct BarReport: Equatable, Sendable {
  /// A module on the bar, or an item of one.
  public struct Module: Equatable, Sendable {
    /// The name of the module, or the identifier of the item.
    public var name: String
    public var zone: BarItem.Zone
    /// The frame, in logical pixels of the output.
    public var frame: LogicalRect
    /// The content that is shown; nil for a separator, a spacer and the handle of a drawer.
    public var shown: ShownModule?
    /// Whether the drawer is open, for its handle, which has the name of the group; nil for everything else.
    public var isOpen: Bool?
    public var items: [Module]
  }

  /// The name of the output.
  public var output: String
  /// The frame of the bar, in logical pixels of the output.
  public var frame: LogicalRect
  /// The modules in the order of the settings, without those that there is no room for.
  public var modules: [Module]
  /// The module, or the item of one, that the keyboard is on; nil: none.
  public var focused: BarItem?

  /// Makes the report of a layout; `frame` is that of the surface on the output, and `bar` that of the bar in its surface, in
  /// physical pixels.
  ///
  /// `pictures` are those that the layout shows.
  public init(
    output: String, layout: LaidOutView, frame: PixelRect, bar: PixelRect? = nil, scale: Double, state: State,
    pictures: PictureTable = PictureTable()
  ) {
    self.output = output
    func place(_ rect: PixelRect) -> LogicalRect {
      LogicalRect(rect.offset(x: frame.x, y: frame.y), scale: scale)
    }
    self.frame = place(bar ?? PixelRect(frame.size))
    let found = layout.identities.compactMap { identity in
      (identity.key.value as? BarItem).map { (item: $0, frame: place(identity.frame)) }
    }
    let order = BarItem.Zone.allCases
    let inOrder = found.filter { $0.item.item == nil }.sorted { one, other in
      let (a, b) = (one.item, other.item)
      let zones = (order.firstIndex(of: a.zone) ?? 0, order.firstIndex(of: b.zone) ?? 0)
      return zones.0 != zones.1 ? zones.0 < zones.1 : a.place.lexicographicallyPrecedes(b.place)
    }
    modules = inOrder.map { module in
      let shown = state.shown(module.item.module, on: output, pictures)
      let items = found.filter { other in
        other.item.item != nil && other.item.zone == module.item.zone && other.item.place == module.item.place
      }.map { part in
        Module(
          name: part.item.item ?? "", zone: part.item.zone, frame: part.frame,
          shown: shown?.itemOrFolded(part.item.item), items: [])
      }
      var report = Module(
        name: "\(module.item.module)", zone: module.item.zone, frame: module.frame, shown: shown, items: items
      )
      if module.item.module.kind == .group {
        report.isOpen = state.openDrawers(on: output).contains(module.item.module)
      }
      return report
    }
  }
}
